"""Result fields as Arrow types and arrays, for Parquet files and for every engine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mixlid.errors import MissingDependencyError
from mixlid.io.typed_columns import Column, PartLists, Values, typed_columns
from mixlid.results.batch import AnswerBatch
from mixlid.results.fields import Field, fields

if TYPE_CHECKING:
    import pyarrow as pa


def pyarrow() -> Any:
    """The package pyarrow; `MissingDependencyError` if it is not installed."""
    try:
        import pyarrow
    except ImportError as error:
        raise MissingDependencyError("pyarrow", "parquet", "Parquet and Arrow support") from error
    return pyarrow


def arrow_module(name: str) -> Any:
    """A module of pyarrow: `ipc`, `parquet`."""
    return import_module(f"{pyarrow().__name__}.{name}")


def arrow_fields(columns: Iterable[Field], prefix: str = "") -> list[pa.Field]:
    """The Arrow fields, all nullable."""
    pa = pyarrow()
    return [pa.field(prefix + field.name, _type(pa, field)) for field in columns]


def arrow_columns(columns: Sequence[Field], answers: Iterable[Any]) -> list[pa.Array]:
    """An array for each field; an answer that is None is null in all of them.

    Each answer is released as soon as its values are read.
    """
    pa = pyarrow()
    taken: list[list[Any]] = [[] for _ in columns]
    for answer in answers:
        for field, column in zip(columns, taken, strict=True):
            column.append(None if answer is None else _plain(getattr(answer, field.name), field))
    return [pa.array(column, _type(pa, field)) for field, column in zip(columns, taken, strict=True)]


def _plain(value: Any, field: Field) -> Any:
    """A value of an answer as Arrow takes it."""
    if value is None:
        return None
    if field.has_parts:
        inner = fields(field.kind)
        return [{name: _plain(getattr(part, name), one) for name, one in inner.items()} for part in value]
    return list(value.items()) if field.kind is dict else encodable(value) if isinstance(value, str) else value


def encodable(text: str) -> str:
    """The text with lone surrogates, which UTF-8 lacks, as escapes, as in files of text."""
    return text.encode("utf-8", "backslashreplace").decode()


def answer_arrays(
    columns: Sequence[Field],
    answers: AnswerBatch,
    texts: Sequence[str] | None,
    lengths: NDArray[np.int64] | None = None,
) -> list[pa.Array]:
    """The same from a batch of answers; words need `texts`, spans their `lengths`."""
    pa = pyarrow()
    typed = typed_columns(answers, columns, texts, lengths)
    return [_array(pa, column, field) for column, field in zip(typed, columns, strict=True)]


def _array(pa: Any, column: Column, field: Field) -> pa.Array:
    """A typed column as an Arrow array."""
    if isinstance(column, Values):
        values = column.values
        is_float = not isinstance(values, list) and values.dtype.kind == "f"
        return pa.array(values, _type(pa, field), mask=np.isnan(values) if is_float else None)
    if isinstance(column, PartLists):
        inner = fields(field.kind)
        children = [_array(pa, values, inner[name]) for name, values in column.columns.items()]
        structs = pa.StructArray.from_arrays(children, fields=list(_struct(pa, field)))
        return pa.ListArray.from_arrays(pa.array(column.starts, pa.int32()), structs)
    strings = pa.array(column.table, pa.string()).take(pa.array(column.indices, mask=column.indices < 0))
    if column.starts is None:
        return strings
    starts = pa.array(column.starts, pa.int32())
    if column.shares is None:
        return pa.ListArray.from_arrays(starts, strings)
    shares = pa.array(column.shares.copy())  # a view would keep the whole batch in memory, with its words
    return pa.MapArray.from_arrays(starts, strings, shares)


def _type(pa: Any, field: Field) -> Any:
    one = _struct(pa, field) if field.has_parts else _simple(pa)[field.kind]
    return pa.list_(one) if field.many else one


def _simple(pa: Any) -> dict[type, Any]:
    return {
        str: pa.string(),
        int: pa.int32(),  # offsets into a text, and counts of what is in one
        float: pa.float64(),
        bool: pa.bool_(),
        dict: pa.map_(pa.string(), pa.float64()),
    }


def _struct(pa: Any, field: Field) -> Any:
    return pa.struct(arrow_fields(fields(field.kind).values()))
