"""Formats with their compression, as file names or the command line give them: `jsonl.zst`."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, NamedTuple

from mixlid.errors import InputError, SettingsError
from mixlid.io import formats
from mixlid.io.streams import COMPRESSIONS

#: Suffixes of files that would silently give nonsense if read as plain text: packed ones, office documents, and
#: transcripts, whose times and tags are not text.
_NOT_TEXT = frozenset({
    ".html", ".xml", ".tei", ".pdf", ".bz2", ".lz4", ".br", ".zip", ".tar", ".tgz", ".7z",
    ".xls", ".xlsx", ".ods", ".docx", ".doc", ".odt", ".rtf", ".pptx",
    ".trs", ".exb", ".exs", ".fln", ".flextext", ".antx", ".anvil", ".pfsx", ".etf", ".cex",
    ".pitchtier", ".collection", ".sub", ".folia", ".naf",
})  # fmt: skip
Role = Literal["reader", "writer"]


class FileType(NamedTuple):
    """A format and its compression: `jsonl.zst` is ("jsonl", "zst"). Empty means uncompressed."""

    format: str
    compression: str = ""


def parse_file_type(text: str, role: Role) -> FileType:
    """Parse `jsonl` or `jsonl.gz` from a command line; `ValueError` if it is not a known type."""
    name, _, compression = text.lower().partition(".")
    try:
        format = formats.get(name)
    except KeyError:
        raise ValueError(text) from None
    if not getattr(format, role) or compression not in ("", *COMPRESSIONS) or (compression and format.is_table):
        raise ValueError(text)
    return FileType(name, compression)


def input_type(name: str, said: FileType | None) -> FileType:
    """How an input is read: as the user says, else by its suffix, else as plain text."""
    format, compression = _type_of(name, "reader")
    if said is not None:
        return FileType(said.format, said.compression or compression)
    suffix = Path(Path(name).stem if compression else name).suffix.lower()
    if format is None and suffix in _NOT_TEXT:
        transcripts = " or ".join(f"{one.name} ({one.suffixes[0]})" for one in formats.installed() if one.annotates)
        raise InputError(
            f"{name} ends in {suffix}, which mixlid does not read: save a table as CSV (in Excel: CSV UTF-8), "
            f"a transcript as {transcripts}, a document as plain text; if it is in one of the formats "
            f"{', '.join(formats.inputs())}, say so with --from"
        )
    return FileType(format or "txt", compression)


def has_known_suffix(name: str) -> bool:
    """Whether the suffix is that of an input format."""
    return _type_of(name, "reader")[0] is not None


def output_type(name: str, said: FileType | None) -> FileType | None:
    """How an output is written: as the user says, else by its suffix; None if it has none."""
    format, compression = _type_of(name, "writer")
    if said is not None:
        return FileType(said.format, said.compression or compression)
    if format is not None:
        return FileType(format, compression)
    suffix = Path(Path(name).stem if compression else name).suffix
    if suffix and (Path(name).is_file() or not Path(name).exists()):  # the name of a pipe means nothing
        known = ", ".join(dict.fromkeys(end for one in formats.installed() if one.writer for end in one.suffixes))
        raise SettingsError(
            f"{name} ends in {suffix}, which mixlid does not write; use one of {known}, or choose the format with -f"
        )
    return None


def file_name_for(name: str, file_type: FileType) -> str:
    """The name of an output for this input: `a.txt.gz` as jsonl is `a.jsonl.gz`."""
    said, compression = _type_of(name, "writer")
    stem = name[: -len(compression) - 1] if compression else name
    if said != file_type.format:
        is_known = said is not None or has_known_suffix(name)
        stem = f"{stem[: -len(Path(stem).suffix)] if is_known else stem}{formats.get(file_type.format).suffixes[0]}"
    return f"{stem}.{file_type.compression}" if file_type.compression else stem


def compression_of(name: str) -> str:
    """The compression by a file's suffix."""
    suffix = Path(name).suffix.lower().removeprefix(".")
    return suffix if suffix in COMPRESSIONS else ""


def _type_of(name: str, role: Role) -> tuple[str | None, str]:
    compression = compression_of(name)
    suffix = Path(Path(name).stem if compression else name).suffix.lower()
    format = formats.by_suffix(suffix, role)
    return None if format is None else format.name, compression
