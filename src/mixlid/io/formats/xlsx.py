"""Excel workbooks, with openpyxl: a sheet is a table whose first row has the column names.

Output is a new workbook with the values of the sheet and our columns: formatting, formulas (but not their values) and
other sheets are dropped. Text never becomes a formula, whatever it begins with.
"""

from __future__ import annotations

import datetime
import json
import math
import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, BinaryIO
from zipfile import ZipFile

from mixlid.errors import InputError, MissingDependencyError, MixlidError
from mixlid.io.formats import added_fields
from mixlid.io.formats.cells import (
    WORD_COLUMNS,
    cell,
    repetition_error,
    rounded,
    table_cell,
)
from mixlid.io.formats.columns import SAMPLE_ROWS, existing_column, text_column
from mixlid.io.formats.records import (
    CHUNK_ROWS,
    Chunk,
    Layout,
    Position,
    ReadMode,
    ReadOptions,
    Record,
    WriteOptions,
)
from mixlid.io.formats.tsv import unique_names
from mixlid.results.result import Answer, Word

#: Limits of a sheet and of a cell.
MAX_ROWS = 1_048_576
MAX_CHARACTERS = 32_767
_TYPES = (bool, int, float, datetime.datetime, datetime.date, datetime.time, datetime.timedelta)
#: Excel would drop digits of larger numbers, such as identifiers.
_EXACT = 10**15
#: Limit for the decompressed size: a small file can expand to a very large one.
_MAX_BYTES = 1 << 30
#: Characters that XML does not allow, and text that looks like Excel's escape for them.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\ufffe\uffff\ud800-\udfff]|_(?=x[0-9A-Fa-f]{4}_)")
_WRITTEN_CONTROL = re.compile(r"_x([0-9A-Fa-f]{4})_")


def _openpyxl() -> Any:
    try:
        import openpyxl
    except ImportError as error:
        raise MissingDependencyError("openpyxl", "excel", "xlsx") from error
    return openpyxl


class XlsxReader:
    def layout(self, stream: BinaryIO, name: str, options: ReadOptions) -> Layout:
        book = _opened(stream, name)
        sheet = _sheet(book, options.sheet, name)
        rows = _rows(sheet, name)
        first = next(rows, ())
        if not any(value is not None for value in first):
            return Layout(name, "xlsx", columns=(), sheet=sheet.title)
        while first[-1] is None:  # columns that have only a width or a colour
            first = first[:-1]
        names = tuple(map(cell, first))
        width = len(names)
        sample = ([cell(value) for value in _fitted(row, width)] for row in islice(rows, SAMPLE_ROWS))
        column, notes = text_column(options.key, names, lambda: list(sample), name)
        column = existing_column(column, width, name)
        if options.sheet is None and len(book.sheetnames) > 1:
            others = ", ".join(map(repr, book.sheetnames[1:]))
            notes = (f"the sheet {sheet.title!r} is read; --sheet names another: {others}", *notes)
        return Layout(name, "xlsx", unique_names(names), column, sheet=sheet.title, start=Position(1, 1), notes=notes)

    def chunks(self, stream: BinaryIO, layout: Layout, position: Position, mode: ReadMode) -> Iterator[Chunk]:  # noqa: ARG002
        if not layout.columns:
            return
        width, done = len(layout.columns), position.offset
        rows = islice(_rows(_opened(stream, layout.name)[layout.sheet], layout.name), done, None)
        while data := [_fitted(row, width) for row in islice(rows, CHUNK_ROWS)]:
            before, done = done, done + len(data)
            yield Chunk(layout, data, before, Position(done, done))

    def records(self, chunk: Chunk) -> Iterator[Record]:
        layout = chunk.layout
        for line, row in enumerate(chunk.data, chunk.line + 1):
            value = row[layout.text_column or 0]
            text = cell(value)
            fields = dict(zip(layout.columns or (), row, strict=True))
            yield Record(text, "xlsx", text, fields, line, is_null=value is None)


def _opened(stream: BinaryIO, name: str) -> Any:
    package = _openpyxl()
    stream.seek(0)
    with _reading(name):
        size = sum(part.file_size for part in ZipFile(stream).infolist())
        if size > _MAX_BYTES:
            raise InputError(
                f"{name} expands to {size:,} bytes, and {_MAX_BYTES:,} are allowed; save it as CSV (UTF-8)"
            )
        return package.load_workbook(stream, read_only=True, data_only=True)


@contextmanager
def _reading(name: str) -> Iterator[None]:
    """Turn any error into `InputError`: a damaged file may fail anywhere (zip, XML, numbers). Warnings are ignored."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            yield
        except (MixlidError, MemoryError):
            raise
        except Exception as error:
            raise InputError(f"{name} is not a readable Excel workbook (.xlsx): {error}") from error


def _sheet(book: Any, title: str | None, name: str) -> Any:
    sheets = {sheet.title: sheet for sheet in book.worksheets}
    if not sheets:
        raise InputError(f"{name} has no sheet with cells")
    if title is None:
        return book.worksheets[0]
    if title not in sheets:
        raise InputError(f"{name} has no sheet {title!r}; its sheets are {', '.join(map(repr, sheets))}")
    return sheets[title]


def _rows(sheet: Any, name: str) -> Iterator[tuple[Any, ...]]:
    """All rows without empty ones at the end, of which there may be thousands."""
    sheet.reset_dimensions()  # some programs write wrong dimensions
    rows, count, empty = sheet.iter_rows(values_only=True), 0, 0
    while True:
        with _reading(name):
            some = list(islice(rows, CHUNK_ROWS))
        if not some:
            return
        count += len(some)
        if count > MAX_ROWS:  # openpyxl makes up all rows before one that says that it is number 999,999,999
            raise InputError(f"{name} has a row beyond the {MAX_ROWS:,} of an Excel sheet")
        for row in some:
            if all(value is None for value in row):
                empty += 1
                continue
            for _ in range(empty):
                yield ()
            empty = 0
            yield tuple(map(_read, row))


def _read(value: Any) -> Any:
    if isinstance(value, str) and "_x" in value:
        return _WRITTEN_CONTROL.sub(lambda found: chr(int(found[1], 16)), value)
    return value


def _fitted(row: Sequence[Any], width: int) -> tuple[Any, ...]:
    return (*row[:width], *(None for _ in range(width - len(row))))


class XlsxWriter:
    """A chunk becomes rows."""

    def __init__(self, options: WriteOptions) -> None:
        _openpyxl()  # fail before the work if it is missing
        self._options = options
        self._fields = [field.name for field in added_fields.columns(options) if not field.has_parts]
        ours = (
            *(WORD_COLUMNS if options.words else self._fields),
            *((added_fields.ERROR.name,) if options.keep else ()),
        )
        self._added = tuple(options.prefix + name for name in ours)

    def header(self, layout: Layout) -> str:
        return str(self.columns(layout))

    def columns(self, layout: Layout) -> tuple[str, ...]:
        return (*self._own_names(layout), *self._added) if layout.columns != () else ()

    def open(self, stream: BinaryIO, layout: Layout) -> _Sheet:
        return _Sheet(stream, layout.sheet, self.columns(layout), self._options)

    def refusal(self, record: Record, layout: Layout) -> str | None:
        """Excel truncates text beyond its limit for a cell."""
        own = self._own(record, layout)
        longest = max((len(_written(value)) for value in own if isinstance(value, str)), default=0)
        if longest > MAX_CHARACTERS:
            return (
                f"an Excel cell holds {MAX_CHARACTERS:,} characters, and this one has {longest:,}; use -f csv or "
                "parquet, or leave the column out with --columns"
            )
        return repetition_error(sum(len(cell(value)) for value in own)) if self._options.words else None

    def chunk(self, chunk: Chunk, pairs: Sequence[tuple[Record, Answer | None]]) -> list[list[Any]]:
        rows = []
        no_error: list[None] = [None] * self._options.keep
        for record, answer in pairs:
            own = self._own(record, chunk.layout)
            if answer is None:
                empty = [None] * (len(self._added) - len(no_error))
                rows.append([*own, *empty, *([record.error] * self._options.keep)])
            elif self._options.words:
                rows += [[*own, *_word(word, record.line), *no_error] for word in answer.words]
            else:
                rows.append([*own, *(_value(getattr(answer, name)) for name in self._fields), *no_error])
        return rows

    def _own(self, record: Record, layout: Layout) -> list[Any]:
        values = (record.fields.get(name) for name in self._own_names(layout))
        return [value if value is None or isinstance(value, _TYPES) else cell(value) for value in values]

    def _own_names(self, layout: Layout) -> tuple[str, ...]:
        return added_fields.own_columns(layout, self._added)


def _word(word: Word, line: int) -> list[Any]:
    return [line, word.text, *(_value(getattr(word, name)) for name in WORD_COLUMNS[2:])]


def _value(value: Any) -> Any:
    """A value of ours: numbers and booleans as such, everything else as in a CSV."""
    return rounded(value) if value is None or isinstance(value, _TYPES) else table_cell(value)


def _written(text: str) -> str:
    return _CONTROL.sub(lambda found: f"_x{ord(found[0]):04X}_", text)


class _Sheet:
    """A workbook of one sheet, kept in a temporary file until it is complete."""

    def __init__(self, stream: BinaryIO, title: str, columns: Sequence[str], options: WriteOptions) -> None:
        package = _openpyxl()
        from openpyxl.cell import WriteOnlyCell
        from openpyxl.packaging.custom import StringProperty

        self._stream, self._cell, self._rows = stream, WriteOnlyCell, 0
        self._book = package.Workbook(write_only=True)
        self._sheet = self._book.create_sheet(title or "mixlid")
        self._sheet.freeze_panes = "A2"
        for name, value in (options.made_by or {}).items():
            said = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            self._book.custom_doc_props.append(StringProperty(name=f"mixlid.{name}", value=said))
        if columns:
            self.write([columns])

    def write(self, rows: Sequence[Sequence[Any]]) -> None:
        self._rows += len(rows)
        if self._rows > MAX_ROWS:
            raise MixlidError(f"an Excel sheet has at most {MAX_ROWS:,} rows; use -f csv or parquet")
        for row in rows:
            self._sheet.append([self._as_cell(value) for value in row])

    def _as_cell(self, value: Any) -> Any:
        if isinstance(value, float) and not math.isfinite(value):
            return None
        if isinstance(value, int) and abs(value) >= _EXACT:
            value = str(value)
        if isinstance(value, datetime.datetime | datetime.time) and value.tzinfo is not None:
            value = value.isoformat()  # Excel has no time zones
        if not isinstance(value, str):
            return value
        made = self._cell(self._sheet, _written(value))
        made.data_type = "s"  # not a formula, or an error such as #N/A
        return made

    def close(self) -> None:
        self._book.save(self._stream)
