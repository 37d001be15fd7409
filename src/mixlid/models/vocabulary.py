"""What fastText files and our tables share: text to tokens, tokens to feature ids, ids to sums of rows.

Feature ids are those of a fastText file: the words of its vocabulary come first, then the buckets of the hashed
n-grams. Which ids have a row differs by format.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mixlid.models.interface import FloatArray
from mixlid.models.ngrams import IntArray, NgramSpec, WordFeatures, ngrams_of, word_features
from mixlid.text.labels import LABEL_PREFIX

#: fastText's end of line, which is a word of its vocabulary and a feature of every sentence.
END = "</s>"
#: Characters of a word that are used. With so many, sums of small integers cannot overflow 32 bits, whatever n-grams
#: and rows a table has.
LONGEST_WORD = 65_536

_WHITE_SPACE = "[ \n\r\t\v\f\0]+"
#: Rows gathered at once: bounds the memory for any length of input.
_BLOCK = 1 << 15


class Vocabulary:
    """Known words (as bytes, since a fastText file may hold anything) and the n-grams of all words."""

    def __init__(self, words: Sequence[bytes], spec: NgramSpec, label_words: Collection[bytes] = ()) -> None:
        self.words = words
        self.spec = spec
        self.ids = {word: place for place, word in enumerate(words)}
        self._label_words = frozenset(label_words)

    def __len__(self) -> int:
        return len(self.words)

    @property
    def size(self) -> int:
        """How many feature ids there are."""
        return len(self.words) + self.spec.buckets

    def is_label(self, word: str) -> bool:
        """Whether fastText reads the word as a label, and so not as a part of the text."""
        data = _encode(word)
        return data not in self.ids and (word.startswith(LABEL_PREFIX) or data in self._label_words)

    def own(self, word: str) -> int:
        """The id of a known word, -1 for any other."""
        return self.ids.get(_encode(word), -1)

    def has_ngrams(self, word: str) -> bool:
        """Not so for `</s>`, labels, and the empty word: fastText would hash `<>` for it, but never meets one."""
        return bool(word) and word != END and not self.is_label(word)

    def features(self, words: Sequence[str]) -> WordFeatures:
        """Feature ids of each word: its own if it is known, then those of its n-grams."""
        hashed = word_features(words, self.spec)
        plain = np.array([self.has_ngrams(word) for word in words], dtype=bool)
        features = select(hashed, np.repeat(plain, hashed.counts), hashed.ids + len(self.words))
        known = np.array([self.own(word) for word in words], dtype=np.int64)
        found = known >= 0
        if not found.any():
            return features
        ids = np.insert(features.ids, features.starts[:-1][found], known[found])
        return WordFeatures(ids, features.starts + np.concatenate([[0], np.cumsum(found)]))

    def feature_texts(self, word: str) -> list[str]:
        """What `features([word])` stands for, in the same order."""
        own = [word] if self.own(word) >= 0 else []
        return own + ngrams_of(word, self.spec) if self.has_ngrams(word) else own


def tokens_of(text: str) -> list[str]:
    """The tokens of a sentence as fastText reads it, the final `</s>` included.

    A line feed is white space here (fastText's own binding refuses it), and `</s>` in the text ends the sentence.
    """
    tokens = [token for token in re.split(_WHITE_SPACE, text) if token]
    return [*(tokens[: tokens.index(END)] if END in tokens else tokens), END]


def select(features: WordFeatures, keep: NDArray[np.bool_], ids: IntArray) -> WordFeatures:
    """Only the features marked in `keep`, with `ids` in place of their own."""
    starts = np.concatenate([[0], np.cumsum(keep)])[features.starts]
    return WordFeatures(ids[keep], starts)


def sum_rows(
    features: WordFeatures, rows: Callable[[IntArray], NDArray[Any]], width: int, dtype: type[np.number[Any]]
) -> NDArray[Any]:
    """For each word the sum of the rows of its features; zeros where it has none.

    `np.add.reduceat` alone will not do: for an empty word it gives the next word's first row.
    """
    totals = np.zeros((len(features.starts) - 1, width), dtype=dtype)
    owners = np.repeat(np.arange(len(totals)), features.counts)
    for begin in range(0, len(owners), _BLOCK):
        owner = owners[begin : begin + _BLOCK]
        firsts = np.flatnonzero(np.diff(owner, prepend=-1))
        values = rows(features.ids[begin : begin + _BLOCK])
        totals[owner[firsts]] += np.add.reduceat(values, firsts, axis=0, dtype=dtype)
    return totals


def score_once(words: Sequence[str], score: Callable[[Sequence[str]], FloatArray]) -> FloatArray:
    """`score(words)`, where repeated words are scored only once."""
    place = {word: i for i, word in enumerate(dict.fromkeys(words))}
    scores = score(list(place))
    return scores if len(place) == len(words) else scores[[place[word] for word in words]]


def softmax(scores: FloatArray) -> FloatArray:
    """Probabilities from scores, along the last axis; uniform if all are equal."""
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    result: FloatArray = powers / powers.sum(axis=-1, keepdims=True)
    return result


def _encode(word: str) -> bytes:
    return word.encode("utf-8", "surrogatepass")
