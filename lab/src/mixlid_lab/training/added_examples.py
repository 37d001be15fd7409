"""The examples that a new label is learnt from: its own text, and text of the labels that it must be told from.

Of those the model has no text, only their most common words; sentences made of these do nearly as well as real ones.
All labels of a script weigh the same: a new language takes text not only from its relatives, but from every label that
had little text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from mixlid.models.table import TableModel
from mixlid.models.vocabulary import softmax
from mixlid_lab.training.added_column import Examples
from mixlid_lab.training.bags import Ragged, WordIndex
from mixlid_lab.training.sampling import keep_probability

Sentences = Sequence[Sequence[str]]
#: The weight of each other label relative to the new one's text, by what there is of it. On development data, with
#: twice as much for text, a language with near relatives was found in only half of its sentences; with half as much for
#: words, it took twice as many sentences from them.
DRAWN_WEIGHT, TEXT_WEIGHT = 0.8, 0.4
#: Sentences made of the words of a label, and their length in words.
DRAWN, SHORTEST, LONGEST = 300, 4, 20
#: Words that occur more often are thinned, as in training (`sampling.py`).
_THIN_BEYOND = 200


def likeness(table: TableModel, sentences: Sentences) -> NDArray[np.float64]:
    """The mean probability of each label of a table for the words of some sentences."""
    counts = Counter(word for sentence in sentences for word in sentence)
    chances = softmax(table.word_scores(list(counts)))
    return np.average(chances, axis=0, weights=_thinned(counts))


def draw_sentences(words: Mapping[str, float], count: int, generator: np.random.Generator) -> list[list[str]]:
    """Sentences of words drawn in proportion to their shares, which need not sum to 1."""
    if not words:
        return []
    known, shares = list(words), np.array(list(words.values()))
    sizes = generator.integers(SHORTEST, LONGEST, size=count)
    drawn = generator.choice(len(known), size=int(sizes.sum()), p=shares / shares.sum())
    ends = np.cumsum(sizes)
    return [[known[place] for place in drawn[end - size : end]] for end, size in zip(ends, sizes, strict=True)]


def make_examples(
    own: Sentences,
    others: Mapping[str, Mapping[str, float]],
    against: Mapping[str, Sentences],
    generator: np.random.Generator,
) -> Examples:
    """Examples of a label and of all others: text if there is any, otherwise sentences made of their words."""
    made = _Maker()
    made.add(own, len(own), own=True)
    for label in sorted({*others, *against}):
        if label in against:
            made.add(against[label], TEXT_WEIGHT * len(own), own=False)
        else:
            made.add(draw_sentences(others[label], DRAWN, generator), DRAWN_WEIGHT * len(own), own=False)
    return made.examples()


class _Maker:
    """Collects sentences and their words."""

    def __init__(self) -> None:
        self._book, self._bags = WordIndex(), list[list[int]]()
        self._weights, self._own = list[NDArray[np.float64]](), list[NDArray[np.bool_]]()

    def add(self, sentences: Sentences, weight: float, *, own: bool) -> None:
        """Add sentences with this total weight, and their words as single examples with the same weight again."""
        if not sentences:
            return
        counts = Counter(word for sentence in sentences for word in sentence)
        shares = _thinned(counts)
        self._bags += [self._book.encode(sentence) for sentence in sentences]
        self._bags += [self._book.encode([word]) for word in counts]
        self._weights += [np.full(len(sentences), weight / len(sentences)), weight * shares / shares.sum()]
        self._own.append(np.full(len(sentences) + len(counts), own))

    def examples(self) -> Examples:
        return Examples(
            self._book.words, Ragged.of(self._bags), np.concatenate(self._own), np.concatenate(self._weights)
        )


def _thinned(counts: Counter[str]) -> NDArray[np.float64]:
    """How often each word counts."""
    seen = np.array(list(counts.values()), dtype=np.float64)
    return seen * keep_probability(seen, _THIN_BEYOND)
