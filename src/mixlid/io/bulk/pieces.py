"""The work on one chunk: parse, identify, filter, format, pack. It travels to every worker process once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from mixlid.documents import identify_document
from mixlid.identifier import Identifier
from mixlid.io import formats
from mixlid.io.bulk.filters import Filter
from mixlid.io.bulk.tally import Tally
from mixlid.io.formats.forms import Form
from mixlid.io.formats.records import Chunk, Record, Unit, Writer, record_too_long
from mixlid.io.packed import packed
from mixlid.result import Answer

OnError = Literal["fail", "keep", "skip"]
#: Bad records of a run that are reported one by one; all are counted.
REPORTED = 10


@dataclass(frozen=True, slots=True)
class Piece:
    """A chunk and the form in which it is to come out; a chunk without data only says that an input begins."""

    chunk: Chunk
    into: Form


@dataclass(frozen=True, slots=True)
class Done:
    """What has become of a chunk: finished bytes (for a table what its file takes), and what there was in it."""

    output: Any
    tally: Tally
    #: Sentences about bad records.
    notes: tuple[str, ...] = ()
    #: The sentence about the bad record that ends the run; what is before it is in `output`.
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class Work:
    identifier: Identifier
    #: By output format.
    writers: Mapping[str, Writer]
    filter: Filter = field(default_factory=Filter)
    on_error: OnError = "fail"
    unit: Unit = "line"
    min_share: float = 0.0

    def __call__(self, piece: Piece) -> Done:
        chunk, tally = piece.chunk, Tally()
        if chunk.data is None:
            return Done(None, tally)
        reader = formats.reader(chunk.layout.format)
        records = [record_too_long(chunk)] if chunk.too_long else list(reader.records(chunk))
        bad = [record for record in records if record.error is not None]
        notes = tuple(f"{place_of_record(chunk, record)}: {record.error}" for record in bad[:REPORTED])
        failure = None
        if bad and self.on_error == "fail":
            failure = notes[0]
            records, notes = records[: records.index(bad[0])], ()
        pairs = [(record, answer) for record, answer in self._answers(records) if self._stays(record, answer, tally)]
        writer = self.writers[piece.into.format]
        output = writer.chunk(chunk, pairs)
        if isinstance(output, str):
            # A lone surrogate, which JSON can smuggle in, has no UTF-8 form; as an escape it is still valid JSON.
            output = output.encode("utf-8", "backslashreplace")
        if isinstance(output, bytes):
            output = packed(output, piece.into.packing)
        return Done(output, tally, notes, failure)

    def _answers(self, records: list[Record]) -> Iterator[tuple[Record, Answer | None]]:
        texts = [record.text for record in records if record.error is None]
        answers: Iterator[Answer]
        if self.unit == "line":
            answers = self.identifier.identify_many(texts)
        else:
            answers = (identify_document(self.identifier, text, self.min_share) for text in texts)
        return ((record, None if record.error is not None else next(answers)) for record in records)

    def _stays(self, record: Record, answer: Answer | None, tally: Tally) -> bool:
        """Whether a record is written; it is counted either way."""
        tally.records += 1
        if answer is None:
            tally.bad += 1
            stays = self.on_error == "keep"
            tally.skipped += not stays
        else:
            tally.characters += len(record.text)
            tally.add_answer(answer)
            stays = self.filter.passes(answer)
            tally.filtered += not stays
        tally.written += stays
        return stays


def place_of_record(chunk: Chunk, record: Record) -> str:
    """The file and the line, for messages."""
    is_table = formats.FORMATS[chunk.layout.format].is_table
    return f"{chunk.layout.name}, {'row' if is_table else 'line'} {record.line}"
