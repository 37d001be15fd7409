"""Baselines: take the few most probable languages of the whole text.

The languages come from the model's probabilities for the text; the rules of `Problem` (length, switches, …) do not
apply, and nothing is claimed about optimality. Every word then goes to the best-scoring of those languages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mixlid.errors import SettingsError
from mixlid.solvers.problem import Assignment, Problem, Solution
from mixlid.solvers.solver import Sentence


@dataclass(frozen=True)
class TopK:
    """The k most probable languages."""

    k: int = 1

    def __post_init__(self) -> None:
        if self.k < 1:
            raise SettingsError(f"top-k needs at least one language, not {self.k}")

    @property
    def name(self) -> str:
        return "topk"

    def solve(self, sentence: Sentence) -> Solution:
        order, _ = _by_probability(sentence)
        return _share_out(sentence.problem, order[: self.k])


@dataclass(frozen=True)
class Threshold:
    """Every language whose probability is above p; there may be none."""

    p: float = 0.1

    def __post_init__(self) -> None:
        if not 0 <= self.p <= 1:
            raise SettingsError(f"a threshold is a probability between 0 and 1, not {self.p}")

    @property
    def name(self) -> str:
        return "threshold"

    def solve(self, sentence: Sentence) -> Solution:
        order, probabilities = _by_probability(sentence)
        return _share_out(sentence.problem, [language for language in order if probabilities[language] > self.p])


def _by_probability(sentence: Sentence) -> tuple[list[int], NDArray[np.float64]]:
    """Languages, most probable first, ties in the order of labels; and their probabilities."""
    # fastText ends a text at the first newline; to a reader it is a space.
    probabilities = sentence.scorer.probabilities(sentence.text.replace("\n", " "))
    return np.argsort(-probabilities, kind="stable").tolist(), probabilities


def _share_out(problem: Problem, languages: Sequence[int]) -> Solution:
    """Assign each word to the best-scoring of the languages that it has a score for; ties go to the earlier rank."""
    words = problem.scores.shape[1]
    if not languages:
        return unproved(problem, Assignment((), (-1,) * words))
    scores = problem.scores[list(languages)]
    ranks = np.where(np.isneginf(scores).all(axis=0), -1, scores.argmax(axis=0))
    return unproved(problem, Assignment(tuple(languages), tuple(ranks.tolist())))


def unproved(problem: Problem, assignment: Assignment) -> Solution:
    """The assignment with its value, for solvers that do not maximise it.

    They may find more languages than the problem allows, and languages without a word; both still have a value.
    """
    return Solution(assignment, problem.value(assignment), optimal=False)
