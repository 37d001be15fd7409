"""Parquet files."""

from __future__ import annotations

from typing import Any, BinaryIO

from mixlid.io.arrow_fields import pyarrow
from mixlid.io.formats.batch_writer import BatchWriter
from mixlid.io.formats.record_batches import BatchFile, BatchReader, rows_at_once, sound_batch
from mixlid.io.formats.records import Layout

#: Limits of a row group: large enough to be read fast, small enough to fit into memory.
_GROUP_ROWS = 1 << 16
_GROUP_BYTES = 1 << 26
#: Without a buffer a whole row group is held in memory.
_BUFFER = 1 << 20


def _parquet() -> Any:
    pyarrow()  # raises a better error if it is missing
    from pyarrow import parquet

    return parquet


class ParquetReader(BatchReader):
    format = "parquet"
    called = "a parquet file"

    def open(self, stream: BinaryIO) -> BatchFile:
        file = _parquet().ParquetFile(stream, buffer_size=_BUFFER)
        groups = [file.metadata.row_group(number) for number in range(file.metadata.num_row_groups)]
        largest = max((group.total_byte_size // max(group.num_rows, 1) for group in groups), default=0)
        return BatchFile(
            file.schema_arrow,
            lambda: map(sound_batch, file.iter_batches(rows_at_once(largest))),
            file.metadata.num_rows,
        )


class ParquetWriter(BatchWriter):
    def open(self, stream: BinaryIO, layout: Layout) -> RowGroups:
        return RowGroups(stream, self.schema(layout))


class RowGroups:
    """Collects record batches into row groups of a good size, and writes them."""

    def __init__(self, stream: BinaryIO, schema: Any) -> None:
        self._pa = pyarrow()
        self._writer = _parquet().ParquetWriter(stream, schema, compression="zstd")
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
