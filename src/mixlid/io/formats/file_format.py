"""What there is to say about a format: an entry of the table in `mixlid.io.formats`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

#: What records have beside their text: nothing; fields of any name; columns, with names if there is a header; the same
#: named columns in every record; or they are utterances, each of a speaker and a tier.
Columns = Literal["nothing", "fields", "header", "fixed", "tiers"]
#: What an output can show on request: each word, the n-grams that decided, what else the first language might be, the
#: sentences of a document; and colours.
Extra = Literal["words", "parts", "explanations", "alternatives", "sentences", "colours"]


@dataclass(frozen=True, slots=True)
class FileFormat:
    """One entry of the table."""

    name: str
    #: For `--help`.
    help: str
    #: The module, and the names of the classes in it; it is imported when it is needed. A format that has no reader is
    #: for output only, one without a writer for input only.
    module: str
    reader: str = ""
    writer: str = ""
    #: What its files are called; a new one gets the first.
    suffixes: tuple[str, ...] = ()
    #: Files with these endings are in another format by name; this one is chosen by option or by content.
    shares_suffixes: bool = False
    columns: Columns = "nothing"
    #: The names that its output adds to a record's own; None is the fields of results, if it has columns at all.
    adds: tuple[str, ...] | None = None
    #: …and further ones with `--parts`.
    adds_for_parts: tuple[str, ...] = ()
    shows: frozenset[Extra] = frozenset()
    #: With `--words` it has a line for each word.
    words_are_rows: bool = False
    #: A binary table: it needs a file (no pipe, no packing), is counted in rows, and is written in one go, so that
    #: `--resume` begins an unfinished one again. Its writer is a `TableWriter`. A binary format that can be read and
    #: written from front to back is not one: its chunks are bytes like any other's.
    is_table: bool = False
    #: The default output format for it; empty is itself.
    becomes: str = ""
    #: It can store what made the answers outside of the records.
    has_metadata: bool = False
    #: What is written between the chunks of an output and after the last.
    between: str = ""
    footer: str = ""

    @property
    def annotates(self) -> bool:
        """What is written is the input itself with languages added: one file of this format, and every record of it."""
        return self.columns == "tiers"

    @property
    def holds_parts(self) -> bool:
        """A value may have parts, such as a list of words: in a table only where it has types."""
        return self.is_table and not self.words_are_rows

    @property
    def has_header_line(self) -> bool:
        return self.columns in ("header", "fixed") and not self.is_table
