"""A stream whose beginning can be seen before it is read."""

from __future__ import annotations

import io
from typing import Any, BinaryIO

#: Bytes that are looked at.
PEEKED_BYTES = 1 << 16


class PeekableStream(io.BufferedIOBase):
    """A stream whose beginning can be read twice; `begun` is what was already read from it."""

    def __init__(self, stream: BinaryIO, begun: bytes = b"") -> None:
        self._stream: Any = stream
        self._begun = begun

    def peek(self) -> bytes:
        """The beginning: at least the first line, if it is not very long, and what comes with it without waiting."""
        while b"\n" not in self._begun and len(self._begun) < PEEKED_BYTES:
            piece = self._stream.read1(PEEKED_BYTES)
            if not piece:
                break
            self._begun += piece
        return self._begun

    @property
    def begun(self) -> bytes:
        """What was read from the underlying stream, but not yet from this one."""
        return self._begun

    def readable(self) -> bool:
        return True

    def read(self, size: int | None = -1, /) -> bytes:
        if not self._begun:
            return bytes(self._stream.read(size))
        if size is None or size < 0:
            return self._taken(len(self._begun)) + bytes(self._stream.read())
        taken = self._taken(size)
        return taken + bytes(self._stream.read(size - len(taken))) if len(taken) < size else taken

    def read1(self, size: int = -1, /) -> bytes:
        if self._begun:
            return self._taken(size if size >= 0 else len(self._begun))
        return bytes(self._stream.read1(size))

    def readline(self, size: int | None = -1, /) -> bytes:
        if not self._begun:
            return bytes(self._stream.readline(size))
        most = len(self._begun) if size is None or size < 0 else size
        end = self._begun.find(b"\n", 0, most) + 1
        if end or most < len(self._begun):
            return self._taken(end or most)
        taken = self._taken(len(self._begun))
        return taken + bytes(self._stream.readline(-1 if size is None or size < 0 else size - len(taken)))

    def _taken(self, size: int) -> bytes:
        taken, self._begun = self._begun[:size], self._begun[size:]
        return taken


def beginning(stream: BinaryIO) -> bytes:
    """The beginning of a stream that can be peeked at; nothing for any other."""
    return stream.peek() if isinstance(stream, PeekableStream) else b""
