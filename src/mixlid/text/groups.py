"""Near languages: groups of labels whose members models often confuse with each other, but rarely with anything else.

An answer can be certain of the group and not of the member; then it may be the group's own label (the setting `group`).
A group is in one script, since letters tell scripts apart. Pairs that are related but well told apart (Czech and
Slovak, Xhosa and Zulu) are not groups.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Group(NamedTuple):
    """Labels that belong together, and why."""

    #: The group's own label: the macrolanguage of ISO 639-3, or the smallest collection of ISO 639-5.
    label: str
    labels: tuple[str, ...]
    #: The member that most text is written in, empty if there is none, and roughly how many times as much that is as
    #: in each of the others, among texts that could be either.
    standard: str
    odds: float
    reason: str


def _group(script: str, code: str, codes: str, reason: str, standard: str = "", odds: float = 1.0) -> Group:
    labels = tuple(f"{code}_{script}" for code in codes.split())
    return Group(f"{code}_{script}", labels, standard and f"{standard}_{script}", odds, reason)


#: English names and what they stand for.
GROUPS = {
    "Arabic": _group(
        "Arab",
        "ara",
        "acm acq aeb ajp apc arb arq ars ary arz",
        "Spoken varieties are written with the spelling, and mostly the words, of the standard language.",
        "arb",
        8,
    ),
    "Arabizi": _group(
        "Latn",
        "ara",
        "aeb apc arq ary arz",
        "Arabic in chat spelling: each writer's habits differ more than the countries'.",
    ),
    "Berber": _group(
        "Latn", "ber", "kab taq", "Northern and southern Berber share their grammatical words and are short of text."
    ),
    "Bosnian, Croatian, Serbian": _group(
        "Latn", "hbs", "bos hrv srp", "Standards of one language; many sentences are right in all three."
    ),
    "Chinese in simplified characters": _group(
        "Hans", "zhx", "wuu zho", "Wu is rarely written, and then close to the standard language.", "zho", 5
    ),
    "Chinese in traditional characters": _group(
        "Hant", "zhx", "yue zho", "Formal Cantonese is written nearly as the standard language is.", "zho", 5
    ),
    "Hindi and its neighbours": _group(
        "Deva",
        "inc",
        "awa bho hin hne mag",
        "A chain of neighbours from Awadhi to Magahi that share words and spelling.",
        "hin",
        4,
    ),
    "Hindi and Urdu in Latin letters": _group(
        "Latn",
        "inc",
        "hin urd",
        "One spoken language; what sets the two apart is the script that is not used here.",
        "hin",
        4,
    ),
    "Indonesian and Malay": _group(
        "Latn", "msa", "ind zsm", "Standards of one language that differ in some common words.", "ind", 6
    ),
    "Jawi": _group(
        "Arab", "msa", "bjn min", "Banjar and Minangkabau in Arabic letters, of which there is little natural text."
    ),
    "Manding": _group("Latn", "dmn", "bam dyu", "Bambara and Dyula are understood by each other's speakers."),
    "Moroccan Tamazight": _group(
        "Tfng", "ber", "tzm zgh", "The standard language rests on Central Atlas Tamazight, among others.", "zgh", 2
    ),
    "Norwegian": _group("Latn", "nor", "nno nob", "Two written standards of one language.", "nob", 4),
    "Persian": _group(
        "Arab", "fas", "pes prs", "Persian of Iran and Dari are written alike but for some words.", "pes", 2
    ),
    "Quechua": _group(
        "Latn", "que", "que quy", "The first label is the macrolanguage, of which the second is a member."
    ),
    "Rwanda-Rundi": _group("Latn", "bnt", "kin run", "Kinyarwanda and Rundi are understood by each other's speakers."),
    "Spanish and Asturian": _group(
        "Latn", "roa", "ast spa", "Most words of a sentence are the same, or differ in a letter.", "spa", 16
    ),
}
_GROUP_OF = {label: name for name, group in GROUPS.items() for label in group.labels}
_NAME_OF = {group.label: name for name, group in GROUPS.items()}
#: The codes of a group's members by its code, in any script; a code that is also a member's means that member.
_MEMBER_CODES: dict[str, frozenset[str]] = {}
for _group_label, *_labels in ((group.label, *group.labels) for group in GROUPS.values()):
    _code, *_members = (label.partition("_")[0] for label in (_group_label, *_labels))
    if _code not in _members:
        _MEMBER_CODES[_code] = _MEMBER_CODES.get(_code, frozenset()) | frozenset(_members)


def group_of(label: str) -> str:
    """The name of the group that a label belongs to or stands for, else the label itself."""
    return _GROUP_OF.get(label) or _NAME_OF.get(label, label)


def is_group(label: str) -> bool:
    """Whether a label stands for a group, and not also for a member, as Quechua's does."""
    return label in _NAME_OF and label not in _GROUP_OF


def right_code(answer: str, right: Iterable[str]) -> str:
    """The language (ISO 639-3) that an answer counts as: a group counts as its member among the right ones."""
    members = _MEMBER_CODES.get(answer, frozenset())
    return next((code for code in right if code in members), answer)


def members(name: str, labels: Iterable[str]) -> tuple[str, ...]:
    """The members of each group among some labels; a label in no group is a group of its own."""
    return tuple(label for label in labels if group_of(label) == name)


def with_groups(meant: Iterable[str], labels: Iterable[str]) -> frozenset[str]:
    """Some of a model's labels, with that of every group whose members are all meant."""
    chosen, known = frozenset(meant), frozenset(labels)
    whole = (group for group in GROUPS.values() if known & {*group.labels} and known & {*group.labels} <= chosen)
    return chosen | {group.label for group in whole}


def are_near(first: str, second: str) -> bool:
    """Whether two languages (ISO 639-3) are in one group, in any script."""
    return any({first, second} <= {label.partition("_")[0] for label in group.labels} for group in GROUPS.values())
