"""Learn the column of a new label in a trained table, while all other columns stay as they are.

    score = Σ rows / √n over a word's n features, then over the words of a sentence likewise        (as in `linear.py`)

The table was trained on the softmax of these scores. With all labels but one fixed, that is a logistic regression on
the new label's score minus the log-sum-exp of the others. It is solved by L-BFGS, so every run gives the
same result. Values are regularised towards 0, where a feature says nothing: what some thousand sentences cannot
settle is left to the existing labels.

The most common words of each label, which come with mixlid, stand for text: people who add a language seldom have text
in all its relatives, and a hundred words make up half of running text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_array
from scipy.special import expit, log_expit, logsumexp

from mixlid.models.table import TableModel
from mixlid.text.frequent_words import WORDS
from mixlid.text.words import tokenize
from mixlid_lab.training.bags import Int64Array, Ragged, features_of

FloatArray = NDArray[np.float64]
#: The strength of the regularisation, relative to one example: with 5 a language was found less often, with 0.1 not
#: more often.
RIDGE = 0.2
#: Label smoothing, as in the training of the tables.
SMOOTHING = 0.05
STEPS = 100
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


def _pooling(lists: Ragged, places: NDArray[np.integer], width: int) -> csr_array:
    """Lists of indices as a matrix: each row sums what its list refers to, divided by the root of their number."""
    sizes = np.diff(lists.starts)
    return csr_array((np.repeat(1 / np.sqrt(np.maximum(sizes, 1)), sizes), places, lists.starts), (len(lists), width))


def learn_column(table: TableModel, examples: Examples) -> tuple[Int64Array, FloatArray]:
    """The features that count for or against the label, ascending, and their values."""
    features = features_of(examples.words, table.header.ngrams)
    ids, places = np.unique(features.flat, return_inverse=True)
    of_words = _pooling(features, places, len(ids))
    of_bags = _pooling(examples.bags, examples.bags.flat, len(examples.words))
    scores = table.word_scores(examples.words)
    others = np.concatenate([
        logsumexp(of_bags[begin : begin + _BATCH] @ scores, axis=1) for begin in range(0, len(examples.bags), _BATCH)
    ])  # fmt: skip
    wanted = examples.own * (1 - SMOOTHING) + SMOOTHING / (len(table.labels) + 1)

    def loss(values: FloatArray) -> tuple[float, FloatArray]:
        odds = of_bags @ (of_words @ values) - others
        value = -examples.weights @ (wanted * log_expit(odds) + (1 - wanted) * log_expit(-odds))
        gradient = of_words.T @ (of_bags.T @ (examples.weights * (expit(odds) - wanted)))
        return float(value + RIDGE / 2 * values @ values), gradient + RIDGE * values

    start = np.zeros(len(ids))
    values: FloatArray = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": STEPS}).x
    known = table.index[ids] >= 0
    frequency = of_words.T @ (of_bags.T @ (examples.weights * examples.own))
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


FILE = "common_words.txt"
#: Separates the words of one frequency from those half as frequent.
HALF = "/"


@cache
def common_words() -> Mapping[str, Mapping[str, float]]:
    """The most common words by label, each with its approximate share of running words."""
    return parse_words(resources.files("mixlid").joinpath("data", FILE).read_text("utf-8"))


def parse_words(text: str) -> dict[str, dict[str, float]]:
    """Parse the file: on each line a label, a tab, and words, with a mark where they get half as common."""
    made: dict[str, dict[str, float]] = {}
    for line in text.splitlines():
        label, words = line.split("\t")
        found, share = made.setdefault(label, {}), 2.0**-0.5
        for word in words.split():
            if word == HALF:
                share /= 2
            else:
                found[word] = share
    return made


def frequent_words(texts: Sequence[str]) -> list[str]:
    """The most frequent words of some texts, most common first, ignoring case.

    A word that occurs once is not frequent, unless the texts are single words: then somebody has chosen them.
    """
    counts = Counter(
        text[token.start : token.end].lower() for text in texts for token in tokenize(text) if token.kind == "word"
    )
    least = 2 if counts.total() > len(texts) else 1
    return [word for word, count in counts.most_common(WORDS) if count >= least]
