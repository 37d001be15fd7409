"""Writing Parquet and Arrow files, with pyarrow. Input columns are copied unchanged; ours are added.

The provenance of the answers is in the schema's metadata, under `mixlid.model`, `mixlid.sha256`, `mixlid.version` and
`mixlid.config`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, BinaryIO

from mixlid.io.arrow_fields import answer_arrays, arrow_columns, arrow_fields, arrow_module, pyarrow
from mixlid.io.arrow_texts import Places, texts_at
from mixlid.io.formats import added_fields
from mixlid.io.formats.cells import cell
from mixlid.io.formats.line_writer import TextOffsets
from mixlid.io.formats.records import Chunk, Layout, Record, TableFile, WriteOptions
from mixlid.results.batch import AnswerBatch
from mixlid.results.result import Answer

#: Limits of a row group: large enough to be read fast, small enough to fit into memory.
_GROUP_ROWS = 1 << 16
_GROUP_BYTES = 1 << 26
#: Of Arrow files, as in Feather files.
_COMPRESSION = "lz4"


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
        names = self._own_names(layout)
        given = layout.schema
        fields = [given.field(name) if given is not None else pa.field(name, pa.string()) for name in names]
        metadata = dict((given.metadata if given is not None else None) or {})
        metadata.pop(b"pandas", None)  # it describes the columns, and we add some
        for name, value in (self._options.made_by or {}).items():
            metadata[f"mixlid.{name}".encode()] = json.dumps(value, ensure_ascii=False).encode()
        return pa.schema([*fields, *arrow_fields((*self._ours, *self._error), self._options.prefix)], metadata)

    def chunk(self, chunk: Chunk, pairs: Sequence[tuple[Record, Answer | None]]) -> Any:
        pa = pyarrow()
        names = self._own_names(chunk.layout)
        if chunk.layout.schema is not None:
            rows = pa.array([record.line - chunk.line - 1 for record, _ in pairs], pa.int64())
            columns = [_take(column, rows) for column in self._own_columns(chunk, names)]
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

    def from_columns(self, chunk: Chunk, offsets: TextOffsets, answers: AnswerBatch) -> Any:
        pa, given = pyarrow(), chunk.data
        columns = self._own_columns(chunk, self._own_names(chunk.layout))
        texts = list(texts_at(Places(*offsets[:3]))) if self.with_words else None
        lengths = offsets.lengths() if any(field.has_parts for field in self._ours) else None
        columns += answer_arrays(self._ours, answers, texts, lengths)
        columns += [pa.nulls(given.num_rows, pa.string()) for _ in self._error]
        return pa.record_batch(columns, schema=self.schema(chunk.layout))

    def _own_columns(self, chunk: Chunk, names: Sequence[str]) -> list[Any]:
        """The input's columns."""
        return [chunk.data.column(chunk.data.schema.get_field_index(name)) for name in names]

    def _own_names(self, layout: Layout) -> tuple[str, ...]:
        prefix = self._options.prefix
        return added_fields.own_columns(layout, tuple(prefix + field.name for field in (*self._ours, *self._error)))


class ArrowWriter(BatchWriter):
    """Dictionary columns become plain: a file has one dictionary for all batches, and ours come one by one."""

    def schema(self, layout: Layout) -> Any:
        pa, made = pyarrow(), super().schema(layout)
        fields = [field.with_type(_plain(field.type)) for field in made]
        return pa.schema(fields, made.metadata)

    def open(self, stream: BinaryIO, layout: Layout) -> TableFile:
        options = arrow_module("ipc").IpcWriteOptions(compression=_COMPRESSION)
        file: TableFile = arrow_module("ipc").new_file(stream, self.schema(layout), options=options)
        return file

    def _own_columns(self, chunk: Chunk, names: Sequence[str]) -> list[Any]:
        return [column.cast(_plain(column.type)) for column in super()._own_columns(chunk, names)]


def _plain(kind: Any) -> Any:
    return kind.value_type if pyarrow().types.is_dictionary(kind) else kind


class ParquetWriter(BatchWriter):
    def open(self, stream: BinaryIO, layout: Layout) -> _RowGroups:
        return _RowGroups(stream, self.schema(layout))


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


def _take(column: Any, rows: Any) -> Any:
    """Some rows of a column; Arrow cannot take rows from string views."""
    plain = {"string_view": "large_string", "binary_view": "large_binary"}.get(str(column.type))
    return column.take(rows) if plain is None else column.cast(plain).take(rows).cast(column.type)


def _string(record: Record, name: str) -> str | None:
    value = record.fields.get(name)
    return None if value is None else cell(value)
