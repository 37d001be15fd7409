"""Polars, over Arrow: one call for a frame, lazy or not, or a Series."""

from __future__ import annotations

from functools import partial
from typing import Any, TypeVar, cast

from mixlid.adapters import arrow, columns
from mixlid.engine.document_pipeline import Unit
from mixlid.errors import MissingDependencyError
from mixlid.identifier import Identifier
from mixlid.io.arrow_fields import pyarrow

#: A `DataFrame`, a `LazyFrame` or a `Series`; the same comes out.
Data = TypeVar("Data")

#: The struct of our columns, for as long as it takes to make columns of its fields.
_FOUND = "mixlid: found"


def identify(
    frame: Data,
    column: str = "text",
    lid: Identifier | None = None,
    *,
    words: bool = False,
    prefix: str = "",
    replace: bool = False,
    jobs: int = 1,
    unit: Unit | None = None,
) -> Data:
    """A new frame with our columns; with `replace`, columns of the same names are replaced where they stand.

    A lazy frame stays lazy, and streams. A Series of texts becomes a Series of structs.
    """
    polars, data = _polars(), cast("Any", frame)
    if isinstance(data, polars.Series):
        return cast("Data", _structs(data, lid=lid, words=words, jobs=jobs, unit=unit))
    if not isinstance(data, polars.DataFrame | polars.LazyFrame):
        raise TypeError(
            f"identify takes a DataFrame, LazyFrame or Series of Polars, not {type(frame).__name__}; for a list of "
            "texts there is Identifier.identify_many, or polars.Series(texts)"
        )
    schema = data.collect_schema()
    arrow.check_names(column, schema.names(), columns.names(words, prefix), replace)
    arrow.check_schema(polars.DataFrame(schema={column: schema[column]}).to_arrow().schema, column)
    kind = polars.Series(pyarrow().array([], pyarrow().struct(columns.schema(words)))).dtype
    structs = partial(_structs, lid=lid, words=words, jobs=jobs, unit=unit)
    found = polars.col(column).map_batches(structs, return_dtype=kind, is_elementwise=True)
    ours = polars.col(_FOUND).struct.field("*").name.prefix(prefix)
    return cast("Data", data.with_columns(found.alias(_FOUND)).with_columns(ours).drop(_FOUND))


def _structs(texts: Any, **options: Any) -> Any:
    return _polars().Series(texts.name, arrow.identify_array(texts.to_arrow(), column=texts.name, **options))


def _polars() -> Any:
    try:
        import polars
    except ImportError as error:
        raise MissingDependencyError("polars", "polars", "Polars") from error
    return polars
