"""Atomic writes: a file appears under its name only when it is complete. Only this module names temporary files.

Until then the content is in `.NAME.PID.part` beside it, which is removed if anything fails; an old file stays as it is.
A file that is replaced keeps its permissions, a symbolic link still points to it, and anything that is not a regular
file (a device, a named pipe) is written in place.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from mixlid.errors import MixlidError

#: A part is always a new file: a symbolic link of that name, which anybody may have put there, is not followed.
PART_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)


@contextmanager
def complete_path(path: str | os.PathLike[str], part: Path | None = None, durable: bool = False) -> Iterator[Path]:
    """The temporary path to write to, renamed at the end; for writers that open files themselves.

    Give a fixed `part` for files that are written again and again: it overwrites what a crash has left.
    """
    real = resolved(path)
    if real.exists() and not real.is_file():
        yield real
        return
    part = part or real.with_name(f".{real.name}.{os.getpid()}.part")
    try:
        yield part
        with as_sentence(path):
            give_name(part, real, durable)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


@contextmanager
def complete_file(path: str | os.PathLike[str], part: Path | None = None, durable: bool = False) -> Iterator[BinaryIO]:
    """A stream to such a file. `durable` waits until the file is on the disk and would survive a power failure."""
    with complete_path(path, part, durable) as target:
        with as_sentence(path):
            stream = target.open("wb") if target.exists() and not target.is_file() else _opened(target)
        try:
            yield stream
            with as_sentence(path):
                if durable:
                    stream.flush()
                    os.fsync(stream.fileno())
                stream.close()
        finally:
            with suppress(OSError):  # the disk may have no room for the rest of the buffer
                stream.close()


def resolved(path: str | os.PathLike[str]) -> Path:
    """The file that a path resolves to; `MixlidError` if its links form a loop."""
    try:
        return Path(path).resolve()
    except (OSError, RuntimeError) as error:  # which one a loop of links raises depends on the version of Python
        raise MixlidError(f"{os.fspath(path)} cannot be written: its links lead in a circle") from error


def _opened(part: Path) -> BinaryIO:
    """A new, empty file, in place of any other of that name."""
    part.unlink(missing_ok=True)
    return os.fdopen(os.open(part, PART_FLAGS | os.O_EXCL, 0o666), "wb")


def give_name(part: Path, path: Path, durable: bool = False) -> None:
    """Rename a complete part to the file, with the permissions of the file that it replaces."""
    if path.exists():
        part.chmod(path.stat().st_mode & 0o7777)
    os.replace(part, path)  # noqa: PTH105 (a test looks for it)
    if durable:
        _sync_folder(path.parent)


@contextmanager
def as_sentence(name: str | os.PathLike[str]) -> Iterator[None]:
    """Turn an `OSError` into an error that says which file cannot be written, and why."""
    try:
        yield
    except BrokenPipeError:
        raise  # the reader of a named pipe has gone away: the command ends quietly
    except OSError as error:
        raise MixlidError(f"{os.fspath(name)} cannot be written: {error.strerror or error}") from error


def _sync_folder(folder: Path) -> None:
    """Make a new name in a folder durable, on systems that let a folder be opened."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def lock_file(stream: BinaryIO, part: Path, name: str) -> None:
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
    if not part.exists() or not os.path.samestat(os.fstat(stream.fileno()), part.stat()):
        raise busy  # it was renamed between opening and locking: what we hold is that run's finished output
