"""The kind of a file, by its first bytes.

An error can then say what a wrong file is ("a Git LFS pointer"). Only the first few dozen bytes count, never the name.
"""

from __future__ import annotations

import mmap
import re
import stat
import struct
from collections.abc import Callable
from pathlib import Path

from mixlid.errors import ModelError

FASTTEXT_MAGIC = 793712314
#: Bytes that `describe_start` needs to see.
HEAD_SIZE = 64

_STARTS = (
    (rb"PK\x03\x04", "a zip archive (PyTorch files are zip archives too)"),
    (rb"\x1f\x8b|\x28\xb5\x2f\xfd|\xfd7zXZ\0|BZh", "a compressed file (gzip, zstandard, xz or bzip2): unpack it first"),
    (rb"\x93NUMPY", "a NumPy array file"),
    (rb"version https://git-lfs", "a Git LFS pointer, not the file itself: fetch it with `git lfs pull`"),
    (rb"\x80[\x02-\x05]", "a Python pickle, which mixlid never opens because it can run code"),
    (rb"(?i)\s*<(!doctype|html|head|\?xml)", "a web page, so the download probably failed"),
    (rb"\d+ \d+\r?\n", "a text file of word vectors (.vec), which has no labels"),
)


def map_file(path: Path, fits: Callable[[bytes], bool], kind: str) -> mmap.mmap:
    """A file in memory, if its first bytes fit; otherwise a `ModelError` that says it is not `kind`, and what it is."""
    try:
        check_regular(path)
        with path.open("rb") as stream:
            head = stream.read(HEAD_SIZE)
            if not fits(head):
                raise ModelError(f"{path} is not {kind}; it looks like {describe_start(head)}.")
            return mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise ModelError(f"{path} cannot be read: {error.strerror or error}.") from error


def check_regular(path: Path) -> None:
    """`ModelError` unless it is a regular file: opening a named pipe would wait for a writer."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise ModelError(f"{path} is not a regular file, as a model must be.")


def is_fasttext(head: bytes) -> bool:
    return len(head) >= 4 and struct.unpack_from("<i", head)[0] == FASTTEXT_MAGIC


def is_safetensors(head: bytes) -> bool:
    """Whether it begins with eight bytes that are a plausible header length, and then JSON."""
    return len(head) > 8 and head[8:9] == b"{" and 2 <= struct.unpack_from("<Q", head)[0] < 1 << 32


def describe_start(head: bytes) -> str:
    """What a file that begins with `head` seems to be, as the end of the sentence "it looks like …"."""
    if not head:
        return "an empty file"
    if is_fasttext(head):
        return "a fastText model"
    if is_safetensors(head):  # before the others: the length that it begins with can look like any of them
        return "a safetensors file"
    for start, name in _STARTS:
        if re.match(start, head):
            return name
    text = head.decode("utf-8", "ignore")  # a code point may be cut at the end
    if len(text.encode()) > len(head) - 4 and all(char.isprintable() or char in "\t\r\n" for char in text):
        return f"a text file that begins with {text[:24]!r}"
    return f"an unknown binary file that begins with the bytes {head[:8].hex(' ')}"
