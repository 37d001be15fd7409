"""Cuts a CSV stream into chunks at ends of records, and lines into records as the csv module does."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO, NamedTuple, cast

from mixlid._kernel import kernel
from mixlid.io.formats.lines import SKIP
from mixlid.io.formats.records import SHOWN_BYTES, Chunk, Layout, Position, ReadMode
from mixlid.io.streams import PeekableStream


class CsvRow(NamedTuple):
    lines: list[str]
    #: None if the csv module cannot read it.
    values: list[str] | None
    error: str | None


class _TooLongError(Exception):
    """A record is longer than allowed; with an unclosed quote it might be the rest of the file."""


def csv_chunks(stream: BinaryIO, layout: Layout, position: Position, mode: ReadMode) -> Iterator[Chunk]:
    """The chunks from `position` on, where the stream is. Compiled code finds the ends of most records."""
    rest, before = b"", None
    is_compiled = mode != "line" and kernel() == "compiled"
    in_chunks = mode == "full" or (mode == "available" and not is_compiled)
    while position != before:
        before, size = position, layout.chunk_bytes(position.offset)
        if is_compiled:
            from mixlid.io.formats._compiled import end_of_rows

            rest += (stream.read if mode == "full" else stream.read1)(max(size - len(rest), 0))  # type: ignore[attr-defined]
            cut = end_of_rows(rest, layout.delimiter)
            if cut:
                position = Position(before.offset + cut, before.line + rest.count(b"\n", 0, cut))
                yield Chunk(layout, rest[:cut], before.line, position)
                rest = rest[cut:]
                continue
        # The last record, a long one, or one that only the csv module can read.
        ahead, lines = PeekableStream(stream, rest), list[bytes]()
        for chunk in _chunks_by_row(cast(BinaryIO, ahead), layout, position, size if in_chunks else 1, lines):
            yield chunk
            position = chunk.end
            if not lines:
                break
        rest = ahead.peeked


def _chunks_by_row(
    stream: BinaryIO, layout: Layout, position: Position, target: int, lines: list[bytes]
) -> Iterator[Chunk]:
    """Chunks of about `target` bytes, cut by the csv module; `lines` has those read but not in a chunk yet."""
    counted = size = pending = 0

    def texts() -> Iterator[str]:
        nonlocal pending
        while True:
            line = stream.readline(layout.max_record + 1)
            if not line:
                return
            lines.append(line)
            pending += len(line)
            if pending > layout.max_record:
                raise _TooLongError
            yield decode_leniently(line)

    def chunk(count: int) -> Chunk:
        data = b"".join(lines[:count])
        end = Position(position.offset + len(data), position.line + count)
        del lines[:count]
        return Chunk(layout, data, position.line, end)

    while True:
        try:
            for _ in rows(texts(), layout.delimiter):
                size += pending
                counted, pending = len(lines), 0
                if size >= target:
                    made = chunk(counted)
                    counted = size = 0
                    yield made
                    position = made.end
            break
        except _TooLongError:  # complete records come first
            if counted:
                made = chunk(counted)
                yield made
                position = made.end
            size, count = _pass_over(stream, lines)
            end = Position(position.offset + size, position.line + count)
            beginning = b"".join(lines)[:SHOWN_BYTES]
            lines.clear()
            yield Chunk(layout, beginning, position.line, end, size)
            position, counted, size, pending = end, 0, 0, 0
    if lines:
        yield chunk(len(lines))


def rows(lines: Iterable[str], delimiter: str) -> Iterator[CsvRow]:
    """Each record with its lines."""
    csv.field_size_limit(sys.maxsize)  # texts may be of any length
    taken: list[str] = []

    def feed() -> Iterator[str]:
        for line in lines:
            taken.append(line)
            yield line

    reader = csv.reader(feed(), delimiter=delimiter)
    while True:
        try:
            yield CsvRow(taken, next(reader), None)
        except StopIteration:
            return
        except csv.Error as error:
            yield CsvRow(taken, None, f"this is not csv ({error})")
        taken = []


def _pass_over(stream: BinaryIO, begun: Sequence[bytes]) -> tuple[int, int]:
    """Skip to the end of a record, outside quotes; return its size and number of lines."""
    size, quotes = sum(map(len, begun)), sum(line.count(b'"') for line in begun)
    count, ended = sum(line.endswith(b"\n") for line in begun), begun[-1].endswith(b"\n")
    while not ended or quotes % 2:
        piece = stream.readline(SKIP)
        if not piece:
            return size, count + (not ended)
        ended = piece.endswith(b"\n")
        size, quotes, count = size + len(piece), quotes + piece.count(b'"'), count + ended
    return size, count


def decode_leniently(line: bytes) -> str:
    """Decode a line to find the ends of records: bytes that are not UTF-8 are not delimiters either."""
    return line.decode("utf-8", "surrogateescape")
