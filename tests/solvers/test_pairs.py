"""Prices of pairs: every way to solve a problem counts them, and none drops an answer for lack of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest
from brute_force import all_ranks, best_two, by_set, tuples, values
from random_problems import random_problem, with_pairs

from compiled import compiled_module
from mixlid.errors import SettingsError
from mixlid.solvers import exact, ilp
from mixlid.solvers.baselines import unproved
from mixlid.solvers.pair_prices import PairPrices
from mixlid.solvers.problem import Assignment, Problem

PartOf = Callable[[int], range]
#: Two words for each of three languages; the third language is a little weaker than the second.
THREE = np.array([[3.0, 3.0, -1, -1, -1, -1], [-1, -1, 2.5, 2.5, -1, -1], [-1, -1, 2.0, -1, 2.0, 2.0]])


def three(pairs: PairPrices | None, most: int = 2) -> Problem:
    return Problem(THREE, np.full(6, 4), labels=("a", "b", "c"), pairs=pairs, max_languages=most, penalty=0.5)


def priced(usual: float, **exceptions: float) -> PairPrices:
    """Exceptions by the letters of two languages."""
    return PairPrices(usual, {frozenset("abc".index(letter) for letter in pair): q for pair, q in exceptions.items()})


def best(problem: Problem) -> tuple[set[str], float]:
    solution = exact.solve(problem)
    assert solution.value == problem.value(solution.assignment)
    return {problem.labels[language] for language in solution.assignment.languages}, solution.value


def test_a_pair_that_costs_something_gives_way() -> None:
    assert best(three(None)) == ({"a", "c"}, 11.0)
    assert best(three(priced(1.0))) == ({"a", "c"}, 10.0)
    assert best(three(priced(3.0, ab=0.0))) == ({"a", "b"}, 10.0)
    assert best(three(priced(9.0))) == ({"a"}, 5.5)
    assert best(three(priced(0.0, ac=9.0, ab=9.0))) == ({"b", "c"}, 8.0)


def test_three_languages_pay_for_three_pairs() -> None:
    assert best(three(None, most=3)) == ({"a", "b", "c"}, 13.5)
    assert best(three(priced(0.5), most=3)) == ({"a", "b", "c"}, 12.0)
    assert best(three(priced(0.5, bc=2.5), most=3)) == ({"a", "c"}, 10.5)


def test_the_value_of_any_assignment_has_it() -> None:
    """Also if a solver ignores it, and answers with more languages than the problem allows."""
    problem = three(priced(1.0, ab=0.25))
    for languages, cost in (((), 0.0), ((1,), 0.0), ((1, 0), 0.25), ((2, 0), 1.0), ((2, 1, 0), 2.25)):
        assignment = Assignment(languages, (-1,) * 6)
        assert problem.value(assignment) == -0.5 * len(languages) - cost
        assert unproved(problem, assignment).value == problem.value(assignment)


#: Largest L, T and K, and how many problems.
SHAPES = [(8, 5, 3, 432), (4, 6, 3, 432), (8, 7, 2, 288), (5, 4, 4, 288)]


@pytest.mark.parametrize("case", SHAPES)
def test_equals_brute_force(case: tuple[int, int, int, int], part_of: PartOf) -> None:
    *shape, number = case
    for seed in part_of(number):
        problem = with_pairs(random_problem(7000 + seed, *shape), seed)
        solution = exact.solve(problem, exact.search)
        expected, second = best_two(by_set(problem))
        assert problem.violations(solution.assignment) == []
        assert solution.value == pytest.approx(expected, rel=1e-9, abs=1e-9), seed
        found = solution.runner_up.value if solution.runner_up else None
        assert found == (None if second is None else pytest.approx(second, rel=1e-9, abs=1e-9)), seed


def test_brute_force_is_the_definition() -> None:
    for seed in range(24):
        problem = with_pairs(random_problem(seed, 4, 3, 3), seed)
        for languages in tuples(problem):
            ranks = all_ranks(len(languages), problem.scores.shape[1])
            ranks = ranks[[all(r < 0 or problem.can_take[languages[r], t] for t, r in enumerate(row)) for row in ranks]]
            each: Sequence[float] = [problem.value(Assignment(languages, tuple(row))) for row in ranks.tolist()]
            np.testing.assert_allclose(values(problem, languages, ranks), each)


@pytest.mark.parametrize("case", [*SHAPES, (30, 12, 3, 144), (12, 10, 5, 144), (60, 3, 4, 144), (200, 8, 2, 144)])
def test_compiled_as_in_numpy(case: tuple[int, int, int, int], part_of: PartOf) -> None:
    """To the last bit, including runner-up and ties."""
    compiled = compiled_module("mixlid.solvers._compiled").search
    *shape, number = case
    for seed in part_of(number):
        problem = with_pairs(random_problem(seed, *shape), seed)
        if seed % 3 == 0:  # languages that are paid for being chosen
            problem = replace(problem, penalty=np.random.default_rng(seed).normal(-1, 2, len(problem.scores)))
        assert compiled(replace(problem)) == exact.search(replace(problem)), seed


def test_states_too_many_for_tables() -> None:
    """The dynamic programme in Python has them too."""
    compiled = compiled_module("mixlid.solvers._compiled").search
    scores = np.full((3, 30), -1.0)
    scores[[0] * 10 + [1] * 10 + [2] * 10, np.arange(30)] = 5.0
    problem = Problem(
        scores, np.full(30, 31), pairs=priced(20.0, ab=1.0), max_languages=3, min_chars=300, max_switches=1
    )
    assert compiled(problem) == exact.search(problem)
    assert set(exact.search(problem)[0][0][1].languages) == {0, 1}


def test_equals_integer_programme(part_of: PartOf) -> None:
    pytest.importorskip("pyomo")
    pytest.importorskip("highspy")
    for seed in part_of(108):
        problem = with_pairs(random_problem(50_000 + seed, 7, 6, 4), seed)
        solution, reference = exact.solve(problem), ilp.solve(problem)
        assert problem.violations(reference.assignment) == []
        assert solution.value == pytest.approx(reference.value, rel=1e-9, abs=1e-9), seed
        values_of = [None if one is None else one.value for one in (solution.runner_up, reference.runner_up)]
        assert values_of[0] == (None if values_of[1] is None else pytest.approx(values_of[1], rel=1e-9, abs=1e-9)), seed


def test_the_programme_has_variables_for_exceptions_alone() -> None:
    pytest.importorskip("pyomo")
    plain, constraints = ilp.size(three(None))
    assert ilp.size(three(priced(1.0))) == (plain, constraints)
    assert ilp.size(three(priced(1.0, ab=1.0))) == (plain, constraints)
    assert ilp.size(three(priced(1.0, ab=0.5))) == (plain + 1, constraints + 2)
    assert ilp.size(three(priced(1.0, ab=0.5, bc=2.0))) == (plain + 2, constraints + 3)


def test_prices_that_are_all_zero_change_nothing(part_of: PartOf) -> None:
    for seed in part_of(72):
        problem = random_problem(seed, 12, 8, 3)
        assert exact.solve(replace(problem, pairs=PairPrices(0.0))) == exact.solve(problem)


def test_those_of_some_languages() -> None:
    pairs = PairPrices(2.0, {frozenset((0, 3)): 0.0, frozenset((1, 3)): 1.0, frozenset((1, 2)): 0.5})
    some = pairs.among([3, 1])
    assert some == PairPrices(2.0, {frozenset((0, 1)): 1.0})
    assert pairs.row(3, 4).tolist() == [0.0, 1.0, 2.0, 2.0]
    assert pairs.total((3, 1, 2)) == 1.0 + 2.0 + 0.5


@pytest.mark.parametrize(
    ("usual", "exceptions", "message"),
    [
        (-1.0, {}, "a number from 0, not -1.0"),
        (float("inf"), {}, "a number from 0, not inf"),
        (1.0, {frozenset((0, 1)): float("nan")}, "a number from 0, not nan"),
        (1.0, {frozenset((1,)): 0.0}, "two different languages"),
    ],
)
def test_mistakes(usual: float, exceptions: dict[frozenset[int], float], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        PairPrices(usual, exceptions)


def test_languages_that_are_not_there() -> None:
    with pytest.raises(SettingsError, match="not among the 3"):
        three(PairPrices(1.0, {frozenset((0, 3)): 0.0}))
