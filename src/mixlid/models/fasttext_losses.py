"""From fastText's hidden vector to the log-probability of every label, for each loss that a classifier is trained with.

`softmax` and `hs` give probabilities that sum to one. With `ova` and `ns` each label answers a yes/no question of its
own. One difference from fastText is intended: it adds 0.00001 before each logarithm, and looks up the sigmoids of `ova`
and `ns` in a table of 512 values (so its probabilities are up to 1/128 too small); here they are computed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from mixlid.models.interface import FloatArray
from mixlid.models.ngrams import IntArray

#: In fastText, the count of a node of the tree that has not been built: no label may have been seen so often.
UNBUILT = 10**15


#: Rows of hidden vectors to rows of log-probabilities, one column for each label.
OutputLayer = Callable[[FloatArray], FloatArray]


def output_layer(loss: str, output: FloatArray, label_counts: IntArray) -> OutputLayer:
    """The last layer for a loss; but for `hs`, the output matrix has one row for each label."""
    if loss == "hs":
        return LabelTree(output, label_counts).log_probabilities
    to_logarithms = log_shares if loss == "softmax" else _log_sigmoid
    return lambda hidden: to_logarithms(hidden @ output.T)


class LabelTree:
    """`hs`: a row of the output matrix for each inner node of a Huffman tree; labels are its leaves.

    A label's probability is the product of the turns on the way from the root to it, so all of them sum to one.
    """

    def __init__(self, output: FloatArray, label_counts: IntArray) -> None:
        self._labels = len(label_counts)
        self._output = output[: max(self._labels - 1, 0)]
        left, right = huffman_tree(label_counts.tolist())
        self._left, self._right = np.array(left, dtype=np.int64), np.array(right, dtype=np.int64)
        self._levels = self._by_level()

    def log_probabilities(self, hidden: FloatArray) -> FloatArray:
        turns = hidden @ self._output.T
        rights, lefts = _log_sigmoid(turns), _log_sigmoid(-turns)
        nodes = np.zeros((len(hidden), max(2 * self._labels - 1, 1)))  # leaves first, the root last
        for inner in self._levels:
            here = nodes[:, inner + self._labels]
            nodes[:, self._left[inner]] = here + lefts[:, inner]
            nodes[:, self._right[inner]] = here + rights[:, inner]
        return nodes[:, : self._labels]

    def _by_level(self) -> list[IntArray]:
        """Inner nodes, numbered from 0 as the rows of the output matrix are, from the root down."""
        levels = []
        level = np.array([self._labels - 2], dtype=np.int64) if self._labels > 1 else np.empty(0, dtype=np.int64)
        while len(level):
            levels.append(level)
            below = np.concatenate([self._left[level], self._right[level]])
            level = below[below >= self._labels] - self._labels
        return levels


def huffman_tree(counts: Sequence[int]) -> tuple[list[int], list[int]]:
    """The left and the right child of every inner node, as fastText builds the tree from the counts of labels.

    Leaves are numbered as labels are, inner nodes after them. fastText takes labels from the last to the first, which
    is from the rarest on in its files; among equals an inner node comes before a label.
    """
    size = len(counts)
    totals = [*counts, *[UNBUILT] * (size - 1)]
    left: list[int] = []
    right: list[int] = []
    leaf, node = size - 1, size
    for new in range(size, 2 * size - 1):
        chosen = []
        for _ in range(2):
            if leaf >= 0 and totals[leaf] < totals[node]:
                chosen.append(leaf)
                leaf -= 1
            else:
                chosen.append(node)
                node += 1
        left.append(chosen[0])
        right.append(chosen[1])
        totals[new] = totals[chosen[0]] + totals[chosen[1]]
    return left, right


def log_shares(scores: FloatArray) -> FloatArray:
    """The logarithms of scores normalised to sum to one over the labels (log-softmax)."""
    top = scores.max(axis=-1, keepdims=True)
    result: FloatArray = scores - top - np.log(np.exp(scores - top).sum(axis=-1, keepdims=True))
    return result


def _log_sigmoid(values: FloatArray) -> FloatArray:
    result: FloatArray = -np.logaddexp(0.0, -values)
    return result
