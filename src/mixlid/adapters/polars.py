"""Polars, over Arrow: one call for a frame, lazy or not, or a Series."""

from __future__ import annotations

from functools import partial
from typing import Any, TypeVar, cast

from mixlid import load
from mixlid.adapters import arrow, columns
from mixlid.engine.document_pipeline import Unit
from mixlid.errors import MissingDependencyError
from mixlid.identifier import Identifier
from mixlid.io.arrow_fields import pyarrow
from mixlid.io.formats.columns import parse_path

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

    `column` may be inside another (`page.text`, `turns[0].text`). A lazy frame stays lazy, and streams. A Series of
    texts becomes a Series of structs.
    """
    polars, data = _polars(), cast("Any", frame)
    if isinstance(data, polars.Series):
        return cast("Data", _structs(data, lid=lid, words=words, jobs=jobs, unit=unit))
    _check(data, polars.DataFrame | polars.LazyFrame, "identify takes a DataFrame, LazyFrame or Series")
    schema = data.collect_schema()
    arrow.check_names(column, schema.names(), columns.names(words, prefix), replace, nested=True)
    first, *path = [column] if column in schema else parse_path(column)
    arrow.check_schema(polars.DataFrame(schema={first: schema[first]}).to_arrow().schema, column)
    texts = polars.col(first)
    for step in path:
        texts = texts.list.get(step, null_on_oob=True) if isinstance(step, int) else texts.struct.field(step)
    kind = polars.Series(pyarrow().array([], pyarrow().struct(columns.schema(words)))).dtype
    structs = partial(_structs, lid=lid, words=words, jobs=jobs, unit=unit)
    found = texts.alias(column).map_batches(structs, return_dtype=kind, is_elementwise=True)
    ours = polars.col(_FOUND).struct.field("*").name.prefix(prefix)
    return cast("Data", data.with_columns(found.alias(_FOUND)).with_columns(ours).drop(_FOUND))


def words(frame: Any, column: str = "text", lid: Identifier | None = None, *, runs: bool = False) -> Any:
    """A row for each word of the texts, or for each run of one language, with the columns of `frame`."""
    polars = _polars()
    frame = frame.to_frame(column) if isinstance(frame, polars.Series) else frame
    _check(frame, polars.DataFrame, "words takes a DataFrame or Series")
    arrow.check_names(column, frame.columns, columns.row_names(runs))
    places, found = columns.rows(lid or load(), frame[column].to_list(), runs)
    return frame[places].with_columns(polars.Series(name, values, strict=False) for name, values in found.items())


def _check(frame: Any, kinds: Any, takes: str) -> None:
    if not isinstance(frame, kinds):
        raise TypeError(
            f"{takes} of Polars, not {type(frame).__name__}; for a list of texts there is Identifier.identify_many, or "
            "polars.Series(texts)"
        )


def _structs(texts: Any, **options: Any) -> Any:
    return _polars().Series(texts.name, arrow.identify_array(texts.to_arrow(), column=texts.name, **options))


def _polars() -> Any:
    try:
        import polars
    except ImportError as error:
        raise MissingDependencyError("polars", "polars", "Polars") from error
    return polars
