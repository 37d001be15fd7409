"""Hindi and Nepali in Latin letters, which code-switching corpora write and most other text does not: by uroman."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from mixlid.errors import MissingDependencyError
from mixlid.text.labels import split

#: The languages that are romanised, for training and in evaluation data.
ROMANISED = frozenset({"hin", "npi"})
Romanise = Callable[[str], str]

_DEVANAGARI = re.compile("[\u0900-\u097f]")


def has_devanagari(text: str) -> bool:
    return _DEVANAGARI.search(text) is not None


def romanised_label(label: str) -> str | None:
    """The label that romanised text gets: `hin_Latn` for `hin_Deva`; None for text that is not romanised."""
    language, script = split(label)
    return f"{language}_Latn" if language in ROMANISED and script in ("Deva", "Latn") else None


@cache
def load_uroman() -> Romanise:
    """uroman's romanisation as a function; one space between words."""
    try:
        import uroman  # type: ignore[import-untyped,import-not-found,unused-ignore]
    except ImportError as error:
        raise MissingDependencyError("uroman", "train", "Romanising Devanagari") from error
    romaniser: Any = uroman.Uroman()
    return lambda text: " ".join(str(romaniser.romanize_string(text)).split())
