"""From an exact margin to a probability of being right: what `confidence` and `language_score` mean.

Each is a logistic curve of a few numbers, fitted on development data (`mixlid tune`) for one model and one preset, and
never falling as the margin grows. Answers with one language and with several have curves of their own: what is doubtful
about the first is a language that was missed, about the second one too many. Left out: the fit (`evaluation`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

#: What a curve multiplies, in this order, beside its constant.
SENTENCE_FEATURES = ("root of the margin", "log characters")
WORD_FEATURES = ("word margin", "log characters of the word", *SENTENCE_FEATURES)


def sentence_features(margin: float, characters: int, unit: float) -> tuple[float, ...]:
    """The root of the margin, in units of a typical one, and the length."""
    return math.sqrt(margin / unit), math.log(max(characters, 1))


def word_features(margin: float, characters: int, unit: float, sentence: Sequence[float]) -> tuple[float, ...]:
    """A word's margin may be negative (the sentence overruled it), hence no logarithm of it."""
    return math.asinh(margin / unit), math.log(max(characters, 1)), *sentence


@dataclass(frozen=True, slots=True)
class Curves:
    """The constants and weights of the curves for one kind of answer."""

    #: that the set of languages is exactly right
    languages: tuple[float, ...]
    #: that the first language is one of the text's
    language: tuple[float, ...]
    #: that a word's language is right
    word: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Calibration:
    """How sure answers of a model with one preset are."""

    #: Typical margins of sentences and of words, so that curves do not depend on a model's scale.
    unit: float
    word_unit: float
    #: for answers with one language, and with several
    one: Curves
    several: Curves

    def judge(self, margin: float, characters: int, languages: int) -> Judgement:
        """The probabilities for one answer."""
        curves = self.one if languages < 2 else self.several
        features = sentence_features(margin, characters, self.unit)
        return Judgement(
            logistic(curves.languages, features), logistic(curves.language, features), curves.word, features, self
        )

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Calibration:
        """`ValueError` or `TypeError` if these are no curves."""
        one, several = (_curves(values[name]) for name in ("one", "several"))
        unit, word_unit = float(values["unit"]), float(values["word_unit"])
        if not (0 < unit < math.inf and 0 < word_unit < math.inf):
            raise ValueError(f"units of {unit} and {word_unit}")
        return cls(unit, word_unit, one, several)


@dataclass(frozen=True, slots=True)
class Judgement:
    """How sure one answer is."""

    languages: float
    language: float
    _curve: tuple[float, ...]
    _features: tuple[float, ...]
    _calibration: Calibration

    def word(self, margin: float, characters: int) -> float:
        """The probability that a word of this answer has the right language."""
        return logistic(self._curve, word_features(margin, characters, self._calibration.word_unit, self._features))


def logistic(curve: Sequence[float], features: Sequence[float]) -> float:
    """1 / (1 + exp(-(constant + weights · features)))"""
    value = 0.0
    for weight, feature in zip(curve[1:], features, strict=True):
        value += weight * feature  # one after the other, which `sum` does not do in every version of Python
    return 1 / (1 + math.exp(-max(min(curve[0] + value, 500.0), -500.0)))


def _curves(values: Mapping[str, Any]) -> Curves:
    found = []
    lengths = {"languages": len(SENTENCE_FEATURES), "language": len(SENTENCE_FEATURES), "word": len(WORD_FEATURES)}
    for name, length in lengths.items():
        curve = tuple(float(value) for value in values[name])
        if len(curve) != length + 1 or not all(map(math.isfinite, curve)):
            raise ValueError(f"the curve {name} is {curve}, and needs {length + 1} finite numbers")
        if curve[1] < 0:
            raise ValueError(f"the curve {name} falls as the margin grows")
        found.append(curve)
    return Curves(*found)
