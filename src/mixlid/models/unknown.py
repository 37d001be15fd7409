"""Tells text in one of a model's languages from text in none of them: a logistic regression over a few features.

Any text gets a best language, and its margin over the second best does not show that it is in neither. How well the
words fit their language does, compared with how well words of that language usually fit. Besides, unknown text is taken
for some labels more often than for others. The weights are fitted on text in languages that the model does not have
(`mixlid tune --unknown`), and stored in the model (as `familiarity`, an older name). `mixlid.engine.unknown_signs`
computes the features.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

#: The features, in this order, and what they mean. How well a word fits is its score divided by the typical score of
#: its language.
SIGNS = {
    "fit": "how well the words fit, all together",
    "low": "the share of letters in words that hardly fit",
    "none": "the share of letters in words that do not fit at all",
    "frequent": "how many words are frequent ones of their language, relative to how many usually are",
    "languages": "how many languages there are besides the first",
    "symbols": "the share of characters in numbers and punctuation",
    "code": "the share of characters that are common in program code and rare in sentences",
    "odd": "the share of letters in words with digits, with capitals after small letters, or typed at random",
    "length": "the logarithm of the number of letters",
}
#: Words that score less than these parts of the typical score hardly fit, or do not fit at all.
HARDLY, NOT_AT_ALL = 0.4, 0.15
#: The least share of frequent words that `frequent` is divided by, and its maximum.
FEW, MOST_FREQUENT = 0.3, 1.2
#: Every feature counts once, and all but the length once more, multiplied by the length.
SIZE = 2 * len(SIGNS) - 1


@dataclass(frozen=True, slots=True)
class UnknownDetector:
    """The weights: the constant, then each feature's, then each feature's times the length."""

    #: for text in one of the languages; and, where it is not, for text in any language at all
    known: tuple[float, ...]
    language: tuple[float, ...]
    #: by label (`*` for the rest): the mean score of a word for its own label, and the share of frequent words
    typical: Mapping[str, float]
    frequent: Mapping[str, float]
    #: by label: what is added to the log odds that a text is known if this is its first language (0 for the rest)
    offsets: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.known) != SIZE + 1 or len(self.language) != SIZE + 1:
            raise ValueError(f"familiarity needs {SIZE + 1} numbers twice")
        if "*" not in self.typical or "*" not in self.frequent:
            raise ValueError("familiarity has no values for labels that it does not name")
        if min(self.typical.values()) <= 0 or not all(0 <= share <= 1 for share in self.frequent.values()):
            raise ValueError("familiarity has typical scores that are not above 0, or shares that are not from 0 to 1")
