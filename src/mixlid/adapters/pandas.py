"""pandas, over Arrow: `labels` becomes an array for each row; missing texts (None, NaN) give missing values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, get_args

from mixlid import load
from mixlid.adapters import arrow, columns
from mixlid.engine.batches import several
from mixlid.engine.document_pipeline import Unit
from mixlid.errors import InputError, MissingDependencyError, SettingsError
from mixlid.identifier import Identifier, Rows
from mixlid.io.arrow_fields import pyarrow

if TYPE_CHECKING:
    from pandas import DataFrame, Series


def identify(
    frame: DataFrame | Series,
    column: Any = "text",
    lid: Identifier | None = None,
    *,
    words: bool = False,
    prefix: str = "",
    replace: bool = False,
    jobs: int = 1,
    unit: Unit | None = None,
) -> DataFrame:
    """A new frame with the columns and the index of `frame`, and our columns; `replace` as in `arrow.identify`.

    For a Series of texts the frame has our columns alone. A column may have any name that pandas allows.
    """
    pa, pandas = pyarrow(), _pandas()
    frame = _checked(frame)
    if frame.ndim == 1:
        texts = frame.to_frame(column)
        return identify(texts, column, lid, words=words, prefix=prefix, jobs=jobs, unit=unit).drop(columns=column)
    arrow.check_names(column, list(frame.columns), columns.names(words, prefix), replace)
    name = str(column)
    try:
        table = pa.table({name: pa.array(frame[column], pa.string(), from_pandas=True)})
    except (pa.ArrowException, UnicodeError) as error:
        raise InputError(f"the column {column!r} has something that is not text: {error}") from error
    made = arrow.identify(table, name, lid, words=words, prefix=prefix, jobs=jobs, unit=unit)
    found = made.drop_columns([name])
    kinds = {pa.bool_(): pandas.BooleanDtype(), pa.int32(): pandas.Int32Dtype()}.get  # which hold missing values too
    ours = found.to_pandas(maps_as_pydicts="strict", types_mapper=kinds).set_axis(frame.index)
    return frame.assign(**{name: ours[name] for name in found.schema.names})


def words(
    frame: DataFrame | Series, column: Any = "text", lid: Identifier | None = None, *, runs: bool = False
) -> DataFrame:
    """A row for each word of the texts, or for each run of one language, with the columns and the index of `frame`."""
    frame = _checked(frame)
    frame = frame.to_frame(column) if frame.ndim == 1 else frame
    arrow.check_names(column, list(frame.columns), columns.row_names(runs))
    texts = [text if isinstance(text, str) else None for text in frame[column]]
    places, found = columns.rows(lid or load(), texts, runs)
    return frame.iloc[places].assign(**found)


def frame(lid: Identifier, texts: Iterable[str | None], rows: Rows = "texts") -> DataFrame:
    """A frame of texts with the columns of `identify`, or with a row for each word or run."""
    if rows not in get_args(Rows):
        raise SettingsError(f"rows must be {', '.join(get_args(Rows))}, not {rows!r}")
    made = _pandas().DataFrame({"text": several(texts, "frame")}, dtype=object)
    return identify(made, "text", lid) if rows == "texts" else words(made, "text", lid, runs=rows == "runs")


def _checked(frame: Any) -> Any:
    if not hasattr(frame, "ndim") or not hasattr(frame, "iloc"):
        raise TypeError(
            f"this takes a DataFrame or Series of pandas, not {type(frame).__name__}; for a list of texts there is "
            "Identifier.frame, or pandas.Series(texts)"
        )
    return frame


def _pandas() -> Any:
    try:
        import pandas
    except ImportError as error:
        raise MissingDependencyError("pandas", "pandas", "A data frame") from error
    return pandas
