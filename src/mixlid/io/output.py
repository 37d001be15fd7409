"""Where output goes: standard output (`-`), or a file that has its name once it is complete (`_files.py`)."""

from __future__ import annotations

import glob
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from mixlid._files import PartFile, as_sentence, complete_file, resolved
from mixlid.errors import MixlidError, SettingsError
from mixlid.io.formats.records import TableFile
from mixlid.io.streams import STANDARD


class Outputs:
    """The files that a run writes: none of them is an input of it, exists already, leads elsewhere, or is named twice.

    With `force` an existing file may be replaced, also at the end of a link, but never an input, except by what is made
    of it record by record (`from_input`).
    """

    def __init__(self, inputs: Iterable[str | Path] = (), force: bool = False) -> None:
        self._inputs, self._force = list(map(str, inputs)), force
        #: What was given to `check`, by the file that it stands for.
        self._checked: dict[Path | str, str] = {}

    def check(self, name: str | Path, *, folder: str | Path | None = None, from_input: bool = False) -> None:
        """Refuse a file before any work is done; `SettingsError` says what is wrong with it.

        In an output `folder` no link may lead outside.
        """
        shown, path = str(name), Path(name)
        real: Path | str = STANDARD if shown == STANDARD else resolved(path)
        if isinstance(real, Path) and real.exists() and not real.is_file():
            if real.is_dir():
                raise SettingsError(f"{shown} is a folder; give a file in it")
            return  # a device or a named pipe
        if real in self._checked:
            one = "standard output" if shown == STANDARD else f"one file, {shown}"
            raise SettingsError(f"two outputs are {one}; give them different names")
        self._checked[real] = shown
        if isinstance(real, str):
            return
        if folder is not None and not real.is_relative_to(resolved(folder)):
            raise SettingsError(f"{shown} is a link that leads out of {folder}, to {real}; remove it")
        if real.exists() and self._is_input(real) and not (self._force and from_input):
            way = "--force replaces it" if from_input else "give another name"
            raise SettingsError(f"{shown} is an input, and would be replaced; {way}")
        if self._force:
            return
        if path.is_symlink():
            raise SettingsError(f"{shown} is a link to {real}; --force writes there")
        if real.exists():
            raise SettingsError(f"{shown} exists already; --force replaces it")

    @contextmanager
    def open(self, name: str | Path, folder: str | Path | None = None) -> Iterator[BinaryIO]:
        """A stream to a file that appears once everything is written; if anything fails, nothing has changed."""
        if str(name) not in self._checked.values():
            self.check(name, folder=folder)
        if str(name) != STANDARD:
            with complete_file(name) as stream:
                yield stream
            return
        yield standard_output()
        sys.stdout.buffer.flush()

    def _is_input(self, path: Path) -> bool:
        """Whether this is an input, by whatever name: one of its links, or a file of a folder or pattern."""
        known = path.stat()
        with suppress(OSError, ValueError, AttributeError):  # standard input may be closed, or no file
            if os.path.samestat(os.fstat(sys.stdin.fileno()), known):
                return True
        return any(os.path.samestat(other, known) for name in self._inputs for other in _stats(name))


def _stats(name: str) -> Iterator[os.stat_result]:
    """What the system says about the files that an argument may stand for; nothing if it is not the name of a file."""
    with suppress(OSError, ValueError):  # such as a text that is longer than a name may be
        path = Path(name)
        if path.is_file():
            yield path.stat()
        elif path.is_dir():
            yield from (item.stat() for item in path.rglob("*") if item.is_file())
        elif glob.has_magic(name):
            yield from (Path(item).stat() for item in glob.glob(name, recursive=True))  # noqa: PTH207


def standard_output() -> BinaryIO:
    """Standard output as bytes; `MixlidError` if it is closed."""
    if sys.stdout is None:
        raise MixlidError("standard output is closed; give a file with -o")
    return sys.stdout.buffer


class Sink(Protocol):
    def write(self, output: Any) -> None: ...

    def finish(self) -> None:
        """Close the complete output, and rename a file to its final name."""

    def abort(self) -> None:
        """Close the output of a failed run, and remove an unfinished file."""


class StreamSink:
    """Standard output, a named pipe or a device."""

    def __init__(self, stream: BinaryIO, is_ours: bool) -> None:
        self._stream, self._is_ours = stream, is_ours

    def write(self, output: Any) -> None:
        self._stream.write(output)
        self._stream.flush()  # chunks are large, or somebody is typing

    def finish(self) -> None:
        if self._is_ours:
            self._stream.close()

    def abort(self) -> None:
        with suppress(OSError):
            self.finish()


class TableSink:
    """A binary table in a file."""

    def __init__(self, name: str, open_table: Callable[[BinaryIO], TableFile]) -> None:
        self._name, self._file = name, PartFile(name)
        try:
            self._table = open_table(self._file.stream)
        except BaseException:
            self._file.abort()
            raise

    def write(self, output: Any) -> None:
        with as_sentence(self._name):
            self._table.write(output)

    def finish(self) -> None:
        with as_sentence(self._name):
            self._table.close()
        self._file.finish()

    def abort(self) -> None:
        with suppress(OSError, ValueError):
            self._table.close()
        self._file.abort()


def open_stream(name: str) -> StreamSink:
    """Standard output (`-`), or a pipe or device in the file system."""
    if name == "-":
        return StreamSink(standard_output(), is_ours=False)
    with as_sentence(name):
        return StreamSink(Path(name).open("wb"), is_ours=True)
