"""The input fields that an output table keeps: those requested, or those of the first record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

from mixlid.errors import InputError
from mixlid.io.formats.peekable import beginning
from mixlid.io.formats.records import Chunk, Layout, Position, Reader, Record


def with_table_columns(layout: Layout, reader: Reader, stream: BinaryIO, wanted: tuple[str, ...] | None) -> Layout:
    """The layout with the columns of the output; `InputError` if they are unknown or missing."""
    if wanted is not None:
        known = layout.columns if layout.columns is not None else _of_first_records(layout, reader, beginning(stream))
        missing = next((name for name in wanted if name not in known), None)
        if missing is not None and known:
            what = "column" if layout.columns else "field"
            where = "" if layout.columns else " in its first records"
            raise InputError(
                f"{layout.name} has no {what} {missing!r}{where}; its {what}s are {', '.join(map(repr, known))}"
            )
        return replace(layout, kept=wanted)
    if layout.columns is not None:
        return layout
    names = _of_first_record(layout, reader, beginning(stream))
    return replace(layout, kept=names, kept_from_first=True, columns=names if names == () else None)


def _first_records(layout: Layout, reader: Reader, start: bytes) -> Iterator[Record]:
    complete = start[: start.rfind(b"\n") + 1] or start
    return reader.records(Chunk(layout, complete, layout.start.line, Position()))


def _of_first_records(layout: Layout, reader: Reader, start: bytes) -> tuple[str, ...]:
    """All fields of the first records; none if these cannot be read, which is reported later."""
    records = _first_records(layout, reader, start) if start.strip() else ()
    return tuple(dict.fromkeys(name for record in records if record.error is None for name in record.fields))


def _of_first_record(layout: Layout, reader: Reader, start: bytes) -> tuple[str, ...]:
    if not start.strip():
        return ()
    record = next(_first_records(layout, reader, start), None)
    if record is None or record.error is not None:
        why = "it is too long" if record is None else record.error
        raise InputError(
            f"{layout.name}: the table gets the columns of the first record, which cannot be read ({why}); "
            "choose the columns with --columns"
        )
    return tuple(record.fields)
