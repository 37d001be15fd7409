"""What decides whether a text is mixed: a logistic regression over evidence about the language that would come in last.

The search finds the best languages at low prices, which is one language too many rather than one too few. Whether the
smallest of them is really there is then decided by all that speaks for and against it, not by its score alone. Fitted
on development data (`mixlid tune`) and kept with the model. Left out: how the evidence is gathered
(`mixlid.engine.reading`) and the fit (`mixlid.lab.tuning.decide`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

#: What is weighed, in this order, and what it means. "Its words" are those of the language in question; a gain is how
#: much higher a word's score is for that language than for the others of the answer.
EVIDENCE = {
    "lead": "how much better the answer is with the language than without it",
    "mean_gain": "the mean gain of its words",
    "third": "how much higher its words' scores are than for any language outside the answer",
    "capital_gain": "the part of the gain from words with a capital letter inside a sentence",
    "name_gain": "the part of the gain from capitalised words that are known names",
    "capitals": "the share of its words that have a capital letter inside a sentence",
    "share": "the logarithm of its share of the letters",
    "foreign_letters": "the share of its words that no other language of the answer could have, by their letters",
    "strangers": "whether it meets the dominant language in no country",
    "further": "whether there are two languages without it",
    "frequent": "the share of its words that are among the most frequent ones of the language",
    "near": "whether it and the dominant language are taken for each other easily",
}
#: The place of what is only known when the answer without the language is.
LEAD = 0


@dataclass(frozen=True, slots=True)
class Decision:
    """Constant, weights in the order of `EVIDENCE`, and what the dominant language adds (`*` for those not named)."""

    constant: float
    weights: tuple[float, ...]
    dominant: Mapping[str, float]
    #: what a prior adds for two labels that are often, or hardly ever, in one text (`mixlid.engine.priced`)
    pairs: Mapping[frozenset[str], float] = field(default_factory=dict)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Decision:
        """`ValueError` or `TypeError` if these are not the numbers of a decision."""
        weights = {str(name): float(weight) for name, weight in values["weights"].items()}
        dominant = {str(label): float(value) for label, value in values["dominant"].items()}
        constant = float(values["constant"])
        if set(weights) != set(EVIDENCE):
            raise ValueError(f"a decision weighs {', '.join(EVIDENCE)}, not {', '.join(sorted(weights))}")
        if not all(map(math.isfinite, (constant, *weights.values(), *dominant.values()))) or "*" not in dominant:
            raise ValueError("a decision has numbers that are not finite, or nothing for languages not named")
        return cls(constant, tuple(weights[name] for name in EVIDENCE), dominant)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        weights = dict(zip(EVIDENCE, self.weights, strict=True))
        return {"constant": self.constant, "weights": weights, "dominant": dict(self.dominant)}

    def offset(self, dominant: str, small: str = "") -> float:
        """The constant for a text whose dominant label is this one, with the other in question."""
        constant = self.constant + self.dominant.get(dominant, self.dominant["*"])
        return constant + self.pairs.get(frozenset((small, dominant)), 0.0) if self.pairs else constant


def probability_of(evidence: float) -> float:
    """The probability that a sum of evidence stands for."""
    return 1 / (1 + math.exp(-max(min(evidence, 500.0), -500.0)))


def evidence_of(probability: float) -> float:
    """The sum of evidence that stands for a probability between 0 and 1."""
    return math.log(probability / (1 - probability))
