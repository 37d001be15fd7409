"""The output of a command: `-` is standard output, and a file appears only when it is complete."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from mixlid._files import complete_file
from mixlid.errors import MixlidError


@contextmanager
def open_output(name: str) -> Iterator[BinaryIO]:
    """A stream to a file that appears once everything is written; if anything fails, an existing file is kept."""
    if name != "-":
        with complete_file(name) as stream:
            yield stream
        return
    yield standard_output()
    sys.stdout.buffer.flush()


def standard_output() -> BinaryIO:
    """Standard output as bytes; `MixlidError` if it is closed."""
    if sys.stdout is None:
        raise MixlidError("standard output is closed; give a file with -o")
    return sys.stdout.buffer
