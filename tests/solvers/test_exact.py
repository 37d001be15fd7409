"""`exact` is optimal: compared with all assignments on small problems, with the integer programme on larger ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from brute_force import best_two, by_set
from hypothesis import given, settings
from hypothesis import strategies as st
from random_problems import random_problem

from mixlid.solvers import exact, ilp
from mixlid.solvers.problem import Assignment, Problem, Solution

PartOf = Callable[[int], range]
#: (largest L, largest T, largest K): together every size up to 8, 8, 3, each small enough to enumerate.
SHAPES = [(8, 5, 3), (4, 7, 3), (8, 7, 2), (3, 8, 3), (8, 8, 1), (5, 6, 3), (4, 8, 2), (8, 4, 3)]


def check(problem: Problem, solution: Solution) -> None:
    """The result is feasible and has the value it claims; so has the runner-up, with another set."""
    assert problem.violations(solution.assignment) == []
    assert solution.value == problem.value(solution.assignment)
    assert solution.optimal
    if solution.runner_up:
        assert problem.violations(solution.runner_up.assignment) == []
        assert solution.runner_up.value == problem.value(solution.runner_up.assignment)
        assert set(solution.runner_up.assignment.languages) != set(solution.assignment.languages)


@pytest.mark.parametrize("shape", SHAPES)
def test_equals_brute_force(shape: tuple[int, int, int], part_of: PartOf) -> None:
    for seed in part_of(432):
        problem = random_problem(1000 * SHAPES.index(shape) + seed, *shape)
        solution = exact.solve(problem)
        check(problem, solution)
        best, second = best_two(by_set(problem))
        assert solution.value == pytest.approx(best, rel=1e-9, abs=1e-9), seed
        found = solution.runner_up.value if solution.runner_up else None
        assert found == (None if second is None else pytest.approx(second, rel=1e-9, abs=1e-9)), seed


def test_equals_integer_programme(part_of: PartOf) -> None:
    pytest.importorskip("pyomo")
    pytest.importorskip("highspy")
    seeds = part_of(216)
    shape = (30, 12, 3) if seeds.start else (20, 10, 3)  # larger ones where there is time
    for seed in seeds:
        problem = random_problem(50_000 + seed, *shape)
        solution = exact.solve(problem)
        check(problem, solution)
        reference = ilp.solve(problem, runner_up=False)
        assert problem.violations(reference.assignment) == []
        assert solution.value == pytest.approx(reference.value, rel=1e-9, abs=1e-9), seed


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6))
def test_five_languages_with_all_constraints(seed: int) -> None:
    """K = 5 with C3, C6 and C4 or C5 together; `by_set` for three languages is a lower bound."""
    problem = replace(random_problem(seed, 6, 4, 3), max_languages=5, min_chars=2, max_switches=3)
    solution = exact.solve(problem)
    check(problem, solution)
    assert solution.value == pytest.approx(best_two(by_set(problem))[0], rel=1e-9, abs=1e-9)


def test_no_words_and_no_gain_give_the_empty_answer() -> None:
    nothing = Problem(np.zeros((3, 0)), np.zeros(0, dtype=np.int64))
    assert exact.solve(nothing).assignment == Assignment((), ())
    bad = Problem(np.full((3, 2), -1.0), np.array([2, 3]))
    assert exact.solve(bad).assignment == Assignment((), (-1, -1))


def test_ties_go_to_fewer_languages_then_to_earlier_labels() -> None:
    """Languages 1 and 2 are equal everywhere, 0 is worse, and a second language gains nothing."""
    scores = np.array([[1.0, 1.0], [2.0, 2.0], [2.0, 2.0]])
    solution = exact.solve(Problem(scores, np.array([3, 3])))
    assert solution.assignment.languages == (1,)
    assert solution.runner_up is not None
    assert solution.runner_up.value == solution.value


def test_equal_weights_are_ranked_by_total_score() -> None:
    scores = np.array([[1.0, -1.0, -1.0], [-1.0, 5.0, 4.0]])
    assert exact.solve(Problem(scores, np.array([1, 1, 1]))).assignment.languages == (1, 0)


def test_a_rank_may_not_be_skipped_to_escape_c5() -> None:
    """Alone, language 1 must take word 1 at a loss (C5). The printed programme would put it at rank 2 and leave rank 1
    empty.
    """
    scores = np.array([[-9.0, -9.0], [5.0, -4.0]])
    problem = Problem(scores, np.array([1, 1]), force_top=1)
    assert exact.solve(problem).value == pytest.approx(1.0)


def test_the_paper_s_figure() -> None:
    """Three words, three languages, K = 2, at least ten characters each, from the figure in the paper's appendix."""
    labels = ("eng", "fra", "spa")
    lengths = np.array([len("Recognising"), len("quelques"), len("phrases")])
    C = np.array([[6.0, -2.0, 1.0], [0.5, 5.0, 4.0], [-1.0, 1.5, 2.0]])
    problem = Problem(C, lengths, max_languages=2, min_chars=10, only_top=2, labels=labels)
    A = np.array([[1, 0, 0], [1, 1, 1], [0, 1, 1]], dtype=bool)
    np.testing.assert_array_equal(problem.top, A)
    solution = exact.solve(problem)
    assert [labels[language] for language in solution.assignment.languages] == ["fra", "eng"]
    assert solution.assignment.ranks == (1, 0, 0)
    assert solution.value == C[0, 0] + C[1, 1] + C[1, 2]


def test_the_core_programme_splits_what_the_extended_one_keeps() -> None:
    """An English sentence with some words that score slightly higher in another language: the paper's typical error."""
    words = ["i", "hope", "we", "shall", "stop", "and", "rest", "here", "soon"]
    eng = np.array([0.4, 2.0, 1.0, 2.5, 1.5, 1.5, 1.8, 2.0, 1.9])
    pap = np.array([0.9, -0.5, 0.2, -1.0, 1.9, 0.3, 1.9, -0.8, -0.7])
    scores, lengths = np.stack([eng, pap]), np.array([len(word) for word in words])
    assert len(exact.solve(Problem(scores, lengths)).assignment.languages) == 2
    extended = Problem(scores, lengths, rank_weights=(1.0, 0.75), penalty=0.2, length_exponent=1.0)
    assert exact.solve(extended).assignment.languages == (0,)


def test_long_texts_with_a_short_second_language() -> None:
    """A thousand words in one language and one word in another that is too short: the dynamic programme copes."""
    rng = np.random.default_rng(5)
    scores = np.stack([rng.uniform(1, 2, 1000), rng.uniform(-2, -1, 1000), rng.uniform(-2, 0, 1000)])
    scores[1, 500] = 9.0
    problem = Problem(scores, np.full(1000, 4), min_chars=10, rank_weights=(1.0, 0.9))
    solution = exact.solve(problem)
    check(problem, solution)
    # Two more words go to language 1, the cheapest pair, and that is still worth it.
    assert solution.assignment.ranks.count(1) == 3
