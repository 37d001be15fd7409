"""A file that appears under its name only when it is complete: the one place where a temporary file gets its name.

Until then it is a part beside it, `.NAME.PID.part`, which is removed if anything fails, while an old file stays as it
is. A file that is replaced keeps its permissions, a link still points to it, and what is not a plain file (a device, a
named pipe) is written in place. It lies below every room, since models are written this way as well as reports.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from mixlid.errors import MixlidError

#: A part is a file of its own: a link of its name, which anybody may have put there, is not followed.
PART_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)


@contextmanager
def complete_path(path: str | os.PathLike[str], part: Path | None = None, durable: bool = False) -> Iterator[Path]:
    """The name under which to write a file that gets its own name at the end; for what opens files itself.

    A `part` of a fixed name is for files that are written again and again: what a crash has left is then overwritten.
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
    """A stream to such a file. `durable` waits until it is on the disk, and would survive a crash of the machine."""
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
            with suppress(OSError):  # what is in the buffer may not fit on the disk
                stream.close()


def resolved(path: str | os.PathLike[str]) -> Path:
    """The file that a path leads to; MixlidError if it leads nowhere."""
    try:
        return Path(path).resolve()
    except (OSError, RuntimeError) as error:  # links in a circle are one or the other, by the version of Python
        raise MixlidError(f"{os.fspath(path)} cannot be written: its links lead in a circle") from error


def _opened(part: Path) -> BinaryIO:
    """A new and empty file; what had its name is gone."""
    part.unlink(missing_ok=True)
    return os.fdopen(os.open(part, PART_FLAGS | os.O_EXCL, 0o666), "wb")


def give_name(part: Path, path: Path, durable: bool = False) -> None:
    """A part that is complete becomes the file, with the permissions of the one that it replaces."""
    if path.exists():
        shutil.copymode(path, part)
    os.replace(part, path)  # noqa: PTH105 (a test looks for it)
    if durable:
        _sync_folder(path.parent)


@contextmanager
def as_sentence(name: str | os.PathLike[str]) -> Iterator[None]:
    """An error of the system as one that says which file cannot be written, and why."""
    try:
        yield
    except BrokenPipeError:
        raise  # a named pipe whose reader went away, which the command ends quietly for
    except OSError as error:
        raise MixlidError(f"{os.fspath(name)} cannot be written: {error.strerror or error}") from error


def _sync_folder(folder: Path) -> None:
    """Make sure that a new name in a folder stays, where the system lets a folder be opened."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def lock_file(stream: BinaryIO, part: Path, name: str) -> None:
    """Keep other runs away from a part for as long as its stream is open; MixlidError if one is there already."""
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
