"""The compiled search equals the one in NumPy: same languages, same ranks, same values."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from brute_force import best_two, by_set
from random_problems import COMBINATIONS, random_problem

from compiled import compiled_module
from mixlid._kernel import kernel
from mixlid.solvers import exact
from mixlid.solvers.budget import Budget
from mixlid.solvers.fixed import best_assignment
from mixlid.solvers.problem import Assignment, Problem

if TYPE_CHECKING:
    from mixlid.solvers import _compiled
else:
    _compiled = compiled_module("mixlid.solvers._compiled")

Answers = list[tuple[float, Assignment]]
PartOf = Callable[[int], range]


def same(problem: Problem) -> Answers:
    """The answer of both kernels, which must be equal; nothing is shared between them.

    NumPy has fewer bounds and more expensive states, so it needs more steps for the same proof.
    """
    compiled, gap = _compiled.search(replace(problem))
    assert (compiled, gap) == exact.search(replace(problem, search_budget=20 * problem.search_budget))
    assert gap is None
    for value, assignment in compiled:
        assert problem.violations(assignment) == []
        assert value == problem.value(assignment)
    return compiled


#: Largest L, T and K, and how many problems: fewer where the search in NumPy takes long.
SMALL = [
    (8, 5, 3, 936),
    (4, 7, 3, 936),
    (8, 8, 2, 648),
    (1, 3, 2, 144),
    (30, 12, 3, 288),
    (12, 10, 5, 288),
    (60, 3, 5, 144),
]


@pytest.mark.parametrize("case", SMALL)
def test_small_problems(case: tuple[int, int, int, int], part_of: PartOf) -> None:
    """Every combination of constraints; the many with integer scores are full of ties."""
    *shape, number = case
    for seed in part_of(number):
        problem = random_problem(seed, *shape)
        if seed % 2:  # as models give them: all languages of a word together
            problem = replace(problem, scores=np.asfortranarray(problem.scores))
        same(problem)


def test_few_languages_in_free_choice(part_of: PartOf) -> None:
    """Of which the compiled search compares all answers; ties, losses and words without a score go the usual way."""
    for seed in part_of(1200):
        problem = random_problem(len(COMBINATIONS) * seed, 8, 14, 2)  # the first combination has no constraint
        weights = ((1.0, 0.8), (1.0, 0.5), (1.0, 1.0), (0.9, 0.5))[seed % 4]
        problem = replace(problem, rank_weights=weights, length_exponent=0.5, max_languages=1 + bool(seed % 5))
        same(problem)
    draw = np.random.default_rng(5)
    for _ in range(200):  # neither language is the better first one
        one, other = draw.integers(-3, 4, size=(2, 3)).astype(float)
        scores = np.array([[*one, *other], [*other, *one], np.full(6, -2.0)])
        rules: dict[str, Any] = {
            "rank_weights": (1.0, 0.8),
            "penalty": np.array([0.1, 0.4, 0.0]),
            "length_exponent": 0.5,
        }
        same(Problem(scores, np.ones(6, dtype=np.int64), max_languages=2, **rules))


def lifelike(seed: int, languages: int, words: int, most: int) -> Problem:
    """A problem of that size, with words in four languages and a few more switches than needed: quick for NumPy."""
    rng = np.random.default_rng(seed)
    rules = random_problem(seed, languages, words, most)
    spoken = np.sort(rng.integers(4, size=words))
    scores = rng.normal(-1.0, 1.5, size=(languages, words))
    scores[spoken, np.arange(words)] += rng.uniform(1.0, 6.0, size=words)
    penalty = rules.penalty if np.ndim(rules.penalty) == 0 else rng.normal(0.4, 0.6, size=languages)
    rules = replace(rules, scores=scores, lengths=rng.integers(1, 9, size=words), penalty=penalty)
    return rules if rules.max_switches is None else replace(rules, max_switches=rules.max_switches + words // 3)


@pytest.mark.parametrize("shape", [(300, 40, 2), (120, 20, 3), (40, 12, 5), (300, 8, 3), (17, 130, 2), (9, 300, 3)])
def test_larger_problems(shape: tuple[int, int, int]) -> None:
    for seed in range(24):
        same(lifelike(1000 + seed, *shape))


def test_languages_that_are_paid_for_being_chosen(part_of: PartOf) -> None:
    """Negative penalties with decreasing weights: a loss at a lower rank is a smaller loss."""
    for seed in part_of(648):
        problem = random_problem(seed, 5, 5, 3)
        penalty = np.random.default_rng(seed).normal(-2, 2, size=problem.scores.shape[0])
        problem = replace(
            problem, max_languages=3, rank_weights=(1.0, 0.8, 0.3), penalty=penalty, scores=problem.scores - 2
        )
        found = [value for value, _ in same(problem)]
        assert found == pytest.approx([value for value in best_two(by_set(problem)) if value is not None])


def test_as_many_ranks_as_there_may_be() -> None:
    for seed in range(24):
        same(replace(random_problem(seed, 10, 9, 3), max_languages=5, min_chars=0))


def test_states_too_many_for_tables_are_settled_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three languages that each need hundreds of characters, and one switch too many."""
    scores = np.full((3, 30), -1.0)
    scores[[0] * 5 + [1] * 10 + [2] * 10 + [0] * 5, np.arange(30)] = 5.0
    problem = Problem(scores, np.full(30, 31), max_languages=3, min_chars=300, max_switches=2)
    settled = []

    def settle(
        problem: Problem, languages: tuple[int, ...], worth: float, budget: Budget
    ) -> tuple[float, Assignment] | None:
        settled.append(languages)
        return best_assignment(problem, languages, worth, budget)

    monkeypatch.setattr("mixlid.solvers._compiled.best_assignment", settle)
    same(problem)
    assert settled


def test_an_error_in_python_comes_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mixlid.solvers._compiled.best_assignment", lambda *_: 1 / 0)
    scores = np.random.default_rng(1).normal(size=(3, 30))
    with pytest.raises(ZeroDivisionError):
        _compiled.search(Problem(scores, np.full(30, 31), max_languages=3, min_chars=300, max_switches=2))


@pytest.mark.parametrize("rules", [{}, {"min_chars": 10, "force_top": 2}, {"only_top": 2, "min_chars": 5}])
def test_very_many_words(rules: dict[str, Any]) -> None:
    """A book: more words than recursion could handle, and sums of many terms."""
    rng = np.random.default_rng(3)
    scores = rng.normal(-1, 1, size=(3, 200_000))
    scores[0] += 2.5
    scores[1, 50_000:60_000] += 4
    problem = Problem(scores, rng.integers(1, 9, size=200_000), length_exponent=1.0, **rules)
    assert same(problem)[0][1].languages == (0, 1)


def test_all_equal_scores() -> None:
    """Nothing but ties: the rule decides, in both kernels alike."""
    for value in (-1.0, 0.0, 1.0):
        problem = Problem(np.full((20, 6), value), np.full(6, 3), max_languages=3)
        for rules in ({}, {"min_chars": 6}, {"force_top": 3}, {"only_top": 3}, {"max_switches": 1}):
            same(replace(problem, **rules))  # type: ignore[arg-type]


def test_too_few_characters_for_any_language_take_no_search() -> None:
    """With many labels NumPy gave up where the compiled search did not, and had another `gap`."""
    problem = Problem(np.ones((200, 2)), np.array([4, 3]), max_languages=2, min_chars=10, rank_weights=(1.0, 0.7))
    nothing = [(0.0, Assignment((), (-1, -1)))], None
    assert exact.search(problem) == _compiled.search(problem) == nothing


def test_scores_of_other_kinds() -> None:
    """Views, read-only arrays, integers and single precision, which the type forbids but users pass."""
    whole = np.random.default_rng(1).integers(-3, 4, size=(12, 10))
    lengths = np.arange(1, 11)
    expected = same(Problem(whole.astype(float), lengths))
    frozen = whole.astype(float)
    frozen.setflags(write=False)
    wide = np.repeat(whole.astype(float), 2, axis=0)[::2]
    for scores in (whole, whole.astype(np.float32), frozen, wide):
        assert _compiled.search(Problem(scores, lengths.astype(np.int32))) == (expected, None)  # type: ignore[arg-type]
    nothing = [(0.0, Assignment((), (-1, -1, -1)))]
    assert _compiled.search(Problem(np.zeros((0, 3)), np.ones(3, dtype=np.int64))) == (nothing, None)
    no_words = _compiled.search(Problem(np.zeros((3, 0)), np.zeros(0, dtype=np.int64)))
    assert no_words == ([(0.0, Assignment((), ()))], None)


def test_threads_do_not_disturb_each_other() -> None:
    problems = [lifelike(seed, 60, 15, 3) for seed in range(60)]
    alone = [_compiled.search(problem) for problem in problems]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(_compiled.search, problems * 5)) == alone * 5


def run(program: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "MIXLID_KERNEL"} | variables
    return subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)


NAME = "from mixlid._kernel import kernel; print(kernel())"
#: Makes the extension impossible to import.
HIDE = "import sys; sys.modules['mixlid.solvers._compiled'] = None; "


def test_the_variable_chooses() -> None:
    assert run(NAME).stdout == "compiled\n"
    assert run(NAME, MIXLID_KERNEL="compiled").stdout == "compiled\n"
    assert run(NAME, MIXLID_KERNEL="numpy").stdout == "numpy\n"
    assert run(HIDE + NAME).stdout == "numpy\n"


def test_what_the_variable_asks_for_must_be_possible() -> None:
    assert "must be compiled or numpy" in run(NAME, MIXLID_KERNEL="fortran").stderr
    assert "install mixlid where a C compiler is at hand" in run(HIDE + NAME, MIXLID_KERNEL="compiled").stderr


@pytest.mark.parametrize("name", ["compiled", "numpy"])
def test_solve_runs_the_kernel_that_is_named(name: str) -> None:
    program = "from mixlid.solvers import exact; print(exact._kernel().__module__)"
    place = {"compiled": "mixlid.solvers._compiled", "numpy": "mixlid.solvers.exact"}[name]
    assert run(program, MIXLID_KERNEL=name).stdout == f"{place}\n"


def test_the_function_that_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    choose: Callable[[], str] = kernel.__wrapped__  # without its memory
    monkeypatch.setenv("MIXLID_KERNEL", "numpy")
    assert choose() == "numpy"
    monkeypatch.delenv("MIXLID_KERNEL")
    assert choose() == "compiled"
