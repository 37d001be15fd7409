"""Parquet, with pyarrow. Input columns are copied unchanged; ours are added."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, BinaryIO

import numpy as np

from mixlid.engine.batches import rows_within
from mixlid.errors import InputError
from mixlid.io.arrow_fields import answer_arrays, arrow_columns, arrow_fields, arrow_module, encodable, pyarrow
from mixlid.io.arrow_texts import (
    Places,
    column_names,
    has_text,
    is_text,
    sound,
    text_places,
    text_sizes,
    texts_at,
    without_views,
)
from mixlid.io.formats import added_fields
from mixlid.io.formats.cells import cell
from mixlid.io.formats.columns import SAMPLE_ROWS, existing_column, text_column
from mixlid.io.formats.line_writer import TextOffsets, offsets_of
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
)
from mixlid.results.batch import AnswerBatch
from mixlid.results.result import Answer

#: Without a buffer a whole row group is held in memory.
_BUFFER = 1 << 20
#: Bytes of a batch, as far as the file tells the size of its rows; large records make batches of fewer rows.
_BATCH_BYTES = 1 << 26
#: Bytes of its texts, as if none were shared: identifying takes many times as much.
_TEXT_BYTES = 1 << 24

#: Limits of a row group that is written: large enough to be read fast, small enough to fit into memory.
_GROUP_ROWS = 1 << 16
_GROUP_BYTES = 1 << 26


def _opened(stream: BinaryIO) -> Any:
    return arrow_module("parquet").ParquetFile(stream, buffer_size=_BUFFER)


def _batches(file: Any) -> Iterator[Any]:
    """All batches, of fewer rows if these are large; `InputError` if a column is damaged."""
    groups = [file.metadata.row_group(number) for number in range(file.metadata.num_row_groups)]
    largest = max((group.total_byte_size // max(group.num_rows, 1) for group in groups), default=0)
    names = column_names(file.schema_arrow)
    for batch in file.iter_batches(max(1, min(CHUNK_ROWS, _BATCH_BYTES // max(largest, 1)))):
        pairs = zip(names, batch.columns, strict=True)
        columns = [sound(column, name) if is_text(column.type) else column for name, column in pairs]
        batch = pyarrow().RecordBatch.from_arrays(columns, schema=without_views(batch.schema))
        sizes = sum((text_sizes(column) for column in columns if is_text(column.type)), np.zeros(len(batch), np.int64))
        for rows in rows_within(sizes, _TEXT_BYTES):  # a dictionary may have a long text once for all rows
            yield batch.slice(rows.start, rows.stop - rows.start)


class ParquetReader:
    def layout(self, stream: BinaryIO, name: str, options: ReadOptions) -> Layout:
        pa = pyarrow()
        try:
            file = _opened(stream)
        except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
            raise InputError(f"{name} is not a parquet file that can be read: {error}") from error
        names = column_names(file.schema_arrow, name)
        if len(set(names)) < len(names):
            twice = next(one for one in names if names.count(one) > 1)
            raise InputError(f"{name} has more than one column {twice!r}; give them different names")
        column, notes = text_column(options.key, names, lambda: _first_rows(file, name), name)
        column = existing_column(column, len(names), name)
        kind = file.schema_arrow.field(column).type
        if not is_text(kind):
            raise InputError(
                f"{name}: the column {names[column]!r} holds {kind} and not strings; choose another with -k"
            )
        return Layout(
            name,
            "parquet",
            tuple(names),
            column,
            header="",
            schema=without_views(file.schema_arrow),
            rows=file.metadata.num_rows,
            notes=notes,
        )

    def chunks(self, stream: BinaryIO, layout: Layout, mode: ReadMode) -> Iterator[Chunk]:  # noqa: ARG002
        pa = pyarrow()
        done = 0
        try:
            for batch in _batches(_opened(stream)):
                before, done = done, done + batch.num_rows
                if batch.num_rows:
                    yield Chunk(layout, batch, before, Position(done, done))
        except (InputError, MemoryError, pa.ArrowException, OSError) as error:
            raise InputError(f"{layout.name}, after row {done}: it cannot be read: {error}") from error

    def records(self, chunk: Chunk) -> Iterator[Record]:
        layout = chunk.layout
        name = (layout.columns or ())[layout.text_column or 0]
        rows: Iterable[Any] = (chunk.data.slice(place, 1) for place in range(chunk.data.num_rows))
        with suppress(UnicodeDecodeError):  # else row by row, so that the other rows are read
            rows = chunk.data.to_pylist()
        for line, row in enumerate(rows, chunk.line + 1):
            try:
                fields = row if isinstance(row, dict) else row.to_pylist()[0]
            except UnicodeDecodeError as problem:
                yield Record("", layout.format, "", {}, line, f"a string is not UTF-8: {problem}")
                continue
            text = fields[name]
            yield Record(text or "", layout.format, cell(text), fields, line, is_null=text is None)

    def offsets(self, chunk: Chunk, reserved: frozenset[str]) -> TextOffsets:  # noqa: ARG002
        given = chunk.data.column(chunk.layout.text_column or 0)
        found = has_text(given) & (text_sizes(given) <= chunk.layout.max_record)
        rows = np.arange(len(given))
        places = np.stack([np.full_like(rows, -1), rows, rows, rows + 1])
        data, *texts = text_places(given if found.all() else given.filter(pyarrow().array(found)))
        places[:2, found] = texts
        return offsets_of(data, places)


def _first_rows(file: Any, name: str) -> list[list[str]]:
    """The cells of the first rows; those of other types than strings are empty."""
    pa = pyarrow()
    try:
        batch = next(_batches(file), None)
    except (pa.ArrowException, OSError, InputError, MemoryError) as error:
        raise InputError(f"{name} cannot be read: {error}") from error
    if batch is None:
        return []
    batch = batch.slice(0, SAMPLE_ROWS)
    columns = [_cells(column) if is_text(column.type) else [""] * len(column) for column in batch.columns]
    return [list(row) for row in zip(*columns, strict=True)]


def _cells(column: Any) -> list[str]:
    """What is not UTF-8 is said when its record is read."""
    data, starts, ends = text_places(column)
    return [bytes(data[start:end]).decode(errors="replace") for start, end in zip(starts, ends, strict=True)]


class ParquetWriter:
    """A chunk becomes a record batch."""

    def __init__(self, options: WriteOptions) -> None:
        pyarrow()  # fail before the work if it is missing
        self._options = options
        self._ours = added_fields.columns(options)
        self._error = (added_fields.ERROR,) if options.keep else ()

    def header(self, layout: Layout) -> str:
        return str(self.schema(layout).remove_metadata())

    def open(self, stream: BinaryIO, layout: Layout) -> TableFile:
        return _RowGroups(stream, self.schema(layout))

    def schema(self, layout: Layout) -> Any:
        """The input's columns and ours."""
        pa = pyarrow()
        names = self._own_names(layout)
        given = layout.schema
        fields = [given.field(name) if given is not None else pa.field(encodable(name), pa.string()) for name in names]
        metadata = dict((given.metadata if given is not None else None) or {})
        metadata.pop(b"pandas", None)  # it describes the columns, and we add some
        return pa.schema([*fields, *arrow_fields((*self._ours, *self._error), self._options.prefix)], metadata)

    def chunk(self, chunk: Chunk, pairs: Sequence[tuple[Record, Answer | None]]) -> Any:
        pa = pyarrow()
        names = self._own_names(chunk.layout)
        if chunk.layout.schema is not None:
            rows = pa.array([record.line - chunk.line - 1 for record, _ in pairs], pa.int64())
            columns = [column.take(rows) for column in self._own_columns(chunk, names)]
        else:
            columns = [pa.array([_string(record, name) for record, _ in pairs], pa.string()) for name in names]
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

    def from_columns(
        self, chunk: Chunk, offsets: TextOffsets, answers: AnswerBatch, others: Sequence[tuple[int, Any]]
    ) -> Any:
        pa = pyarrow()
        columns = self._own_columns(chunk, self._own_names(chunk.layout))
        if others:
            columns = [column.take(pa.array(offsets.places[2])) for column in columns]
        texts = list(texts_at(Places(offsets.data, *offsets.places[:2]))) if self.with_words else None
        lengths = offsets.lengths() if any(field.has_parts for field in self._ours) else None
        columns += answer_arrays(self._ours, answers, texts, lengths)
        columns += [pa.nulls(offsets.places.shape[1], pa.string()) for _ in self._error]
        batch = pa.record_batch(columns, schema=self.schema(chunk.layout))
        if not others:
            return batch
        parts, begin = [], 0
        for end, other in others:
            parts += [batch.slice(begin, end - begin), other]
            begin = end
        (joined,) = pa.Table.from_batches([*parts, batch.slice(begin)]).combine_chunks().to_batches()
        return joined

    def _own_columns(self, chunk: Chunk, names: Sequence[str]) -> list[Any]:
        """The input's columns."""
        return [chunk.data.column(chunk.data.schema.get_field_index(name)) for name in names]

    def _own_names(self, layout: Layout) -> tuple[str, ...]:
        prefix = self._options.prefix
        return added_fields.own_columns(layout, tuple(prefix + field.name for field in (*self._ours, *self._error)))


class _RowGroups:
    """Collects record batches into row groups of a good size, and writes them."""

    def __init__(self, stream: BinaryIO, schema: Any) -> None:
        self._pa = pyarrow()
        self._writer = arrow_module("parquet").ParquetWriter(stream, schema, compression="zstd")
        self._waiting: list[Any] = []
        self._rows = self._bytes = 0

    def write(self, batch: Any) -> None:
        self._waiting.append(batch)
        self._rows += batch.num_rows
        self._bytes += batch.nbytes
        if self._rows >= _GROUP_ROWS or self._bytes >= _GROUP_BYTES:
            self._flush()

    def close(self) -> None:
        self._flush()
        self._writer.close()

    def _flush(self) -> None:
        if self._rows:
            self._writer.write_table(self._pa.Table.from_batches(self._waiting), row_group_size=self._rows)
        self._waiting, self._rows, self._bytes = [], 0, 0


def _string(record: Record, name: str) -> str | None:
    value = record.fields.get(name)
    return None if value is None else encodable(cell(value))
