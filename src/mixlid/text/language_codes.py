"""Facts about languages: codes, names, scripts, and which of them meet; the tables are in `data/languages.json`.

Autonyms, names of rare scripts and countries are from Unicode CLDR, all else was collected by hand.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache

from mixlid.text.data_files import read_table

_TABLE = read_table("languages")
#: ISO 639-1 to ISO 639-3.
TWO_LETTER: dict[str, str] = _TABLE["two_letter"]
#: Macrolanguage (and Tagalog, whose standard is Filipino) to the members that models usually have. `msa` is Malay
#: proper here: Indonesian has a code of its own, and who asks for one does not want the other.
MEMBERS: dict[str, tuple[str, ...]] = {code: tuple(members.split()) for code, members in _TABLE["members"].items()}
#: English names of the languages that our own model knows, and of others that people meet often.
NAMES: dict[str, str] = _TABLE["names"]
#: Further names in use, in small letters, and what they mean.
OTHER_NAMES: dict[str, str] = _TABLE["other_names"]
#: English names of scripts (ISO 15924), `Hani` is Han without saying which characters; of those in no label of ours.
SCRIPTS: dict[str, str] = _TABLE["scripts"]
OTHER_SCRIPTS: dict[str, str] = _TABLE["other_scripts"]
#: The script in which a language is mostly written, where that is not Latin. Chinese has two, and neither goes
#: without saying.
MAIN_SCRIPT = {code: script for script, codes in _TABLE["main_script"].items() for code in codes.split()}
#: Names of languages in themselves, in the script in which they are mostly written; by label (`srp-Latn`) for others.
AUTONYMS: dict[str, str] = _TABLE["autonyms"]
#: By script the language that most of what is written in it is in, and those that are common too. What is common among
#: languages in Latin letters is known to the prices of words; a few are rare beside a twin, as Swati beside Zulu.
FIRST: dict[str, str] = _TABLE["common"]["first"]
NEXT = {script: frozenset(codes.split()) for script, codes in _TABLE["common"]["next"].items()}
TWINS = frozenset(_TABLE["common"]["twins"].split())


def plain(text: str) -> str:
    """A name without capitals, accents and surrounding spaces: `norwegian bokmal` for `Norwegian Bokmål`."""
    apart = unicodedata.normalize("NFD", text.casefold().strip())
    return "".join(char for char in apart if unicodedata.category(char) != "Mn")


def codes_named(text: str) -> tuple[str, ...]:
    """The codes of the languages with this name; empty if there are none."""
    return _codes().get(plain(text), ())


def near_names(text: str, most: int = 3) -> list[str]:
    """Names similar to a misspelt one, the most similar first, as `codes_named` takes them."""
    import difflib

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


#: People everywhere mix it into their own language, whatever a census says.
_EVERYWHERE = "eng"


def unlikely_to_meet(first: str, second: str) -> float:
    """0 for two languages (ISO 639-3) that share a country; if they do not, one half if one is English, else 1."""
    countries = _countries()
    if first == second or countries.get(first, frozenset()) & countries.get(second, frozenset()):
        return 0.0
    return 0.5 if _EVERYWHERE in (first, second) else 1.0


@cache
def _countries() -> dict[str, frozenset[str]]:
    """The countries of each language."""
    places: dict[str, set[str]] = {}
    for country, languages in _TABLE["countries"].items():
        for language in languages.split():
            for member in (language, *MEMBERS.get(language, ())):
                places.setdefault(member, set()).add(country)
    return {language: frozenset(names) for language, names in places.items()}
