"""Progress of long work on standard error: done of total (or a share), the rate and the time left.

A terminal gets one line that is rewritten; a log file gets a plain line now and then. Work that ends before the first
line is due prints nothing. Left out: nested bars, and work in processes (the collector of the results counts).
"""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable
from typing import TextIO

from mixlid.cli.terminal import clean

#: Seconds between two lines: on a terminal, and anywhere else.
ON_TERMINAL = 0.5
IN_LOG = 30.0
_BAR_WIDTH = 20


class Progress:
    """A progress line. `already` is what an earlier run did: it counts as done, but not for the rate."""

    def __init__(
        self,
        what: str,
        total: int | None = None,
        *,
        already: int = 0,
        quiet: bool = False,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.what, self.total, self.done = what, total, already
        self._already = already
        self._note = ""
        #: The share that is done where the total is unknown, such as that of a file's bytes: now, and at the start.
        self._share: float | None = None
        self._first_share = 0.0
        # Looked up now, not on import: it may have been redirected, and a process without a console has none.
        self._stream = None if quiet else stream or sys.stderr
        self._rewrites = self._stream is not None and self._stream.isatty()
        self._clock = clock
        self._start = self._last = clock()
        self._written = ""
        self._on_screen = False

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        # A log already has the last line if nothing was done since.
        if (self._rewrites and self._written) or self._written not in ("", self.line()):
            self._write(last=True)

    def step(self, count: int = 1, note: str = "") -> None:
        """Count `count` more as done; `note` says what is being worked on."""
        self.at(self.done + count, note=note)

    def make_room(self) -> None:
        """Clear the line before something else is printed. It comes back below when it is next due."""
        if self._on_screen and self._stream is not None:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
            self._on_screen = False

    def begin_at(self, share: float) -> None:
        """Set the share that an earlier run did, which does not count for the time left."""
        self._share = self._first_share = share

    def at(self, done: int, total: int | None = None, note: str = "", share: float | None = None) -> None:
        """Set how much is done in all, for work that does its own counting, and the total or the share if known."""
        self.done, self.total, self._note = done, self.total if total is None else total, note
        self._share = share if share is not None else self._share
        if self._clock() - self._last >= (ON_TERMINAL if self._rewrites else IN_LOG):
            self._write()

    def line(self) -> str:
        """`scoring: 30/120 (25 %), 2.0 a second, 0:45 left`, as far as it is known."""
        parts = [f"{self.done:,}" + (f"/{self.total:,} ({100 * self.done // self.total} %)" if self.total else "")]
        if self._share is not None:
            parts[0] += f" ({int(100 * self._share)} %)"
        here, passed = self.done - self._already, self._clock() - self._start
        if here > 0 and passed > 0:
            rate = here / passed
            parts.append(f"{1 / rate:.1f} s each" if rate < 1 else f"{rate:,.{1 if rate < 10 else 0}f} a second")
            if self.total:
                parts.append(f"{_clock_face(max(self.total - self.done, 0) / rate)} left")
            elif self._share is not None and self._share > self._first_share:
                left = passed * (1 - self._share) / (self._share - self._first_share)
                parts.append(f"{_clock_face(left)} left")
        return clean(f"{self.what}: {', '.join([*parts, *filter(None, [self._note])])}")

    def _bar(self) -> str:
        if self._share is None:
            return ""
        full = int(self._share * _BAR_WIDTH)
        return f"{'█' * full}{'░' * (_BAR_WIDTH - full)} "

    def _write(self, last: bool = False) -> None:
        if self._stream is None:
            return
        self._last, self._written = self._clock(), self.line()
        if self._rewrites:
            # A line that wraps could not be rewritten.
            width = shutil.get_terminal_size().columns - 1
            self._stream.write(f"\r{(self._bar() + self._written)[:width]}\x1b[K{chr(10) if last else ''}")
            self._on_screen = not last
        else:
            self._stream.write(f"{self._written}\n")
        self._stream.flush()


def _clock_face(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
