"""A view of a model with only some of its labels; nothing is copied.

Probabilities are selected and not renormalised, as in the published MaskLID: all of them are then low for a text in
none of the chosen languages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mixlid.errors import ModelError
from mixlid.models.interface import Feature, FloatArray, Model


class RestrictedModel:
    """The chosen label columns of `model`, in the order given."""

    def __init__(self, model: Model, indices: Sequence[int], keeps_rivals: bool = False) -> None:
        """With `keeps_rivals` the other labels still compete in the search (`with_rivals`)."""
        count = len(model.labels)
        if not len(indices) or len(set(indices)) != len(indices) or not all(0 <= i < count for i in indices):
            raise ModelError(
                f"A model with {count} labels cannot be restricted to the columns {list(indices)}: "
                f"give one or more of 0 to {count - 1}, each once."
            )
        self._model, self.keeps_rivals = model, keeps_rivals
        self._indices = np.array(indices, dtype=np.intp)
        self._labels = tuple(model.labels[i] for i in indices)

    @property
    def full(self) -> Model:
        """The model with all its labels."""
        return full_model(self._model)

    @property
    def columns(self) -> list[int]:
        """Where its labels are among those of the full model."""
        indices: list[int] = self._indices.tolist()
        if isinstance(self._model, RestrictedModel):
            columns = self._model.columns
            return [columns[index] for index in indices]
        return indices

    @property
    def labels(self) -> tuple[str, ...]:
        return self._labels

    @property
    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        """Those of the full model; a penalty by language is keyed by label, so it fits any choice of them."""
        return self._model.presets

    @property
    def confidence(self) -> Mapping[str, Mapping[str, Any]]:
        """That of the full model: with fewer rivals answers are at least as certain, if the right labels are there."""
        return self._model.confidence

    def word_scores(self, words: Sequence[str]) -> FloatArray:
        return self._model.word_scores(words)[:, self._indices]

    def probabilities(self, text: str) -> FloatArray:
        return self._model.probabilities(text)[self._indices]

    def features(self, word: str) -> list[Feature]:
        return [Feature(item.text, item.scores[self._indices]) for item in self._model.features(word)]

    def info(self) -> dict[str, Any]:
        return {**self._model.info(), "restricted_to": list(self._labels)}


def full_model(model: Model) -> Model:
    """The model with all its labels, whether or not this one is restricted."""
    return model.full if isinstance(model, RestrictedModel) else model


def with_rivals(model: Model) -> Model:
    """The model whose labels compete in the search: all of them if it keeps rivals."""
    return with_rivals(model._model) if isinstance(model, RestrictedModel) and model.keeps_rivals else model
