"""The declaration of a format: all that mixlid knows about it before it reads or writes a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Literal, NamedTuple

#: What records have besides their text: nothing; fields of any name; columns, named if there is a header; the same
#: named columns in every record; or the speaker and tier of an utterance.
Columns = Literal["nothing", "fields", "header", "fixed", "tiers"]
#: What an output can show on request: words, the n-grams that decided, other candidates for the first
#: language, the sentences of a document, colours.
Extra = Literal["words", "explanations", "alternatives", "sentences", "colours"]
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
    #: It can store the provenance of answers outside the records.
    has_metadata: bool = False

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
