"""Records in and out as streams. One record in, one out, in order.

A new format is a module here with a reader, a writer or both (`base.py` has their shape) and a line or two below.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from mixlid.errors import InputError
from mixlid.io.formats.records import Reader, WriteOptions, Writer
from mixlid.io.packed import SUFFIXES as COMPRESSIONS


class Form(NamedTuple):
    """A format, and how it is packed: `jsonl.zst` is ("jsonl", "zst"). An empty packing is none."""

    format: str
    packing: str = ""


#: Format to its reader. Modules are imported when they are needed.
_READERS = {
    "txt": "txt:TxtReader",
    "tsv": "tsv:TsvReader",
    "csv": "csv:CsvReader",
    "jsonl": "jsonl:JsonlReader",
    "conll": "conll:ConllReader",
    "parquet": "parquet:ParquetReader",
}
#: Format to its writer; `text` is for people and made by whoever knows the screen.
_WRITERS = {
    "tsv": "tsv:TsvWriter",
    "csv": "csv:CsvWriter",
    "jsonl": "jsonl:JsonlWriter",
    "conll": "conll:ConllWriter",
    "parquet": "parquet:ParquetWriter",
}
_WITH_OPTIONS = ("csv", "jsonl", "parquet")
_SUFFIXES = {
    ".tsv": "tsv", ".tab": "tsv", ".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".conll": "conll",
    ".parquet": "parquet", ".txt": "txt",
}  # fmt: skip
#: Read as plain text, these would give nonsense without a word of warning.
_OTHERS = {".json", ".conllu", ".xml", ".html", ".pdf", ".bz2", ".lz4", ".br", ".zip", ".tar", ".tgz", ".7z"}

INPUTS = tuple(_READERS)
OUTPUTS = ("text", *_WRITERS)


def reader(format: str) -> Reader:
    made: Reader = _find(_READERS[format])()
    return made


def writer(format: str, options: WriteOptions) -> Writer:
    maker = _find(_WRITERS[format])
    made: Writer = maker(options) if format in _WITH_OPTIONS else maker()
    return made


def form_of(name: str) -> tuple[str | None, str]:
    """Format and packing that a file's name says; None if it says no format."""
    path = Path(name)
    packing = path.suffix.lower().removeprefix(".")
    if packing in COMPRESSIONS:
        return _SUFFIXES.get(Path(path.stem).suffix.lower()), packing
    return _SUFFIXES.get(path.suffix.lower()), ""


def input_form(name: str, said: Form | None) -> Form:
    """How an input is read: as the user says, else by its name, and as plain text if that says nothing."""
    format, packing = form_of(name)
    if said is not None:
        return Form(said.format, said.packing or packing)
    suffix = Path(Path(name).stem if packing else name).suffix.lower()
    if suffix in _OTHERS:
        raise InputError(
            f"{name} ends in {suffix}, which mixlid does not read; if it is text in one of the formats "
            f"{', '.join(INPUTS)} all the same, say so with --from"
        )
    return Form(format or "txt", packing)


def parse_form(text: str, known: tuple[str, ...]) -> Form:
    """`jsonl`, `jsonl.gz` as written on a command line; ValueError if there is no such format."""
    format, _, packing = text.lower().partition(".")
    if format not in known or packing not in ("", *COMPRESSIONS):
        raise ValueError(text)
    return Form(format, packing)


def with_form(name: str, form: Form) -> str:
    """A file's name as it should be for a form: `a.txt.gz` as jsonl is `a.jsonl.gz`. `text` counts as txt."""
    said, packing = form_of(name)
    stem = name[: -len(packing) - 1] if packing else name
    wanted = "txt" if form.format == "text" else form.format
    if said != wanted:
        stem = f"{stem[: -len(Path(stem).suffix)] if said else stem}.{wanted}"
    return f"{stem}.{form.packing}" if form.packing else stem


def _find(address: str) -> Callable[..., Any]:
    module, _, name = address.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(f"mixlid.io.formats.{module}"), name)
    return found
