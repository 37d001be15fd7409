"""The reader and the writer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

from mixlid.io.formats.line_writer import LineWriter
from mixlid.io.formats.lines import decode_lines, line_chunks, text_record
from mixlid.io.formats.records import Chunk, Layout, ReadOptions, Record, WriteOptions
from mixlid.results.result import Answer


class StarsReader:
    chunks = staticmethod(line_chunks)

    def layout(self, stream: BinaryIO, name: str, options: ReadOptions) -> Layout:  # noqa: ARG002
        return Layout(name, "stars")

    def records(self, chunk: Chunk) -> Iterator[Record]:
        for number, line, error in decode_lines(chunk.data, chunk.line):
            wrong = None if line.startswith("***") else "there are no stars"
            yield replace(text_record(line[3:], number, error or wrong), format="stars")


def stars_writer(options: WriteOptions) -> LineWriter:  # noqa: ARG001
    return LineWriter(_good, _bad)


def _good(record: Record, answer: Answer, layout: Layout) -> str:  # noqa: ARG001
    return f"{','.join(answer.labels)} {record.text}\n"


def _bad(record: Record, layout: Layout) -> str:  # noqa: ARG001
    return f"? {record.text}\n"
