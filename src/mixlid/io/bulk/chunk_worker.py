"""The work on one chunk: parse, identify, filter, format, compress. Threads share a worker; each process gets one."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from mixlid._kernel import kernel
from mixlid.errors import InputError
from mixlid.identifier import Identifier
from mixlid.io import formats
from mixlid.io.bulk.filters import Filter
from mixlid.io.bulk.summary import Summary
from mixlid.io.formats.added_fields import free_prefix
from mixlid.io.formats.file_types import FileType
from mixlid.io.formats.line_writer import ReadsOffsets, TextOffsets, WritesColumns
from mixlid.io.formats.records import Chunk, Layout, Record, Refuses, Writer, records_in
from mixlid.io.streams import compressed
from mixlid.results.fields import Output
from mixlid.results.result import Answer

OnError = Literal["fail", "keep", "skip"]
#: How many bad records of a run are reported one by one; all are counted.
MAX_REPORTED = 10
#: More threads would wait for Python's lock.
MAX_THREADS = 4
#: Held by the thread that makes objects of a whole chunk: taking turns at Python's lock would make two slower than one.
_BY_RECORDS = threading.Lock()


class ChunkTask(NamedTuple):
    """A chunk and the type of its output; a chunk without data only announces a new input."""

    chunk: Chunk
    into: FileType
    #: Texts are located in the chunk and answers are columns, so that only few records become objects. Chosen once for
    #: an input, before its first record is read.
    by_columns: bool


class ChunkResult(NamedTuple):
    """The output of a chunk (bytes, or for a table what its file takes), and its counts."""

    output: Any
    summary: Summary
    #: Messages about bad records.
    notes: tuple[str, ...] = ()
    #: The message about the bad record that ends the run; the records before it are in `output`.
    failure: str | None = None


class _Records(NamedTuple):
    """The records of a chunk that can be identified and written, with messages as in `ChunkResult`."""

    chunk: Chunk
    records: list[Record]
    notes: tuple[str, ...]
    failure: str | None


@dataclass(frozen=True, slots=True)
class ChunkWorker:
    identifier: Identifier
    #: By output format.
    writers: Mapping[str, Writer]
    filter: Filter = field(default_factory=Filter)
    on_error: OnError = "fail"
    #: Which fields of answers are written; with `sentences` each text is a document.
    output: Output = "line"
    #: By output format, names that a record may not have, since its own fields would be replaced.
    reserved: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def may_take_columns(self, layout: Layout, into: str) -> bool:
        """Whether the kernel is compiled, all records are written, and both formats can do without records."""
        reader, writer = formats.reader(layout.format), self.writers[into]
        return (
            self._has_columns
            and isinstance(reader, ReadsOffsets)
            and isinstance(writer, WritesColumns)
            and writer.takes_columns(layout, self.identifier.labels)
            and self._reserved(writer, into).isdisjoint(layout.columns or ("text",))
        )

    def prefers_threads(self, read: Iterable[str], jobs: int) -> bool:
        """Whether that many threads are cheaper than processes for inputs of these formats.

        They are where compiled code does nearly all the work, so that few threads wait for Python's lock.
        """
        return (
            jobs <= MAX_THREADS
            and self._has_columns
            and self.identifier._uses_threads
            and all(isinstance(formats.reader(one), ReadsOffsets) for one in read)
            and all(isinstance(writer, WritesColumns) for writer in self.writers.values())
        )

    @property
    def _has_columns(self) -> bool:
        return kernel() == "compiled" and self.output != "sentences" and self.filter == Filter()

    def __call__(self, task: ChunkTask) -> ChunkResult:
        chunk, into = task.chunk, task.into
        if chunk.data is None:
            return ChunkResult(None, Summary())
        try:
            done = self._by_columns(chunk, into.format) if task.by_columns and not chunk.too_long else None
            done = done or self._by_records(chunk, into.format)
        except MemoryError:
            what = "there is not enough memory; use fewer jobs, or a smaller --max-record with --on-error skip"
            raise InputError(f"{chunk.layout.name}, after line {chunk.line}: {what}") from None
        if into.compression and isinstance(done.output, bytes):
            return done._replace(output=compressed(done.output, into.compression))
        return done

    def _by_columns(self, chunk: Chunk, into: str) -> ChunkResult | None:
        """Records that need an object are done by records, between the others; None if all are to be."""
        reader: Any = formats.reader(chunk.layout.format)
        writer: Any = self.writers[into]
        offsets: TextOffsets = reader.offsets(chunk, self._reserved(writer, into))
        usable = [(before, self._usable(_piece(chunk, begin, end), into)) for before, begin, end in offsets.others]
        failed = next((number for number, (_, records) in enumerate(usable) if records.failure), None)
        if failed is not None:
            usable = usable[: failed + 1]
            offsets = offsets._replace(places=offsets.places[:, : usable[failed][0]])
        answers = self.identifier.identify_utf8(offsets.data, *offsets.places[:2], words=writer.with_words)
        if answers is None:  # a text is not UTF-8
            return None
        count = offsets.places.shape[1]
        summary = Summary(records=count, characters=int(offsets.lengths().sum()), written=count)
        summary.add_columns(answers)
        mixing, done, others = answers.number("code_mixing"), 0, []
        for before, records in usable:
            summary.add_mixing(mixing[done:before])
            others.append((before, self._written(records, into, summary)))
            done = before
        summary.add_mixing(mixing[done:])
        output = writer.from_columns(chunk, offsets, answers, others)
        if failed is not None:
            return ChunkResult(output, summary, failure=usable[failed][1].failure)
        notes = tuple(text for _, records in usable for text in records.notes)
        return ChunkResult(output, summary, notes[:MAX_REPORTED])

    def _reserved(self, writer: WritesColumns, into: str) -> frozenset[str]:
        return self.reserved.get(into, frozenset()) | writer.replaced

    def _by_records(self, chunk: Chunk, into: str) -> ChunkResult:
        with _BY_RECORDS:
            summary, records = Summary(), self._usable(chunk, into)
            return ChunkResult(self._written(records, into, summary), summary, records.notes, records.failure)

    def _usable(self, chunk: Chunk, into: str) -> _Records:
        """The records of a chunk before the one that ends the run, if one does."""
        records = self._writable(list(records_in(formats.reader(chunk.layout.format), chunk)), chunk, into)
        bad = [record for record in records if record.error is not None]
        notes = tuple(f"{place_of_record(chunk, record)}: {record.error}" for record in bad[:MAX_REPORTED])
        failure = None
        if bad and self.on_error == "fail":
            failure = notes[0]
            records, notes = records[: records.index(bad[0])], ()
        lossy = self._first_lossy_record(records, chunk, into)
        if lossy is not None:
            place, failure = lossy
            records, notes = records[:place], ()
        return _Records(chunk, records, notes, failure)

    def _written(self, records: _Records, into: str, summary: Summary) -> Any:
        """The output for records, which are counted."""
        written = [one for one in self._answers(records.records) if self._is_written(*one, summary)]
        return self.writers[into].chunk(records.chunk, written)

    def _writable(self, records: list[Record], chunk: Chunk, into: str) -> list[Record]:
        """The records, with an error on those that this format cannot write."""
        writer = self.writers[into]
        if not isinstance(writer, Refuses):
            return records
        refusals = [None if one.error else writer.refusal(one, chunk.layout) for one in records]
        return [replace(one, error=why) if why else one for one, why in zip(records, refusals, strict=True)]

    def _first_lossy_record(self, records: list[Record], chunk: Chunk, into: str) -> tuple[int, str] | None:
        """The index of the first record with a field that the output would replace or drop, and the message."""
        reserved, layout = self.reserved.get(into, frozenset()), chunk.layout
        known = frozenset(layout.output_columns or ()) if layout.from_first_record else None
        for place, record in enumerate(records):
            names = record.fields.keys() | record.annotation_names
            if record.error is not None or (
                reserved.isdisjoint(names) and (known is None or record.fields.keys() <= known)
            ):
                continue
            where, taken = place_of_record(chunk, record), sorted(reserved & names)
            if taken:
                has_name = getattr(self.writers[into], "has_name", True)
                both = f"--prefix {free_prefix(names, 'mixlid_')} keeps both, " if has_name else ""
                return place, (
                    f"{where}: there is a field {taken[0]!r} already, which would be replaced; {both}"
                    "--force replaces it"
                )
            more = sorted(record.fields.keys() - (known or ()))
            return place, f"{where}: the first record has no field {more[0]!r}; choose the columns with --columns"
        return None

    def _answers(self, records: list[Record]) -> Iterator[tuple[Record, Answer | None]]:
        texts = [record.text for record in records if _has_text(record)]
        lid = self.identifier
        answers: Iterator[Answer]
        if self.output == "sentences":
            answers = lid.identify_documents(texts)
        elif self.output == "document":  # their sentences are one batch for the engine; some writers show words
            answers = iter(lid.identify_columns(texts, words=True))
        else:
            answers = lid.identify_many(texts)
        return ((record, next(answers) if _has_text(record) else None) for record in records)

    def _is_written(self, record: Record, answer: Answer | None, summary: Summary) -> bool:
        """Whether a record is written; it is counted in any case."""
        summary.records += 1
        if record.is_null:
            summary.nulls += 1
            is_written = self.filter == Filter()
            summary.filtered += not is_written
        elif answer is None:
            summary.bad += 1
            is_written = self.on_error == "keep"
            summary.skipped += not is_written
        else:
            summary.characters += len(record.text)
            summary.add_answer(answer)
            is_written = self.filter.passes(answer)
            summary.filtered += not is_written
        summary.written += is_written
        return is_written


def _has_text(record: Record) -> bool:
    return record.error is None and not record.is_null


def _piece(chunk: Chunk, begin: int, end: int) -> Chunk:
    """Some rows of a chunk, or some bytes with the end of their last line."""
    if isinstance(chunk.data, bytes):
        end = chunk.data.find(b"\n", end) + 1 or len(chunk.data)
        return chunk._replace(data=chunk.data[begin:end], line=chunk.line + chunk.data.count(b"\n", 0, begin))
    return chunk._replace(data=chunk.data.slice(begin, end - begin), line=chunk.line + begin)


def place_of_record(chunk: Chunk, record: Record) -> str:
    """The file and the line or row, for messages."""
    is_table = formats.get(chunk.layout.format).is_table
    return f"{chunk.layout.name}, {'row' if is_table else 'line'} {record.line}"
