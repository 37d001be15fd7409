"""Remote files (`s3://…`, `gs://…`, `hdfs://…`) through fsspec; each kind of store needs its own package."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, BinaryIO, cast

from mixlid.errors import InputError, MissingDependencyError, MixlidError

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)


def is_remote(name: str) -> bool:
    """Whether this is an address and not a local path; a single letter before the colon is a drive."""
    return _ADDRESS.match(name) is not None


def open_remote(name: str) -> BinaryIO:
    """A seekable stream of the file; `InputError` if it cannot be opened."""
    system, path = _system(name)
    return cast(BinaryIO, _call(name, system.open, path, "rb"))


def exists(name: str) -> bool:
    system, path = _system(name)
    return bool(_call(name, system.isfile, path))


def is_folder(name: str) -> bool:
    system, path = _system(name)
    return bool(_call(name, system.isdir, path))


def files_in(name: str, folder: str) -> list[tuple[str, str]]:
    """The sorted files below a folder, or those that match a pattern: address, and path relative to `folder`."""
    system, path = _system(name)
    base = system._strip_protocol(folder).rstrip("/")
    found = _call(name, system.find if name == folder else system.glob, path)
    files = sorted(item for item in found if not _call(name, system.isdir, item))
    return [(system.unstrip_protocol(item), item[len(base) :].lstrip("/")) for item in files]


def upload(local: Path, name: str) -> None:
    """Send a complete local file to its address."""
    system, path = _system(name)
    try:
        system.makedirs(system._parent(path), exist_ok=True)
        system.put_file(str(local), path)
    except Exception as error:
        raise MixlidError(f"{name} cannot be written: {_reason(error)}") from error


def _system(name: str) -> tuple[Any, str]:
    try:
        from fsspec.core import url_to_fs
    except ImportError as error:
        raise MissingDependencyError("fsspec", "remote", f"{name.partition('://')[0]}://") from error
    try:
        system, path = url_to_fs(name)
    except Exception as error:  # an unknown protocol, or a missing package, which the message names
        raise InputError(f"{name} cannot be opened: {_reason(error)}") from error
    return system, path


def _call(name: str, function: Any, *arguments: str) -> Any:
    try:
        return function(*arguments)
    except Exception as error:  # each store raises errors of its own
        raise InputError(f"{name} cannot be read: {_reason(error)}") from error


def _reason(error: Exception) -> str:
    return "there is no such file" if isinstance(error, FileNotFoundError) else str(error) or type(error).__name__
