"""The work on one chunk: parse, identify, filter, format, pack. It travels to every worker process once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from mixlid.documents import identify_auto, identify_document
from mixlid.identifier import Identifier
from mixlid.io import formats
from mixlid.io.bulk.by_columns import written
from mixlid.io.bulk.filters import Filter
from mixlid.io.bulk.tally import Tally
from mixlid.io.formats.forms import Form
from mixlid.io.formats.line_writer import LineWriter
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
    #: Records that are not in `output`, where they are kept in a file of their own.
    rejected: Any = None


@dataclass(frozen=True, slots=True)
class Work:
    identifier: Identifier
    #: By output format.
    writers: Mapping[str, Writer]
    filter: Filter = field(default_factory=Filter)
    on_error: OnError = "fail"
    unit: Unit = "line"
    min_share: float = 0.0
    #: By output format, the names that a record may not have, for its own fields would be replaced.
    reserved: Mapping[str, frozenset[str]] = field(default_factory=dict)
    #: How records are written that are left out, and how they are packed; None if they are not kept.
    rejected: Writer | None = None
    rejected_packing: str = ""

    def __call__(self, piece: Piece) -> Done:
        chunk, tally = piece.chunk, Tally()
        if chunk.data is None:
            return Done(None, tally)
        quick = self._by_columns(piece)
        if quick is not None:
            return Done(_as_bytes(quick[0], piece.into.packing), quick[1])
        reader = formats.reader(chunk.layout.format)
        records = [record_too_long(chunk)] if chunk.too_long else list(reader.records(chunk))
        records = self._writable(records, chunk, piece.into.format)
        bad = [record for record in records if record.error is not None]
        notes = tuple(f"{place_of_record(chunk, record)}: {record.error}" for record in bad[:REPORTED])
        failure = None
        if bad and self.on_error == "fail":
            failure = notes[0]
            records, notes = records[: records.index(bad[0])], ()
        lossy = self._first_that_loses_a_field(records, chunk, piece.into.format)
        if lossy is not None:
            place, failure = lossy
            records, notes = records[:place], ()
        kept: list[tuple[Record, Answer | None]] = []
        left: list[tuple[Record, Answer | None]] = []
        for record, answer in self._answers(records):
            (kept if self._stays(record, answer, tally) else left).append((record, answer))
        output = _as_bytes(self.writers[piece.into.format].chunk(chunk, kept), piece.into.packing)
        rejected = None
        if self.rejected is not None:
            rejected = _as_bytes(self.rejected.chunk(chunk, left), self.rejected_packing)
        return Done(output, tally, notes, failure, rejected)

    def _writable(self, records: list[Record], chunk: Chunk, into: str) -> list[Record]:
        """The same, where those that cannot be written in this format are bad ones."""
        writer = self.writers[into]
        if not isinstance(writer, LineWriter):
            return records
        refusals = [None if one.error else writer.refusal(one, chunk.layout) for one in records]
        return [replace(one, error=why) if why else one for one, why in zip(records, refusals, strict=True)]

    def _first_that_loses_a_field(self, records: list[Record], chunk: Chunk, into: str) -> tuple[int, str] | None:
        """The first record that has a field which the output would replace or leave out, and what to say of it."""
        reserved, layout = self.reserved.get(into, frozenset()), chunk.layout
        known = frozenset(layout.kept or ()) if layout.kept_from_first else None
        for place, record in enumerate(records):
            names = record.fields.keys()
            if record.error is not None or (reserved.isdisjoint(names) and (known is None or names <= known)):
                continue
            where, taken = place_of_record(chunk, record), sorted(reserved & names)
            if taken:
                return place, (
                    f"{where}: there is a field {taken[0]!r} already, which would be replaced; --prefix mixlid_ keeps "
                    "both, --force replaces it"
                )
            more = sorted(names - (known or ()))
            return place, f"{where}: the first record has no field {more[0]!r}; choose the columns with --columns"
        return None

    def _by_columns(self, piece: Piece) -> tuple[Any, Tally] | None:
        """The output without an object for each record, if that can be."""
        if self.unit != "line" or self.filter != Filter() or self.rejected is not None:
            return None
        into = piece.into.format
        return written(self.identifier, piece.chunk, self.writers[into], self.reserved.get(into, frozenset()))

    def _answers(self, records: list[Record]) -> Iterator[tuple[Record, Answer | None]]:
        texts = [record.text for record in records if record.error is None]
        answers: Iterator[Answer]
        if self.unit == "line":
            answers = self.identifier.identify_many(texts)
        elif self.unit == "auto":
            answers = (identify_auto(self.identifier, text, self.min_share) for text in texts)
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


def _as_bytes(output: Any, packing: str) -> Any:
    """What a writer has made, packed; for a table as it is."""
    if isinstance(output, str):
        # A lone surrogate, which JSON can smuggle in, has no UTF-8 form; as an escape it is still valid JSON.
        output = output.encode("utf-8", "backslashreplace")
    return packed(output, packing) if isinstance(output, bytes) else output


def place_of_record(chunk: Chunk, record: Record) -> str:
    """The file and the line, for messages."""
    is_table = formats.FORMATS[chunk.layout.format].is_table
    return f"{chunk.layout.name}, {'row' if is_table else 'line'} {record.line}"
