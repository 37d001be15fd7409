"""Files of record batches: Parquet and Arrow, with pyarrow. Input columns are copied unchanged; ours are added.

The provenance of the answers is in the schema's metadata, under `mixlid.model`, `mixlid.sha256`, `mixlid.version` and
`mixlid.config`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, BinaryIO, ClassVar

import numpy as np

from mixlid.answer_block import AnswerBlock
from mixlid.engine.batches import rows_within
from mixlid.errors import InputError
from mixlid.io.arrow_fields import answer_arrays, arrow_columns, arrow_fields, pyarrow
from mixlid.io.arrow_texts import (
    Places,
    as_strings,
    column_names,
    has_text,
    is_plain,
    is_text,
    sound,
    text_places,
    text_sizes,
    texts_at,
)
from mixlid.io.formats import added_fields
from mixlid.io.formats.cells import cell
from mixlid.io.formats.field_path import Path as FieldPath
from mixlid.io.formats.field_path import parse_path, value_at
from mixlid.io.formats.records import (
    CHUNK_ROWS,
    Chunk,
    Layout,
    Position,
    ReadMode,
    ReadOptions,
    Record,
    TableFile,
    WriteOptions,
    too_long,
)
from mixlid.io.formats.text_column import SAMPLE_ROWS, existing_column, text_column
from mixlid.io.formats.text_offsets import TextOffsets
from mixlid.result import Answer

#: Bytes of a batch, as far as the file tells the size of its rows; large records make batches of fewer rows.
_BATCH_BYTES = 1 << 26


@dataclass(frozen=True, slots=True)
class BatchFile:
    """A file opened for reading."""

    schema: Any
    #: Its batches from the beginning. A stream can be read only once: open it again for more.
    batches: Callable[[], Iterator[Any]]
    #: None if unknown.
    rows: int | None = None


def sound_batch(batch: Any) -> Any:
    """The same batch; `InputError` if a column of it is damaged."""
    columns = [sound(column, name) for name, column in zip(column_names(batch.schema), batch.columns, strict=True)]
    return pyarrow().RecordBatch.from_arrays(columns, schema=batch.schema)


def pieces(batch: Any) -> Iterator[slice]:
    """The rows of a batch that are worked on at once, by the size that they have when shared texts are written out."""
    shares = [column for column in batch.columns if is_text(column.type) and not is_plain(column.type)]
    sizes = np.full(batch.num_rows, batch.nbytes // max(batch.num_rows, 1), np.int64)
    for column in shares:
        sizes += text_sizes(column)
    for start in range(0, batch.num_rows, CHUNK_ROWS):
        for rows in rows_within(sizes[start : start + CHUNK_ROWS], _BATCH_BYTES):
            yield slice(start + rows.start, start + rows.stop)


def rows_at_once(row_bytes: int) -> int:
    """How many rows to read at once: fewer if they are large."""
    return max(1, min(CHUNK_ROWS, _BATCH_BYTES // max(row_bytes, 1)))


class BatchReader:
    """Base class of the readers, which define `open`."""

    format: ClassVar[str]
    #: For messages.
    called: ClassVar[str]

    def open(self, stream: BinaryIO) -> BatchFile:
        """Open a file; raises the errors of Arrow and of the system."""
        raise NotImplementedError

    def layout(self, stream: BinaryIO, name: str, options: ReadOptions) -> Layout:
        pa = pyarrow()
        try:
            file = self.open(stream)
        except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
            raise InputError(f"{name} is not {self.called} that can be read: {error}") from error
        names = column_names(file.schema, name)
        if len(set(names)) < len(names):
            twice = next(one for one in names if names.count(one) > 1)
            raise InputError(f"{name} has more than one column {twice!r}; give them different names")
        path = () if options.key is None or options.key in names else parse_path(options.key)[1:]
        key = options.key if not path else parse_path(options.key or "")[0]
        column, notes = text_column(None if key is None else str(key), names, lambda: _first_rows(file, name), name)
        column = existing_column(column, len(names), name)
        kind = _type_at(file.schema.field(column).type, path)
        if kind is None or not is_text(kind):
            where, holds = (options.key, "nothing") if kind is None else (options.key or names[column], kind)
            raise InputError(f"{name}: the column {where!r} holds {holds} and not strings; choose another with -k")
        return Layout(
            name,
            self.format,
            tuple(names),
            column,
            path=path,
            header="",
            schema=file.schema,
            rows=file.rows,
            notes=notes,
        )

    def chunks(self, stream: BinaryIO, layout: Layout, position: Position, mode: ReadMode) -> Iterator[Chunk]:  # noqa: ARG002
        """A resumed run reads all batches again, so that they end at the same rows, and skips some."""
        pa = pyarrow()
        done = 0
        try:
            for batch in self.open(stream).batches():
                before, done = done, done + batch.num_rows
                if before >= position.offset and batch.num_rows:
                    yield Chunk(layout, batch, before, Position(done, done))
        except InputError as error:
            raise InputError(f"{layout.name}, after row {done}: {error}") from error
        except MemoryError as error:  # known when a page is unpacked; Arrow's is an `ArrowException` too
            raise InputError(f"{layout.name}, after row {done}: the next rows do not fit into memory") from error
        except (pa.ArrowException, OSError) as error:
            raise InputError(f"{layout.name}, after row {done}: it cannot be read: {error}") from error

    def records(self, chunk: Chunk) -> Iterator[Record]:
        layout = chunk.layout
        name = (layout.columns or ())[layout.text_column or 0]
        sizes = text_sizes(_column(chunk)).tolist()
        rows: Iterable[Any] = (chunk.data.slice(place, 1) for place in range(len(sizes)))
        if max(sizes, default=0) <= layout.max_record:  # else row by row, so that large rows are not converted
            with suppress(UnicodeDecodeError):  # likewise, so that the other rows are
                rows = chunk.data.to_pylist()
        for line, (row, size) in enumerate(zip(rows, sizes, strict=True), chunk.line + 1):
            if size > layout.max_record:
                yield Record("", layout.format, "", {}, line, too_long(layout, size))
                continue
            try:
                fields = row if isinstance(row, dict) else row.to_pylist()[0]
            except UnicodeDecodeError as problem:
                yield Record("", layout.format, "", {}, line, f"a string is not UTF-8: {problem}")
                continue
            text = _text_at(fields[name], layout.path)
            yield Record(text or "", layout.format, cell(text), fields, line, is_null=text is None)

    def offsets(self, chunk: Chunk, reserved: frozenset[str]) -> TextOffsets | None:  # noqa: ARG002
        from pyarrow import compute

        given = _column(chunk)
        if not has_text(given).all() or text_sizes(given).max(initial=0) > chunk.layout.max_record:
            return None
        array = as_strings(given)
        data, starts, ends = text_places(array)
        characters = compute.sum(compute.utf8_length(array)).as_py() or 0
        return TextOffsets(data, starts, ends, starts, ends, characters)


def _first_rows(file: BatchFile, name: str) -> list[list[str]]:
    """The cells of the first rows; those of other types than strings are empty."""
    pa = pyarrow()
    try:
        batch = next(file.batches(), None)
    except (pa.ArrowException, OSError, InputError) as error:
        raise InputError(f"{name} cannot be read: {error}") from error
    if batch is None:
        return []
    batch = batch.slice(0, SAMPLE_ROWS)
    columns = [_cells(column) if is_text(column.type) else [""] * len(column) for column in batch.columns]
    return [list(row) for row in zip(*columns, strict=True)]


def _cells(column: Any) -> list[str]:
    """What is not UTF-8 is said when its record is read."""
    data, starts, ends = text_places(as_strings(column))
    return [bytes(data[start:end]).decode(errors="replace") for start, end in zip(starts, ends, strict=True)]


def _column(chunk: Chunk) -> Any:
    """The texts; those nested inside a column are extracted."""
    column, path = chunk.data.column(chunk.layout.text_column or 0), chunk.layout.path
    if not path:
        return column
    pa = pyarrow()
    return pa.array([_text_at(value, path) for value in column.to_pylist()], pa.large_string())


def _text_at(value: Any, path: FieldPath) -> str | None:
    """The text at a path; None where a list is too short or a part is null. The schema rules out other errors."""
    try:
        text: str | None = value_at(value, path)
    except KeyError:
        return None
    return text


def _type_at(kind: Any, path: FieldPath) -> Any:
    """The type of a nested part of a column; None if it does not exist."""
    types = pyarrow().types
    for step in path:
        if isinstance(step, int):
            if not (types.is_list(kind) or types.is_large_list(kind)):
                return None
            kind = kind.value_type
        elif types.is_struct(kind) and kind.get_field_index(step) >= 0:
            kind = kind.field(kind.get_field_index(step)).type
        else:
            return None
    return kind


class BatchWriter:
    """Base class of the writers: a chunk becomes a record batch. Subclasses define `open`."""

    def __init__(self, options: WriteOptions) -> None:
        pyarrow()  # fail before the work if it is missing
        self._options = options
        self._ours = added_fields.columns(options)
        self._error = (added_fields.ERROR,) if options.keep else ()

    def header(self, layout: Layout) -> str:
        return str(self.schema(layout).remove_metadata())

    def open(self, stream: BinaryIO, layout: Layout) -> TableFile:
        raise NotImplementedError

    def schema(self, layout: Layout) -> Any:
        """The input's columns and ours."""
        pa = pyarrow()
        kept = self._kept(layout)
        given = layout.schema
        fields = [given.field(name) if given is not None else pa.field(name, pa.string()) for name in kept]
        metadata = dict((given.metadata if given is not None else None) or {})
        metadata.pop(b"pandas", None)  # it describes the columns, and we add some
        for name, value in (self._options.made_by or {}).items():
            metadata[f"mixlid.{name}".encode()] = json.dumps(value, ensure_ascii=False).encode()
        return pa.schema([*fields, *arrow_fields((*self._ours, *self._error), self._options.prefix)], metadata)

    def chunk(self, chunk: Chunk, pairs: Sequence[tuple[Record, Answer | None]]) -> Any:
        pa = pyarrow()
        kept = self._kept(chunk.layout)
        if chunk.layout.schema is not None:
            rows = pa.array([record.line - chunk.line - 1 for record, _ in pairs], pa.int64())
            columns = [_take(column, rows) for column in self._own(chunk, kept)]
        else:
            columns = [pa.array([_string(record, name) for record, _ in pairs], pa.string()) for name in kept]
        columns += arrow_columns(self._ours, (answer for _, answer in pairs))
        columns += arrow_columns(self._error, (record for record, _ in pairs))
        return pa.record_batch(columns, schema=self.schema(chunk.layout))

    @property
    def replaced(self) -> frozenset[str]:
        return frozenset()

    @property
    def with_words(self) -> bool:
        return self._options.words

    def takes_columns(self, layout: Layout, labels: tuple[str, ...]) -> bool:  # noqa: ARG002
        return layout.schema is not None

    def from_columns(self, chunk: Chunk, offsets: TextOffsets, answers: AnswerBlock) -> Any:
        pa, given = pyarrow(), chunk.data
        columns = self._own(chunk, self._kept(chunk.layout))
        texts = list(texts_at(Places(*offsets[:3]))) if self.with_words else None
        columns += answer_arrays(self._ours, answers, texts)
        columns += [pa.nulls(given.num_rows, pa.string()) for _ in self._error]
        return pa.record_batch(columns, schema=self.schema(chunk.layout))

    def _own(self, chunk: Chunk, kept: Sequence[str]) -> list[Any]:
        """The input's columns."""
        return [chunk.data.column(chunk.data.schema.get_field_index(name)) for name in kept]

    def _kept(self, layout: Layout) -> tuple[str, ...]:
        prefix = self._options.prefix
        return added_fields.kept_columns(layout, tuple(prefix + field.name for field in (*self._ours, *self._error)))


def _take(column: Any, rows: Any) -> Any:
    """Some rows of a column; Arrow cannot take rows from string views."""
    plain = {"string_view": "large_string", "binary_view": "large_binary"}.get(str(column.type))
    return column.take(rows) if plain is None else column.cast(plain).take(rows).cast(column.type)


def _string(record: Record, name: str) -> str | None:
    value = record.fields.get(name)
    return None if value is None else cell(value)
