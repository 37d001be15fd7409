"""Spark: adds our columns to a data frame.

Batches go to Python as Arrow (`mapInArrow`). A Python worker process loads the model once and keeps it for all its
tasks. The model is the one in the package, a file on every machine, or a file shipped by `addFile` or
`spark-submit --files` under the name that it has there (`model="mine.mixlid"`). `docs/bulk.md` says how to get
mixlid itself onto the executors.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from mixlid.adapters import arrow, columns
from mixlid.configuration import Configuration, Options
from mixlid.errors import MissingDependencyError, ModelError
from mixlid.identifier import Identifier

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame
    from typing_extensions import Unpack


def identify(
    df: DataFrame,
    column: str = "text",
    *,
    words: bool = False,
    prefix: str = "",
    replace: bool = False,
    **options: Unpack[Options],
) -> DataFrame:
    """The data frame with the languages of the texts in `column`.

    `columns.schema` has the types. A column that already has one of our names is refused: `prefix` gives ours other
    names, and `replace` puts them in its place. All columns pass through Python, so select those that you need first.
    Wrong options are reported here, and not by a task.
    """
    try:
        from pyspark.sql.pandas import types
    except ImportError as error:
        raise MissingDependencyError("pyspark", "spark", "Spark") from error
    names = columns.names(words, prefix)
    # Unless told otherwise, Spark does not distinguish upper and lower case in names.
    fold = str if df.sparkSession.conf.get("spark.sql.caseSensitive") == "true" else str.lower
    spelt = [name for name in df.columns if fold(name) == fold(column)]
    column = spelt[0] if len(spelt) == 1 else column
    ours = [column if fold(name) == fold(column) else name for name in names]
    arrow.check_names(column, df.columns, ours, replace=True)
    columns.check_free(map(fold, df.columns), map(fold, names), replace)
    mapper = Mapper(Configuration.of(options), column, words, prefix)
    with suppress(ModelError):  # the file may be on the executors only; if it is not, they report it
        _identifier(mapper.config)
    arrow.check_schema(types.to_arrow_schema(type(df.schema)([df.schema[column]])), column)
    kept = df.drop(*names)
    added = types.from_arrow_schema(columns.schema(words, prefix))
    schema = type(added)([*kept.schema.fields, *added.fields])
    return kept.mapInArrow(mapper, schema)


@dataclass(frozen=True)
class Mapper:
    """What is sent to the Python workers: names and settings, but no model."""

    config: Configuration
    column: str
    words: bool = False
    prefix: str = ""

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """For `mapInArrow`."""
        lid = _identifier(self.config)
        for batch in batches:
            yield arrow.identify(batch, self.column, lid, words=self.words, prefix=self.prefix)


def _identifier(config: Configuration) -> Identifier:
    """The identifier, with the model that was shipped under that name, if there is one."""
    if config.model is None or Path(config.model).name != config.model:
        return config.cached_identifier()
    from pyspark import SparkFiles

    try:
        shipped = Path(SparkFiles.get(config.model))
    except AssertionError:  # there is no Spark context in this process
        return config.cached_identifier()
    return replace(config, model=str(shipped)).cached_identifier() if shipped.is_file() else config.cached_identifier()
