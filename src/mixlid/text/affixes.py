"""The prefixes and suffixes of a language, and how frequent they are.

The package has a list for each language in Latin script, learnt from text by `mixlid_lab.resources.word_files`: affixes
and their frequencies, no words. A chain of affixes is an affix too (`-lar-ımız`), as rare as all of them together.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from mixlid.text.data_files import FOLDER

FILE = "affixes.txt"
#: Separates the affixes of one frequency from those half as frequent.
HALF = "/"
#: Characters between a stem and an affix, which belong to the affix.
JOINTS = frozenset("'’ʼ-‐‑")
#: The most letters of an affix, chains included.
LONGEST = 9
_VOWELS = frozenset("aeiouy")
#: How many levels are cached.
_KEPT = 1 << 15

Side = Literal["prefix", "suffix"]


class Affixes(NamedTuple):
    """The affixes of one language with their levels: the binary logarithm of the share of stems that have them."""

    prefix: Mapping[str, float]
    suffix: Mapping[str, float]


def knows_affixes(label: str) -> bool:
    return label in _affixes()


@lru_cache(_KEPT)
def level(label: str, side: Side, affix: str) -> float | None:
    """The highest level of an affix or chain of affixes; None if it is not one, or the label has no list."""
    known = getattr(_affixes().get(label, _NOTHING), side)
    found: list[float] = [known[affix]] if affix in known else []
    for end in range(1, len(affix)):
        rest = level(label, side, affix[end:]) if affix[:end] in known else None
        if rest is not None:
            found.append(known[affix[:end]] + rest)
    return max(found, default=None)


def prefix_level(label: str, word: str, end: int) -> float | None:
    """The level of the beginning of a lower-case word up to `end`, where there may be a joint.

    Before a joint a prefix may repeat the beginning of the stem: `nagda-download`.
    """
    if word[end - 1] not in JOINTS:
        return level(label, "prefix", word[:end])
    prefix = word[: end - 1]
    found = level(label, "prefix", prefix)
    if found is None and len(prefix) > 3 and prefix[-2] == word[end : end + 1]:
        return level(label, "prefix", prefix[:-2])
    return found


def suffix_level(label: str, word: str, start: int) -> float | None:
    """The level of the end of a lower-case word from `start`, where there may be a joint.

    A suffix may double the consonant before it: `debug-gen`.
    """
    if word[start] in JOINTS:
        return level(label, "suffix", word[start + 1 :])
    suffix = word[start:]
    found = level(label, "suffix", suffix)
    if found is None and len(suffix) > 1 and suffix[0] == word[start - 1] and suffix[0] not in _VOWELS:
        return level(label, "suffix", suffix[1:])
    return found


def parse_affixes(text: str) -> dict[str, Affixes]:
    """The lines of the file: label, prefixes and suffixes, separated by tabs; affixes are separated by spaces."""
    made = {}
    for line in text.splitlines():
        label, prefixes, suffixes = line.split("\t")
        made[label] = Affixes(levels(prefixes), levels(suffixes))
    return made


def levels(listed: str) -> dict[str, float]:
    """What is listed, each with the binary logarithm of its share, roughly; `HALF` stands where that falls by one."""
    found, here = {}, -0.5
    for part in listed.split():
        if part == HALF:
            here -= 1
        else:
            found[part] = here
    return found


_NOTHING = Affixes({}, {})


@cache
def _affixes() -> dict[str, Affixes]:
    return parse_affixes((FOLDER / FILE).read_text("utf-8"))
