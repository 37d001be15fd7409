"""Open text files that may be compressed; the suffix says how (.gz, .xz, .zst)."""

from __future__ import annotations

import gzip
import lzma
from pathlib import Path
from typing import IO

from mixlid.errors import MissingDependencyError


def open_text(path: Path) -> IO[str]:
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
