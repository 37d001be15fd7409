"""Romanised Hindi and Nepali, made with uroman: common in code-switching corpora, rare in other text."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from mixlid.errors import MissingDependencyError
from mixlid.text.labels import split

#: The languages that are romanised, in training and in evaluation data.
ROMANISED = frozenset({"hin", "npi"})
Romanise = Callable[[str], str]

_DEVANAGARI = re.compile("[\u0900-\u097f]")


def has_devanagari(text: str) -> bool:
    return _DEVANAGARI.search(text) is not None


def romanised_label(label: str) -> str | None:
    """The label of romanised text: `hin_Latn` for `hin_Deva`; None for languages that are not romanised."""
    language, script = split(label)
    return f"{language}_Latn" if language in ROMANISED and script in ("Deva", "Latn") else None


@cache
def load_uroman() -> Romanise:
    """uroman as a function; words are separated by one space."""
    try:
        import uroman  # type: ignore[import-untyped,import-not-found,unused-ignore]
    except ImportError as error:
        raise MissingDependencyError("uroman", "train", "Romanising Devanagari") from error
    romaniser: Any = uroman.Uroman()
    return lambda text: " ".join(str(romaniser.romanize_string(text)).split())
