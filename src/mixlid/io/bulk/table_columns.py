"""Which fields of the input an output table has: those asked for, or those of the first record."""

from __future__ import annotations

from dataclasses import replace
from typing import BinaryIO

from mixlid.errors import InputError
from mixlid.io.formats.peekable import beginning
from mixlid.io.formats.records import Chunk, Layout, Position, Reader


def with_table_columns(layout: Layout, reader: Reader, stream: BinaryIO, wanted: tuple[str, ...] | None) -> Layout:
    """The layout with the columns of the output; `InputError` if they cannot be known, or are not there."""
    if wanted is not None:
        missing = [name for name in wanted if layout.columns is not None and name not in layout.columns]
        if missing and layout.columns:
            known = ", ".join(map(repr, layout.columns))
            raise InputError(f"{layout.name} has no column {missing[0]!r}; its columns are {known}")
        return replace(layout, kept=wanted)
    if layout.columns is not None:
        return layout
    names = _of_first_record(layout, reader, beginning(stream))
    return replace(layout, kept=names, kept_from_first=True, columns=names if names == () else None)


def _of_first_record(layout: Layout, reader: Reader, start: bytes) -> tuple[str, ...]:
    if not start.strip():
        return ()
    complete = start[: start.rfind(b"\n") + 1] or start
    record = next(reader.records(Chunk(layout, complete, layout.start.line, Position())), None)
    if record is None or record.error is not None:
        why = "too long to be looked at" if record is None else record.error
        raise InputError(
            f"{layout.name}: the table gets the columns of the first record, which cannot be read ({why}); "
            "name them with --columns"
        )
    return tuple(record.fields)
