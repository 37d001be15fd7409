"""The formats that mixlid reads and writes: those of the core, and those of installed packages.

The core's are in the table below. Others are named by entry points of the group `mixlid.formats`, each a `Format`: ours
for transcripts and annotation (`mixlid.linguistics.formats`) like those of any package. What is installed is looked up
only if a name, a suffix or the help asks for more than the core, since that takes longer than identifying a text.
"""

from __future__ import annotations

from functools import cache
from textwrap import fill
from typing import Literal

from mixlid._plug_ins import load_all
from mixlid.io.formats.format import Columns, Extra, Format
from mixlid.io.formats.records import Reader, WriteOptions, Writer
from mixlid.results.fields import shown
from mixlid.results.result import Result

__all__ = ["Format", "get", "inputs", "installed", "outputs", "outputs_showing", "reader", "tables", "writer"]

#: The fields that a line gets, for the help.
_FIELDS = fill(", ".join(shown(Result, "line")), 100)
_HERE = __name__
CORE: dict[str, Format] = {
    format.name: format
    for format in (
        Format(
            "text",
            "(out only) for people: coloured words and a legend on a terminal, one line per record in a pipe,\n"
            "words outside the first language in brackets",
            writer=f"{_HERE}.lines:text_writer",
            suffixes=(".txt",),
            shows=frozenset({"words", "explanations", "alternatives", "colours"}),
        ),
        Format(
            "txt",
            "one record per line",
            reader=f"{_HERE}.lines:TxtReader",
            suffixes=(".txt",),
            default_output="text",
        ),
        Format(
            "tsv",
            "the text is in column -k: a number from 1, or with a header a name; default: the column called\n"
            '"text" (or sentence, tweet, …), else the one that clearly looks most like text.\n'
            "Out: languages, shares, the original line; with --words a line for each word",
            reader=f"{_HERE}.tsv:TsvReader",
            writer=f"{_HERE}.tsv:tsv_writer",
            suffixes=(".tsv", ".tab"),
            columns="header",
            adds=shown(Result, "tsv"),
            shows=frozenset({"words"}),
            words_are_rows=True,
        ),
        Format(
            "csv",
            f"with a header; the column as for tsv. Out: the original record, then\n{_FIELDS};\n"
            "with --words a line for each word; with --excel as Excel expects it",
            reader=f"{_HERE}.csv:CsvReader",
            writer=f"{_HERE}.csv:csv_writer",
            suffixes=(".csv",),
            columns="fixed",
            shows=frozenset({"words"}),
            words_are_rows=True,
        ),
        Format(
            "jsonl",
            "the text is in field -k (default: text). Out: the record's own fields, then those of csv, model,\n"
            "config, and words with --words; a field of the same name in the input needs --prefix or --force",
            reader=f"{_HERE}.jsonl:JsonlReader",
            writer=f"{_HERE}.jsonl:jsonl_writer",
            suffixes=(".jsonl", ".ndjson", ".json"),
            columns="fields",
            shows=frozenset({"words", "alternatives", "sentences"}),
        ),
        Format(
            "parquet",
            "(pip install 'mixlid[parquet]') the column as for tsv. Out: all columns, and those of csv",
            reader=f"{_HERE}.parquet:ParquetReader",
            writer=f"{_HERE}.parquet:ParquetWriter",
            suffixes=(".parquet",),
            columns="fixed",
            shows=frozenset({"words", "sentences"}),
            is_table=True,
            has_metadata=True,
        ),
        Format(
            "xlsx",
            "(pip install 'mixlid[excel]') an Excel sheet (--sheet) whose first row names the columns; the column\n"
            "as for tsv. Out: a new workbook with its values, then as csv",
            reader=f"{_HERE}.xlsx:XlsxReader",
            writer=f"{_HERE}.xlsx:XlsxWriter",
            suffixes=(".xlsx",),
            columns="fixed",
            shows=frozenset({"words"}),
            words_are_rows=True,
            is_table=True,
            has_metadata=True,
        ),
    )
}


@cache
def _plug_ins() -> dict[str, Format]:
    """The formats of installed packages."""
    return {format.name: format for format in load_all("mixlid.formats")}


def get(name: str) -> Format:
    """A format by name; `KeyError` if there is none."""
    return CORE[name] if name in CORE else _plug_ins()[name]


def installed() -> tuple[Format, ...]:
    """All formats, those of the core first."""
    return tuple({**CORE, **_plug_ins(), **CORE}.values())


def by_suffix(suffix: str, role: Literal["reader", "writer"]) -> Format | None:
    """The format that files with this suffix are read as, or written in."""

    def found(known: dict[str, Format]) -> Format | None:
        return next((one for one in known.values() if suffix in one.suffixes and getattr(one, role)), None)

    return found(CORE) or found(_plug_ins()) if suffix else None


def inputs() -> tuple[str, ...]:
    return tuple(format.name for format in installed() if format.reader)


def outputs() -> tuple[str, ...]:
    return tuple(format.name for format in installed() if format.writer)


def outputs_showing(extra: Extra) -> tuple[str, ...]:
    """The outputs that can show this on request."""
    return tuple(format.name for format in installed() if extra in format.shows)


def tables() -> tuple[str, ...]:
    """The outputs with the same columns for all records."""
    return tuple(format.name for format in installed() if format.writer and format.columns == "fixed")


def with_columns(*kinds: Columns) -> tuple[str, ...]:
    """The inputs whose records have columns of these kinds."""
    return tuple(format.name for format in installed() if format.reader and format.columns in kinds)


@cache
def reader(name: str) -> Reader:
    made: Reader = get(name).load("reader")()
    return made


def writer(name: str, options: WriteOptions) -> Writer:
    made: Writer = get(name).load("writer")(options)
    return made
