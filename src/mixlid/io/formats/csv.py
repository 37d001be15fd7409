"""Comma-separated values with quotes, and line ends inside quotes, as Python's csv module reads them.

The delimiter is the one of `,` `;` tab `|` that is most frequent in the first line; lines end as the first one does. A
record keeps its text exactly, including quotes, and our columns come after it. Empty lines are not records. The first
record is a header unless a number in it says otherwise, or the user. Quotes other than `"` are not supported.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import BinaryIO

from mixlid.errors import InputError
from mixlid.io.formats import added_fields
from mixlid.io.formats.cells import (
    BOM,
    EXCEL_NEWLINE,
    WORD_COLUMNS,
    cell,
    excel_cell,
    repetition_error,
    table_cell,
    word_cells,
)
from mixlid.io.formats.columns import SAMPLE_ROWS, existing_column, looks_like_data, text_column
from mixlid.io.formats.csv_chunks import csv_chunks, decode_leniently, rows
from mixlid.io.formats.line_writer import FIXED, OWN, OWN_IN_CELL, LineWriter, Part, TextOffsets, byte_offsets, cells
from mixlid.io.formats.lines import BOM as MARK
from mixlid.io.formats.lines import decode_line, decode_lines, header_line
from mixlid.io.formats.records import MAX_RECORD, Chunk, Layout, Position, ReadOptions, Record, WriteOptions
from mixlid.io.formats.tsv import unique_names
from mixlid.io.streams import beginning
from mixlid.results.result import Answer

_DELIMITERS = (",", ";", "\t", "|")
#: Fed after the last line of a chunk: an unclosed quote swallows it.
_SENTINEL = "\0end"


class CsvReader:
    chunks = staticmethod(csv_chunks)

    def layout(self, stream: BinaryIO, name: str, options: ReadOptions) -> Layout:
        begin = beginning(stream)
        first = begin.partition(b"\n")[0]
        delimiter = max(_DELIMITERS, key=lambda sign: first.count(sign.encode()))
        layout = Layout(name, "csv", delimiter=delimiter, newline="\r\n" if first.endswith(b"\r") else "\n")
        sample = _first_rows(begin, delimiter)
        names = sample[0] if sample else []
        notes: tuple[str, ...] = ()
        if options.header is None and options.key not in names and looks_like_data(names):
            notes = ("the first line is read as a record, since it has a number; --header makes it the columns' names",)
        if (options.header is False or notes) and names:
            return _without_header(stream, layout, sample, options.key, notes)
        layout = _with_header(stream, layout, options.key)
        if options.header is None and layout.columns and layout.columns[layout.text_column or 0].count(" ") > 1:
            notes = ("the first line is taken for the columns' names; --no-header reads it as a record",)
        return replace(layout, notes=(*notes, *layout.notes))

    def offsets(self, chunk: Chunk, reserved: frozenset[str]) -> TextOffsets:  # noqa: ARG002
        from mixlid.io.formats._compiled import csv_offsets

        layout = chunk.layout
        more, places = csv_offsets(chunk.data, layout.delimiter, len(layout.columns or ()), layout.text_column or 0)
        return byte_offsets(chunk.data, places, more)

    def records(self, chunk: Chunk) -> Iterator[Record]:
        layout, number = chunk.layout, chunk.line + 1
        columns, column = layout.columns or (), layout.text_column or 0
        lines = [decode_line(line, 0) for line in io.BytesIO(chunk.data)]
        place = 0
        for row in rows([*(line.text for line in lines), _SENTINEL], layout.delimiter):
            taken = lines[place : place + len(row.lines)]
            place += len(row.lines)
            if row.lines == [_SENTINEL]:
                return
            source = "".join(line.text for line in taken)
            error = next((line.error for line in taken if line.error), None) or row.error
            values = row.values or []
            if row.lines[-1] == _SENTINEL:
                error = "a quote is never closed"
            elif error is None and values and len(values) != len(columns):
                first = "first line" if layout.header is None else "header"
                error = f"there are {len(values)} columns, and the {first} has {len(columns)}"
            if values or error:
                values = values if error is None else _fitted(values or [source], len(columns), layout.delimiter)
                fields = dict(zip(columns, values, strict=True))
                text = values[column] if error is None else ""
                yield Record(text, "csv", source.removesuffix("\n").removesuffix("\r"), fields, number, error)
            number += len(taken)


def csv_writer(options: WriteOptions) -> LineWriter:
    lines = _CsvLines(options)
    return LineWriter(lines.good, lines.bad, header=lines.header, template=lines.template, refusal=lines.refusal)


class _CsvLines:
    def __init__(self, options: WriteOptions) -> None:
        self._options = options
        self._fields = [field for field in added_fields.columns(options) if not field.has_parts]
        self._ours = WORD_COLUMNS if options.words else tuple(field.name for field in self._fields)
        added = (*self._ours, *((added_fields.ERROR.name,) if options.keep else ()))
        self._added = tuple(options.prefix + name for name in added)

    def template(self, layout: Layout) -> list[Part] | None:
        """For records that keep their source text, and for plain text."""
        if self._options.words or self._options.excel:
            return None
        delimiter = layout.delimiter.encode()
        if layout.format == "txt" and layout.output_columns is None:
            own = Part(OWN_IN_CELL, delimiter)
        elif self._keeps_source(layout):
            own = Part(OWN)
        else:
            return None
        added = cells(self._fields, delimiter)
        # Keep the last delimiter before the column for errors, which is empty here.
        added = added if self._options.keep else added[:-1]
        return [own, Part(FIXED, delimiter), *added, Part(FIXED, layout.newline.encode())]

    def header(self, layout: Layout) -> str:
        if layout.columns == ():
            return ""  # an empty file
        if self._keeps_source(layout) and layout.header is not None:
            return f"{layout.header}{layout.delimiter}{self._line(self._added, layout)}"
        mark = BOM if self._options.excel else ""
        return mark + self._line((*added_fields.own_columns(layout, self._added), *self._added), layout)

    def refusal(self, record: Record, layout: Layout) -> str | None:
        return repetition_error(len(self._row(record, (), layout))) if self._options.words else None

    def good(self, record: Record, answer: Answer, layout: Layout) -> str:
        if self._options.words:
            rows = [word_cells(word, record.line) for word in answer.words]
        else:
            rows = [[table_cell(getattr(answer, name)) for name in self._ours]]
        no_error = [""] * self._options.keep
        return "".join([self._row(record, [*row, *no_error], layout) for row in rows])

    def bad(self, record: Record, layout: Layout) -> str:
        error = [record.error or ""] * self._options.keep
        return self._made_line(record, ["" for _ in self._ours] + error, layout)

    def _keeps_source(self, layout: Layout) -> bool:
        """Whether records keep their source text, including quotes."""
        if layout.format != "csv" or layout.output_columns is not None or self._options.excel:
            return False
        return not {*self._added} & {*(layout.columns or ())}

    def _row(self, record: Record, added: Sequence[str], layout: Layout) -> str:
        if self._keeps_source(layout):
            return f"{record.source}{layout.delimiter}{self._line(added, layout)}"
        return self._made_line(record, added, layout)

    def _made_line(self, record: Record, added: Sequence[str], layout: Layout) -> str:
        names = added_fields.own_columns(layout, self._added)
        return self._line([*(cell(record.fields.get(name)) for name in names), *added], layout)

    def _line(self, values: Iterable[str], layout: Layout) -> str:
        out = io.StringIO()
        newline = EXCEL_NEWLINE if self._options.excel else layout.newline
        shown = map(excel_cell, values) if self._options.excel else values
        # Whatever ends the lines, a carriage return inside a cell needs quotes as a line feed does.
        csv.writer(out, delimiter=layout.delimiter, lineterminator="\r\n").writerow(shown)
        return out.getvalue().removesuffix("\r\n") + newline


def _without_header(
    stream: BinaryIO, layout: Layout, sample: list[list[str]], key: str | None, notes: tuple[str, ...]
) -> Layout:
    """The columns are called `column_1` and so on, but for the text."""
    start = Position(len(stream.read(len(MARK))) if beginning(stream).startswith(MARK) else 0)
    place, more = text_column(key, (), lambda: sample, layout.name)
    column = existing_column(place, len(sample[0]), layout.name)
    names = ["text" if number == column else f"column_{number + 1}" for number in range(len(sample[0]))]
    return replace(layout, columns=tuple(names), text_column=column, start=start, notes=(*notes, *more))


def _with_header(stream: BinaryIO, layout: Layout, key: str | None) -> Layout:
    name, taken = layout.name, list[bytes]()

    def lines() -> Iterator[str]:
        while line := header_line(stream, name):
            taken.append(line)
            if sum(map(len, taken)) > MAX_RECORD:
                raise InputError(f"{name}, line 1: the header has more than {MAX_RECORD:,} bytes")
            yield decode_leniently(line if taken[1:] else line.removeprefix(MARK))

    row = next(rows(lines(), layout.delimiter), None)
    if row is None:
        return replace(layout, columns=())  # an empty file
    if row.values is None:
        raise InputError(f"{name}, line 1: the header cannot be read: {row.error}")
    if not row.values:
        raise InputError(f"{name}, line 1: the line is empty, and should name the columns")
    header = "".join(row.lines).rstrip("\r\n")
    try:
        header.encode("utf-8")
    except UnicodeEncodeError:
        raise InputError(f"{name}, line 1: the header is not UTF-8") from None
    column, notes = text_column(key, row.values, lambda: _first_rows(beginning(stream), layout.delimiter), name)
    return replace(
        layout,
        columns=unique_names(row.values),
        text_column=existing_column(column, len(row.values), name),
        header=header,
        newline="\r\n" if row.lines[-1].endswith("\r\n") else "\n",
        start=Position(sum(map(len, taken)), len(taken)),
        notes=notes,
    )


def _first_rows(begin: bytes, delimiter: str) -> list[list[str]]:
    """The first rows, without those that cannot be read, such as a last one that is cut off."""
    lines = [line.text for line in decode_lines(begin, 0)]
    return [row.values for row in islice(rows([line + "\n" for line in lines], delimiter), SAMPLE_ROWS) if row.values]


def _fitted(values: Sequence[str], columns: int, delimiter: str) -> list[str]:
    """A bad record fitted to the header's columns; surplus values stay in the last one."""
    head = list(values[: columns - 1])
    head += [delimiter.join(values[columns - 1 :])]
    return head + [""] * (columns - len(head))
