"""Lines: cutting a stream into chunks, and bytes into lines; plain text, and the output for people.

Input is UTF-8 (a byte order mark is dropped). Lines end in a line feed, or a carriage return with one; no other
character ends a line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mixlid.errors import InputError
from mixlid.io.formats.line_writer import LineWriter, TextOffsets, byte_offsets
from mixlid.io.formats.records import (
    MAX_RECORD,
    SHOWN_BYTES,
    Chunk,
    Layout,
    Position,
    ReadMode,
    ReadOptions,
    Record,
    WriteOptions,
)
from mixlid.results.result import Answer

#: Bytes read at a time when skipping.
SKIP = 1 << 20
#: Byte order mark.
BOM = b"\xef\xbb\xbf"
_LINE_FEED, _RETURN = 10, 13
#: How compressed files begin (gzip, zstd, xz).
COMPRESSED_MAGIC = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\xfd7zXZ")


class TextLine(NamedTuple):
    number: int
    #: Without its line end; bytes that are not UTF-8 are escaped as `\\xff`.
    text: str
    error: str | None = None


def line_chunks(stream: BinaryIO, layout: Layout, mode: ReadMode) -> Iterator[Chunk]:
    """`Reader.chunks` of formats in which a line is a record."""
    position = layout.start
    for data, size in _pieces(stream, mode, layout, position.offset):
        end = Position(position.offset + size, position.line + data.count(b"\n") + (data[-1:] != b"\n"))
        yield Chunk(layout, data, position.line, end, 0 if size == len(data) else size)
        position = end


def first_line(stream: BinaryIO, layout: Layout) -> tuple[str | None, Layout]:
    """The header line without its end (None for an empty file), and the layout that starts after it."""
    data = header_line(stream, layout.name)
    if not data:
        return None, layout
    (line,) = decode_lines(data, 0)
    if line.error is not None:
        raise InputError(f"{layout.name}, line 1: {line.error}")
    return line.text, replace(layout, start=Position(len(data), 1))


def decode_lines(data: bytes, before: int) -> Iterator[TextLine]:
    """The lines of a chunk that follows `before` other lines."""
    if before == 0:
        data = data.removeprefix(BOM)
    pieces = data.split(b"\n")
    last = pieces.pop()  # without a line feed, so a carriage return stays
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


def line_offsets(chunk: Chunk) -> NDArray[np.int64]:
    """The starts and ends of a chunk's lines, split as by `decode_lines`."""
    data = np.frombuffer(chunk.data, np.uint8)
    ends = np.flatnonzero(data == _LINE_FEED)
    begin = len(BOM) if chunk.line == 0 and chunk.data.startswith(BOM) else 0
    starts = np.concatenate([np.array([begin]), ends + 1])
    if starts[-1] == len(data):
        starts = starts[:-1]
    # In an empty line, the byte before the line feed belongs to the line before.
    returns = (ends > starts[: len(ends)]) & (data[ends - 1] == _RETURN) if len(ends) else np.zeros(0, bool)
    ends = ends - returns
    return np.stack([starts, np.append(ends, len(data)) if len(starts) > len(ends) else ends])


def decode_line(data: bytes, number: int) -> TextLine:
    """One line; bytes that are not UTF-8 are an error, and escaped in the text."""
    try:
        return TextLine(number, data.decode("utf-8"))
    except UnicodeDecodeError as error:
        what = f"byte {error.start + 1} of the line (0x{data[error.start]:02x}) is not UTF-8"
        if data.startswith(COMPRESSED_MAGIC):
            way = (
                "the file looks compressed: rename it to .gz, .xz or .zst, or say so with --from, such as --from txt.gz"
            )
        else:
            way = "if it has another encoding, name it: --encoding windows-1252"
        return TextLine(number, data.decode("utf-8", "backslashreplace"), f"{what}; {way}")


def header_line(stream: BinaryIO, name: str) -> bytes:
    """The first line; `InputError` if it is longer than a record may be."""
    data, size = bounded_line(stream, MAX_RECORD)
    if size > len(data):
        raise InputError(f"{name}, line 1: the header has more than {MAX_RECORD:,} bytes")
    return data


def bounded_line(stream: BinaryIO, most: int) -> tuple[bytes, int]:
    """The next line and its size; of a line of more than `most` bytes only the beginning is returned."""
    data = stream.readline(most + 1)
    size = len(data)
    if size <= most or data.endswith(b"\n"):
        return data, size
    while piece := stream.readline(SKIP):
        size += len(piece)
        if piece.endswith(b"\n"):
            break
    return data[:SHOWN_BYTES], size


def _pieces(stream: BinaryIO, mode: ReadMode, layout: Layout, offset: int) -> Iterator[tuple[bytes, int]]:
    """Some lines and their size; or the beginning of an overlong line, and the size of the whole line."""
    while True:
        if mode == "line":
            data = b""
        else:
            size = layout.chunk_bytes(offset)
            data = stream.read(size) if mode == "full" else stream.read1(size)  # type: ignore[attr-defined]
            if not data:
                return
        offset += len(data)
        if data.endswith(b"\n"):
            yield data, len(data)
            continue
        cut = data.rfind(b"\n") + 1
        rest, size = bounded_line(stream, max(layout.max_record - (len(data) - cut), 0))
        offset += size
        if not data and not rest:
            return
        if size == len(rest):
            yield data + rest, len(data) + size
        else:
            if cut:
                yield data[:cut], cut
            yield data[cut : cut + SHOWN_BYTES].rstrip(b"\n") or rest, len(data) - cut + size


class TxtReader:
    chunks = staticmethod(line_chunks)

    def layout(self, stream: BinaryIO, name: str, options: ReadOptions) -> Layout:  # noqa: ARG002
        return Layout(name)

    def records(self, chunk: Chunk) -> Iterator[Record]:
        if isinstance(chunk.data, list):  # texts from the command line, which may contain line feeds
            yield from (text_record(text, chunk.line + place + 1) for place, text in enumerate(chunk.data))
            return
        for number, text, error in decode_lines(chunk.data, chunk.line):
            yield text_record(text, number, error)

    def offsets(self, chunk: Chunk, reserved: frozenset[str]) -> TextOffsets:  # noqa: ARG002
        places = line_offsets(chunk)
        return byte_offsets(chunk.data, np.concatenate([places, places]))


def text_writer(options: WriteOptions) -> LineWriter:
    """The output for people."""
    if options.view is None:
        raise ValueError("the format text needs a view")
    show, show_bad = options.view.show, options.view.show_bad
    return LineWriter(partial(_shown, show), partial(_shown_bad, show_bad))


def _shown(show: Callable[[Answer], str], record: Record, answer: Answer, layout: Layout) -> str:  # noqa: ARG001
    return show(answer)


def _shown_bad(show_bad: Callable[[str], str], record: Record, layout: Layout) -> str:  # noqa: ARG001
    return show_bad(record.source)


def text_record(text: str, line: int = 0, error: str | None = None) -> Record:
    """A record that has only a text."""
    return Record(text, "txt", text, {"text": text}, line, error)
