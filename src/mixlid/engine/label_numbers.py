"""Labels as numbers, so that they can be compared and counted in arrays."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from copy import copy

from mixlid.results.result import NO_LANGUAGE, UNKNOWN
from mixlid.text.groups import GROUPS
from mixlid.text.words import SCRIPTS, WORTH

#: Japanese mixes Han and Kana: where the model has neither script, they are one unknown language.
JAPANESE = "Jpan"
KANA = frozenset({"Hira", "Kana"})
JAPANESE_SCRIPTS = KANA | {"Hani"}
#: The number for tokens that are not words, which have no letters and no span of their own.
NONE = -1


class LabelNumbers:
    """A number for every label of tokens: the model's, groups, `und`, and `und_…` for each script."""

    def __init__(
        self, labels: Sequence[str], scripts: Iterable[str] | None, all_scripts: Sequence[str] = SCRIPTS
    ) -> None:
        """`scripts` are those that the labels are written in; None if unknown."""
        scripts_unknown = [f"{UNKNOWN}_{script}" for script in (*all_scripts, JAPANESE)]
        every = [*labels, UNKNOWN, *scripts_unknown, NO_LANGUAGE]
        self.of_model = tuple(labels)
        #: by number; a model may have `und_Cyrl` or `zxx` among its own
        self.names = list(dict.fromkeys([*every, *(group.label for group in GROUPS.values())]))
        self.number = {name: place for place, name in enumerate(self.names)}
        #: in order: the model's labels, `und`, each script, Japanese (in several scripts), tokens that are not words
        self.numbers = array("i", [self.number[name] for name in every])
        #: by number: whether it is a script
        self.is_script = bytes(name.startswith(f"{UNKNOWN}_") for name in self.names)
        #: by number: whether it is a known language
        self.is_known = bytes(not name.startswith((UNKNOWN, NO_LANGUAGE)) for name in self.names)
        #: by script: whether Japanese uses it, and whether only Japanese does
        self.is_japanese = bytes(script in JAPANESE_SCRIPTS for script in all_scripts)
        self.is_kana = bytes(script in KANA for script in all_scripts)
        #: by script: how many letters a character counts as
        self.worth = bytes(WORTH.get(script, 1) for script in all_scripts)
        #: by script: whether a label of the model is written in it
        self.readable = bytes(scripts is None or not script or script in scripts for script in all_scripts)

    def among(self, chosen: Sequence[int]) -> LabelNumbers:
        """The same numbers and scripts for a model with only some of its labels, in this order."""
        made = copy(self)
        made.of_model = tuple(self.of_model[label] for label in chosen)
        made.numbers = array("i", [self.numbers[label] for label in chosen]) + self.numbers[len(self.of_model) :]
        return made
