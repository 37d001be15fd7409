"""What formats made of lines share: cutting a stream into chunks, and bytes into lines.

Input is UTF-8 (a byte order mark is dropped). Lines end in a line feed, or a carriage return with one; no other
character ends a line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mixlid.errors import InputError
from mixlid.io.formats.records import (
    CHUNK_BYTES,
    MAX_RECORD,
    SHOWN_BYTES,
    Chunk,
    Layout,
    Pace,
    Position,
    ReadOptions,
    Record,
)

#: Bytes at a time of what is passed over.
SKIP = 1 << 20
#: At the beginning of some files.
MARK = b"\xef\xbb\xbf"
_LINE_FEED, _RETURN = 10, 13
#: How packed files begin (gzip, zstd, xz).
PACKED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\xfd7zXZ")


class TextLine(NamedTuple):
    number: int
    #: Without its end; bytes that are not UTF-8 are escapes such as `\\xff`.
    text: str
    #: What is wrong with it.
    error: str | None = None


class LineReader:
    """A format in which a line is a record."""

    def layout(self, stream: BinaryIO, name: str, options: ReadOptions) -> Layout:  # noqa: ARG002
        return Layout(name)

    def chunks(self, stream: BinaryIO, layout: Layout, position: Position, pace: Pace) -> Iterator[Chunk]:
        for data, size in _pieces(stream, pace, layout.max_record):
            end = Position(position.offset + size, position.line + data.count(b"\n") + (data[-1:] != b"\n"))
            yield Chunk(layout, data, position.line, end, 0 if size == len(data) else size)
            position = end

    def records(self, chunk: Chunk) -> Iterator[Record]:
        raise NotImplementedError


def first_line(stream: BinaryIO, layout: Layout) -> tuple[str | None, Layout]:
    """A header line without its end (None if there is nothing), and the layout with the place after it."""
    data = header_line(stream, layout.name)
    if not data:
        return None, layout
    (line,) = decoded(data, 0)
    if line.error is not None:
        raise InputError(f"{layout.name}, line 1: {line.error}")
    return line.text, replace(layout, start=Position(len(data), 1))


def decoded(data: bytes, before: int) -> Iterator[TextLine]:
    """The lines of a chunk that has `before` lines before it."""
    if before == 0:
        data = data.removeprefix(MARK)
    pieces = data.split(b"\n")
    last = pieces.pop()  # what has no line feed: it keeps a carriage return
    try:
        texts = data.decode("utf-8").split("\n")[: len(pieces)]
    except UnicodeDecodeError:
        texts = None
    for place, piece in enumerate(pieces):
        if texts is not None:
            yield TextLine(before + place + 1, texts[place].removesuffix("\r"))
        else:
            yield decode_line(piece.removesuffix(b"\r"), before + place + 1)
    if last:
        yield decode_line(last, before + len(pieces) + 1)


def line_offsets(chunk: Chunk) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where the lines of a chunk begin and end, as `decoded` cuts them."""
    data = np.frombuffer(chunk.data, np.uint8)
    ends = np.flatnonzero(data == _LINE_FEED)
    begin = len(MARK) if chunk.line == 0 and chunk.data.startswith(MARK) else 0
    starts = np.concatenate([np.array([begin]), ends + 1])
    if starts[-1] == len(data):
        starts = starts[:-1]
    # A line of nothing but its end has nothing before it that could be a carriage return of its own.
    returns = (ends > starts[: len(ends)]) & (data[ends - 1] == _RETURN) if len(ends) else np.zeros(0, bool)
    ends = ends - returns
    return starts, np.append(ends, len(data)) if len(starts) > len(ends) else ends


def decode_line(data: bytes, number: int) -> TextLine:
    """One line; what is not UTF-8 in it is an error, and an escape in the text."""
    try:
        return TextLine(number, data.decode("utf-8"))
    except UnicodeDecodeError as error:
        what = f"byte {error.start + 1} of the line (0x{data[error.start]:02x}) is not UTF-8"
        if data.startswith(PACKED):
            way = "the file looks compressed: call it .gz, .xz or .zst, or say so with --from, such as --from txt.gz"
        else:
            way = "if it is in another encoding, say which, such as --encoding windows-1252"
        return TextLine(number, data.decode("utf-8", "backslashreplace"), f"{what}; {way}")


def header_line(stream: BinaryIO, name: str) -> bytes:
    """The first line, which may not be longer than any record may be."""
    data, size = bounded_line(stream, MAX_RECORD)
    if size > len(data):
        raise InputError(f"{name}, line 1: the header has more than {MAX_RECORD:,} bytes")
    return data


def bounded_line(stream: BinaryIO, most: int) -> tuple[bytes, int]:
    """The next line and its size. One that has more than `most` bytes is read to its end, and its beginning is kept."""
    data = stream.readline(most + 1)
    size = len(data)
    if size <= most or data.endswith(b"\n"):
        return data, size
    while piece := stream.readline(SKIP):
        size += len(piece)
        if piece.endswith(b"\n"):
            break
    return data[:SHOWN_BYTES], size


def _pieces(stream: BinaryIO, pace: Pace, most: int) -> Iterator[tuple[bytes, int]]:
    """Some lines and their size; or the beginning of one that is too long, and the size of all of it."""
    while True:
        if pace == "line":
            data = b""
        else:
            data = stream.read(CHUNK_BYTES) if pace == "full" else stream.read1(CHUNK_BYTES)  # type: ignore[attr-defined]
            if not data:
                return
        if data.endswith(b"\n"):
            yield data, len(data)
            continue
        cut = data.rfind(b"\n") + 1
        rest, size = bounded_line(stream, max(most - (len(data) - cut), 0))
        if not data and not rest:
            return
        if size == len(rest):
            yield data + rest, len(data) + size
        else:
            if cut:
                yield data[:cut], cut
            yield data[cut : cut + SHOWN_BYTES].rstrip(b"\n") or rest, len(data) - cut + size
