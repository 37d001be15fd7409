"""Opening inputs, compressed or in other encodings, as streams of UTF-8 whose beginning can be inspected.

The suffix says how a file is compressed (.gz, .xz, .zst). mixlid writes a sequence of complete gzip members, xz streams
or zstd frames, which every reader treats as one file. So an unfinished file can be truncated after any of them and
continued, and the same data always give the same bytes.
"""

from __future__ import annotations

import codecs
import errno
import gzip
import io
import lzma
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, BinaryIO

from mixlid.errors import InputError, MissingDependencyError, SettingsError

#: Suffixes without the dot.
COMPRESSIONS = ("gz", "xz", "zst")
#: Compressed bytes read at a time: they may expand thirty thousandfold, in memory.
_COMPRESSED_STEP = 1 << 12
#: Bytes of text in other encodings read at a time.
_TEXT_STEP = 1 << 16


def decompressed(stream: BinaryIO, compression: str, name: str) -> BinaryIO:
    """The stream decompressed; an empty compression is the stream itself. Use it inside `input_errors`."""
    if compression == "gz":
        return gzip.GzipFile(fileobj=stream)  # type: ignore[return-value]
    if compression == "xz":
        return lzma.LZMAFile(stream)  # type: ignore[return-value]
    if compression == "zst":
        return io.BufferedReader(_Pieces(_zstd_frames(stream, _zstandard(f"reading {name}"))), 1 << 17)
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


def check_compression(compression: str, purpose: str) -> None:
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


class _Pieces(io.RawIOBase):
    """A stream of the bytes that a generator yields."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces, self._ready = pieces, memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._ready:
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._ready = memoryview(piece)
        count = min(len(buffer), len(self._ready))
        buffer[:count] = self._ready[:count]
        self._ready = self._ready[count:]
        return count


def _zstd_frames(stream: BinaryIO, zstandard: Any) -> Iterator[bytes]:
    """The contents of a zstd file. The library's own reader accepts a truncated frame as complete."""
    frame: Any = None
    rest = b""
    while data := rest or stream.read(_COMPRESSED_STEP):
        if frame is None:
            frame = zstandard.ZstdDecompressor(max_window_size=1 << 31).decompressobj()
        try:
            yield frame.decompress(data)
        except zstandard.ZstdError as error:
            raise OSError(str(error)) from error
        rest = b""
        if frame.eof:
            frame, rest = None, frame.unused_data
    if frame is not None:
        raise EOFError("the compressed data are cut off")


def check_encoding(name: str) -> str:
    """Python's name for a text encoding, empty for UTF-8; `SettingsError` if it is unknown."""
    try:
        found = codecs.lookup(name)
    except (LookupError, ValueError):
        found = None
    if found is None or not getattr(found, "_is_text_encoding", True):
        known = "utf-8, utf-16, windows-1252, windows-1254, iso-8859-9, koi8-r, shift_jis, gb18030"
        raise SettingsError(f"there is no encoding {name!r}; some that exist: {known}")
    return "" if found.name in ("utf-8", "utf-8-sig") else found.name


def as_utf8(stream: BinaryIO, encoding: str, name: str) -> BinaryIO:
    """The stream converted to UTF-8."""
    return io.BufferedReader(_Pieces(_decoded(stream, encoding, name)), _TEXT_STEP)


def start_in_utf8(start: bytes, encoding: str) -> bytes:
    """The first bytes of an input, converted to UTF-8 as far as they can be decoded."""
    return codecs.getincrementaldecoder(encoding)("replace").decode(start).encode("utf-8", "replace")


def _decoded(stream: Any, encoding: str, name: str) -> Iterator[bytes]:
    decoder, done, data = codecs.getincrementaldecoder(encoding)(), 0, b" "
    while data:
        data = stream.read1(_TEXT_STEP)
        try:
            text = decoder.decode(data, final=not data)
        except UnicodeDecodeError as error:
            place = f"at byte {done + error.start + 1:,} or soon after" if data else "at its end"
            raise InputError(f"{name} is not {encoding} {place}; set its encoding with --encoding") from None
        done += len(data)
        yield text.encode("utf-8", "surrogatepass")


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


#: The name of standard input and output.
STANDARD = "-"


@contextmanager
def open_input(name: str) -> Iterator[BinaryIO]:
    """A file, or standard input for `-`."""
    if name == STANDARD:
        if sys.stdin is None:
            raise InputError("standard input is closed; give a file")
        yield sys.stdin.buffer
        return
    try:
        stream = Path(name).open("rb")  # noqa: SIM115 (errors from reading are handled elsewhere)
    except OSError as error:
        raise read_error(name, error) from error
    with stream:
        yield stream


def start_of_pipe() -> bytes:
    """What has arrived on standard input: the first line and what came with it; nothing from a terminal."""
    if sys.stdin is None or sys.stdin.isatty():
        return b""
    return PeekableStream(sys.stdin.buffer).peek()


def start_of_file(name: str, compression: str) -> bytes:
    """The first bytes, decompressed; empty if they cannot be read: the error is reported when the file is read."""
    try:
        with open_input(name) as stream, decompressed(stream, compression, name) as data:
            return data.read(PEEKED_BYTES)
    except (InputError, OSError, EOFError, zlib.error, lzma.LZMAError, MissingDependencyError):
        return b""


def read_error(name: str, error: OSError) -> InputError:
    hint = text_hint(name) if error.errno in (errno.ENOENT, errno.ENAMETOOLONG) else ""
    return InputError(f"{name if len(name) < 200 else f'{name[:60]}…'} cannot be read: {error.strerror}{hint}")


def text_hint(name: str) -> str:
    """A hint for a name that may be meant as a text: it has a space or letters beyond ASCII, and is not like a path."""
    is_path = "/" in name or Path(name).suffix.removeprefix(".").isalnum()
    is_text = " " in name.strip() or not name.isascii()
    return "; to identify a text, give it with -t" if is_text and not is_path else ""
