"""A buffer for the bytes of a stream: the first in memory, the rest on disk.

Many clients read the answer only after they have sent everything. If we stopped reading until they read, both sides
would wait forever. So we always read what arrives, and memory stays bounded.
"""

from __future__ import annotations

import asyncio
from tempfile import SpooledTemporaryFile

_IN_MEMORY = 1_000_000


class Spool:
    """First in, first out, for one writer and one reader."""

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
