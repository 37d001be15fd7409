"""Polars: one call over Arrow, for a `DataFrame`; collect a lazy one first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mixlid.adapters import arrow, columns
from mixlid.engine.document_pipeline import Unit
from mixlid.errors import MissingDependencyError
from mixlid.identifier import Identifier

if TYPE_CHECKING:
    from polars import DataFrame


def identify(
    frame: DataFrame,
    column: str = "text",
    lid: Identifier | None = None,
    *,
    words: bool = False,
    prefix: str = "",
    jobs: int = 1,
    unit: Unit | None = None,
) -> DataFrame:
    """A new frame with our columns; those that have one of our names are replaced where they stand."""
    try:
        import polars
    except ImportError as error:
        raise MissingDependencyError("polars", "polars", "Polars") from error
    arrow.check_names(column, frame.columns, columns.names(words, prefix))
    table = frame.select(column).to_arrow()
    made = arrow.identify(table, column, lid, words=words, prefix=prefix, jobs=jobs, unit=unit)
    found = made.drop_columns([column])
    return frame.with_columns(polars.DataFrame(found))
