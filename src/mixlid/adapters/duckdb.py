"""DuckDB: a function for SQL that returns a struct of our columns for a text. It gets thousands of texts at a time."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from mixlid.adapters import arrow, columns
from mixlid.configuration import Configuration, Options
from mixlid.errors import MissingDependencyError
from mixlid.io.arrow_fields import pyarrow

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from typing_extensions import Unpack


def register(
    con: DuckDBPyConnection, name: str = "mixlid", *, words: bool = False, **options: Unpack[Options]
) -> DuckDBPyConnection:
    """Allow `SELECT mixlid(text).labels FROM lines` on this connection, which is returned. A null text gives null.

    A function of the same name is replaced, so that options can be changed.
    """
    try:
        import duckdb
    except ImportError as error:
        raise MissingDependencyError("duckdb", "duckdb", "DuckDB") from error
    pa = pyarrow()
    lid = Configuration.of(options).cached_identifier()

    def structs(texts: Any) -> Any:  # DuckDB evaluates annotations, and pyarrow's are not known above
        return arrow.identify_array(texts, lid, words=words, column=name)

    empty = pa.table({name: pa.array([], pa.struct(columns.schema(words)))})
    (kind,) = con.from_arrow(empty).types
    with suppress(duckdb.InvalidInputException):  # there is none
        con.remove_function(name)
    return con.create_function(name, structs, ["VARCHAR"], kind, type="arrow", null_handling="special")
