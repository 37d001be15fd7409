"""Atomic writes: a file has its name only when it is complete. Only this module names temporary files.

Until then it is `.NAME.part`, which is removed if anything fails; an old file stays as it is. A second run that writes
the same file gets an error, and what a killed run has left is overwritten. A file that is replaced keeps its
permissions, and a symbolic link still points to it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from mixlid.errors import MixlidError

#: A symbolic link of that name, which anybody may have put there, is not followed.
_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)


class PartFile:
    """A file that is being written, locked for this run."""

    def __init__(self, name: str | os.PathLike[str]) -> None:
        self._name, self._path = os.fspath(name), resolved(name)
        self._part = self._path.with_name(f".{self._path.name}.part")
        with as_sentence(name):
            self.stream: BinaryIO = os.fdopen(os.open(self._part, _FLAGS, 0o666), "r+b")
        try:
            _lock(self.stream, self._part, self._name)
            self.stream.truncate(0)
        except BaseException:
            self.stream.close()
            raise

    def write(self, output: Any) -> None:
        with as_sentence(self._name):
            self.stream.write(output)

    def finish(self) -> None:
        """Give the file its name, once it would survive a power failure."""
        with as_sentence(self._name):
            self.stream.flush()
            os.fsync(self.stream.fileno())
            if os.name == "nt":
                self.stream.close()  # Windows cannot rename an open file
            _give_name(self._part, self._path)
        self.stream.close()

    def abort(self) -> None:
        steps = (self._part.unlink, self.stream.close)  # another run may have it once it is closed, and not locked
        for step in reversed(steps) if os.name == "nt" else steps:  # Windows cannot remove an open file
            with suppress(OSError):  # the disk may be full
                step()


@contextmanager
def complete_file(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A stream to a file that has its name if nothing fails. A device or a named pipe is written in place."""
    real = resolved(path)
    if real.exists() and not real.is_file():
        with as_sentence(path):
            stream = real.open("wb")
        with stream:
            yield stream
        return
    file = PartFile(path)
    try:
        yield file.stream
        file.finish()
    except BaseException:
        file.abort()
        raise


def resolved(path: str | os.PathLike[str]) -> Path:
    """The file that a path resolves to; `MixlidError` if its links form a loop."""
    try:
        return Path(path).resolve()
    except (OSError, RuntimeError) as error:  # which one a loop of links raises depends on the version of Python
        raise MixlidError(f"{os.fspath(path)} cannot be written: its links lead in a circle") from error


def _give_name(part: Path, path: Path) -> None:
    """Rename a complete part to the file, with the permissions of the file that it replaces."""
    if path.exists():
        part.chmod(path.stat().st_mode & 0o7777)
    os.replace(part, path)  # noqa: PTH105 (a test looks for it)
    with suppress(OSError):  # not every system lets a folder be opened, which makes the new name durable
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


@contextmanager
def as_sentence(name: str | os.PathLike[str]) -> Iterator[None]:
    """Turn an `OSError` into an error that says which file cannot be written, and why."""
    try:
        yield
    except BrokenPipeError:
        raise  # the reader of a named pipe has gone away: the command ends quietly
    except OSError as error:
        raise MixlidError(f"{os.fspath(name)} cannot be written: {error.strerror or error}") from error


def _lock(stream: BinaryIO, part: Path, name: str) -> None:
    """Lock a part for as long as its stream is open; `MixlidError` if another run is writing it."""
    try:
        import fcntl
    except ImportError:  # not a Unix system
        return
    busy = MixlidError(f"{name} is being written by another run of mixlid")
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise busy from None
    except OSError:
        return  # a file system without locks
    with suppress(FileNotFoundError):
        if os.path.samestat(os.fstat(stream.fileno()), part.stat()):
            return
    raise busy  # it was renamed or removed between opening and locking: what we hold is that run's
