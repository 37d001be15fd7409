"""Files that may be compressed; the suffix says how (.gz, .xz, .zst).

mixlid writes a sequence of complete gzip members, xz streams or zstd frames, which every reader treats as one file. So
an unfinished file can be truncated at the end of one and continued, and the same data always give the same bytes.
"""

from __future__ import annotations

import gzip
import io
import lzma
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, BinaryIO

from mixlid.errors import InputError, MissingDependencyError

#: The compressions, as suffixes without the dot.
PACKINGS = ("gz", "xz", "zst")
#: Compressed bytes at a time: they may decompress to thirty thousand times as much, which is held in memory.
_STEP = 1 << 12


def unpacked(stream: BinaryIO, packing: str, name: str) -> BinaryIO:
    """The data in a compressed stream; an empty packing is the stream itself. Use it inside `reading`."""
    if packing == "gz":
        return gzip.GzipFile(fileobj=stream)  # type: ignore[return-value]
    if packing == "xz":
        return lzma.LZMAFile(stream)  # type: ignore[return-value]
    if packing == "zst":
        return io.BufferedReader(_Frames(stream, _zstandard(f"reading {name}")), 1 << 17)
    return stream


def packed(data: bytes, packing: str) -> bytes:
    """Data as one member, stream or frame. The same data give the same bytes: there is no time in it."""
    if not packing or not data:
        return data
    if packing == "gz":
        return gzip.compress(data, 6, mtime=0)
    if packing == "xz":
        return lzma.compress(data, preset=4)
    made: bytes = _zstandard("writing .zst").ZstdCompressor(level=3, write_checksum=True).compress(data)
    return made


@contextmanager
def reading(name: str) -> Iterator[None]:
    """Turn errors in compressed data into an `InputError`."""
    try:
        yield
    except (EOFError, OSError, zlib.error, lzma.LZMAError) as error:
        raise InputError(f"{name} cannot be read to its end: {getattr(error, 'strerror', None) or error}") from error


def check(packing: str, purpose: str) -> None:
    """Check that the package for a compression is installed, before any work is done."""
    if packing == "zst":
        _zstandard(purpose)


def numbered_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Numbered lines without their ends; only a line feed ends a line, so that numbers agree with other tools."""
    number = 0
    try:
        with _open_text(path) as file:
            for number, line in enumerate(file, start=1):
                yield number, line.rstrip("\r\n")
    except (UnicodeDecodeError, EOFError, OSError, zlib.error, lzma.LZMAError) as error:
        raise InputError(
            f"{path}, line {number + 1} or soon after: it cannot be read as UTF-8 text ({error})."
        ) from error


@contextmanager
def _open_text(path: Path) -> Iterator[IO[str]]:
    """UTF-8 text whose lines end at line feeds alone."""
    packing = path.suffix.removeprefix(".")
    with (
        path.open("rb") as stream,
        unpacked(stream, packing if packing in PACKINGS else "", str(path)) as data,
        io.TextIOWrapper(data, encoding="utf-8", newline="\n") as text,
    ):
        yield text


def _zstandard(purpose: str) -> Any:
    try:
        import zstandard
    except ImportError as error:
        raise MissingDependencyError("zstandard", "zstd", purpose) from error
    return zstandard


class _Frames(io.RawIOBase):
    """The frames of a zstd file. The library's own reader accepts a truncated frame as complete."""

    def __init__(self, stream: BinaryIO, zstandard: Any) -> None:
        self._stream, self._zstandard = stream, zstandard
        self._frame: Any = None
        self._rest, self._ready = b"", memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._ready:
            data = self._rest or self._stream.read(_STEP)
            self._rest = b""
            if not data:
                if self._frame is not None:
                    raise EOFError("the compressed data end before their end is marked")
                return 0
            if self._frame is None:
                self._frame = self._zstandard.ZstdDecompressor(max_window_size=1 << 31).decompressobj()
            try:
                self._ready = memoryview(self._frame.decompress(data))
            except self._zstandard.ZstdError as error:
                raise OSError(str(error)) from error
            if self._frame.eof:
                self._rest, self._frame = self._frame.unused_data, None
        count = min(len(buffer), len(self._ready))
        buffer[:count] = self._ready[:count]
        self._ready = self._ready[count:]
        return count
