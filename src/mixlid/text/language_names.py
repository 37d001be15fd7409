"""Languages by name: English names, names in the languages themselves, and other common names."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Mapping
from functools import cache

from mixlid.text.cldr_names import AUTONYMS
from mixlid.text.language_codes import NAMES, OTHER_NAMES


def plain(text: str) -> str:
    """A name without capitals, accents and surrounding spaces: `norwegian bokmal` for `Norwegian Bokmål`."""
    apart = unicodedata.normalize("NFD", text.casefold().strip())
    return "".join(char for char in apart if unicodedata.category(char) != "Mn")


def codes_named(text: str) -> tuple[str, ...]:
    """The codes of the languages with this name; empty if there are none."""
    return _codes().get(plain(text), ())


def near_names(text: str, most: int = 3) -> list[str]:
    """Names similar to a misspelt one, the most similar first, as `codes_named` takes them."""
    return difflib.get_close_matches(plain(text), _codes(), n=most, cutoff=0.75)


@cache
def _codes() -> Mapping[str, tuple[str, ...]]:
    """Every name without capitals and accents, with its codes. A name in itself may be for one script (`srp-Latn`)."""
    found: dict[str, list[str]] = {}
    for code, name in (*NAMES.items(), *((code.replace("-", "_"), name) for code, name in AUTONYMS.items())):
        found.setdefault(plain(name), []).append(code)
    for name, code in OTHER_NAMES.items():
        found.setdefault(name, [code])
    return {name: tuple(dict.fromkeys(codes)) for name, codes in found.items()}
