"""The columns that every engine adds: `fields.IN_ALL` and, if asked for, words, with one Arrow schema for all engines.

The names are those of datatrove and FineWeb-2 where they have one. A null text has null in every column. An empty text,
or one without a word, has `["zxx"]`, is not mixed, and has null scores. Offsets are code points, half-open.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from mixlid import fields
from mixlid.fields import IN_ALL, ON_REQUEST, Field
from mixlid.io.arrow_fields import arrow_columns, arrow_fields, pyarrow
from mixlid.result import Result

if TYPE_CHECKING:
    import pyarrow as pa


def names(words: bool = False, prefix: str = "") -> list[str]:
    """What the columns are called, in the order in which they are added."""
    return [prefix + name for name in _names(words)]


def schema(words: bool = False, prefix: str = "") -> pa.Schema:
    """The columns as Arrow fields, all of which may be null."""
    return pyarrow().schema(arrow_fields(_fields(words), prefix))


def record(result: Result | None, words: bool = False, prefix: str = "") -> dict[str, Any]:
    """The columns of one text as plain values, for engines whose records are dicts; None for a text that is null."""
    if result is None:
        return dict.fromkeys(names(words, prefix))
    return {prefix + name: value for name, value in fields.values(result, _names(words)).items()}


def arrays(results: Iterable[Result | None], words: bool = False) -> list[pa.Array]:
    """The columns of many texts."""
    return arrow_columns(_fields(words), results)


def _names(words: bool) -> tuple[str, ...]:
    return (*IN_ALL, ON_REQUEST) if words else IN_ALL


def _fields(words: bool) -> tuple[Field, ...]:
    return tuple(fields.fields(Result)[name] for name in _names(words))
