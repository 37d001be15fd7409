"""Open text files that may be compressed; the suffix says how (.gz, .xz, .zst)."""

from __future__ import annotations

import gzip
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from mixlid.errors import InputError, MissingDependencyError


def _open_text(path: Path) -> IO[str]:
    """UTF-8 text whose lines end at line feeds alone, so that line numbers agree with other tools."""
    if path.suffix == ".xz":
        return lzma.open(path, "rt", encoding="utf-8", newline="\n")
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8", newline="\n")
    if path.suffix == ".zst":
        try:
            import zstandard
        except ImportError as error:
            raise MissingDependencyError("zstandard", "zstd", f"reading {path}") from error
        text: IO[str] = zstandard.open(path, "rt", encoding="utf-8", newline="\n")
        return text
    return path.open("rt", encoding="utf-8", newline="\n")


def numbered_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Numbered lines without their ends; only a line feed ends a line, so that numbers agree with other tools."""
    number = 0
    try:
        with _open_text(path) as file:
            for number, line in enumerate(file, start=1):
                yield number, line.rstrip("\r\n")
    except (UnicodeDecodeError, EOFError, OSError, lzma.LZMAError) as error:
        raise InputError(
            f"{path}, line {number + 1} or soon after: it cannot be read as UTF-8 text ({error})."
        ) from error
