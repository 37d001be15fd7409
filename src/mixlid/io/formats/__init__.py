"""The formats that mixlid reads and writes: those of the core, and those of installed packages.

The core's are in the table below. Others are named by entry points of the group `mixlid.formats`, each a `Format`: ours
for transcripts and annotation (`mixlid.linguistics.formats`) like those of any package. What is installed is looked up
only if a name, a suffix or the help asks for more than the core, since that takes longer than identifying a text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from textwrap import fill
from typing import Any, Literal, NamedTuple

from mixlid._plug_ins import load_all
from mixlid.io.formats.records import Reader, WriteOptions, Writer
from mixlid.results.fields import shown
from mixlid.results.result import Result

__all__ = ["Format", "get", "inputs", "installed", "outputs", "outputs_showing", "reader", "tables", "writer"]

#: What records have besides their text: nothing; fields of any name; columns, named if there is a header; the same
#: named columns in every record; or the speaker and tier of an utterance.
Columns = Literal["nothing", "fields", "header", "fixed", "tiers"]
#: What an output can show on request: words, the n-grams that decided, other candidates for the first
#: language, the sentences of a document, colours, runs of one language, voices for these.
Extra = Literal["words", "explanations", "sentences", "colours", "runs", "voices"]
#: Whether a file is in a format, by its beginning: the text, and those of its first lines that are not empty.
Sniff = Callable[[str, Sequence[str]], bool]


class Format(NamedTuple):
    """A format. Those of other packages are named by entry points of the group `mixlid.formats`."""

    name: str
    #: For `--help`.
    help: str
    #: What makes them as `module:name` (`records.py` has their protocols), which is imported when needed. A format
    #: without a reader is for output only, one without a writer for input only.
    reader: str = ""
    writer: str = ""
    #: File suffixes; new files get the first. Where a format of the core has it as well, this one is chosen by
    #: option or by content.
    suffixes: tuple[str, ...] = ()
    #: Recognises files that are, by their names, in one of the formats `sniffed_in` (txt: also those without a suffix).
    #: It is asked if the first line has a sign that is rare in sentences (`sniff.MARKUP`).
    sniff: Sniff | None = None
    sniffed_in: tuple[str, ...] = ("txt",)
    columns: Columns = "nothing"
    #: Names that its output adds to a record's own; None stands for the result fields, if it has columns at all.
    adds: tuple[str, ...] | None = None
    shows: frozenset[Extra] = frozenset()
    #: With `--words` each word is a row.
    words_are_rows: bool = False
    #: A record has several lines, so that a table has its text in place of its source.
    multiline: bool = False
    #: Languages of words are ISO codes. In other formats `ne` is a name and not Nepali.
    standard_codes: bool = False
    #: A binary table: it needs a file (no pipe, no compression), is counted in rows, and is written in one go, so that
    #: `--resume` starts an unfinished one again. Its writer is a `TableWriter`. A binary format that can be streamed is
    #: not a table: its chunks are bytes like any other's.
    is_table: bool = False
    #: The default output format for inputs in it; empty is itself.
    default_output: str = ""

    @property
    def annotates(self) -> bool:
        """Whether the output is the input with languages added: one file of this format, with every record."""
        return self.columns == "tiers"

    @property
    def holds_nested(self) -> bool:
        """Whether a value may have parts, such as a list of words; of tables, only typed ones can."""
        return self.is_table and not self.words_are_rows

    @property
    def has_header_line(self) -> bool:
        return self.columns in ("header", "fixed") and not self.is_table

    def load(self, role: Literal["reader", "writer"]) -> Any:
        """What makes its reader, or from `WriteOptions` its writer."""
        module, _, name = getattr(self, role).partition(":")
        return getattr(import_module(module), name)


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
            shows=frozenset({"words", "explanations", "colours"}),
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
            "the column as for tsv; with a header unless --no-header, or a number in the first line, says otherwise.\n"
            f"Out: the original record, then\n{_FIELDS};\n"
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
            "the text is in field -k (default: text). Out: the record's own fields, then those of csv,\n"
            "and words with --words; a field of the same name in the input needs --prefix or --force",
            reader=f"{_HERE}.jsonl:JsonlReader",
            writer=f"{_HERE}.jsonl:jsonl_writer",
            suffixes=(".jsonl", ".ndjson", ".json"),
            columns="fields",
            shows=frozenset({"words", "sentences", "runs"}),
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
    if not suffix:
        return None
    known = (one for formats in (CORE.values, lambda: _plug_ins().values()) for one in formats())
    return next((one for one in known if suffix in one.suffixes and getattr(one, role)), None)


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
