"""Near languages: groups of labels whose members a model often takes for each other, though hardly for anything else.

An answer can be sure of the group and not of the member. A group is in one script, since letters tell scripts apart.
Left out: pairs that are related but well told apart (Czech and Slovak, Xhosa and Zulu).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Group(NamedTuple):
    """Labels that belong together, and why."""

    labels: tuple[str, ...]
    reason: str


def _group(script: str, codes: str, reason: str) -> Group:
    return Group(tuple(f"{code}_{script}" for code in codes.split()), reason)


#: English names and what they stand for.
GROUPS = {
    "Arabic": _group(
        "Arab",
        "acm acq aeb ajp apc arb arq ars ary arz",
        "Spoken varieties are written with the spelling, and mostly the words, of the standard language.",
    ),
    "Arabizi": _group(
        "Latn", "aeb apc arq ary arz", "Arabic in chat spelling: each writer's habits differ more than the countries'."
    ),
    "Berber": _group(
        "Latn", "kab taq", "Northern and southern Berber share their grammatical words and are short of text."
    ),
    "Bosnian, Croatian, Serbian": _group(
        "Latn", "bos hrv srp", "Standards of one language; many sentences are right in all three."
    ),
    "Chinese in simplified characters": _group(
        "Hans", "wuu zho", "Wu is rarely written, and then close to the standard language."
    ),
    "Chinese in traditional characters": _group(
        "Hant", "yue zho", "Formal Cantonese is written nearly as the standard language is."
    ),
    "Hindi and its neighbours": _group(
        "Deva", "awa bho hin hne mag", "A chain of neighbours from Awadhi to Magahi that share words and spelling."
    ),
    "Hindi and Urdu in Latin letters": _group(
        "Latn", "hin urd", "One spoken language; what sets the two apart is the script that is not used here."
    ),
    "Indonesian and Malay": _group("Latn", "ind zsm", "Standards of one language that differ in some common words."),
    "Jawi": _group(
        "Arab", "bjn min", "Banjar and Minangkabau in Arabic letters, of which there is little natural text."
    ),
    "Manding": _group("Latn", "bam dyu", "Bambara and Dyula are understood by each other's speakers."),
    "Moroccan Tamazight": _group(
        "Tfng", "tzm zgh", "The standard language rests on Central Atlas Tamazight, among others."
    ),
    "Norwegian": _group("Latn", "nno nob", "Two written standards of one language."),
    "Persian": _group("Arab", "pes prs", "Persian of Iran and Dari are written alike but for some words."),
    "Quechua": _group("Latn", "que quy", "The first label is the macrolanguage, of which the second is a member."),
    "Rwanda-Rundi": _group("Latn", "kin run", "Kinyarwanda and Rundi are understood by each other's speakers."),
    "Spanish and Asturian": _group("Latn", "ast spa", "Most words of a sentence are the same, or differ in a letter."),
}
_GROUP_OF = {label: name for name, group in GROUPS.items() for label in group.labels}


def group_of(label: str) -> str:
    """The name of a label's group, or the label itself if it is in none."""
    return _GROUP_OF.get(label, label)


def members(name: str, labels: Iterable[str]) -> tuple[str, ...]:
    """Those of some labels that are in a group; a label that is in none is a group of its own."""
    return tuple(label for label in labels if group_of(label) == name)


def are_near(first: str, second: str) -> bool:
    """Whether two languages (ISO 639-3) are in one group, in whatever script."""
    return any({first, second} <= {label.partition("_")[0] for label in group.labels} for group in GROUPS.values())
