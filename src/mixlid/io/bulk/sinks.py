"""Where output goes: a stream that is simply written to, or a file that has its name only when it is complete.

Until then a file is `.NAME.part` beside it. Two runs cannot write the same one: the second is told so.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO, Protocol

from mixlid._files import PART_FLAGS, as_sentence, give_name, lock_file, resolved
from mixlid.errors import MixlidError
from mixlid.io.formats.records import TableFile
from mixlid.io.output import standard_output
from mixlid.io.remote import upload


class Sink(Protocol):
    def write(self, output: Any) -> None: ...

    def sync(self) -> int | None:
        """Make the output so far durable, and return its size; None if it cannot be continued from here."""

    def finish(self) -> None:
        """Everything is written: rename the file to its final name."""

    def leave(self, keep: bool) -> None:
        """The run has failed: close the file, and remove it unless it is to be kept."""


class FramedSink:
    """A sink whose chunks have something between them and after the last, as the elements of an array have."""

    def __init__(self, sink: Sink, between: bytes, footer: bytes, has_some: bool) -> None:
        self._sink, self._between, self._footer, self._has_some = sink, between, footer, has_some
        self.begin, self.sync, self.finish, self.leave = sink.write, sink.sync, sink.finish, sink.leave

    def write(self, output: Any) -> None:
        if output:  # nothing of a chunk may be left
            self._sink.write(self._between + output if self._has_some else output)
            self._has_some = True

    def end(self) -> None:
        self._sink.write(self._footer)


class StreamSink:
    """Standard output, a named pipe or a device: written to and never replaced."""

    def __init__(self, stream: BinaryIO, is_ours: bool) -> None:
        self._stream, self._is_ours = stream, is_ours

    def write(self, output: Any) -> None:
        self._stream.write(output)
        self._stream.flush()  # a piece is a good part of a page, or what has just been typed

    def sync(self) -> int | None:
        return None

    def finish(self) -> None:
        if self._is_ours:
            self._stream.close()

    def leave(self, keep: bool) -> None:  # noqa: ARG002
        if self._is_ours:
            with suppress(OSError):
                self._stream.close()


class FileSink:
    """A file that is written from the start, or from the checkpoint of an earlier run."""

    def __init__(self, name: str, begin_at: int = 0) -> None:
        self._name, self._path = name, resolved(name)
        self._part = part_of(self._path)
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
                self.stream.close()  # there an open file cannot be renamed
            give_name(self._part, self._path, durable=True)
        self.stream.close()

    def leave(self, keep: bool) -> None:
        with suppress(OSError):  # what is in the buffer may not fit on the disk
            self.stream.close()
        if not keep:
            self._part.unlink(missing_ok=True)


class TableSink(FileSink):
    """A binary table: it cannot be continued, so it is written in one go or from the start."""

    def __init__(self, name: str, open_table: Callable[[BinaryIO], TableFile]) -> None:
        super().__init__(name)
        try:
            self._table = open_table(self.stream)
        except BaseException:
            super().leave(keep=False)
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

    def leave(self, keep: bool) -> None:
        with suppress(OSError, ValueError):
            self._table.close()
        super().leave(keep)


class Upload:
    """A file that lies elsewhere: it is written on this machine, and sent when it is complete."""

    def __init__(self, address: str, open_local: Callable[[str], Sink]) -> None:
        self._address, self._folder = address, TemporaryDirectory(prefix="mixlid-")
        self._local = Path(self._folder.name) / address.rpartition("/")[2]
        try:
            self._sink = open_local(str(self._local))
        except BaseException:
            self._folder.cleanup()
            raise

    def write(self, output: Any) -> None:
        self._sink.write(output)

    def sync(self) -> int | None:
        return None

    def finish(self) -> None:
        self._sink.finish()
        upload(self._local, self._address)
        self._folder.cleanup()

    def leave(self, keep: bool) -> None:  # noqa: ARG002
        self._sink.leave(keep=False)
        self._folder.cleanup()


def open_stream(name: str) -> StreamSink:
    """Standard output (`-`), or something in the file system that is not a plain file."""
    if name == "-":
        return StreamSink(standard_output(), is_ours=False)
    with as_sentence(name):
        return StreamSink(Path(name).open("wb"), is_ours=True)


def part_of(path: Path) -> Path:
    return path.with_name(f".{path.name}.part")
