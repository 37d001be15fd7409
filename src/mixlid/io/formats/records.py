"""The protocols of a format: cutting input into chunks, chunks into records, and writing answers.

Reading has two steps. The main process only splits the stream into chunks at ends of records, which is cheap; a worker
process parses the chunk. What chunks there are depends on the stream alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, NamedTuple, Protocol, runtime_checkable

from mixlid.results.fields import Output
from mixlid.results.result import Answer

if TYPE_CHECKING:
    from mixlid.results.runs import RunOptions

#: Bytes of a chunk at the beginning of an input, but for the rest of its last record; less than any limit for a record
#: (`--max-record`). Further on chunks are larger: what is done once for each takes as long as fifty lines.
CHUNK_BYTES, MOST_CHUNK_BYTES = 3 << 14, 1 << 18
#: Records of a chunk in formats that are not streams of bytes.
CHUNK_ROWS = 1000

#: The default limit for the bytes of a record. Identifying a text takes some hundred times its size in memory, two
#: hundred times if it consists of single letters, and more if its words are written too.
MAX_RECORD = 2_000_000
#: How much of an overlong record is kept, to show which it is.
SHOWN_BYTES = 200

#: How a stream is read: in full chunks, whatever has arrived (pipes), or line by line (typed input).
ReadMode = Literal["full", "available", "line"]


class Annotation(NamedTuple):
    """A span of a record's text whose language the input gives."""

    start: int
    end: int
    #: As in the input: a label, any kind of code, or a word for no language (`other`, `ne`, `_`).
    code: str


@dataclass(frozen=True, slots=True)
class Record:
    """A text to identify, and what is needed to write it back with its answer. A bad record has an `error`."""

    text: str
    #: The format of its input.
    format: str
    #: Its source without the line end; a CoNLL sentence has several lines, a CSV record may have.
    source: str
    #: Its fields, in formats that have fields.
    fields: Mapping[str, Any]
    #: The line where it begins, or its row in a table, from 1.
    line: int = 0
    #: Why it cannot be identified.
    error: str | None = None
    #: Languages that the input gives, in text order.
    annotations: tuple[Annotation, ...] = ()
    #: Names of such annotations that are not among the fields.
    annotation_names: frozenset[str] = frozenset()
    #: Its text is null: it is counted, and written without an answer.
    is_null: bool = False


@dataclass(frozen=True, slots=True)
class Position:
    """A position between two records: the bytes of the decompressed stream (or rows) and the lines before it."""

    offset: int = 0
    line: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """What is known about an input before its first record. It is sent with every chunk, so it is small."""

    #: For messages.
    name: str
    format: str = "txt"
    #: The columns or fields of every record; None if they may differ.
    columns: tuple[str, ...] | None = ("text",)
    #: The index of the text column; None is the last.
    text_column: int | None = None
    #: The columns that an output table keeps, in order; None is all.
    output_columns: tuple[str, ...] | None = None
    #: These are the fields of the first record: a record with others is refused, so that nothing is lost.
    from_first_record: bool = False
    #: The field that holds the text (jsonl).
    key: str = "text"
    #: The source of the header line, if there is one.
    header: str | None = None
    delimiter: str = ","
    #: The line end (csv).
    newline: str = "\n"
    #: The Arrow schema, if the data are record batches.
    schema: Any = None
    #: The number of rows of a table, if known.
    rows: int | None = None
    #: The limit for the bytes of a record.
    max_record: int = MAX_RECORD
    #: Where the first record begins.
    start: Position = Position()
    #: Choices to tell the user about.
    notes: tuple[str, ...] = ()

    def chunk_bytes(self, offset: int) -> int:
        """Bytes of the chunk that begins there, fewer than a record may have."""
        return max(CHUNK_BYTES, min(offset // 8, MOST_CHUNK_BYTES, 3 * self.max_record // 4))


class Chunk(NamedTuple):
    """The source of some records, and the position where the next chunk begins."""

    layout: Layout
    #: Bytes; a list for texts from the command line; for a table what its reader chooses, such as a record batch. None
    #: only announces a new input.
    data: Any
    #: Lines (rows) before the first one in `data`.
    line: int
    end: Position
    #: The bytes of a single overlong record, of which `data` is the beginning; else 0.
    too_long: int = 0


class ReadOptions(NamedTuple):
    """Options for reading."""

    key: str | None = None
    #: None: decide by the first line.
    header: bool | None = None
    max_record: int = MAX_RECORD
    #: The input columns that an output table keeps; None is all.
    columns: tuple[str, ...] | None = None


class View(Protocol):
    """Renders answers for people. It is sent to the worker processes once."""

    def show(self, answer: Answer) -> str: ...

    def show_bad(self, source: str) -> str:
        """Render a record without an answer."""


class WriteOptions(NamedTuple):
    """Options for writing, and what is the same for all records."""

    words: bool = False
    #: Write bad records too.
    keep: bool = False
    #: Which fields of an answer are written.
    output: Output = "line"
    #: Renders answers, for the format `text`.
    view: View | None = None
    #: What runs must have, for formats that have runs; None if they were not asked for.
    runs: RunOptions | None = None
    #: The voice of each language, by code, for speech.
    voices: Mapping[str, str] | None = None
    #: Put before the names of our fields.
    prefix: str = ""
    #: Write a CSV that Excel opens correctly.
    excel: bool = False
    #: Write labels (`deu_Latn`) even where a format has codes of its own (`de`).
    full_labels: bool = False


class Reader(Protocol):
    """Reads a format."""

    def layout(self, stream: BinaryIO, name: str, options: ReadOptions) -> Layout:
        """Read what comes before the records, such as a header; the stream stays there."""

    def chunks(self, stream: BinaryIO, layout: Layout, mode: ReadMode) -> Iterator[Chunk]:
        """The chunks from `layout.start` on, where the stream is."""

    def records(self, chunk: Chunk) -> Iterator[Record]:
        """The records of a chunk, including bad ones."""


class Writer(Protocol):
    """Writes a format; made from `WriteOptions`. It is sent to the worker processes once."""

    def header(self, layout: Layout) -> str:
        """What comes before the records. Inputs with different headers cannot go to the same file.

        What comes after the last one is the attribute `footer`, if there is one.
        """

    def chunk(self, chunk: Chunk, pairs: Sequence[tuple[Record, Answer | None]]) -> Any:
        """Records with their answers (None for a bad one) as bytes, or for a table as its file takes them."""


@runtime_checkable
class Refuses(Protocol):
    """A writer that cannot write every record."""

    def refusal(self, record: Record, layout: Layout) -> str | None:
        """Why a record cannot be written, which makes it a bad one; usually None."""


class TableFile(Protocol):
    """A table opened for writing."""

    def write(self, output: Any) -> None:
        """Write what `TableWriter.chunk` returned."""

    def close(self) -> None:
        """Complete the file."""


@runtime_checkable
class TableWriter(Writer, Protocol):
    """Writes a binary table. Its `header` is not written: it only tells whether inputs fit together."""

    def open(self, stream: BinaryIO, layout: Layout) -> TableFile:
        """A new table with the columns of the input, and ours."""


class Source(NamedTuple):
    """The lines of a record, as a stream has them; of a record that is too long only the beginning."""

    data: bytes
    #: Bytes and lines of the whole record.
    size: int
    lines: int


def chunks_of(records: Iterable[Source], layout: Layout, begin: Position, target: int) -> Iterator[Chunk]:
    """Chunks of at least `target` bytes; a record that is too long has one of its own."""
    data, end = b"", begin
    for source, size, lines in records:
        before, end = end, Position(end.offset + size, end.line + lines)
        if size == len(source):
            data += source
            if len(data) >= target:
                yield Chunk(layout, data, begin.line, end)
                data, begin = b"", end
            continue
        if data:
            yield Chunk(layout, data, begin.line, before)
        yield Chunk(layout, source, before.line, end, size)
        data, begin = b"", end
    if data:
        yield Chunk(layout, data, begin.line, end)


def records_in(reader: Reader, chunk: Chunk) -> Iterator[Record]:
    """The records of a chunk; one that is too long is a bad record, in every format."""
    layout = chunk.layout
    if chunk.too_long:  # only its beginning was read
        source = chunk.data.decode("utf-8", "backslashreplace") + "…"
        fields = {"raw": source} if layout.columns is None else {}
        yield Record("", layout.format, source, fields, chunk.line + 1, _too_long(chunk.too_long, layout))
        return
    for record in reader.records(chunk):
        size = len(record.text)
        if 4 * size > layout.max_record:
            size = len(record.text.encode("utf-8", "surrogatepass"))
        yield record if size <= layout.max_record else replace(record, text="", error=_too_long(size, layout))


def _too_long(size: int, layout: Layout) -> str:
    return f"the record has {size:,} bytes, and {layout.max_record:,} are allowed; --max-record allows more"


def one_line(text: str) -> str:
    """The text with line ends escaped, for formats with one line per record."""
    return text.replace("\r", "\\r").replace("\n", "\\n")
