"""Joint labels of words, compared with all possible labellings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise, product
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mixlid.engine.label_chain import LabelChain

NEVER = -math.inf


class Words(NamedTuple):
    """For each word its score in each language, and the cost of a switch before it."""

    scores: list[list[float]]
    costs: list[float]

    @property
    def languages(self) -> int:
        return len(self.scores[0])

    def value(self, labels: Sequence[int]) -> float:
        switches = [cost for cost, (one, other) in zip(self.costs[1:], pairwise(labels), strict=True) if one != other]
        return sum(row[label] for row, label in zip(self.scores, labels, strict=True)) - sum(switches)

    def labellings(self) -> list[tuple[int, ...]]:
        """All possible labellings that use every language."""
        made = product(range(self.languages), repeat=len(self.scores))
        return [one for one in made if len(set(one)) == self.languages and self.value(one) > NEVER]


@st.composite
def some_words(draw: st.DrawFn) -> Words:
    languages = draw(st.integers(2, 4))
    count = draw(st.integers(languages, 5))
    score = st.one_of(st.floats(-5, 8), st.just(NEVER))
    scores = draw(st.lists(st.lists(score, min_size=languages, max_size=languages), min_size=count, max_size=count))
    for row in scores:  # a word that no language can have is in no chain
        if max(row) == NEVER:
            row[0] = 1.0
    return Words(scores, draw(st.lists(st.floats(0, 3), min_size=count, max_size=count)))


def filled(chain: LabelChain, words: Words) -> LabelChain:
    chain.begin(len(words.scores), words.languages)
    for i, (row, cost) in enumerate(zip(words.scores, words.costs, strict=True)):
        chain.costs[i] = cost
        for k, score in enumerate(row):
            chain.scores[i * words.languages + k] = score
    return chain


#: One for all, as the engine has, so that nothing may be left over from other words.
CHAIN = LabelChain()


@given(some_words())
def test_labels_are_the_best_there_are(words: Words) -> None:
    chain, possible = filled(CHAIN, words), words.labellings()
    assert chain.find_labels() == bool(possible)
    if possible:
        labels = tuple(chain.labels[: chain.count])
        assert labels in possible
        assert words.value(labels) == pytest.approx(max(map(words.value, possible)))


@given(some_words(), st.floats(0.1, 2))
def test_marginals_are_shares_of_all_labellings(words: Words, log_odds: float) -> None:
    """Over labellings with every language if the best would otherwise lack one, else over all."""
    chain = filled(CHAIN, words)
    if not chain.find_labels():
        return
    labels = chain.labels[: chain.count]
    possible = words.labellings()
    if chain.states == words.languages:
        possible = list(product(range(words.languages), repeat=len(words.scores)))
    chain.find_marginals(log_odds)
    weights = [math.exp(log_odds * words.value(one)) for one in possible]
    total = sum(weights)
    for i, label in enumerate(labels):
        share = sum(weight for one, weight in zip(possible, weights, strict=True) if one[i] == label) / total
        assert chain.marginals[i] == pytest.approx(share, abs=1e-9)


def test_a_thousand_words_have_marginals() -> None:
    words = Words([[8.0, -5.0], [-5.0, 8.0]] * 1000, [1.0] * 2000)
    chain = filled(LabelChain(), words)
    assert chain.find_labels()
    chain.find_marginals(1.0)
    assert all(0.99 < one <= 1 for one in chain.marginals)


def test_a_language_that_would_lose_its_words_keeps_the_best() -> None:
    words = Words([[5.0, 4.2], [3.0, 3.5], [5.0, 1.0]], [1.0, 1.0, 1.0])
    assert max(product(range(2), repeat=3), key=words.value) == (0, 0, 0)
    chain = filled(LabelChain(), words)
    assert chain.find_labels()
    assert list(chain.labels[:3]) == [1, 1, 0]  # one switch, and two words that are nearly as good
    assert chain.states == 4
