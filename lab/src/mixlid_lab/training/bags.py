"""Training examples as arrays: each sentence, and each single word, is a bag of word numbers with a label.

Words are numbered once for the whole corpus, and the n-gram features of each are computed once, by the function that
scoring uses. Examples are chosen in `sampling.py`; training is in `linear.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from mixlid._processes import ordered_map
from mixlid.models.ngrams import NgramSpec, word_features

Int32Array = NDArray[np.int32]
Int64Array = NDArray[np.int64]
#: Words hashed at a time, to bound memory.
_PIECE = 100_000


class WordIndex:
    """The words of the corpus, numbered in the order in which they were first seen."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    @property
    def words(self) -> list[str]:
        return list(self._numbers)

    def encode(self, words: Iterable[str]) -> list[int]:
        """The numbers of words; new words get the next number."""
        numbers = self._numbers
        return [numbers.setdefault(word, len(numbers)) for word in words]


def starts_of(sizes: Sequence[int] | NDArray[np.integer] | NDArray[np.bool_]) -> Int64Array:
    """Where lists of these sizes start when they are concatenated, and where the last one ends."""
    starts: Int64Array = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(sizes, dtype=np.int64)])
    return starts


@dataclass(frozen=True, slots=True)
class Ragged:
    """Lists of different lengths, concatenated: item i is `flat[starts[i]:starts[i + 1]]`."""

    flat: Int32Array
    starts: Int64Array

    def __len__(self) -> int:
        return len(self.starts) - 1

    def take(self, items: NDArray[np.integer]) -> Ragged:
        """Some of the lists, in the given order."""
        sizes = np.diff(self.starts)[items]
        starts = starts_of(sizes)
        places = np.arange(starts[-1]) + np.repeat(self.starts[items] - starts[:-1], sizes)
        return Ragged(self.flat[places], starts)

    @classmethod
    def of(cls, lists: Sequence[Sequence[int]]) -> Ragged:
        starts = starts_of([len(item) for item in lists])
        flat = np.fromiter((number for item in lists for number in item), dtype=np.int32, count=int(starts[-1]))
        return cls(flat, starts)


@dataclass(frozen=True, slots=True)
class Bags:
    """Examples: the words of each, and the index of its label."""

    words: Ragged
    labels: NDArray[np.int16]

    def __len__(self) -> int:
        return len(self.labels)

    def take(self, items: NDArray[np.integer]) -> Bags:
        """Some of the examples, in the given order."""
        return Bags(self.words.take(items), self.labels[items])

    @classmethod
    def join(cls, parts: Sequence[Bags]) -> Bags:
        sizes = np.concatenate([np.diff(part.words.starts) for part in parts])
        starts = starts_of(sizes)
        flat = np.concatenate([part.words.flat for part in parts])
        return cls(Ragged(flat, starts), np.concatenate([part.labels for part in parts]))


def single_words(numbers: Int32Array, label: int) -> Bags:
    """Each word as an example of its own."""
    starts = np.arange(len(numbers) + 1, dtype=np.int64)
    return Bags(Ragged(numbers.astype(np.int32), starts), np.full(len(numbers), label, dtype=np.int16))


def features_of(words: Sequence[str], spec: NgramSpec, jobs: int = 1) -> Ragged:
    """The buckets of each word's features, found by some processes."""
    pieces = (words[begin : begin + _PIECE] for begin in range(0, len(words), _PIECE))
    ids, counts = [np.empty(0, dtype=np.int32)], [np.empty(0, dtype=np.int64)]
    for found, sizes in ordered_map(partial(_features_of_piece, spec), pieces, jobs):
        ids.append(found)
        counts.append(sizes)
    return Ragged(np.concatenate(ids), starts_of(np.concatenate(counts)))


def _features_of_piece(spec: NgramSpec, words: Sequence[str]) -> tuple[Int32Array, Int64Array]:
    features = word_features(words, spec)
    return features.ids.astype(np.int32), features.counts


def feature_frequencies(bags: Bags, features: Ragged, buckets: int) -> NDArray[np.float64]:
    """How often each bucket occurs in the examples."""
    word_counts = np.bincount(bags.words.flat, minlength=len(features)).astype(np.float64)
    weights = np.repeat(word_counts, np.diff(features.starts))
    return np.bincount(features.flat, weights=weights, minlength=buckets).astype(np.float64)
