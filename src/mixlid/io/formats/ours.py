"""The fields that mixlid adds to a record, for every format that has fields."""

from __future__ import annotations

from typing import Any

from mixlid import fields
from mixlid.documents import DocumentResult
from mixlid.fields import IN_ALL, IN_FILES, ON_REQUEST, Field
from mixlid.io.formats.records import Layout, WriteOptions, cell
from mixlid.result import Alternatives, Answer, Result

#: What was wrong with a record, in files that keep those that could not be read.
ERROR = Field("error", str, many=False, optional=True, meaning="What was wrong with the record.")


def columns(options: WriteOptions) -> tuple[Field, ...]:
    """Our fields that come from an answer, in their order."""
    declared = fields.fields(Result if options.unit == "line" else DocumentResult)
    return tuple(declared[name] for name in (*_names(options), *((ON_REQUEST,) if options.words else ())))


def values(answer: Answer, options: WriteOptions) -> dict[str, Any]:
    """Our fields of one answer, ready for JSON; those that say how it was made stand before the words."""
    ours = fields.values(answer, _names(options))
    if options.alternatives is not None:
        ours |= options.alternatives(answer).to_dict()
    ours |= options.constants or {}
    return ours | (fields.values(answer, (ON_REQUEST,)) if options.words else {})


def nothing(error: str | None, options: WriteOptions) -> dict[str, Any]:
    """Our fields of a record that has no answer: all of them null, and what was wrong."""
    near = () if options.alternatives is None else Alternatives._fields
    ours: dict[str, Any] = dict.fromkeys((*_names(options), *near)) | dict(options.constants or {})
    return ours | ({ON_REQUEST: None} if options.words else {}) | {ERROR.name: error}


def table_cell(value: Any) -> str:
    """One of our values in a table: `tur_Latn,eng_Latn`, `tur_Latn=0.7,eng_Latn=0.3`, `true`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return ",".join(f"{label}={share:.4g}" for label, share in value.items())
    return ",".join(value) if isinstance(value, tuple) else cell(value)


def kept_columns(layout: Layout, taken: tuple[str, ...]) -> tuple[str, ...]:
    """The input's columns that stay: a column of the same name as one of ours is replaced."""
    return tuple(name for name in layout.columns or () if name not in taken)


def _names(options: WriteOptions) -> tuple[str, ...]:
    return (*IN_ALL, *IN_FILES[options.unit])
