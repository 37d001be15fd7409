"""The run: sends chunks to processes or threads, and writes their output."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from mixlid._files import PartFile
from mixlid._threads import in_threads
from mixlid.errors import InputError
from mixlid.io import formats
from mixlid.io.bulk.chunk_worker import MAX_REPORTED, ChunkResult, ChunkWorker
from mixlid.io.bulk.inputs import Inputs, Place, size_of
from mixlid.io.bulk.plan import Plan
from mixlid.io.bulk.summary import Summary
from mixlid.io.formats.records import ReadMode, ReadOptions, TableWriter
from mixlid.io.output import Sink, TableSink, open_stream
from mixlid.io.streams import STANDARD, compressed

#: What a terminal may obey, in place of showing it: control characters but tabs and line ends, and what reorders text.
#: On a terminal they are written as in JSON; text for people has escapes of its own.
_UNSAFE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]|\r(?!\n)")


class Meter(Protocol):
    """Receives the progress of a run."""

    def at(self, done: int, *, share: float | None = None) -> None:
        """Records so far, and their share of the input, if known."""


class Job(NamedTuple):
    """Everything that a run needs."""

    plan: Plan
    worker: ChunkWorker
    read: ReadOptions
    #: How to read files, and how to read standard input and other pipes.
    modes: tuple[ReadMode, ReadMode]
    jobs: int
    progress: Meter
    note: Callable[[str], None]
    #: Use threads instead of processes.
    in_threads: bool = False
    #: The output is a terminal, which control characters must not reach.
    on_screen: bool = False


class Run:
    """Executes a job."""

    def __init__(self, job: Job) -> None:
        self._job, self._plan = job, job.plan
        self._summary = Summary()
        self._task = -1
        self._sink: Sink | None = None
        self._header = ""
        #: Notes shown so far: those that many files share are shown once.
        self._said: set[str] = set()
        self._bytes = sum(map(size_of, self._plan.sources)) if self._plan.from_files else 0

    def execute(self) -> Summary:
        """Do all of it. If it fails, the unfinished output is removed; complete ones stay."""
        worker = self._job.worker
        inputs = Inputs(self._plan, self._job.read, self._job.modes, worker.may_take_columns)
        done_chunks: Iterator[ChunkResult]
        if self._job.jobs == 1:
            done_chunks = map(worker, inputs.tasks())
        elif self._job.in_threads:
            done_chunks = in_threads(worker, inputs.tasks(), self._job.jobs, inputs.is_late)
        else:
            from mixlid._processes import ordered_map  # slow to import

            done_chunks = ordered_map(worker, inputs.tasks(), self._job.jobs, inputs.is_late)
        try:
            for done in done_chunks:
                self._accept(done, inputs.places.popleft())
            if inputs.failure is not None:
                raise inputs.failure
            self._finish_task()
        except BaseException:
            if self._sink is not None:
                self._sink.abort()
            raise
        return self._summary

    def _accept(self, done: ChunkResult, place: Place) -> None:
        if place.begins:
            self._begin_source(place)
            return
        before = self._summary.bad
        self._summary.add(done.summary)
        if done.output is not None:
            self._write(done.output)
        for text in done.notes[: max(MAX_REPORTED - before, 0)]:
            self._job.note(text)
        if before < MAX_REPORTED <= self._summary.bad:
            self._job.note("further bad records are only counted")
        if done.failure is not None:
            raise InputError(done.failure)
        share = place.read / self._bytes if self._bytes else None
        self._job.progress.at(self._summary.records, share=share)

    def _write(self, output: Any) -> None:
        assert self._sink is not None  # every input is announced by a chunk without data
        if self._job.on_screen and "colours" not in formats.get(self._plan.tasks[self._task].file_type.format).shows:
            output = _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", output.decode()).encode()
        self._sink.write(output)

    def _begin_source(self, place: Place) -> None:
        task = self._plan.tasks[place.task]
        for text in place.layout.notes:
            if text not in self._said:
                self._said.add(text)
                self._job.note(f"{place.layout.name}: {text}")
        writer, output = self._job.worker.writers[task.file_type.format], task.output
        header = writer.header(place.layout)
        if place.task != self._task:
            self._finish_task()
            self._task, self._header = place.task, header
            if self._plan.folder is not None:
                Path(output).parent.mkdir(parents=True, exist_ok=True)
            if isinstance(writer, TableWriter):
                self._sink = TableSink(output, partial(writer.open, layout=place.layout))
            else:
                is_stream = output == STANDARD or (Path(output).exists() and not Path(output).is_file())
                self._sink = open_stream(output) if is_stream else PartFile(output)
            if header and not formats.get(task.file_type.format).is_table:
                self._write(compressed(header.encode("utf-8", "backslashreplace"), task.file_type.compression))
        if header != self._header:
            first = task.sources[0].shown
            raise InputError(f"{place.layout.name}: its columns are not those of {first}; write it to another file")

    def _finish_task(self) -> None:
        """Complete the output, which then gets its name."""
        if self._sink is None:
            return
        task = self._plan.tasks[self._task]
        if footer := getattr(self._job.worker.writers[task.file_type.format], "footer", ""):
            self._write(compressed(footer.encode(), task.file_type.compression))
        self._sink.finish()
        self._sink = None
