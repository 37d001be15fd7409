"""A search that would take too long stops after a number of steps, and says how much it may have missed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from compiled import compiled_module
from mixlid import load
from mixlid.solvers import budget, exact, fixed
from mixlid.solvers.exact import Find
from mixlid.solvers.masklid import MaskLidSolver
from mixlid.solvers.problem import Problem
from mixlid.solvers.solver import Sentence

#: Every language is paid for, and most sets of them are not feasible: nothing can be ruled out by a bound.
HOPELESS: dict[str, Any] = {
    "max_languages": 5,
    "penalty": -1000.0,
    "max_switches": 4,
    "min_chars": 2,
    "search_budget": 1,
}
MANY_STATES: dict[str, Any] = {"max_languages": 2, "penalty": -1e6, "min_chars": 700, "search_budget": 1}


#: What a search of 20,000 characters took 14 s with, when only states were paid for.
DEAR: dict[str, Any] = {
    "max_languages": 3, "penalty": -1000.0, "min_chars": 9000, "max_switches": 2, "length_exponent": 0.0,
    "rank_weights": (1.0, 0.8), "force_top": 30,
}  # fmt: skip


def searches() -> list[Find]:
    return [exact.search, compiled_module("mixlid.solvers._compiled").search]


def problem(words: int, labels: int = 40, **rules: Any) -> Problem:
    scores = np.random.default_rng(1).normal(-1, 1, size=(labels, words))
    return Problem(scores, np.full(words, 1), **rules)


@pytest.mark.parametrize("place", [0, 1], ids=["numpy", "compiled"])
@pytest.mark.parametrize(
    ("words", "rules"), [(6, HOPELESS), (800, MANY_STATES), (800, MANY_STATES | {"max_languages": 3})], ids=str
)
def test_a_search_ends_with_a_feasible_answer_and_a_bound(words: int, rules: dict[str, Any], place: int) -> None:
    given = problem(words, **rules)
    solution = exact.solve(given, searches()[place])
    assert not solution.optimal
    assert given.violations(solution.assignment) == []
    assert solution.gap is not None
    assert solution.gap > 0
    assert solution == exact.solve(replace(given), searches()[place])  # steps are counted, not seconds


@pytest.mark.parametrize("place", [0, 1], ids=["numpy", "compiled"])
def test_the_bound_holds(place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With hardly any steps, on small problems whose optimum is known."""
    rules = {"max_languages": 3, "max_switches": 2, "penalty": -3.0}
    gave_up = 0
    for seed in range(20):
        scores = np.random.default_rng(seed).normal(-0.5, 1, size=(9, 8))
        given = Problem(scores, np.full(8, 2), **rules)  # type: ignore[arg-type]
        proved = exact.solve(given)
        assert proved.optimal
        assert proved.gap is None
        if place:
            continue  # the compiled search has a least number of steps, which is enough for these
        monkeypatch.setattr("mixlid.solvers.budget.steps_of", lambda *_: 300)
        short = exact.solve(replace(given), exact.search)
        monkeypatch.undo()
        gave_up += not short.optimal
        assert short.optimal or (short.gap is not None and short.value + short.gap >= proved.value - 1e-9)
    assert place or gave_up


def test_steps_are_those_of_the_compiled_search() -> None:
    """Both define the same numbers; a problem that needs about the limit shows where it is."""
    assert budget.steps_of(1, 10, 10) == 1_000_000
    assert budget.steps_of(1, 100, 1_000_000) == budget.LOOKS * 100_000_000


def test_states_in_python_are_counted() -> None:
    given = problem(60, labels=3, max_languages=3, min_chars=15, max_switches=5)
    with pytest.raises(budget.BudgetSpentError):
        fixed.best_assignment(given, (0, 1, 2), -np.inf, budget.Budget(10_000))


def test_states_that_are_never_compiled_are_paid_for_in_full_however_long_the_text() -> None:
    """As many in a long text as in a short one, although it has more steps."""
    short, long = (
        problem(words, max_languages=3, min_chars=1000, max_switches=2, search_budget=1) for words in (10, 37_500)
    )
    few, many = budget.Budget.of(short), budget.Budget.of(long)
    assert many.left == 60 * few.left
    codes = fixed.state_codes(short, 3, 1000)
    assert codes == 5 * 3 * 1001**3 > budget.MOST_CODES
    assert few.left // few.state_steps(codes) == many.left // many.state_steps(codes) == 976
    assert many.state_steps(budget.MOST_CODES) == few.state_steps(budget.MOST_CODES) == budget.PYTHON_STATE_STEPS


@pytest.mark.parametrize(
    ("min_chars", "max_switches", "compiled"), [(202, None, True), (203, None, False), (81, 2, True), (82, 2, False)]
)
def test_what_is_compiled_is_what_the_budget_takes_for_it(
    min_chars: int, max_switches: int | None, compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    scores = np.random.default_rng(1).normal(-1, 1, size=(3, 12))
    rules: dict[str, Any] = {"max_languages": 3, "min_chars": min_chars, "max_switches": max_switches, "penalty": -1e6}
    given = Problem(scores, np.full(12, 60), **rules)
    asked: list[int] = []

    def codes(_: budget.Budget, codes: int) -> int:
        asked.append(codes)
        return budget.PYTHON_STATE_STEPS

    monkeypatch.setattr(budget.Budget, "state_steps", codes)
    assert exact.solve(given, compiled_module("mixlid.solvers._compiled").search).optimal
    assert bool(asked) != compiled
    assert (fixed.state_codes(given, 3, min_chars) <= budget.MOST_CODES) == compiled


@pytest.mark.parametrize("place", [0, 1], ids=["numpy", "compiled"])
@pytest.mark.parametrize("min_chars", [9000, 2000])
def test_what_python_does_is_paid_for(min_chars: int, place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted, not timed: tuples that are settled, and cells of lists that are made for it."""
    scores = np.random.default_rng(2).normal(-1, 1, size=(60, 4000))
    given = Problem(scores, np.full(4000, 4), **(DEAR | {"min_chars": min_chars}))
    settled: list[int] = []
    settle = fixed._dynamic_programme

    def counted(problem: Problem, options: Any, *others: Any) -> Any:
        settled.append(options.size)
        return settle(problem, options, *others)

    monkeypatch.setattr(fixed, "_dynamic_programme", counted)
    solution = exact.solve(given, searches()[place])
    assert not solution.optimal
    assert given.violations(solution.assignment) == []
    most = budget.steps_of(given.search_budget, *scores.shape)
    assert sum(settled) <= most // budget.LIST_STEPS + max(settled, default=0)
    assert len(settled) <= most // budget.CALL_STEPS + 1


def test_a_tuple_pays_for_what_numpy_and_lists_do_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    spent: list[int] = []

    def spend(_: budget.Budget, steps: int) -> None:
        spent.append(steps)
        if len(spent) == 2:
            raise budget.BudgetSpentError

    monkeypatch.setattr(budget.Budget, "spend", spend)
    given = problem(200, labels=3, max_languages=3, max_switches=2, min_chars=60)
    with pytest.raises(budget.BudgetSpentError):
        fixed.best_assignment(given, (0, 1, 2), -np.inf, budget.Budget(1))
    assert spent[0] == budget.CALL_STEPS + budget.NUMPY_STEPS * 4 * 200
    assert spent[1] >= budget.LIST_STEPS * 3 * 200


def test_a_programme_without_states_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the first word leaves no state, the others are not visited."""
    spent: list[int] = []
    monkeypatch.setattr(budget.Budget, "state_steps", lambda *_: 1)
    monkeypatch.setattr(budget.Budget, "spend", lambda _, steps: spent.append(steps))
    given = problem(2000, labels=3, max_languages=2, min_chars=3000)
    assert fixed.best_assignment(given, (0, 1), -1e9, budget.Budget(1)) is None
    assert len(spent) < 2000


def test_tries_of_masklid_are_paid_for() -> None:
    """Words that indicate no language: every attempt fails, and there may be a million of them."""
    labels = tuple(f"l{number:03}" for number in range(400))

    class Undecided:
        asked = 0

        def __init__(self) -> None:
            self.labels = labels

        def word_scores(self, words: Sequence[str]) -> Any:
            return np.random.default_rng(1).normal(size=(len(words), len(labels)))

        def probabilities(self, text: str) -> Any:
            Undecided.asked += len(text)
            return np.full(len(labels), 1 / len(labels))

    text = "abc " * 2000
    spans = tuple((4 * place, 4 * place + 3) for place in range(2000))
    given = Problem(np.zeros((len(labels), 2000)), np.full(2000, 3), search_budget=10)
    solver = MaskLidSolver(keep=0, remove=0, keep_step=1, remove_step=0, max_retries=10**6, max_languages=5)
    solution = solver.solve(Sentence(text, spans, given, Undecided()))
    assert len(solution.assignment.languages) == 1
    most = budget.steps_of(10, *given.scores.shape) // budget.CHARACTER_STEPS
    assert 0 < Undecided.asked <= most + 2 * len(text)


def test_a_result_says_that_it_is_not_proved() -> None:
    lid = load().replace(**HOPELESS)
    result = lid.identify("a b c d e f")
    assert not result.optimal
    assert not result.fallback
    assert result.gap is not None
    assert result.gap > 0
    assert result.margin == 0
    proved = load().identify("a b c d e f")
    assert proved.optimal
    assert proved.gap == 0


def test_confidence_is_that_of_no_margin() -> None:
    lid = load()
    text = "see you tomorrow amigos and family"
    given: dict[str, Any] = {"max_languages": 5, "penalty": -1000.0, "max_switches": 4, "min_chars": 6}
    tried = lid.replace(**given, search_budget=1)
    object.__setattr__(tried, "calibration", lid.calibration)
    unproved = tried.identify(text)
    assert not unproved.optimal
    assert unproved.confidence is not None
    proved = lid.identify(text)
    assert proved.confidence is not None
    assert unproved.confidence < proved.confidence
