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
    """Assign each word to the best-scoring of the languages; ties go to the earlier rank."""
    words = problem.scores.shape[1]
    ranks = problem.scores[list(languages)].argmax(axis=0).tolist() if languages else [-1] * words
    return unproved(problem, Assignment(tuple(languages), tuple(ranks)))


def unproved(problem: Problem, assignment: Assignment) -> Solution:
    """The assignment with its value, for solvers that do not maximise it.

    They may find more languages than the problem allows, and languages without a word; both still have a value. A word
    without a score for its language has none.
    """
    languages, ranks = assignment
    has_score = [rank >= 0 and problem.scores[languages[rank], word] > -np.inf for word, rank in enumerate(ranks)]
    assignment = Assignment(languages, tuple(rank if has else -1 for rank, has in zip(ranks, has_score, strict=True)))
    return Solution(assignment, problem.value(assignment), optimal=False)
