"""Tab-separated values: one column has the text, and tabs cannot be escaped.

Output has languages, shares and the original line; with words, a line for each word, with the original line after it.
Tables of other formats are written as cells with tabs and line ends escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import BinaryIO, NamedTuple

import numpy as np

from mixlid.io import formats
from mixlid.io.formats.cells import WORD_COLUMNS, cell, repetition_error, table_cell, word_cells
from mixlid.io.formats.columns import SAMPLE_ROWS, is_header, text_column
from mixlid.io.formats.line_writer import FIXED, OWN_ON_A_LINE, LineWriter, Part, TextOffsets, byte_offsets, cells
from mixlid.io.formats.lines import decode_lines, first_line, line_chunks, line_offsets
from mixlid.io.formats.records import Chunk, Layout, ReadOptions, Record, WriteOptions, one_line
from mixlid.io.streams import beginning
from mixlid.results.fields import fields
from mixlid.results.result import Answer, Result

#: Fields of the answer, written before the line.
_OURS = formats.get("tsv").adds or ()


class TsvReader:
    chunks = staticmethod(line_chunks)

    def layout(self, stream: BinaryIO, name: str, options: ReadOptions) -> Layout:
        layout = Layout(name, "tsv", columns=None)
        names: list[str] = []
        if options.header or (options.header is None and _begins_with_a_header(stream, options.key)):
            header, layout = first_line(stream, layout)
            names = [] if header is None else header.split("\t")
            layout = replace(layout, header=header, columns=unique_names(names))
        chosen = text_column(options.key, names, lambda: _first_rows(stream)[:SAMPLE_ROWS], name)
        return replace(layout, text_column=chosen.place, notes=chosen.notes)

    def records(self, chunk: Chunk) -> Iterator[Record]:
        names, column = chunk.layout.columns or (), chunk.layout.text_column
        for number, line, error in decode_lines(chunk.data, chunk.line):
            values = line.split("\t")
            fields = _fields(names, values, column)
            text = ""
            if column is not None and column >= len(values):
                error = error or f"there are {len(values)} columns, and the text should be in number {column + 1}"
            else:
                text = values[-1 if column is None else column]
            yield Record(text, "tsv", line, fields, number, error)

    def offsets(self, chunk: Chunk, reserved: frozenset[str]) -> TextOffsets:  # noqa: ARG002
        from mixlid.io.formats._compiled import tsv_offsets

        own, column = line_offsets(chunk), chunk.layout.text_column
        texts = tsv_offsets(chunk.data, own[0], own[1], -1 if column is None else column)
        return byte_offsets(chunk.data, np.concatenate([texts, own]))


def tsv_writer(options: WriteOptions) -> LineWriter:
    lines = _TsvLines(options)
    return LineWriter(lines.good, lines.bad, header=lines.header, template=lines.template, refusal=lines.refusal)


class _TsvLines(NamedTuple):
    options: WriteOptions

    def header(self, layout: Layout) -> str:
        if layout.header is None and not formats.get(layout.format).annotates:
            return ""
        names = layout.header or "" if layout.format == "tsv" else "\t".join(map(_visible, layout.columns or ()))
        ours = WORD_COLUMNS if self.options.words else _OURS
        return "\t".join([*(self.options.prefix + name for name in ours), names]) + "\n"

    def template(self, layout: Layout) -> list[Part] | None:
        if self.options.words or layout.format not in ("txt", "tsv", "jsonl"):
            return None
        declared = fields(Result)
        return [*cells([declared[name] for name in _OURS], b"\t"), Part(OWN_ON_A_LINE), Part(FIXED, b"\n")]

    def refusal(self, record: Record, layout: Layout) -> str | None:  # noqa: ARG002
        return repetition_error(len(_rest(record))) if self.options.words else None

    def good(self, record: Record, answer: Answer, layout: Layout) -> str:  # noqa: ARG002
        rest = _rest(record)
        if self.options.words:
            rows = (map(_visible, word_cells(word, record.line)) for word in answer.words)
            return "".join("\t".join([*row, rest]) + "\n" for row in rows)
        return "\t".join([*(table_cell(getattr(answer, name)) for name in _OURS), rest]) + "\n"

    def bad(self, record: Record, layout: Layout) -> str:  # noqa: ARG002
        ours = WORD_COLUMNS if self.options.words else _OURS
        return "\t".join([*("" for _ in ours), _rest(record)]) + "\n"


def _begins_with_a_header(stream: BinaryIO, key: str | None) -> bool:
    first, *rest = _first_rows(stream) or [[]]
    return key in first if key is not None and not key.isdecimal() else is_header(first, rest)


def _first_rows(stream: BinaryIO) -> list[list[str]]:
    return [line.text.split("\t") for line in decode_lines(beginning(stream), 0)]


def unique_names(names: Sequence[str]) -> tuple[str, ...]:
    """Column names made unique: a second `id` becomes `id_2`, so that neither is lost."""
    seen: dict[str, int] = {}
    out = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        out.append(name if seen[name] == 1 else f"{name}_{seen[name]}")
    return tuple(out)


def _fields(names: Sequence[str], values: Sequence[str], column: int | None) -> dict[str, str]:
    """The fields of a line, named by the header, or `column_1`… with the text as `text`."""
    given = [names[i] if i < len(names) else f"column_{i + 1}" for i in range(len(values))]
    place = len(values) - 1 if column is None else column
    if not names and place < len(given):
        given[place] = "text"
    return dict(zip(given, values, strict=True))


def _rest(record: Record) -> str:
    """What comes after our columns; the text of a record of several lines."""
    format = formats.get(record.format)
    if format.columns in ("fixed", "tiers"):
        return "\t".join(_visible(cell(value)) for value in record.fields.values())
    return one_line(record.text or record.source if format.multiline else record.source)


def _visible(value: str) -> str:
    return one_line(value.replace("\t", "\\t"))
