"""The integer programme gives the same value as trying everything."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from brute_force import best_two, by_set
from random_problems import COMBINATIONS, random_problem

import mixlid
from mixlid.errors import MissingDependencyError, SettingsError
from mixlid.settings import PresetName
from mixlid.solvers import exact, ilp
from mixlid.solvers.problem import Assignment, Problem, Solution
from mixlid.solvers.pyomo_engines import load_pyomo
from mixlid.solvers.solver import Sentence

pytest.importorskip("pyomo")
pytest.importorskip("highspy")

#: Twelve problems with each combination of constraints.
SEEDS = range(12 * len(COMBINATIONS))


def agree(problem: Problem, solution: Solution) -> None:
    """The solution is feasible and reports its own value, and neither it nor its runner-up can be improved."""
    first, second = best_two(by_set(problem))
    assert problem.violations(solution.assignment) == []
    assert solution.value == problem.value(solution.assignment) == pytest.approx(first, abs=1e-6)
    assert solution.optimal
    if solution.runner_up is None:
        assert second is None
    else:
        other = solution.runner_up
        assert problem.violations(other.assignment) == []
        assert set(other.assignment.languages) != set(solution.assignment.languages)
        assert other.value == pytest.approx(second, abs=1e-6)
        assert other.optimal


@pytest.mark.parametrize("seed", SEEDS)
def test_equals_brute_force(seed: int) -> None:
    problem = random_problem(seed, 5, 5, 3)
    agree(problem, ilp.solve(problem))


#: "Identifying plusieurs langues", as in the figure of the paper's appendix; rows English, French, Spanish.
FIGURE = np.array(
    [
        [6.0, 1.0, 0.5],
        [2.0, 7.0, 5.0],
        [1.0, 2.0, 4.0],
    ]
)
LENGTHS = np.array([11, 9, 7])


def test_the_figure_of_the_paper() -> None:
    problem = Problem(FIGURE, LENGTHS, max_languages=2, min_chars=10, only_top=2)
    assert problem.top.tolist() == [[True, False, False], [True, True, True], [False, True, True]]
    solution = ilp.solve(problem)
    agree(problem, solution)
    assert set(solution.assignment.languages) == {0, 1}
    assert solution.value == 6 + 7 + 5
    named = [solution.assignment.languages[rank] for rank in solution.assignment.ranks]
    assert named == [0, 1, 1]


def test_each_constraint_moves_the_figure_as_it_should() -> None:
    def best(**settings: Any) -> Solution:
        problem = Problem(FIGURE, LENGTHS, **settings)
        solution = ilp.solve(problem)
        agree(problem, solution)
        return solution

    assert best(max_languages=1).assignment == Assignment((1,), (0, 0, 0))
    # Weights order the ranks: French has the larger sum.
    assert best(rank_weights=(1.0, 0.9)).assignment == Assignment((1, 0), (1, 0, 0))
    # English is eleven characters long.
    assert best(min_chars=12).assignment == Assignment((1,), (0, 0, 0))
    # French is among the two best of every word, so first it would take them all: English goes first.
    assert best(force_top=2, rank_weights=(1.0, 0.9)).assignment == Assignment((0, 1), (0, 1, 1))
    assert best(max_switches=0).assignment == Assignment((1,), (0, 0, 0))
    assert best(penalty=np.array([5.0, 0.0, 0.0])).assignment == Assignment((1,), (0, 0, 0))


def test_ranks_are_filled_in_order() -> None:
    """The printed programme would leave rank 1 empty here, and so escape C5."""
    problem = Problem(np.array([[3.0, -9.0]]), np.array([4, 4]), force_top=1, rank_weights=(1.0, 1.0))
    assert ilp.solve(problem).assignment == Assignment((), (-1, -1))


def test_a_language_has_one_rank() -> None:
    """The printed programme would put the second word at a second rank of the same language, for 4.9."""
    problem = Problem(np.array([[5.0, -1.0]]), np.array([4, 4]), min_chars=8, rank_weights=(1.0, 0.1))
    assert ilp.solve(problem).value == 4


def test_no_runner_up_if_none_is_wanted() -> None:
    solution = ilp.solve(Problem(FIGURE, LENGTHS), runner_up=False)
    assert solution.runner_up is None
    assert solution.value == 18


def test_the_empty_set_can_be_first_or_second() -> None:
    nothing = ilp.solve(Problem(-FIGURE, LENGTHS))
    assert nothing.assignment == Assignment((), (-1, -1, -1))
    assert nothing.runner_up is not None
    assert nothing.runner_up.value == -0.5
    only = ilp.solve(Problem(np.ones((1, 1)), np.array([1])))
    assert only.runner_up == Solution(Assignment((), (-1,)), 0.0, optimal=True)


def test_no_runner_up_if_only_the_empty_set_is_feasible() -> None:
    solution = ilp.solve(Problem(FIGURE, LENGTHS, min_chars=100))
    assert solution == Solution(Assignment((), (-1, -1, -1)), 0.0, optimal=True)


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (0, 0)])
def test_nothing_to_solve(shape: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ilp, "load_pyomo", lambda: pytest.fail("no solver is needed"))
    solution = ilp.solve(Problem(np.zeros(shape), np.ones(shape[1], dtype=np.int64)))
    assert solution == Solution(Assignment((), (-1,) * shape[1]), 0.0, optimal=True)


class NoModel:
    """The integer programme never uses the model."""

    labels: tuple[str, ...] = ()

    def word_scores(self, words: Any) -> Any:
        raise NotImplementedError

    def probabilities(self, text: str) -> Any:
        raise NotImplementedError


def test_as_a_solver() -> None:
    sentence = Sentence(
        "Identifying plusieurs langues", ((0, 11), (12, 21), (22, 29)), Problem(FIGURE, LENGTHS), NoModel()
    )
    solver = ilp.IlpSolver()
    assert solver.name == "ilp"
    assert solver.solve(sentence).value == 18


@pytest.mark.parametrize("seed", SEEDS)
def test_languages_that_cannot_pay_are_left_out(seed: int) -> None:
    """The best two answers are those of all languages: those of the exact search and of the programme as printed."""
    rng, small = np.random.default_rng(seed), random_problem(seed, 5, 5, 3)
    scores = np.concatenate([small.scores, rng.normal(-0.3, 1.0, (9, small.scores.shape[1]))])
    problem = replace(small, scores=scores, penalty=rng.uniform(0, 2, len(scores)), max_languages=2)
    found, expected = ilp.solve(problem), exact.solve(problem)
    assert problem.violations(found.assignment) == []
    assert found.value == pytest.approx(expected.value, abs=1e-6)
    assert (found.runner_up is None) == (expected.runner_up is None)
    if found.runner_up is not None and expected.runner_up is not None:
        assert found.runner_up.value == pytest.approx(expected.runner_up.value, abs=1e-6)
    assert found.optimal


def test_how_many_languages_the_programme_has() -> None:
    rng = np.random.default_rng(5)
    problem = Problem(rng.normal(-1.0, 1.0, (100, 4)), np.full(4, 5), penalty=1.0)
    worth = ilp.worth_of_languages(problem)
    assert 3 < (worth > 0).sum() < 20
    assert len(ilp.worthy(worth, 0.0, 3)) == (worth > 0).sum()
    # C5 forces words into the first language: of three, or where switches are counted, any may be worth its words.
    # With two, a language that loses its words to C5 costs what they score below zero. A negative price pays for any.
    forcing = replace(problem, force_top=3)
    assert len(ilp.worthy(ilp.worth_of_languages(forcing), 0.0, 3)) < 60
    three, counted = replace(forcing, max_languages=3), replace(forcing, max_switches=1)
    for other in (three, counted, replace(problem, penalty=-0.1)):
        assert len(ilp.worthy(ilp.worth_of_languages(other), 0.0, 3)) == 100
    never = replace(problem, scores=np.where(np.arange(100)[:, None] == 7, -np.inf, problem.scores))
    assert ilp.worth_of_languages(never)[7] == -np.inf


@pytest.mark.parametrize("preset", ["cs", "avg", "paper-avg"])
def test_a_restricted_identifier_asks_about_its_languages_only(
    monkeypatch: pytest.MonkeyPatch, preset: PresetName
) -> None:
    asked: list[int] = []
    programme = ilp._programme

    def counted(pyo: Any, problem: Problem, languages: Sequence[int]) -> Any:
        asked.append(len(languages))
        return programme(pyo, problem, languages)

    monkeypatch.setattr(ilp, "_programme", counted)
    mixlid.load(preset=preset, solver="ilp").restrict(["tur", "deu"]).identify("yarın wir gehen nach hause çünkü")
    assert asked
    assert max(asked) <= 3  # one more is asked about for the runner-up


def test_without_time_nothing_is_proved_and_the_gap_is_said() -> None:
    problem = Problem(FIGURE, LENGTHS)
    found = ilp.solve(problem, seconds=0.0)
    assert (found.assignment.languages, found.value, found.optimal) == ((), 0.0, False)
    assert found.gap is not None
    assert found.gap >= ilp.solve(problem).value
    # The runner-up is taken to be as good as it may be, so that nobody is sure of the answer.
    assert found.runner_up is not None
    assert found.runner_up.value == found.value
    for wrong in (-1.0, float("inf"), float("nan")):
        with pytest.raises(SettingsError, match="ilp's seconds must be a number from 0 on"):
            ilp.IlpSolver(seconds=wrong)


class Refusing:
    """A solver with a licence for small programmes: it is available, but fails when used."""

    def available(self, exception_flag: bool) -> bool:
        return not exception_flag

    def solve(self, *_: Any, **options: Any) -> None:
        assert options["options"] == {"mipgap": 0, "threads": 1}
        raise RuntimeError("Error 1016:\n size limits exceeded")


def test_a_solver_that_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    class Factory:
        def __iter__(self) -> Iterator[str]:
            return iter(["cplex"])

        def __call__(self, _: str) -> Any:
            return Refusing()

    monkeypatch.setattr(load_pyomo(), "SolverFactory", Factory())
    with pytest.raises(SettingsError, match=r"the solver cplex refuses .*Error 1016: size limits.*ilp:solver=highs"):
        ilp.solve(Problem(FIGURE, LENGTHS), "cplex")


@pytest.mark.parametrize("name", ["cplex", "abacus"])
def test_a_solver_that_is_not_there(name: str) -> None:
    with pytest.raises(SettingsError, match=f"the solver {name} is not one that Pyomo can use.*pip install highspy"):
        ilp.solve(Problem(FIGURE, LENGTHS), name)


def test_without_pyomo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyomo", None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'mixlid\[ilp\]'"):
        ilp.solve(Problem(FIGURE, LENGTHS))


def test_importing_the_module_imports_no_extra() -> None:
    code = "import mixlid.solvers.ilp, sys; sys.exit('pyomo' in sys.modules or 'highspy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
