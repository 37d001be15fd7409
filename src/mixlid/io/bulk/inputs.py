"""The inputs of a run as one stream of chunks, each with its end position, or as records."""

from __future__ import annotations

import os
import select
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

from mixlid.errors import InputError
from mixlid.io import formats
from mixlid.io.bulk.chunk_worker import ChunkTask, OnError, place_of_record
from mixlid.io.bulk.plan import Plan, Source
from mixlid.io.formats.columns import with_table_columns
from mixlid.io.formats.records import Chunk, Layout, Position, ReadMode, ReadOptions, Record, records_in
from mixlid.io.formats.sniff import check_is_text, encoding_of, sniff
from mixlid.io.streams import PeekableStream, as_utf8, beginning, decompressed, input_errors, open_input


class Place(NamedTuple):
    """Where a chunk belongs."""

    task: int
    layout: Layout
    #: Bytes of all input files on disk up to its end.
    read: int
    #: It announces a new input, and has no records.
    begins: bool = False


class Inputs:
    """Chunks in order. `places` holds those of chunks that are handed out and not finished.

    `by_columns` is called once for each input, as soon as its layout is known.
    """

    def __init__(
        self,
        plan: Plan,
        options: ReadOptions,
        modes: tuple[ReadMode, ReadMode],
        by_columns: Callable[[Layout, str], bool],
    ) -> None:
        self._by_columns = by_columns
        self._plan, self._options, self._modes = plan, options, modes
        self.places: deque[Place] = deque()
        #: The pipe that is being read, if one is.
        self._pipe: BinaryIO | None = None
        #: A reading error. With several processes, reading is far ahead of writing, so it is raised later.
        self.failure: InputError | None = None

    def is_late(self) -> bool:
        """Whether a pipe is being read on which nothing has arrived; where the system cannot tell, it is not."""
        if self._pipe is None:
            return False
        try:
            return not select.select([self._pipe], [], [], 0)[0]
        except (OSError, ValueError):  # not a file of the system; on Windows only sockets can be asked
            return False

    def tasks(self) -> Iterator[ChunkTask]:
        read, by_columns = 0, False
        try:
            for task_number, task in enumerate(self._plan.tasks):
                into_table = formats.get(task.file_type.format).columns == "fixed"
                for source in task.sources:
                    for chunk, here in self._chunks(source, into_table):
                        begins = chunk.data is None
                        if begins and source.texts is None:
                            by_columns = self._by_columns(chunk.layout, task.file_type.format)
                        self.places.append(Place(task_number, chunk.layout, read + here, begins))
                        yield ChunkTask(chunk, task.file_type, by_columns)
                    read += size_of(source)
        except InputError as error:
            self.failure = error

    def _chunks(self, source: Source, into_table: bool) -> Iterator[tuple[Chunk, int]]:
        is_table = formats.get(source.file_type.format).is_table
        reader = formats.reader(source.file_type.format)
        if source.texts is not None:
            layout = Layout(source.shown)
            yield Chunk(layout, None, 0, Position()), 0
            yield Chunk(layout, list(source.texts), 0, Position(0, len(source.texts))), 0
            return
        with ExitStack() as stack:
            raw = stack.enter_context(open_input(source.name))
            size = os.fstat(raw.fileno()).st_size if source.is_file else 0
            self._pipe = None if source.is_file else raw
            if is_table and (source.file_type.compression or not source.is_file):
                what = f"{source.file_type.format} is read from uncompressed files, not from pipes"
                raise InputError(f"{source.shown}: {what}")
            stack.enter_context(input_errors(source.shown))
            if is_table:
                stream = raw
            else:
                peeked: Any = PeekableStream(raw, source.peeked) if source.peeked else raw
                text = decompressed(peeked, source.file_type.compression, source.shown)
                if source.encoding:
                    text = as_utf8(text, source.encoding, source.shown)
                stream = cast(BinaryIO, PeekableStream(text))
                if source.is_unrecognised:
                    _check_plain_text(stream, source)
            layout = replace(reader.layout(stream, source.shown, self._options), max_record=self._options.max_record)
            if into_table:
                layout = with_table_columns(layout, reader, stream, self._options.columns)

            def read(end: Position) -> int:
                return size * end.offset // layout.rows if layout.rows else raw.tell() if size else 0

            yield Chunk(layout, None, layout.start.line, layout.start), read(layout.start)
            for chunk in reader.chunks(stream, layout, self._modes[not source.is_file]):
                _check_whole(raw, size, source)
                yield chunk, read(chunk.end)
            _check_whole(raw, size, source)


def _check_whole(stream: BinaryIO, size: int, source: Source) -> None:
    """`InputError` if a file has become shorter than it was, since it would count as complete."""
    if size and os.fstat(stream.fileno()).st_size < size:
        raise InputError(f"{source.shown} was cut short while it was read: it had {size:,} bytes; start over")


def _check_plain_text(stream: BinaryIO, source: Source) -> None:
    """`InputError` for input that is certainly not plain text; by now the output format is fixed."""
    start = beginning(stream)
    encoding = "" if source.encoding else encoding_of(start)
    if not source.encoding and not encoding:
        check_is_text(start, source.shown)
    format = None if encoding else sniff(start, "txt", source.shown).format
    if encoding or format:
        option = f"--encoding {encoding}" if encoding else f"--from {format}"
        raise InputError(f"{source.shown} looks like {encoding or format}; say {option}, or --from txt for plain text")


def size_of(source: Source) -> int:
    return Path(source.name).stat().st_size if source.is_file else 0


def texts_of(
    plan: Plan, options: ReadOptions, on_error: OnError, note: Callable[[str], None] | None = None
) -> Iterator[str]:
    """Every text; a record that cannot be read is skipped, or raises `InputError` if `on_error` is `fail`.

    `note` is called with each choice that was made, such as the column of a table, once if all inputs agree.
    """
    return (record.text for _, record in records_of(plan, options, on_error, note))


def records_of(
    plan: Plan, options: ReadOptions, on_error: OnError, note: Callable[[str], None] | None = None
) -> Iterator[tuple[str, Record]]:
    """The same, as records with the name of their input."""
    said: set[str] = set()
    inputs = Inputs(plan, options, ("full", "full"), lambda *_: False)
    for task in inputs.tasks():
        inputs.places.clear()
        if task.chunk.data is None:
            for text in task.chunk.layout.notes:
                if note is not None and text not in said:
                    note(f"{task.chunk.layout.name}: {text}")
                    said.add(text)
            continue
        for record in records_in(formats.reader(task.chunk.layout.format), task.chunk):
            if record.is_null:
                continue
            if record.error is None:
                yield task.chunk.layout.name, record
            elif on_error == "fail":
                raise InputError(f"{place_of_record(task.chunk, record)}: {record.error}")
    if inputs.failure is not None:
        raise inputs.failure
