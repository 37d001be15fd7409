"""Where output goes: standard output (`-`), or a file that gets its final name once it is complete.

Until then it is called `.NAME.part`. A second run that wants to write the same file gets an error.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from mixlid._files import PART_FLAGS, as_sentence, complete_file, give_name, lock_file, resolved
from mixlid.errors import MixlidError
from mixlid.io.formats.records import TableFile


@contextmanager
def open_output(name: str) -> Iterator[BinaryIO]:
    """A stream to a file that appears once everything is written; if anything fails, an existing file is kept."""
    if name != "-":
        with complete_file(name) as stream:
            yield stream
        return
    yield standard_output()
    sys.stdout.buffer.flush()


def standard_output() -> BinaryIO:
    """Standard output as bytes; `MixlidError` if it is closed."""
    if sys.stdout is None:
        raise MixlidError("standard output is closed; give a file with -o")
    return sys.stdout.buffer


class Sink(Protocol):
    def write(self, output: Any) -> None: ...

    def sync(self) -> int | None:
        """Flush the output to disk and return its size; None if it cannot be continued from here."""

    def finish(self) -> None:
        """Close the complete output, and rename a file to its final name."""

    def abort(self, keep: bool) -> None:
        """Close the output of a failed run, and remove it unless `keep` is true."""


class StreamSink:
    """Standard output, a named pipe or a device."""

    def __init__(self, stream: BinaryIO, is_ours: bool) -> None:
        self._stream, self._is_ours = stream, is_ours

    def write(self, output: Any) -> None:
        self._stream.write(output)
        self._stream.flush()  # chunks are large, or somebody is typing

    def sync(self) -> int | None:
        return None

    def finish(self) -> None:
        if self._is_ours:
            self._stream.close()

    def abort(self, keep: bool) -> None:  # noqa: ARG002
        if self._is_ours:
            with suppress(OSError):
                self._stream.close()


class FileSink:
    """A file that is written from the start, or from an earlier checkpoint."""

    def __init__(self, name: str, begin_at: int = 0) -> None:
        self._name, self._path = name, resolved(name)
        self._part = part_path(self._path)
        with as_sentence(name):
            self.stream: BinaryIO = os.fdopen(os.open(self._part, PART_FLAGS, 0o666), "r+b")
        try:
            lock_file(self.stream, self._part, name)
            if self.stream.seek(0, os.SEEK_END) < begin_at:
                raise MixlidError(f"{self._part} is shorter than its checkpoint says; start over without --resume")
            self.stream.truncate(begin_at)
            self.stream.seek(begin_at)
        except BaseException:
            self.stream.close()
            raise

    def write(self, output: Any) -> None:
        with as_sentence(self._name):
            self.stream.write(output)

    def sync(self) -> int | None:
        with as_sentence(self._name):
            self.stream.flush()
            os.fsync(self.stream.fileno())
        return self.stream.tell()

    def finish(self) -> None:
        FileSink.sync(self)
        with as_sentence(self._name):
            if os.name == "nt":
                self.stream.close()  # Windows cannot rename an open file
            give_name(self._part, self._path, durable=True)
        self.stream.close()

    def abort(self, keep: bool) -> None:
        with suppress(OSError):  # the disk may be full
            self.stream.close()
        if not keep:
            self._part.unlink(missing_ok=True)


class TableSink(FileSink):
    """A binary table, which cannot be continued: a resumed run writes it from the start."""

    def __init__(self, name: str, open_table: Callable[[BinaryIO], TableFile]) -> None:
        super().__init__(name)
        try:
            self._table = open_table(self.stream)
        except BaseException:
            super().abort(keep=False)
            raise

    def write(self, output: Any) -> None:
        with as_sentence(self._name):
            self._table.write(output)

    def sync(self) -> int | None:
        return None

    def finish(self) -> None:
        with as_sentence(self._name):
            self._table.close()
        super().finish()

    def abort(self, keep: bool) -> None:
        with suppress(OSError, ValueError):
            self._table.close()
        super().abort(keep)


def open_stream(name: str) -> StreamSink:
    """Standard output (`-`), or a pipe or device in the file system."""
    if name == "-":
        return StreamSink(standard_output(), is_ours=False)
    with as_sentence(name):
        return StreamSink(Path(name).open("wb"), is_ours=True)


def part_path(path: Path) -> Path:
    return path.with_name(f".{path.name}.part")
