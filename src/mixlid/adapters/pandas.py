"""pandas: one call over Arrow. `labels` becomes an array for each row; missing texts (None, NaN) give None."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mixlid.adapters import arrow, columns
from mixlid.engine.document_pipeline import Unit
from mixlid.errors import InputError
from mixlid.identifier import Identifier
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
    pa = pyarrow()
    if not hasattr(frame, "ndim") or not hasattr(frame, "iloc"):
        raise TypeError(
            f"identify takes a DataFrame or Series of pandas, not {type(frame).__name__}; for a list of texts there is "
            "Identifier.identify_many, or pandas.Series(texts)"
        )
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
    ours = found.to_pandas(maps_as_pydicts="strict").set_axis(frame.index)
    return frame.assign(**{name: ours[name] for name in found.schema.names})
