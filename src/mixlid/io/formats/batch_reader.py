"""Reading Parquet and Arrow files (which Feather files are too), with pyarrow. `batch_writer.py` writes them.

Arrow's IPC streams, which `datasets` writes, can be read as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, BinaryIO, ClassVar

import numpy as np

from mixlid.engine.batches import rows_within
from mixlid.errors import InputError
from mixlid.io.arrow_fields import arrow_module, pyarrow
from mixlid.io.arrow_texts import as_strings, column_names, has_text, is_plain, is_text, sound, text_places, text_sizes
from mixlid.io.formats.cells import cell
from mixlid.io.formats.columns import SAMPLE_ROWS, array_at, existing_column, parse_path, text_column, value_at
from mixlid.io.formats.columns import Path as FieldPath
from mixlid.io.formats.line_writer import TextOffsets
from mixlid.io.formats.records import CHUNK_ROWS, Chunk, Layout, Position, ReadMode, ReadOptions, Record

#: Arrow files begin with it, streams do not.
_MAGIC = b"ARROW1"
#: Without a buffer a whole row group of a Parquet file is held in memory.
_BUFFER = 1 << 20
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


def _sound_batch(batch: Any) -> Any:
    """The same batch; `InputError` if a column of it is damaged."""
    columns = [sound(column, name) for name, column in zip(column_names(batch.schema), batch.columns, strict=True)]
    return pyarrow().RecordBatch.from_arrays(columns, schema=batch.schema)


def _pieces(batch: Any) -> Iterator[slice]:
    """The rows of a batch that are worked on at once, by the size that they have when shared texts are written out."""
    shares = [column for column in batch.columns if is_text(column.type) and not is_plain(column.type)]
    sizes = np.full(batch.num_rows, batch.nbytes // max(batch.num_rows, 1), np.int64)
    for column in shares:
        sizes += text_sizes(column)
    for start in range(0, batch.num_rows, CHUNK_ROWS):
        for rows in rows_within(sizes[start : start + CHUNK_ROWS], _BATCH_BYTES):
            yield slice(start + rows.start, start + rows.stop)


def _rows_at_once(row_bytes: int) -> int:
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


class ArrowReader(BatchReader):
    format = "arrow"
    called = "an Arrow file (or Feather from version 2 on)"

    def open(self, stream: BinaryIO) -> BatchFile:
        stream.seek(0)
        is_file = stream.read(len(_MAGIC)) == _MAGIC
        stream.seek(0)
        if is_file:
            file = arrow_module("ipc").open_file(stream)
            return BatchFile(file.schema, lambda: _in_pieces(map(file.get_batch, range(file.num_record_batches))))
        # A stream can be read only once: to sample its first rows, it is opened once more.
        opened = arrow_module("ipc").open_stream(stream)
        return BatchFile(opened.schema, lambda: _in_pieces(iter(opened)))


def _in_pieces(batches: Iterator[Any]) -> Iterator[Any]:
    """Batches of a size that can be worked on; those of files are as large as their writer liked."""
    for batch in map(_sound_batch, batches):
        cut = list(_pieces(batch))
        for rows in cut:
            yield batch if len(cut) == 1 else _by_itself(batch.slice(rows.start, rows.stop - rows.start))


def _by_itself(piece: Any) -> Any:
    """A copy of a slice: the slice itself would send its whole batch to a worker process."""
    sink = pyarrow().BufferOutputStream()
    with arrow_module("ipc").new_stream(sink, piece.schema) as writer:
        writer.write_batch(piece)
    return arrow_module("ipc").open_stream(sink.getvalue()).read_next_batch()


class ParquetReader(BatchReader):
    format = "parquet"
    called = "a parquet file"

    def open(self, stream: BinaryIO) -> BatchFile:
        file = arrow_module("parquet").ParquetFile(stream, buffer_size=_BUFFER)
        groups = [file.metadata.row_group(number) for number in range(file.metadata.num_row_groups)]
        largest = max((group.total_byte_size // max(group.num_rows, 1) for group in groups), default=0)
        return BatchFile(
            file.schema_arrow,
            lambda: map(_sound_batch, file.iter_batches(_rows_at_once(largest))),
            file.metadata.num_rows,
        )


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
    """The texts."""
    return array_at(chunk.data.column(chunk.layout.text_column or 0), chunk.layout.path)


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
