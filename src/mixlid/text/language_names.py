"""Languages by what people call them: in English, in themselves, and by other names that are in use."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Mapping
from functools import cache

from mixlid.text.cldr_names import AUTONYMS
from mixlid.text.language_codes import NAMES, OTHER_NAMES


def plain(text: str) -> str:
    """Without capitals, accents and spaces around it: `norwegian bokmal` is `Norwegian Bokmål`."""
    apart = unicodedata.normalize("NFD", text.casefold().strip())
    return "".join(char for char in apart if unicodedata.category(char) != "Mn")


def codes_named(text: str) -> tuple[str, ...]:
    """The codes of the languages that are called so; none if no language is."""
    return _codes().get(plain(text), ())


def near_names(text: str, most: int = 3) -> list[str]:
    """Names like a misspelt one, the most alike first, as `codes_named` takes them."""
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
