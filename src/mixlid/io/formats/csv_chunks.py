"""Cuts a CSV stream into chunks at ends of records, and lines into records as the csv module does."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO, NamedTuple, cast

from mixlid._kernel import kernel
from mixlid.io.formats.lines import SKIP
from mixlid.io.formats.records import SHOWN_BYTES, Chunk, Layout, Position, ReadMode, Source, chunks_of
from mixlid.io.streams import PeekableStream


class CsvRow(NamedTuple):
    lines: list[str]
    #: None if the csv module cannot read it.
    values: list[str] | None
    error: str | None


class _TooLongError(Exception):
    """A record is longer than allowed; with an unclosed quote it might be the rest of the file."""


def csv_chunks(stream: BinaryIO, layout: Layout, mode: ReadMode) -> Iterator[Chunk]:
    """`Reader.chunks`. Compiled code finds the ends of most records."""
    rest, before, position = b"", None, layout.start
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
        ahead, done = PeekableStream(stream, rest), position.offset

        def records(ahead: PeekableStream = ahead) -> Iterator[Source]:
            nonlocal done
            for record in _records(cast(BinaryIO, ahead), layout):
                done += record.size
                yield record

        for chunk in chunks_of(records(), layout, position, size if in_chunks else 1):
            yield chunk
            position = chunk.end
            if position.offset == done:
                break
        rest = ahead.peeked


def _records(stream: BinaryIO, layout: Layout) -> Iterator[Source]:
    """The source of each record, cut by the csv module."""
    lines: list[bytes]
    size = 0

    def texts() -> Iterator[str]:
        nonlocal size
        while line := stream.readline(layout.max_record + 1):
            lines.append(line)
            size += len(line)
            if size > layout.max_record:
                raise _TooLongError
            yield decode_leniently(line)

    while True:
        lines, size = [], 0
        try:
            for _ in rows(texts(), layout.delimiter):
                yield Source(b"".join(lines), size, len(lines))
                lines, size = [], 0
            return
        except _TooLongError:
            yield Source(b"".join(lines)[:SHOWN_BYTES], *_pass_over(stream, lines))


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
