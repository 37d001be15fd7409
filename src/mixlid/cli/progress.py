"""Progress of long work on standard error: done of total (or a share), the rate and the time left.

A terminal gets one line that is rewritten; a log file gets a plain line now and then. Work that ends before the first
line is due prints nothing.
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
    """A progress line. `already` is what an earlier run did: it counts as done, but not for the rate.

    With `loads` the first piece of work is not part of the rate either, since what it needs is loaded for it.
    """

    def __init__(
        self,
        what: str,
        total: int | None = None,
        *,
        already: int = 0,
        loads: bool = False,
        quiet: bool = False,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.what, self.total, self.done = what, total, already
        self._already, self._loads = already, loads
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
        if self._written and (self._rewrites or self._written != self.line()):
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
        if self._loads:
            self._loads, self._already, self._start = False, done, self._clock()
            self._first_share = self._share or 0.0
        if self._clock() - self._last >= (ON_TERMINAL if self._rewrites else IN_LOG):
            self._write()

    @property
    def rate(self) -> float | None:
        """How many a second; None before anything is done that counts for it."""
        here, passed = self.done - self._already, self._clock() - self._start
        return here / passed if here > 0 and passed > 0 else None

    def line(self, width: int | None = None) -> str:
        """`scoring: 30/120 (25 %), 2.0 a second, 0:45 left`, as far as it is known; the time left is last to go."""
        hundredths = 100 * self.done // self.total if self.total else int(100 * (self._share or 0))
        percent = "" if not self.total and self._share is None else f"{hundredths} %"
        count = f"{self.done:,}" + (f"/{self.total:,}" if self.total else "") + (f" ({percent})" if percent else "")
        rate, left = self.rate, self._seconds_left()
        speed, time_left = "", "" if left is None else f"{_clock_face(left)} left"
        if rate is not None:
            speed = f"{1 / rate:.1f} s each" if rate < 1 else f"{rate:,.{1 if rate < 10 else 0}f} a second"
        full = f"{self.what}: {_joined(count, speed, time_left, self._note)}"
        shorter = (f"{self.what}: {_joined(count, speed, time_left)}", _joined(count, time_left))
        lines = [clean(line) for line in (self._bar() + full, full, *shorter, _joined(percent, time_left))]
        if width is None:
            return lines[1]
        return next((line for line in lines if line and len(line) <= width), lines[1][:width])

    def _seconds_left(self) -> float | None:
        if self.rate is None:
            return None
        if self.total:
            return max(self.total - self.done, 0) / self.rate
        if self._share is None or self._share <= self._first_share:
            return None
        return (self._clock() - self._start) * (1 - self._share) / (self._share - self._first_share)

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
            shown = self.line(shutil.get_terminal_size().columns - 1)
            self._stream.write(f"\r{shown}\x1b[K{chr(10) if last else ''}")
            self._on_screen = not last
        else:
            self._stream.write(f"{self._written}\n")
        self._stream.flush()


def _joined(*parts: str) -> str:
    return ", ".join(filter(None, parts))


def _clock_face(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
