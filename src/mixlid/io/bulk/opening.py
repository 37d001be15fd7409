"""Opening inputs as streams, and reading their first bytes."""

from __future__ import annotations

import errno
import lzma
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from mixlid.errors import InputError, MissingDependencyError
from mixlid.io.compression import decompressed
from mixlid.io.formats.peekable import PEEKED_BYTES, PeekableStream
from mixlid.io.remote import is_remote, open_remote

#: The name of standard input and output.
STANDARD = "-"


@contextmanager
def open_input(name: str) -> Iterator[BinaryIO]:
    """A file, or standard input for `-`."""
    if name == STANDARD:
        if sys.stdin is None:
            raise InputError("standard input is closed; give a file")
        yield sys.stdin.buffer
        return
    if is_remote(name):
        with open_remote(name) as there:
            yield there
        return
    try:
        stream = Path(name).open("rb")  # noqa: SIM115 (errors from reading are handled elsewhere)
    except OSError as error:
        raise read_error(name, error) from error
    with stream:
        yield stream


def start_of_pipe() -> bytes:
    """What has arrived on standard input: the first line and what came with it; nothing from a terminal."""
    if sys.stdin is None or sys.stdin.isatty():
        return b""
    return PeekableStream(sys.stdin.buffer).peek()


def start_of_file(name: str, compression: str) -> bytes:
    """The first bytes, decompressed; empty if they cannot be read: the error is reported when the file is read."""
    try:
        with open_input(name) as stream, decompressed(stream, compression, name) as data:
            return data.read(PEEKED_BYTES)
    except (InputError, OSError, EOFError, zlib.error, lzma.LZMAError, MissingDependencyError):
        return b""


def read_error(name: str, error: OSError) -> InputError:
    hint = text_hint(name) if error.errno in (errno.ENOENT, errno.ENAMETOOLONG) else ""
    return InputError(f"{name if len(name) < 200 else f'{name[:60]}…'} cannot be read: {error.strerror}{hint}")


def text_hint(name: str) -> str:
    """A hint for a name that may be meant as a text: it has a space or letters beyond ASCII, and is not like a path."""
    is_path = "/" in name or Path(name).suffix.removeprefix(".").isalnum()
    is_text = " " in name.strip() or not name.isascii()
    return "; to identify a text, give it with -t" if is_text and not is_path else ""
