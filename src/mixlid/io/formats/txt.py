"""Plain text with one record per line, and the output for people, which a `View` renders."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mixlid.io.formats.line_writer import LineWriter
from mixlid.io.formats.lines import LineReader, decode_lines, line_offsets
from mixlid.io.formats.records import Chunk, Layout, Record, WriteOptions
from mixlid.io.formats.text_offsets import TextOffsets
from mixlid.results.result import Answer


class TxtReader(LineReader):
    def records(self, chunk: Chunk) -> Iterator[Record]:
        if isinstance(chunk.data, list):  # texts from the command line, which may contain line feeds
            yield from (text_record(text, chunk.line + place + 1) for place, text in enumerate(chunk.data))
            return
        for number, text, error in decode_lines(chunk.data, chunk.line):
            yield text_record(text, number, error)

    def offsets(self, chunk: Chunk, reserved: frozenset[str]) -> TextOffsets | None:  # noqa: ARG002
        starts, ends = line_offsets(chunk)
        # Bytes that begin a character (0x80 to 0xBF continue one), without those between lines.
        data = np.frombuffer(chunk.data, np.int8)
        first = int(starts[0]) if len(starts) else len(data)
        between = len(data) - first - int((ends - starts).sum())
        characters = int(np.count_nonzero(data[first:] >= -64)) - between
        return TextOffsets(chunk.data, starts, ends, starts, ends, characters)


class TextWriter(LineWriter):
    def __init__(self, options: WriteOptions) -> None:
        if options.view is None:
            raise ValueError("the format text needs a view")
        self._view = options.view

    def good(self, record: Record, answer: Answer, layout: Layout) -> str:  # noqa: ARG002
        return self._view.show(answer)

    def bad(self, record: Record, layout: Layout) -> str:  # noqa: ARG002
        return self._view.show_bad(record.source)


def text_record(text: str, line: int = 0, error: str | None = None) -> Record:
    """A record that has only a text."""
    return Record(text, "txt", text, {"text": text}, line, error)
