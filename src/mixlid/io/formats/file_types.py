"""A format and its compression, as a file name or the command line gives it: `jsonl.zst`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from mixlid.errors import InputError, SettingsError
from mixlid.io.formats import FORMATS, inputs, outputs
from mixlid.io.packed import PACKINGS

#: Read as plain text, these would give nonsense without a word of warning.
_OTHERS = {".html", ".pdf", ".bz2", ".lz4", ".br", ".zip", ".tar", ".tgz", ".7z"}
#: Transcripts and subtitles, and what the formats are called: their times and tags are not text.
_TRANSCRIPTS = {
    ".trs": "Transcriber's",
    ".exb": "EXMARaLDA's",
    ".exs": "EXMARaLDA's",
    ".fln": "FOLKER's",
    ".flextext": "FLEx's",
    ".antx": "Annotation Pro's",
    ".anvil": "ANVIL's",
    ".pfsx": "ELAN's, for its settings",
    ".etf": "ELAN's, for templates",
    ".cex": "CLAN's, for its output",
    ".pitchtier": "Praat's, for pitch",
    ".collection": "Praat's, for several objects",
    ".srt": "of subtitles",
    ".vtt": "of subtitles",
    ".ass": "of subtitles",
    ".sub": "of subtitles",
    ".folia": "FoLiA's",
    ".naf": "NAF's",
}
#: Files of Office programs, which people have without knowing that they are not text.
_OFFICE = {".xls", ".ods", ".docx", ".doc", ".odt", ".rtf", ".pptx"}


class FileType(NamedTuple):
    """A format and its compression: `jsonl.zst` is ("jsonl", "zst"). An empty packing is none."""

    format: str
    packing: str = ""


def parse_file_type(text: str, known: Iterable[str]) -> FileType:
    """`jsonl`, `jsonl.gz` as written on a command line; ValueError if there is no such file_type."""
    format, _, packing = text.lower().partition(".")
    if format not in known or packing not in ("", *PACKINGS) or (packing and FORMATS[format].is_table):
        raise ValueError(text)
    return FileType(format, packing)


def input_type(name: str, said: FileType | None) -> FileType:
    """How an input is read: as the user says, else by its name, and as plain text if that says nothing."""
    format, packing = _type_of(name, inputs())
    if said is not None:
        return FileType(said.format, said.packing or packing)
    suffix = Path(Path(name).stem if packing else name).suffix.lower()
    if format is None and suffix in _OFFICE:
        raise InputError(
            f"{name} ends in {suffix}, which mixlid does not read; save a table as .xlsx or as CSV (in Excel: CSV "
            "UTF-8) or a text as plain text, and give that"
        )
    if format is None and suffix in _TRANSCRIPTS:
        ways = ", ".join(f"{one.name} ({one.suffixes[0]})" for one in FORMATS.values() if one.annotates)
        raise InputError(
            f"{name} ends in {suffix}, a format {_TRANSCRIPTS[suffix]}, which mixlid does not read; export it to one "
            f"of {ways}, or say what it is with --from"
        )
    if format is None and suffix in _OTHERS:
        raise InputError(
            f"{name} ends in {suffix}, which mixlid does not read; if it is text in one of the formats "
            f"{', '.join(inputs())} all the same, say so with --from"
        )
    return FileType(format or "txt", packing)


def is_named_input(name: str) -> bool:
    """Whether the ending of a name says what the file is, and it is read."""
    return _type_of(name, inputs())[0] is not None


def output_type(name: str, said: FileType | None) -> FileType | None:
    """How an output is written: as the user says, else by its name; None if that has no ending."""
    format, packing = _type_of(name, outputs())
    if said is not None:
        return FileType(said.format, said.packing or packing)
    if format is not None:
        return FileType(format, packing)
    suffix = Path(Path(name).stem if packing else name).suffix
    if suffix and (Path(name).is_file() or not Path(name).exists()):  # what a pipe is called says nothing
        known = ", ".join(dict.fromkeys(suffix for one in outputs() for suffix in FORMATS[one].suffixes))
        raise SettingsError(
            f"{name} ends in {suffix}, which is none of the formats that mixlid writes ({known}); give such a name, or "
            "say with -f what it is to be"
        )
    return None


def file_name_for(name: str, file_type: FileType) -> str:
    """A file's name as it should be for an output: `a.txt.gz` as jsonl is `a.jsonl.gz`."""
    said, packing = _type_of(name, outputs())
    stem = name[: -len(packing) - 1] if packing else name
    if said != file_type.format:
        is_known = _type_of(name, FORMATS)[0] is not None
        stem = f"{stem[: -len(Path(stem).suffix)] if is_known else stem}{FORMATS[file_type.format].suffixes[0]}"
    return f"{stem}.{file_type.packing}" if file_type.packing else stem


def packing_of(name: str) -> str:
    """The packing that a file's name says."""
    suffix = Path(name).suffix.lower().removeprefix(".")
    return suffix if suffix in PACKINGS else ""


def _type_of(name: str, known: Iterable[str]) -> tuple[str | None, str]:
    packing = packing_of(name)
    suffix = Path(Path(name).stem if packing else name).suffix.lower()
    called = (format for format in known if not FORMATS[format].shares_suffixes)
    return next((format for format in called if suffix in FORMATS[format].suffixes), None), packing
