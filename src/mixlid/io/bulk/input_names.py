"""Expands the names on a command line to files: patterns, folders and remote addresses."""

from __future__ import annotations

import glob
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from mixlid.errors import InputError
from mixlid.io import remote
from mixlid.io.bulk.opening import STANDARD, read_error, text_hint
from mixlid.io.formats.file_types import has_known_suffix
from mixlid.io.remote import is_remote


class InputName(NamedTuple):
    """An input's name, and its path relative to the folder, or the fixed part of the pattern, that matched it."""

    name: str
    relative: str


def expand_inputs(names: Sequence[str]) -> list[InputName]:
    """All inputs; a name that looks like a pattern but exists as a file is that file."""
    return [one for name in names or [STANDARD] for one in _expand(name)]


def _expand(name: str) -> Iterator[InputName]:
    if is_remote(name):
        yield from _remote(name)
        return
    try:
        there = name == STANDARD or Path(name).exists()
        is_folder = there and name != STANDARD and Path(name).is_dir()
    except OSError as error:  # a name that no file can have, such as a long text
        raise read_error(name, error) from error
    if is_folder:
        files = [item for item in sorted(Path(name).rglob("*")) if item.is_file()]
        yield from _known_files(name, [InputName(str(item), item.relative_to(name).as_posix()) for item in files])
    elif there or not glob.has_magic(name):
        yield InputName(name, Path(name).name)
    else:
        found = sorted(item for item in glob.glob(name, recursive=True) if Path(item).is_file())  # noqa: PTH207
        if not found:
            raise InputError(f"no file matches {name}{text_hint(name)}")
        base = _fixed_part(Path(name).parts)
        yield from (InputName(item, Path(*Path(item).parts[base:]).as_posix()) for item in found)


def _remote(name: str) -> Iterator[InputName]:
    is_pattern = glob.has_magic(name)
    if not is_pattern and not remote.is_folder(name):
        yield InputName(name, PurePosixPath(name).name)
        return
    parts = name.split("/")
    folder = "/".join(parts[: _fixed_part(parts)]) if is_pattern else name
    found = [InputName(*one) for one in remote.files_in(name, folder)]
    if is_pattern and not found:
        raise InputError(f"no file matches {name}")
    yield from found if is_pattern else _known_files(name, found)


def _fixed_part(parts: Sequence[str]) -> int:
    """How many parts of a pattern come before the first wildcard, and before the file name."""
    return next((place for place, part in enumerate(parts) if glob.has_magic(part)), len(parts) - 1)


def _known_files(name: str, files: Sequence[InputName]) -> list[InputName]:
    """The files with a known suffix, without those that engines leave there (`_SUCCESS`, `.part.crc`)."""
    wanted = [one for one in files if has_known_suffix(one.name) and not _is_hidden(one.relative)]
    if not wanted:
        raise InputError(f"the folder {name} has no file with a known suffix; choose files by name with a pattern")
    return wanted


def _is_hidden(relative: str) -> bool:
    return any(part.startswith((".", "_")) for part in relative.split("/"))
