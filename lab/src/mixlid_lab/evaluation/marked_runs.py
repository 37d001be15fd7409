"""Texts whose runs of one language people have marked: `<zh>我有个<en>meeting<zh>。`; `<->` begins a name in none.

Lines that begin with `#` are comments.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from mixlid.errors import InputError
from mixlid.text.language_codes import TWO_LETTER

_MARK = re.compile(r"<([a-z]{2}|-)>")


class MarkedText(NamedTuple):
    text: str
    #: The language of each character (ISO 639-3); None for what is no letter, and for names.
    languages: tuple[str | None, ...]


def read_marked_runs(path: Path) -> list[MarkedText]:
    """The texts of a file; `InputError` names a line that does not begin with a mark."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("#"):
            continue
        before, *parts = _MARK.split(line)
        if before or not parts:
            raise InputError(f"{path}, line {number}: expected a mark such as <zh> first")
        languages: list[str | None] = []
        for code, run in zip(parts[::2], parts[1::2], strict=True):
            language = None if code == "-" else TWO_LETTER[code]
            languages += (language if char.isalpha() else None for char in run)
        found.append(MarkedText("".join(parts[1::2]), tuple(languages)))
    return found
