"""Near languages: groups of labels whose members models often confuse with each other, but rarely with anything else.

An answer can be certain of the group and not of the member; then it may be the group's own label (the setting `group`).
A group is in one script, since letters tell scripts apart. Pairs that are related but well told apart (Czech and
Slovak, Xhosa and Zulu) are not groups.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from mixlid.text.data_files import read_table


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


#: English names and what they stand for.
GROUPS: dict[str, Group] = {
    one["name"]: Group(one["label"], tuple(one["labels"].split()), one["standard"], one["odds"], one["reason"])
    for one in read_table("languages")["groups"]
}
_MEMBERS = {label: name for name, group in GROUPS.items() for label in group.labels}
_NAME_OF = {group.label: name for name, group in GROUPS.items()}
#: The name of the group that a label belongs to or stands for.
GROUP_OF = _NAME_OF | _MEMBERS


def group_of(label: str) -> str:
    """The name of the group that a label belongs to or stands for, else the label itself."""
    return GROUP_OF.get(label, label)


def is_group(label: str) -> bool:
    """Whether a label stands for a group, and not also for a member, as Quechua's does."""
    return label in _NAME_OF and label not in _MEMBERS


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
