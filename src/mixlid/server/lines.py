"""The lines of a stream: a buffer for what has arrived, and its lines.

Many clients read the answer only after they have sent everything. If we stopped reading until they read, both sides
would wait forever. So we always read what arrives: the first megabyte is kept in memory, the rest on disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from tempfile import SpooledTemporaryFile

_IN_MEMORY = 1_000_000


class Spool:
    """Bytes, first in, first out, for one writer and one reader."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - closed in `close`
        self._read_at = self._write_at = 0
        self._changed = asyncio.Event()
        self._finished = False

    def write(self, data: bytes) -> None:
        self._file.seek(self._write_at)
        self._file.write(data)
        self._write_at += len(data)
        self._changed.set()

    def finish(self) -> None:
        """Nothing more will come."""
        self._finished = True
        self._changed.set()

    async def read(self, most: int) -> bytes:
        """Up to `most` bytes; waits until there are some. Empty at the end."""
        while self._read_at == self._write_at:
            if self._finished:
                return b""
            self._changed.clear()
            await self._changed.wait()
        self._file.seek(self._read_at)
        data = self._file.read(min(most, self._write_at - self._read_at))
        self._read_at += len(data)
        if self._read_at == self._write_at:  # the reader has caught up: empty the file
            self._file.seek(0)
            self._file.truncate()
            self._read_at = self._write_at = 0
        return data

    def close(self) -> None:
        self._file.close()


class LineSplitter:
    """Splits pieces of any size into numbered lines; a line longer than `most` bytes comes out as None."""

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
