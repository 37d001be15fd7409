"""Decides whether a text is mixed: a logistic regression over evidence about the smallest proposed language.

The search runs with low penalties, so it proposes a language too many rather than one too few. Whether the smallest of
them is really there is then decided by all the evidence, not by its score alone. A second language and further ones
have weights of their own: a second may be one inserted word, while a third is mostly a whole clause. The weights are
fitted on development data (`mixlid tune`, `mixlid_lab.tuning.decision`) and stored in the model.
`mixlid.engine.evidence` collects the evidence.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mixlid.errors import ModelError

#: Every piece of evidence: its name, as model files have it, and its meaning, as `--explain` and the page show it. "Its
#: words" are those of the language in question; a gain is how much higher a word's score is for that language than for
#: the others of the answer.
EVIDENCE = {
    "lead": "how much better the answer is with the language than without it",
    "root_lead": "the square root of how much better the answer is with the language than without it",
    "mean_gain": "the mean gain of its words",
    "third": "how much higher its words' scores are than for any language outside the answer",
    "capital_gain": "the part of the gain from words with a capital letter inside a sentence",
    "names": "the share of its words that are known names with a capital letter",
    "titles": "the share of its words in runs that begin and end with a capital letter inside a sentence",
    "plain": "whether all its words are names, loanwords, or have a capital letter inside a sentence",
    "share": "the logarithm of its share of the letters",
    "foreign_letters": "the share of its words in letters that no other language of the answer uses",
    "strangers": "whether no country has both it and the main language",
    "frequent": "the share of its words that are among the most frequent ones of the language",
    "near": "whether it and the main language are easily confused",
    "run": "the logarithm of its longest run of words, up to five",
    "scattered": "the logarithm of its number of words divided by its longest run",
    "run_gain": "the total gain of the best run of its words",
    "log_run_gain": "the logarithm of the total gain of the best run of its words",
    "least_gain": "the smallest gain of its words",
    "two_words": "whether the text has just two words",
    "text_letters": "the logarithm of the number of letters in the text",
    "strangers_run": "the run, if no country has both it and the main language",
    "foreign_run": "the run, times the share of words in letters that no other language uses",
}
#: The index of each piece in an array of them.
PLACES = {name: place for place, name in enumerate(EVIDENCE)}


@dataclass(frozen=True, slots=True)
class Decision:
    """A constant, weights by name of the evidence, and an offset for the main language (`*` for any other)."""

    constant: float
    #: 0 for a missing piece
    weights: Mapping[str, float]
    dominant: Mapping[str, float]
    #: the decision on a third language and further ones; None if it is this one too
    further: Decision | None = None

    def __post_init__(self) -> None:
        if unknown := [name for name in self.weights if name not in EVIDENCE]:
            raise ModelError(
                f"its decision uses evidence that this mixlid does not know: {', '.join(unknown)}. Use the mixlid "
                f"that made it, or a later one; this one knows {', '.join(EVIDENCE)}."
            )
        if "*" not in self.dominant:
            raise ValueError("a decision has nothing for languages not named")

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        values = {"constant": self.constant, "weights": dict(self.weights), "dominant": dict(self.dominant)}
        return values if self.further is None else {**values, "further": self.further.to_dict()}

    def offset(self, dominant: str) -> float:
        """The constant for a text with this dominant label."""
        return self.constant + self.dominant.get(dominant, self.dominant["*"])


def in_order(by_name: Mapping[str, float]) -> list[float]:
    """Weights or values of the pieces in the order of `PLACES`; 0 for a missing one."""
    return [by_name.get(name, 0.0) for name in PLACES]


def probability_of(evidence: float) -> float:
    """The probability for a sum of evidence, which is its log odds."""
    return 1 / (1 + math.exp(-max(min(evidence, 500.0), -500.0)))


def evidence_of(probability: float) -> float:
    """The sum of evidence (log odds) for a probability between 0 and 1."""
    return math.log(probability / (1 - probability))
