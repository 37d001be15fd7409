"""The reader and the writer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mixlid.io.formats.line_writer import LineWriter
from mixlid.io.formats.lines import LineReader, decode_lines, text_record
from mixlid.io.formats.records import Chunk, Layout, Record
from mixlid.results.result import Answer


class StarsReader(LineReader):
    format = "stars"

    def records(self, chunk: Chunk) -> Iterator[Record]:
        for number, line, error in decode_lines(chunk.data, chunk.line):
            wrong = None if line.startswith("***") else "there are no stars"
            yield replace(text_record(line[3:], number, error or wrong), format="stars")


class StarsWriter(LineWriter):
    def good(self, record: Record, answer: Answer, layout: Layout) -> str:  # noqa: ARG002
        return f"{','.join(answer.labels)} {record.text}\n"

    def bad(self, record: Record, layout: Layout) -> str:  # noqa: ARG002
        return f"? {record.text}\n"
