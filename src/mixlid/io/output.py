"""The output of a command: `-` is standard output, and a file appears only when it is whole."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from mixlid.errors import MixlidError


@contextmanager
def open_output(name: str) -> Iterator[BinaryIO]:
    """A file is written under a temporary name beside it; if anything fails, that goes and an old file stays."""
    if name == "-":
        if sys.stdout is None:
            raise MixlidError("standard output is closed; give a file with -o")
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    path = Path(name).resolve()
    # A device or a named pipe is written to and never replaced.
    in_place = path.exists() and not path.is_file()
    part = path if in_place else path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        stream = part.open("wb")
    except OSError as error:
        raise MixlidError(f"{name} cannot be written: {error.strerror}") from error
    try:
        with stream:
            yield stream
        if not in_place:
            if path.exists():
                shutil.copymode(path, part)
            part.replace(path)
    finally:
        if not in_place:
            part.unlink(missing_ok=True)
