"""Normalises the language codes of different annotations, so that these can be compared."""

from __future__ import annotations

import re
from functools import lru_cache

from mixlid.errors import LabelError
from mixlid.text.labels import is_unknown, split
from mixlid.text.language_codes import TWO_LETTER
from mixlid.text.language_names import codes_named, near_names

#: Tags that annotators use for words in no language, or in one they cannot tell.
_NO_LANGUAGE = frozenset({
    "-", "_", "o", "?", "other", "mixed", "unk", "unknown", "ambiguous", "ambig", "amb", "fw", "punct", "univ", "acro",
    "num", "sym", "name", "named", "x", "none", "null",
})  # fmt: skip
_NAME = "ne"


@lru_cache(4096)
def language_of(code: str, names: bool = False) -> str | None:
    """The language of a label or code: `tr`, `tur`, `tur_Latn` and `tr-TR` are `tur`; None for no language.

    With `names`, `ne` is a name, as in many corpora, and not Nepali.
    """
    given = code.strip().lower()
    if given in _NO_LANGUAGE or not given or (names and given == _NAME) or re.search(r"[+&|/]", given):
        return None
    language = split(given)[0]
    return None if is_unknown(language) else TWO_LETTER.get(language, language)


def asked_language(text: str) -> str | None:
    """The language that a user gives by code or name; None for an empty string, `any` and `*`."""
    if text.strip().lower() in ("", "any", "*"):
        return None
    codes = codes_named(text)
    if codes:
        return split(codes[0])[0]
    if re.fullmatch(r"[A-Za-z]{2,3}([-_].*)?", text.strip()):
        return language_of(text)
    near = ", ".join(near_names(text))
    raise LabelError(f"there is no language called {text!r}" + (f"; did you mean {near}?" if near else "; give a code"))
