"""What there is to say about a format: an entry of the table in `mixlid.io.formats`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

#: What records have besides their text: nothing; fields of any name; columns, named if there is a header; the same
#: named columns in every record; or the speaker and tier of an utterance.
Columns = Literal["nothing", "fields", "header", "fixed", "tiers"]
#: What an output can show on request: words, their parts, the n-grams that decided, other candidates for the first
#: language, the sentences of a document, colours.
Extra = Literal["words", "parts", "explanations", "alternatives", "sentences", "colours"]


@dataclass(frozen=True, slots=True)
class FileFormat:
    """An entry of the table."""

    name: str
    #: For `--help`.
    help: str
    #: The module, by default the one here of the same name, and the names of its classes; it is imported when needed. A
    #: format without a reader is for output only, one without a writer for input only.
    module: str = ""
    reader: str = ""
    writer: str = ""
    #: File suffixes; new files get the first.
    suffixes: tuple[str, ...] = ()
    #: By name, files with these suffixes are in another format; this one is chosen by option or by content.
    shares_suffixes: bool = False
    columns: Columns = "nothing"
    #: Names that its output adds to a record's own; None stands for the result fields, if it has columns at all.
    adds: tuple[str, ...] | None = None
    #: Further names with `--parts`.
    adds_for_parts: tuple[str, ...] = ()
    shows: frozenset[Extra] = frozenset()
    #: With `--words` each word is a row.
    words_are_rows: bool = False
    #: A binary table: it needs a file (no pipe, no compression), is counted in rows, and is written in one go, so that
    #: `--resume` starts an unfinished one again. Its writer is a `TableWriter`. A binary format that can be streamed is
    #: not a table: its chunks are bytes like any other's.
    is_table: bool = False
    #: The default output format for inputs in it; empty is itself.
    default_output: str = ""
    #: It can store the provenance of answers outside the records.
    has_metadata: bool = False
    #: Written between the chunks of an output, and after the last.
    separator: str = ""
    footer: str = ""

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
