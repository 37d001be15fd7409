"""The run: sends chunks to processes or threads, writes their output, and saves checkpoints."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from mixlid._files import resolved
from mixlid._threads import in_threads
from mixlid.errors import InputError
from mixlid.io import formats
from mixlid.io.bulk.checkpoint import Checkpoint, CheckpointFile
from mixlid.io.bulk.chunk_worker import MAX_REPORTED, ChunkResult, ChunkWorker
from mixlid.io.bulk.inputs import Inputs, Place, size_of
from mixlid.io.bulk.plan import Plan, Task
from mixlid.io.bulk.summary import Summary
from mixlid.io.formats.records import Layout, Position, ReadMode, ReadOptions, TableWriter
from mixlid.io.output import FileSink, Sink, TableSink, open_stream, part_path
from mixlid.io.streams import STANDARD, compressed

#: Seconds between checkpoints, since each waits for the disk; the first comes with the first chunk.
CHECKPOINT_EVERY = 1.0
#: What a terminal may obey, in place of showing it: control characters but tabs and line ends, and what reorders text.
#: On a terminal they are written as in JSON; text for people has escapes of its own.
_UNSAFE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]|\r(?!\n)")


class Meter(Protocol):
    """Receives the progress of a run."""

    def at(self, done: int, *, share: float | None = None) -> None:
        """Records so far, and their share of the input, if known."""

    def begin_at(self, share: float) -> None:
        """The share of the input that an earlier run finished."""


class Job(NamedTuple):
    """Everything that a run needs."""

    plan: Plan
    worker: ChunkWorker
    read: ReadOptions
    #: How to read files, and how to read standard input and other pipes.
    modes: tuple[ReadMode, ReadMode]
    jobs: int
    #: None if the run cannot be continued (pipes).
    checkpoint: CheckpointFile | None
    #: Where an interrupted run ended.
    start: Checkpoint | None
    progress: Meter
    note: Callable[[str], None]
    #: Use threads instead of processes.
    in_threads: bool = False
    #: The output is a terminal, which control characters must not reach.
    on_screen: bool = False


def run(job: Job) -> Summary:
    """Execute the job. If it fails, unfinished outputs are removed, or kept if there is a checkpoint for them."""
    with nullcontext() if job.checkpoint is None else job.checkpoint.locked():
        return _Run(job).run()


class _Run:
    def __init__(self, job: Job) -> None:
        self._job, self._plan = job, job.plan
        start = job.start
        self._summary = Summary.from_dict(start.summary) if start else Summary()
        self._task = -1
        #: Whether a checkpoint exists for the output being written.
        self._has_checkpoint = False
        self._sink: Sink | None = None
        self._header = start.header if start else ""
        self._last_checkpoint = float("-inf")
        #: Notes shown so far: those that many files share are shown once.
        self._said: set[str] = set()
        self._bytes = sum(map(size_of, self._plan.sources)) if self._plan.from_files else 0

    def run(self) -> Summary:
        start = self._job.start
        place = (start.task, start.source, start.position) if start else (0, 0, Position())
        if start is not None and start.complete:
            self._rename_complete_outputs(start)
            place = (start.task + 1, 0, Position())
            self._task, self._header = start.task, ""
        elif start is None and self._job.checkpoint is not None:
            self._job.checkpoint.remove()  # from a run that is now started over
        worker = self._job.worker
        inputs = Inputs(self._plan, self._job.read, self._job.modes, place, worker.may_take_columns)
        try:
            for done in self._share()(worker, inputs.tasks(), self._job.jobs, inputs.is_late):
                self._accept(done, inputs.places.popleft())
            if inputs.failure is not None:
                raise inputs.failure
            self._finish_task()
        except BaseException:
            checkpoint = self._job.checkpoint
            if self._sink is not None:
                self._sink.abort(keep=self._has_checkpoint and checkpoint is not None and checkpoint.exists)
            raise
        if self._job.checkpoint is not None:
            self._job.checkpoint.remove()
        return self._summary

    def _share(self) -> Callable[..., Iterator[ChunkResult]]:
        """What shares the work among threads or processes."""
        if self._job.in_threads or self._job.jobs == 1:
            return in_threads
        from mixlid._processes import ordered_map  # slow to import

        return ordered_map

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
        self._save_if_due(place)

    def _write(self, output: Any) -> None:
        assert self._sink is not None  # every input is announced by a chunk without data
        if self._job.on_screen and "colours" not in formats.get(self._plan.tasks[self._task].file_type.format).shows:
            output = _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", output.decode()).encode()
        self._sink.write(output)

    def _begin_source(self, place: Place) -> None:
        task = self._plan.tasks[place.task]
        resumed = self._job.start is not None and self._job.start.task == place.task and not self._job.start.complete
        for text in place.layout.notes:
            if text not in self._said:
                self._said.add(text)
                self._job.note(f"{place.layout.name}: {text}")
        writer = self._job.worker.writers[task.file_type.format]
        header = writer.header(place.layout)
        if place.task != self._task:
            self._finish_task()
            self._task, self._has_checkpoint = place.task, resumed
            start = self._job.start if resumed else None
            self._sink = self._open(task, place.layout, start.written if start is not None else 0)
            if not resumed:
                self._header = header
                if header and not formats.get(task.file_type.format).is_table:
                    self._write(compressed(header.encode("utf-8", "backslashreplace"), task.file_type.compression))
        if resumed and self._bytes:
            self._job.progress.begin_at(place.read / self._bytes)
        if header != self._header:
            first = task.sources[0].shown
            raise InputError(f"{place.layout.name}: its columns are not those of {first}; write it to another file")

    def _open(self, task: Task, layout: Layout, at: int) -> Sink:
        writer, output = self._job.worker.writers[task.file_type.format], task.output
        if self._plan.folder is not None:
            Path(output).parent.mkdir(parents=True, exist_ok=True)
        if isinstance(writer, TableWriter):
            return TableSink(output, partial(writer.open, layout=layout))
        is_stream = output == STANDARD or (Path(output).exists() and not Path(output).is_file())
        return open_stream(output) if is_stream else FileSink(output, at)

    def _save_if_due(self, place: Place) -> None:
        """Save a checkpoint after this chunk, if one is due."""
        if self._job.checkpoint is None or time.monotonic() - self._last_checkpoint < CHECKPOINT_EVERY:
            return
        assert self._sink is not None
        written = self._sink.sync()
        if written is not None:
            self._save_checkpoint(place.source, place.end, written)

    def _save_checkpoint(self, source: int, position: Position, written: int, complete: bool = False) -> None:
        if self._job.checkpoint is not None:
            self._has_checkpoint = True  # set before saving: Ctrl-C may come at any moment
            self._job.checkpoint.save(
                Checkpoint(
                    task=self._task,
                    source=source,
                    position=position,
                    written=written,
                    complete=complete,
                    header=self._header,
                    on_error=self._job.worker.on_error,
                    summary=self._summary.to_dict(),
                )
            )
            self._last_checkpoint = time.monotonic()

    def _finish_task(self) -> None:
        """Rename the output; before that, save a checkpoint that says it is complete, in case of a crash in between."""
        if self._sink is None:
            return
        task = self._plan.tasks[self._task]
        if footer := getattr(self._job.worker.writers[task.file_type.format], "footer", ""):
            self._write(compressed(footer.encode(), task.file_type.compression))
        written = self._sink.sync()
        last = self._task + 1 == len(self._plan.tasks)
        checkpoint = self._job.checkpoint
        if written is not None and checkpoint is not None and (checkpoint.exists or not last):
            self._save_checkpoint(0, Position(), written, complete=True)
        self._sink.finish()
        self._sink = None
        if written is None and not last:  # a binary table: complete ones stay, an unfinished one is written again
            self._save_checkpoint(0, Position(), 0, complete=True)

    def _rename_complete_outputs(self, start: Checkpoint) -> None:
        """Rename the last output, which was complete but may not have its final name yet."""
        task = self._plan.tasks[start.task]
        if not formats.get(task.file_type.format).is_table and part_path(resolved(task.output)).exists():
            FileSink(task.output, start.written).finish()
