"""A stream's bytes between arrival and use: a little in memory, more on disk, nothing once it is used.

Many clients read the answer only when they have sent everything. If we stopped reading until they read, both sides
would wait forever; so what arrives is always taken, and memory stays the same however much it is.
"""

from __future__ import annotations

import asyncio
from tempfile import SpooledTemporaryFile

_IN_MEMORY = 1_000_000


class Spool:
    """First in, first out; one writes, one reads."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - it lives as long as we do
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
        """What there is, up to `most` bytes; waits if there is nothing yet, and gives nothing at the end."""
        while self._read_at == self._write_at:
            if self._finished:
                return b""
            self._changed.clear()
            await self._changed.wait()
        self._file.seek(self._read_at)
        data = self._file.read(min(most, self._write_at - self._read_at))
        self._read_at += len(data)
        if self._read_at == self._write_at:  # the reader has caught up: begin afresh
            self._file.seek(0)
            self._file.truncate()
            self._read_at = self._write_at = 0
        return data

    def close(self) -> None:
        self._file.close()
