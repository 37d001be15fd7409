"""The names of a command line as files: patterns, folders with all that is in them, and addresses of other machines."""

from __future__ import annotations

import glob
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from mixlid.errors import InputError
from mixlid.io import remote
from mixlid.io.bulk.opening import STANDARD, cannot_be_read, text_hint
from mixlid.io.formats.file_types import is_named_input
from mixlid.io.remote import is_remote


class Given(NamedTuple):
    """An input by its name, and where it lies below the folder or the fixed part of the pattern that it came by."""

    name: str
    below: str


def expanded(names: Sequence[str]) -> list[Given]:
    """All inputs; a file whose name looks like a pattern is that file."""
    return [one for name in names or [STANDARD] for one in _expanded(name)]


def _expanded(name: str) -> Iterator[Given]:
    if is_remote(name):
        yield from _remote(name)
        return
    try:
        there = name == STANDARD or Path(name).exists()
        is_folder = there and name != STANDARD and Path(name).is_dir()
    except OSError as error:  # a name that no file can have, such as a long text
        raise cannot_be_read(name, error) from error
    if is_folder:
        files = [item for item in sorted(Path(name).rglob("*")) if item.is_file()]
        yield from _of_folder(name, [Given(str(item), item.relative_to(name).as_posix()) for item in files])
    elif there or not glob.has_magic(name):
        yield Given(name, Path(name).name)
    else:
        found = sorted(item for item in glob.glob(name, recursive=True) if Path(item).is_file())  # noqa: PTH207
        if not found:
            raise InputError(f"no file matches {name}{text_hint(name)}")
        base = _fixed_part(Path(name).parts)
        yield from (Given(item, Path(*Path(item).parts[base:]).as_posix()) for item in found)


def _remote(name: str) -> Iterator[Given]:
    is_pattern = glob.has_magic(name)
    if not is_pattern and not remote.is_folder(name):
        yield Given(name, PurePosixPath(name).name)
        return
    parts = name.split("/")
    folder = "/".join(parts[: _fixed_part(parts)]) if is_pattern else name
    found = [Given(*one) for one in remote.files_in(name, folder)]
    if is_pattern and not found:
        raise InputError(f"no file matches {name}")
    yield from found if is_pattern else _of_folder(name, found)


def _fixed_part(parts: Sequence[str]) -> int:
    """How many parts of a pattern come before the first that stands for several, and before the name of a file."""
    return next((place for place, part in enumerate(parts) if glob.has_magic(part)), len(parts) - 1)


def _of_folder(name: str, files: Sequence[Given]) -> list[Given]:
    """Those with an ending that says what they are; not what engines leave there (`_SUCCESS`, `.part.crc`)."""
    wanted = [one for one in files if is_named_input(one.name) and not _is_hidden(one.below)]
    if not wanted:
        raise InputError(f"the folder {name} has no file with an ending that is read; a pattern chooses files by name")
    return wanted


def _is_hidden(below: str) -> bool:
    return any(part.startswith((".", "_")) for part in below.split("/"))
