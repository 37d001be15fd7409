"""The shape of a format: how its bytes are cut into chunks, a chunk into records, and answers into output.

Reading has two halves. The main process only splits the stream into chunks at ends of records, which is cheap; the
worker process that gets a chunk parses it. A chunk depends only on the position where it begins, so that a resumed run
gets the same chunks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, Literal, NamedTuple, Protocol, runtime_checkable

from mixlid.fields import Output
from mixlid.result import Alternatives, Answer

#: Bytes of a chunk, as far as its last record lets it; fewer than any limit for a record (`--max-record`).
CHUNK_BYTES = 3 << 14
#: Records of a chunk where a format has no bytes to count.
CHUNK_ROWS = 1000

#: Bytes of a record, unless the user says otherwise. While it is identified a text takes some hundred times its size,
#: and two hundred times if it is nothing but single letters; more if its words are written, too.
MAX_RECORD = 2_000_000
#: How much of a record that has more is kept, to show which it is.
SHOWN_BYTES = 200

#: How a stream is read: full chunks, whatever has arrived (pipes), or line by line (somebody is typing).
Pace = Literal["full", "available", "line"]


class Mark(NamedTuple):
    """A part of a record's text of which the input itself says the language."""

    start: int
    end: int
    #: As the input has it: a label or a code of any kind, or a word for what is no language (`other`, `ne`, `_`).
    code: str


@dataclass(frozen=True, slots=True)
class Record:
    """A text to identify, and what is needed to write it back with its answer. A bad record has an `error` instead."""

    text: str
    #: The format that it comes from.
    format: str
    #: As it stands in the input, without the line's end; a conll sentence has several lines, a csv record may have.
    source: str
    #: For formats with fields.
    fields: Mapping[str, Any]
    #: Where it begins: the line, from 1 (the row of a table).
    line: int = 0
    #: Why it cannot be identified.
    error: str | None = None
    #: The languages that the input itself gives, in order of the text.
    marks: tuple[Mark, ...] = ()
    #: What such an annotation is called, where it is not among the fields.
    taken: frozenset[str] = frozenset()
    #: Its text is null: it is written without an answer, and counted.
    is_null: bool = False


@dataclass(frozen=True, slots=True)
class Position:
    """A place between two records: bytes of the unpacked stream before it (rows of a table), and lines before it."""

    offset: int = 0
    line: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """What is known about an input before its first record. It is sent with every chunk, so it is small."""

    #: For messages.
    name: str
    format: str = "txt"
    #: The columns or fields that every record has; None if records need not have the same.
    columns: tuple[str, ...] | None = ("text",)
    #: Which column holds the text, from 0; None is the last.
    text_column: int | None = None
    #: Those of them that a table has, in its order; None is all.
    kept: tuple[str, ...] | None = None
    #: They are those of the first record: one that has others is refused, for something would be lost.
    kept_from_first: bool = False
    #: The field that holds the text (jsonl).
    key: str = "text"
    #: Where the text stands inside of its column, if that has parts.
    path: tuple[str | int, ...] = ()
    #: The header line as it was, if there is one.
    header: str | None = None
    delimiter: str = ","
    #: How lines end (csv).
    newline: str = "\n"
    #: The sheet of a workbook.
    sheet: str = ""
    #: The Arrow schema, where the data are record batches.
    schema: Any = None
    #: How many rows a table has.
    rows: int | None = None
    #: The most bytes that a record may have.
    max_record: int = MAX_RECORD
    #: Where the first record begins.
    start: Position = Position()
    #: What was chosen, and should be said.
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some records as they are in the input, and the position where the next chunk begins."""

    layout: Layout
    #: Bytes; texts for those given on the command line; for a table what its reader likes, such as a record batch. None
    #: only says that an input begins.
    data: Any
    #: Lines (rows) before the first one in `data`.
    line: int
    end: Position
    #: If it is one record that has more bytes than allowed: how many. `data` is then its beginning.
    too_long: int = 0


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """The options for the input."""

    key: str | None = None
    #: None: decide by what the first line looks like.
    header: bool | None = None
    max_record: int = MAX_RECORD
    #: The columns of the output, where it has the same for all records; None is all that there are.
    columns: tuple[str, ...] | None = None
    #: The sheet of a workbook; None is the first.
    sheet: str | None = None


class View(Protocol):
    """Answers as people read them; the command knows the screen. It travels to the worker processes once."""

    def show(self, answer: Answer) -> str: ...

    def show_bad(self, source: str) -> str:
        """A record that has no answer."""


@dataclass(frozen=True, slots=True)
class WriteOptions:
    """The options for the output, and what is the same for all records."""

    words: bool = False
    #: Bad records are written as well.
    keep: bool = False
    #: Which fields of an answer are written.
    output: Output = "line"
    #: Fields that every record gets.
    constants: Mapping[str, Any] | None = None
    #: How answers look to people, for the format that is for them.
    view: View | None = None
    #: What else the dominant language might be, if that is asked for.
    alternatives: Callable[[Answer], Alternatives] | None = None
    #: Stands before the names of our fields.
    prefix: str = ""
    #: A CSV that Excel opens correctly.
    excel: bool = False
    #: Labels (`deu_Latn`) also where a format has codes of its own (`de`).
    full_labels: bool = False
    #: Words that mix two languages have their parts.
    parts: bool = False
    #: What made the answers, and how (`provenance.py`), for a format that `has_metadata`.
    made_by: Mapping[str, Any] | None = None
    #: That is a record before all others, where the format has no other place for it.
    header_record: bool = False


class Reader(Protocol):
    """How a format is read."""

    def layout(self, stream: BinaryIO, name: str, options: ReadOptions) -> Layout:
        """Read what comes before the records (a header); the stream is left there."""

    def chunks(self, stream: BinaryIO, layout: Layout, position: Position, pace: Pace) -> Iterator[Chunk]:
        """The chunks from `position` on, where the stream stands."""

    def records(self, chunk: Chunk) -> Iterator[Record]:
        """The records of a chunk, the bad ones too."""


class Writer(Protocol):
    """How a format is written; made from `WriteOptions`. It travels to the worker processes once."""

    def header(self, layout: Layout) -> str:
        """What comes before the records of an input like this. Inputs with another cannot go to the same file."""

    def chunk(self, chunk: Chunk, pairs: Sequence[tuple[Record, Answer | None]]) -> Any:
        """Records with their answers (None for a bad one): text or bytes, or for a table what its file takes."""


@runtime_checkable
class Refuses(Protocol):
    """A writer that cannot write every record."""

    def refusal(self, record: Record, layout: Layout) -> str | None:
        """Why a record cannot be written with its answer, and so is a bad one; usually None."""


class TableFile(Protocol):
    """A table that is being written to a stream."""

    def write(self, output: Any) -> None:
        """What `TableWriter.chunk` has made."""

    def close(self) -> None:
        """Write what makes the file complete."""


@runtime_checkable
class TableWriter(Writer, Protocol):
    """How a binary table is written. Its header is not: it only tells apart inputs that do not go together."""

    def open(self, stream: BinaryIO, layout: Layout) -> TableFile:
        """A table with the columns of such an input, and ours."""


def record_too_long(chunk: Chunk) -> Record:
    """A record of which there is only the beginning."""
    source = chunk.data.decode("utf-8", "backslashreplace") + "…"
    fields = {"raw": source} if chunk.layout.columns is None else {}
    error = too_long(chunk.layout, chunk.too_long, "bytes or more")
    return Record("", chunk.layout.format, source, fields, chunk.line + 1, error)


def too_long(layout: Layout, size: int, unit: str = "bytes") -> str:
    """What is wrong with a record of that size."""
    what = f"the record has {size:,} {unit}, and {layout.max_record:,} are allowed"
    return f"{what}; --max-record allows more"


def one_line(text: str) -> str:
    """The text with line ends made visible, for formats that give a record one line."""
    return text.replace("\r", "\\r").replace("\n", "\\n")
