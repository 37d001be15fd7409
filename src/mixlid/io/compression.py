"""Compressed files; the suffix says how they are compressed (.gz, .xz, .zst).

mixlid writes a sequence of complete gzip members, xz streams or zstd frames, which every reader treats as one file. So
an unfinished file can be truncated after any of them and continued, and the same data always give the same bytes.
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

#: Suffixes without the dot.
COMPRESSIONS = ("gz", "xz", "zst")
#: Compressed bytes read at a time: they may expand thirty thousandfold, in memory.
_STEP = 1 << 12


def decompressed(stream: BinaryIO, compression: str, name: str) -> BinaryIO:
    """The stream decompressed; an empty compression is the stream itself. Use it inside `input_errors`."""
    if compression == "gz":
        return gzip.GzipFile(fileobj=stream)  # type: ignore[return-value]
    if compression == "xz":
        return lzma.LZMAFile(stream)  # type: ignore[return-value]
    if compression == "zst":
        return io.BufferedReader(_Frames(stream, _zstandard(f"reading {name}")), 1 << 17)
    return stream


def compressed(data: bytes, compression: str) -> bytes:
    """The data as one member, stream or frame, without a timestamp, so that equal data give equal bytes."""
    if not compression or not data:
        return data
    if compression == "gz":
        return gzip.compress(data, 6, mtime=0)
    if compression == "xz":
        return lzma.compress(data, preset=4)
    made: bytes = _zstandard("writing .zst").ZstdCompressor(level=3, write_checksum=True).compress(data)
    return made


@contextmanager
def input_errors(name: str) -> Iterator[None]:
    """Turn errors from reading compressed data into an `InputError`."""
    try:
        yield
    except (EOFError, OSError, zlib.error, lzma.LZMAError) as error:
        raise InputError(f"{name} cannot be read to its end: {getattr(error, 'strerror', None) or error}") from error


def check(compression: str, purpose: str) -> None:
    """Raise `MissingDependencyError` if the package for a compression is not installed, before any work is done."""
    if compression == "zst":
        _zstandard(purpose)


def numbered_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Lines with their numbers, without line ends. Only a line feed ends a line, so numbers agree with other tools."""
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
    compression = path.suffix.removeprefix(".")
    with (
        path.open("rb") as stream,
        decompressed(stream, compression if compression in COMPRESSIONS else "", str(path)) as data,
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
    """Reads the frames of a zstd file. The library's own reader accepts a truncated frame as complete."""

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
                    raise EOFError("the compressed data are cut off")
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
