"""Learn the column of a new label in a trained table, while all other columns stay as they are.

    score = Σ rows / √n over a word's n features, then over the words of a sentence likewise        (as in `linear.py`)

The table was trained on the softmax of these scores. With all labels but one fixed, that is a logistic regression on
the new label's score minus the log-sum-exp of the others. It is solved by full-batch Adam in NumPy, so every run gives
the same result. Values are regularised towards 0, where a feature says nothing: what some thousand sentences cannot
settle is left to the existing labels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mixlid.models.table import TableModel
from mixlid_lab.training.bags import Int64Array, Ragged, features_of

FloatArray = NDArray[np.float64]
#: The strength of the regularisation, relative to one example: with 5 a language was found less often, with 0.1 not
#: more often.
RIDGE = 0.2
#: Label smoothing, as in the training of the tables.
SMOOTHING = 0.05
STEPS, RATE = 100, 0.3
#: Adam's decay rates for gradients and for their squares.
_GRADIENT_DECAY, _SQUARES_DECAY = 0.9, 0.99
#: The most features without a row that get one; each row costs a byte for every label of the script.
FURTHER_ROWS = 10_000
#: Sentences scored at a time, for all labels.
_BATCH = 4_096
_LARGEST = 127


@dataclass(frozen=True, slots=True)
class Examples:
    """Sentences and single words of the new label and of others."""

    words: Sequence[str]
    #: the words of each example
    bags: Ragged
    #: for each example: whether it is of the new label, and its weight
    own: NDArray[np.bool_]
    weights: FloatArray


class _Sums:
    """Weighted sums over lists of indices, and their gradient with respect to each index."""

    def __init__(self, lists: Ragged, places: Int64Array, width: int) -> None:
        sizes = np.diff(lists.starts)
        self._owner = np.repeat(np.arange(len(sizes)), sizes)
        self._weights = (1 / np.sqrt(np.maximum(sizes, 1)))[self._owner]
        self._places, self._count, self._width = places, len(sizes), width

    def sums(self, values: FloatArray) -> FloatArray:
        return np.bincount(self._owner, self._weights * values[self._places], self._count).astype(np.float64)

    def spread(self, changes: FloatArray) -> FloatArray:
        return np.bincount(self._places, self._weights * changes[self._owner], self._width).astype(np.float64)


def learn_column(table: TableModel, examples: Examples) -> tuple[Int64Array, FloatArray]:
    """The features that count for or against the label, ascending, and their values."""
    features = features_of(examples.words, table.header.ngrams)
    ids, places = np.unique(features.flat, return_inverse=True)
    of_words = _Sums(features, places, len(ids))
    of_bags = _Sums(examples.bags, examples.bags.flat.astype(np.int64), len(examples.words))
    others = _others(table, examples)
    labels = len(table.labels) + 1
    wanted = examples.own * (1 - SMOOTHING) + SMOOTHING / labels
    values, mean, squares = (np.zeros(len(ids)) for _ in range(3))
    for step in range(1, STEPS + 1):
        odds = of_bags.sums(of_words.sums(values)) - others
        chances = 1 / (1 + np.exp(-np.clip(odds, -50, 50)))
        gradient = of_words.spread(of_bags.spread(examples.weights * (chances - wanted))) + RIDGE * values
        mean = _GRADIENT_DECAY * mean + (1 - _GRADIENT_DECAY) * gradient
        squares = _SQUARES_DECAY * squares + (1 - _SQUARES_DECAY) * gradient**2
        size = np.sqrt(squares / (1 - _SQUARES_DECAY**step)) + 1e-9
        values -= RATE * (1 - step / (STEPS + 1)) * mean / (1 - _GRADIENT_DECAY**step) / size
    known = table.index[ids] >= 0
    frequency = of_words.spread(of_bags.spread(examples.weights * examples.own))
    worth = np.where(known, 0.0, np.abs(values) * np.sqrt(frequency))
    known[np.argsort(-worth, kind="stable")[:FURTHER_ROWS]] = True
    return ids[known].astype(np.int64), values[known]


def rounded(ids: Int64Array, values: FloatArray, scale: float) -> tuple[Int64Array, NDArray[np.int8]]:
    """Values in units of a table's scale, without those that round to zero."""
    whole = np.clip(np.rint(values / scale), -_LARGEST, _LARGEST).astype(np.int8)
    return ids[whole != 0], whole[whole != 0]


def scale_for(values: FloatArray) -> float:
    """The scale of a table that has only these values."""
    return float(np.abs(values).max(initial=0.0)) / _LARGEST or 1.0


def _others(table: TableModel, examples: Examples) -> FloatArray:
    """The log-sum-exp of each example's scores for the existing labels."""
    scores, starts = table.word_scores(examples.words), examples.bags.starts
    found = np.empty(len(examples.bags))
    for begin in range(0, len(found), _BATCH):
        end = min(begin + _BATCH, len(found))
        words = scores[examples.bags.flat[starts[begin] : starts[end]]]
        sizes = np.diff(starts[begin : end + 1])
        sums = np.add.reduceat(words, starts[begin:end] - starts[begin], axis=0) / np.sqrt(sizes)[:, None]
        top = sums.max(axis=1)
        found[begin:end] = top + np.log(np.exp(sums - top[:, None]).sum(axis=1))
    return found
