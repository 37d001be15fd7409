"""The interface of models. Any object that implements it can be used.

A model gives every word a score for every label. It says nothing about which languages a sentence has: that is
`mixlid.solvers`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
#: Words of a long text that are scored at a time.
PIECE = 4_096


class Feature(NamedTuple):
    """A part of a word that counts for or against languages."""

    text: str
    #: What it adds to the word's score, by label.
    scores: FloatArray


class Model(Protocol):
    """Word scores and sentence probabilities over a fixed tuple of labels; immutable, thread-safe, picklable."""

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels as `eng_Latn`, without `__label__`, in the order of the score columns."""

    @property
    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        """Settings that fit this model's score scale, by preset name; they override the paper's."""

    @property
    def confidence(self) -> Mapping[str, Mapping[str, Any]]:
        """`mixlid.models.calibration.Calibration` as a dict, by preset name; empty if it was never fitted."""

    def word_scores(self, words: Sequence[str]) -> FloatArray:
        """Scores C[t, l] of each word as it stands in the text (normalisation is up to the model)."""

    def probabilities(self, text: str) -> FloatArray:
        """Probability of each label for a whole text."""

    def features(self, word: str) -> list[Feature]:
        """The parts of the word's score; empty if the model has none."""

    def info(self) -> dict[str, Any]:
        """Facts about the model for people: format, sizes, and where it comes from if it is known."""


def in_pieces(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """The words in batches, so that the scores of a long text need little memory at a time."""
    for first in range(0, len(words), PIECE):
        yield words[first : first + PIECE]
