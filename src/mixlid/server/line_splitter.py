"""Splits a stream of bytes into numbered lines of limited length."""

from __future__ import annotations

from collections.abc import Iterator


class LineSplitter:
    """Takes pieces of any size; a line longer than `most` bytes comes out as None."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._rest = b""
        self._skipping = False
        self._number = 0

    def feed(self, piece: bytes, last: bool = False) -> Iterator[tuple[int, bytes | None]]:
        """The lines that are now complete, numbered from 1."""
        *complete, rest = (self._rest + piece).split(b"\n")
        for line in complete:
            yield self._take(line)
        self._rest = rest
        if len(rest) > self._most:
            self._skipping, self._rest = True, b""
        if last and (self._rest or self._skipping):
            yield self._take(self._rest)
            self._rest = b""

    def _take(self, line: bytes) -> tuple[int, bytes | None]:
        self._number += 1
        too_long = self._skipping or len(line) > self._most
        self._skipping = False
        return self._number, None if too_long else line
