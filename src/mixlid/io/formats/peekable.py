"""A stream whose beginning can be inspected before it is read."""

from __future__ import annotations

import io
from typing import Any, BinaryIO

#: Bytes that are inspected.
PEEKED_BYTES = 1 << 16


class PeekableStream(io.BufferedIOBase):
    """A stream with `peek`; `peeked` is what was already read from the underlying stream."""

    def __init__(self, stream: BinaryIO, peeked: bytes = b"") -> None:
        self._stream: Any = stream
        self._peeked = peeked

    def peek(self) -> bytes:
        """The beginning: at least the first line, unless it is very long, and what comes with it without waiting."""
        while b"\n" not in self._peeked and len(self._peeked) < PEEKED_BYTES:
            piece = self._stream.read1(PEEKED_BYTES)
            if not piece:
                break
            self._peeked += piece
        return self._peeked

    @property
    def peeked(self) -> bytes:
        """What was read from the underlying stream but not yet from this one."""
        return self._peeked

    def readable(self) -> bool:
        return True

    def read(self, size: int | None = -1, /) -> bytes:
        if not self._peeked:
            return bytes(self._stream.read(size))
        if size is None or size < 0:
            return self._take(len(self._peeked)) + bytes(self._stream.read())
        taken = self._take(size)
        return taken + bytes(self._stream.read(size - len(taken))) if len(taken) < size else taken

    def read1(self, size: int = -1, /) -> bytes:
        if self._peeked:
            return self._take(size if size >= 0 else len(self._peeked))
        return bytes(self._stream.read1(size))

    def readline(self, size: int | None = -1, /) -> bytes:
        if not self._peeked:
            return bytes(self._stream.readline(size))
        most = len(self._peeked) if size is None or size < 0 else size
        end = self._peeked.find(b"\n", 0, most) + 1
        if end or most < len(self._peeked):
            return self._take(end or most)
        taken = self._take(len(self._peeked))
        return taken + bytes(self._stream.readline(-1 if size is None or size < 0 else size - len(taken)))

    def _take(self, size: int) -> bytes:
        taken, self._peeked = self._peeked[:size], self._peeked[size:]
        return taken


def beginning(stream: BinaryIO) -> bytes:
    """The beginning of a `PeekableStream`; empty for other streams."""
    return stream.peek() if isinstance(stream, PeekableStream) else b""
