"""Arrow IPC files, which Feather files are too. IPC streams, which `datasets` writes, can be read as well."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

from mixlid.io.arrow_fields import pyarrow
from mixlid.io.formats.batch_writer import BatchWriter
from mixlid.io.formats.record_batches import BatchFile, BatchReader, pieces, sound_batch
from mixlid.io.formats.records import Chunk, Layout, TableFile

#: Files begin with it, streams do not.
_MAGIC = b"ARROW1"
#: As in Feather files.
_COMPRESSION = "lz4"


def _ipc() -> Any:
    pyarrow()  # raises a better error if it is missing
    from pyarrow import ipc

    return ipc


class ArrowReader(BatchReader):
    format = "arrow"
    called = "an Arrow file (or Feather from version 2 on)"

    def open(self, stream: BinaryIO) -> BatchFile:
        stream.seek(0)
        is_file = stream.read(len(_MAGIC)) == _MAGIC
        stream.seek(0)
        if is_file:
            file = _ipc().open_file(stream)
            return BatchFile(file.schema, lambda: _pieces(map(file.get_batch, range(file.num_record_batches))))
        # A stream can be read only once: to sample its first rows, it is opened once more.
        opened = _ipc().open_stream(stream)
        return BatchFile(opened.schema, lambda: _pieces(iter(opened)))


def _pieces(batches: Iterator[Any]) -> Iterator[Any]:
    """Batches of a size that can be worked on; those of files are as large as their writer liked."""
    for batch in map(sound_batch, batches):
        cut = list(pieces(batch))
        for rows in cut:
            yield batch if len(cut) == 1 else _by_itself(batch.slice(rows.start, rows.stop - rows.start))


def _by_itself(piece: Any) -> Any:
    """A copy of a slice: the slice itself would send its whole batch to a worker process."""
    sink = pyarrow().BufferOutputStream()
    with _ipc().new_stream(sink, piece.schema) as writer:
        writer.write_batch(piece)
    return _ipc().open_stream(sink.getvalue()).read_next_batch()


class ArrowWriter(BatchWriter):
    """Dictionary columns become plain: a file has one dictionary for all batches, and ours come one by one."""

    def schema(self, layout: Layout) -> Any:
        pa, made = pyarrow(), super().schema(layout)
        fields = [field.with_type(_plain(field.type)) for field in made]
        return pa.schema(fields, made.metadata)

    def open(self, stream: BinaryIO, layout: Layout) -> TableFile:
        options = _ipc().IpcWriteOptions(compression=_COMPRESSION)
        file: TableFile = _ipc().new_file(stream, self.schema(layout), options=options)
        return file

    def _own(self, chunk: Chunk, kept: Sequence[str]) -> list[Any]:
        return [column.cast(_plain(column.type)) for column in super()._own(chunk, kept)]


def _plain(kind: Any) -> Any:
    return kind.value_type if pyarrow().types.is_dictionary(kind) else kind
