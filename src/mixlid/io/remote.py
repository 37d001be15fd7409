"""Files that lie elsewhere (`s3://…`, `gs://…`, `hdfs://…`), by fsspec; each kind of store needs its own package."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, BinaryIO, cast

from mixlid.errors import InputError, MissingDependencyError, MixlidError

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)


def is_remote(name: str) -> bool:
    """Whether it is an address, and not the name of a file; a letter alone is a drive."""
    return _ADDRESS.match(name) is not None


def open_remote(name: str) -> BinaryIO:
    """Its bytes, which can be read from any place; `InputError` if they cannot be had."""
    system, path = _system(name)
    try:
        return cast(BinaryIO, system.open(path, "rb"))
    except Exception as error:  # what a store raises is its own affair
        raise InputError(f"{name} cannot be read: {_why(error)}") from error


def exists(name: str) -> bool:
    system, path = _system(name)
    return bool(_asked(name, system.isfile, path))


def is_folder(name: str) -> bool:
    system, path = _system(name)
    return bool(_asked(name, system.isdir, path))


def files_in(name: str, folder: str) -> list[tuple[str, str]]:
    """The files of a folder and of those within, or those that a pattern stands for, in order.

    Each has its address, and its place below `folder`, which is the folder or the fixed part of the pattern.
    """
    system, path = _system(name)
    base = system._strip_protocol(folder).rstrip("/")
    found = _asked(name, system.find if name == folder else system.glob, path)
    files = sorted(item for item in found if not _asked(name, system.isdir, item))
    return [(system.unstrip_protocol(item), item[len(base) :].lstrip("/")) for item in files]


def upload(local: Path, name: str) -> None:
    """A complete file to its address."""
    system, path = _system(name)
    try:
        system.makedirs(system._parent(path), exist_ok=True)
        system.put_file(str(local), path)
    except Exception as error:
        raise MixlidError(f"{name} cannot be written: {_why(error)}") from error


def _system(name: str) -> tuple[Any, str]:
    try:
        from fsspec.core import url_to_fs
    except ImportError as error:
        raise MissingDependencyError("fsspec", "remote", f"{name.partition('://')[0]}://") from error
    try:
        system, path = url_to_fs(name)
    except Exception as error:  # an unknown kind of address, or one whose package is missing, which it names
        raise InputError(f"{name} cannot be opened: {_why(error)}") from error
    return system, path


def _asked(name: str, function: Any, path: str) -> Any:
    try:
        return function(path)
    except Exception as error:
        raise InputError(f"{name} cannot be read: {_why(error)}") from error


def _why(error: Exception) -> str:
    return "there is no such file" if isinstance(error, FileNotFoundError) else str(error) or type(error).__name__
