"""The curves that turn margins into probabilities of being right.

Each is a logistic curve of a few numbers, fitted on development data (`mixlid tune`) for one model and one preset. It
never falls as the margin grows. Answers with one language and with several have their own curves: the first may miss a
language, the second may have one too many. Where a further language was considered, the evidence for it counts too.
`mixlid.engine.confidence` has the formulas, `mixlid_lab.tuning` the fit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mixlid.models.from_json import from_json

#: The features of each curve, in this order, besides its constant.
SENTENCE_FEATURES = ("root of the margin", "log characters", "evidence for the answer")
WORD_FEATURES = ("word margin", "log characters of the word", *SENTENCE_FEATURES)


@dataclass(frozen=True, slots=True)
class Curves:
    """The constants and weights of the curves for one kind of answer."""

    #: probability that the set of languages is exactly right
    languages: tuple[float, ...]
    #: probability that the first language is one of the text's
    language: tuple[float, ...]
    #: probability that a word's language is right
    word: tuple[float, ...]

    def __post_init__(self) -> None:
        lengths = {"languages": len(SENTENCE_FEATURES), "language": len(SENTENCE_FEATURES), "word": len(WORD_FEATURES)}
        for name, length in lengths.items():
            curve = getattr(self, name)
            if len(curve) != length + 1:
                raise ValueError(f"the curve {name} is {curve}, and needs {length + 1} finite numbers")
            if curve[1] < 0:
                raise ValueError(f"the curve {name} falls as the margin grows")


@dataclass(frozen=True, slots=True)
class Calibration:
    """The confidence of a model's answers with one preset."""

    #: Typical margins of sentences and of words, so that curves do not depend on a model's scale.
    unit: float
    word_unit: float
    #: for answers with one language, with one after a second was considered and refused, and with several
    one: Curves
    refused: Curves
    several: Curves
    #: The temperature of a model's probabilities for alternatives; above 1 flattens them.
    temperature: float = 1.0

    def __post_init__(self) -> None:
        if min(self.unit, self.word_unit, self.temperature) <= 0:
            raise ValueError(f"units of {self.unit} and {self.word_unit}, and a temperature of {self.temperature}")

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Calibration:
        """`ValueError` if these are not curves. Presets that never refuse a language have no curves for that."""
        made: Calibration = from_json(cls, {"refused": values.get("one"), **values})
        return made
