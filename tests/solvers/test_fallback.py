"""The single language for words that no language wins."""

from __future__ import annotations

import numpy as np
import pytest

from mixlid.solvers.fixed import best_single
from mixlid.solvers.problem import Problem

NO = -np.inf


@pytest.mark.parametrize(
    ("scores", "lengths", "language", "ranks"),
    [
        ([[-3.0, -1.0], [-1.0, -2.0]], [3, 3], 1, (0, 0)),
        ([[NO, NO], [-1.0, -2.0]], [3, 3], 1, (0, 0)),  # nothing is not better than a bad score
        ([[-5.0, -4.0, NO], [NO, NO, -1.0]], [2, 2, 3], 0, (0, 0, -1)),
        ([[-5.0, -4.0, NO], [NO, NO, -1.0]], [2, 2, 5], 1, (-1, -1, 0)),
        ([[0.0, NO], [0.0, -2.0]], [4, 3], 1, (0, 0)),
    ],
)
def test_most_of_the_text_and_then_the_total(
    scores: list[list[float]], lengths: list[int], language: int, ranks: tuple[int, ...]
) -> None:
    problem = Problem(np.array(scores), np.array(lengths))
    solution = best_single(problem)
    assert (solution.assignment.languages, solution.assignment.ranks) == ((language,), ranks)
    assert not solution.optimal
