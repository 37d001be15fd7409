"""A format and its packing, as the name of a file or the command line says it: `jsonl.zst`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from mixlid.errors import InputError
from mixlid.io.formats import FORMATS, inputs, outputs
from mixlid.io.packed import PACKINGS

#: Read as plain text, these would give nonsense without a word of warning.
_OTHERS = {".xml", ".html", ".pdf", ".bz2", ".lz4", ".br", ".zip", ".tar", ".tgz", ".7z"}
#: Files of Office programs, which people have without knowing that they are not text.
_OFFICE = {".xlsx", ".xls", ".ods", ".docx", ".doc", ".odt", ".rtf", ".pptx"}


class Form(NamedTuple):
    """A format, and how it is packed: `jsonl.zst` is ("jsonl", "zst"). An empty packing is none."""

    format: str
    packing: str = ""


def parse_form(text: str, known: Iterable[str]) -> Form:
    """`jsonl`, `jsonl.gz` as written on a command line; ValueError if there is no such form."""
    format, _, packing = text.lower().partition(".")
    if format not in known or packing not in ("", *PACKINGS) or (packing and FORMATS[format].is_table):
        raise ValueError(text)
    return Form(format, packing)


def input_form(name: str, said: Form | None) -> Form:
    """How an input is read: as the user says, else by its name, and as plain text if that says nothing."""
    format, packing = _form_of(name, inputs())
    if said is not None:
        return Form(said.format, said.packing or packing)
    suffix = Path(Path(name).stem if packing else name).suffix.lower()
    if format is None and suffix in _OFFICE:
        raise InputError(
            f"{name} ends in {suffix}, which mixlid does not read; save a table as CSV (in Excel: CSV UTF-8) or a "
            "text as plain text, and give that"
        )
    if format is None and suffix in _OTHERS:
        raise InputError(
            f"{name} ends in {suffix}, which mixlid does not read; if it is text in one of the formats "
            f"{', '.join(inputs())} all the same, say so with --from"
        )
    return Form(format or "txt", packing)


def output_form(name: str, said: Form | None) -> Form | None:
    """How an output is written: as the user says, else by its name; None if that says nothing."""
    format, packing = _form_of(name, outputs())
    if said is not None:
        return Form(said.format, said.packing or packing)
    return None if format is None else Form(format, packing)


def with_form(name: str, form: Form) -> str:
    """A file's name as it should be for an output: `a.txt.gz` as jsonl is `a.jsonl.gz`."""
    said, packing = _form_of(name, outputs())
    stem = name[: -len(packing) - 1] if packing else name
    if said != form.format:
        is_known = _form_of(name, FORMATS)[0] is not None
        stem = f"{stem[: -len(Path(stem).suffix)] if is_known else stem}{FORMATS[form.format].suffixes[0]}"
    return f"{stem}.{form.packing}" if form.packing else stem


def packing_of(name: str) -> str:
    """The packing that a file's name says."""
    suffix = Path(name).suffix.lower().removeprefix(".")
    return suffix if suffix in PACKINGS else ""


def _form_of(name: str, known: Iterable[str]) -> tuple[str | None, str]:
    packing = packing_of(name)
    suffix = Path(Path(name).stem if packing else name).suffix.lower()
    return next((format for format in known if suffix in FORMATS[format].suffixes), None), packing
