"""Any language identifier as a model: a function from a text to the probability of each label.

The function is called for every single word, so this is as good as the function is on single words, and as fast. Such a
model has no features.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from mixlid.errors import ModelError
from mixlid.models.interface import Feature, FloatArray
from mixlid.models.vocabulary import score_once

#: The least probability that a label can have for a word.
FLOOR = 1e-4


def scores_beside_chance(probabilities: FloatArray, floor: float = FLOOR) -> FloatArray:
    """Word scores from probabilities (the last axis is of labels): `log(max(p, floor)) + log(L)` with L labels.

    Zero then means "no better than a guess". A plain log-probability is never positive, and since a word may be given
    no language at value zero, every word would be left without one.
    """
    scores: FloatArray = np.log(np.maximum(probabilities, floor)) + math.log(probabilities.shape[-1])
    return scores


def presets_beside_chance(labels: int) -> Mapping[str, Mapping[str, Any]]:
    """Presets for scores up to log L, in the proportions of our table's; the paper's penalties are for logits."""
    unit = math.log(max(labels, 2))
    return {"avg": {"penalty": 0.08 * unit}, "mono": {"penalty": 0.2 * unit}}


class ProbabilityModel:
    """Scores are log-probabilities relative to chance (`scores_beside_chance`)."""

    def __init__(
        self, predict: Callable[[str], Mapping[str, float]], labels: Sequence[str], *, floor: float = FLOOR
    ) -> None:
        """`floor` is the least probability a label can have for a word, so that one word cannot veto a language."""
        if not labels or len(set(labels)) != len(labels):
            raise ModelError("A probability model needs a list of labels without repetitions.")
        if not 0 < floor < 1:
            raise ModelError(f"The floor of a probability model is {floor}; it must lie between 0 and 1.")
        self._predict = predict
        self._labels = tuple(labels)
        self._floor = floor

    @property
    def labels(self) -> tuple[str, ...]:
        return self._labels

    @property
    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        return presets_beside_chance(len(self._labels))

    @property
    def confidence(self) -> Mapping[str, Mapping[str, Any]]:
        return {}

    def word_scores(self, words: Sequence[str]) -> FloatArray:
        """Scores C[t, l]; zeros for an empty word."""
        return score_once(words, self._scores)

    def probabilities(self, text: str) -> FloatArray:
        """The function's probabilities, 0 for labels that it leaves out; divided by their sum if that is above 1."""
        given = self._predict(text)
        if not isinstance(given, Mapping):
            raise ModelError(
                f"The function of a probability model gave a {type(given).__name__}; it must give a mapping such as "
                "{'eng_Latn': 0.9, 'tur_Latn': 0.1}."
            )
        values = np.array([float(given.get(label, 0.0)) for label in self._labels])
        if not np.isfinite(values).all() or values.min() < 0:
            raise ModelError(
                f"The function of a probability model gave {dict(given)!r} for {text[:40]!r}; "
                "it must give probabilities by label."
            )
        return values / max(float(values.sum()), 1.0)

    def features(self, word: str) -> list[Feature]:  # noqa: ARG002
        return []

    def info(self) -> dict[str, Any]:
        name = getattr(self._predict, "__qualname__", type(self._predict).__name__)
        return {"format": "probability", "function": name, "labels": len(self._labels), "floor": self._floor}

    def _scores(self, words: Sequence[str]) -> FloatArray:
        scores = np.zeros((len(words), len(self._labels)))
        for row, word in zip(scores, words, strict=True):
            if word:
                row[:] = scores_beside_chance(self.probabilities(word), self._floor)
        return scores
