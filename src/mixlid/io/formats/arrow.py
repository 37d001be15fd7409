"""Arrow's own files, which are also what Feather is. Its streams are read too, as `datasets` keeps them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

from mixlid.io.arrow_fields import pyarrow
from mixlid.io.formats.record_batches import BatchFile, BatchReader, BatchWriter, pieces, sound_batch
from mixlid.io.formats.records import Chunk, Layout, TableFile

#: How a file begins; a stream does not.
_MAGIC = b"ARROW1"
#: What Feather files are packed with.
_PACKING = "lz4"


def _ipc() -> Any:
    pyarrow()  # its absence is said there
    from pyarrow import ipc

    return ipc


class ArrowReader(BatchReader):
    format = "arrow"
    called = "a file of Arrow (or Feather from version 2 on)"

    def open(self, stream: BinaryIO) -> BatchFile:
        stream.seek(0)
        is_file = stream.read(len(_MAGIC)) == _MAGIC
        stream.seek(0)
        if is_file:
            file = _ipc().open_file(stream)
            return BatchFile(file.schema, lambda: _pieces(map(file.get_batch, range(file.num_record_batches))))
        # A stream can be read once: whoever looks at its first rows opens it again for all.
        opened = _ipc().open_stream(stream)
        return BatchFile(opened.schema, lambda: _pieces(iter(opened)))


def _pieces(batches: Iterator[Any]) -> Iterator[Any]:
    """Batches of a size that can be worked on; those of files are as large as their writer liked."""
    for batch in map(sound_batch, batches):
        cut = list(pieces(batch))
        for rows in cut:
            yield batch if len(cut) == 1 else _by_itself(batch.slice(rows.start, rows.stop - rows.start))


def _by_itself(piece: Any) -> Any:
    """A slice without the rest of its batch, which would be sent to a worker process along with it."""
    sink = pyarrow().BufferOutputStream()
    with _ipc().new_stream(sink, piece.schema) as writer:
        writer.write_batch(piece)
    return _ipc().open_stream(sink.getvalue()).read_next_batch()


class ArrowWriter(BatchWriter):
    """Columns of categories become plain: a file has one dictionary for all batches, and ours come one by one."""

    def schema(self, layout: Layout) -> Any:
        pa, made = pyarrow(), super().schema(layout)
        fields = [field.with_type(_plain(field.type)) for field in made]
        return pa.schema(fields, made.metadata)

    def open(self, stream: BinaryIO, layout: Layout) -> TableFile:
        return _Batches(stream, self.schema(layout))

    def _own(self, chunk: Chunk, kept: Sequence[str]) -> list[Any]:
        return [column.cast(_plain(column.type)) for column in super()._own(chunk, kept)]


class _Batches:
    """Record batches one after the other."""

    def __init__(self, stream: BinaryIO, schema: Any) -> None:
        options = _ipc().IpcWriteOptions(compression=_PACKING)
        self._writer = _ipc().new_file(stream, schema, options=options)

    def write(self, batch: Any) -> None:
        self._writer.write_batch(batch)

    def close(self) -> None:
        self._writer.close()


def _plain(kind: Any) -> Any:
    return kind.value_type if pyarrow().types.is_dictionary(kind) else kind
