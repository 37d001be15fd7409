"""Progress of long work on standard error: how much is done, the rate and the time left.

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


class Progress:
    """A progress line. The first piece is not part of the rate, since what the work needs is loaded for it."""

    def __init__(
        self,
        what: str,
        *,
        quiet: bool = False,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.what, self.done = what, 0
        self._total: int | None = None
        self._share: float | None = None
        #: When the first piece was done, how many were done then, and which share.
        self._start: tuple[float, int, float] | None = None
        # Looked up now, not on import: it may have been redirected, and a process without a console has none.
        self._stream = None if quiet else stream or sys.stderr
        self._rewrites = self._stream is not None and self._stream.isatty()
        self._clock = clock
        self._last = clock()
        self._note = self._written = ""

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        # A log already has the last line if nothing was done since.
        if self._written and (self._rewrites or self._written != self.line()):
            self._write("\n")

    def step(self, count: int = 1, note: str = "") -> None:
        """Count `count` more as done; `note` says what is being worked on."""
        self.at(self.done + count, note=note)

    def clear(self) -> None:
        """Clear the line before something else is printed. It comes back below when it is next due."""
        if self._stream is not None and self._rewrites and self._written:
            self._stream.write("\r\x1b[K")
            self._stream.flush()

    def at(self, done: int, total: int | None = None, note: str = "", share: float | None = None) -> None:
        """Set how much is done in all, and of how much or which share of the work that is, if it is known."""
        self.done, self._total, self._note = done, total or self._total, note
        self._share = done / self._total if self._total else share
        if self._start is None:
            self._start = self._clock(), done, self._share or 0.0
        if self._clock() - self._last >= (ON_TERMINAL if self._rewrites else IN_LOG):
            self._write()

    @property
    def rate(self) -> float | None:
        """How many a second; None if it is not known yet."""
        if self._start is None:
            return None
        since, already, _ = self._start
        here, passed = self.done - already, self._clock() - since
        return here / passed if here > 0 and passed > 0 else None

    def line(self) -> str:
        """`scoring: 30/120 (25 %), 2.0 a second, 0:45 left`, as far as it is known."""
        said = [f"{self.done:,}" + (f"/{self._total:,}" if self._total else "")]
        if self._share is not None:
            said[0] += f" ({int(100 * self._share)} %)"
        if self.rate is not None and self._start is not None:
            said.append(f"{1 / self.rate:.1f} s each" if self.rate < 1 else f"{self.rate:,.1f} a second")
            since, _, before = self._start
            if self._share is not None and self._share > before:
                left = round((self._clock() - since) * (1 - self._share) / (self._share - before))
                said.append(f"{left // 3600}:{left // 60 % 60:02}:{left % 60:02} left")
        return clean(f"{self.what}: {', '.join(filter(None, [*said, self._note]))}")

    def _write(self, end: str = "") -> None:
        if self._stream is None:
            return
        self._last, self._written = self._clock(), self.line()
        if self._rewrites:  # a line that wraps could not be rewritten
            shown = self._written[: shutil.get_terminal_size().columns - 1]
            self._stream.write(f"\r{shown}\x1b[K{end}")
        else:
            self._stream.write(f"{self._written}\n")
        self._stream.flush()
