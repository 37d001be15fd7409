"""The paper's integer programme, written out for a general solver: the reference, and the place to try a constraint.

Every constraint of the extended model stands in `_programme` under its own name, as printed in the appendix. To add
one, write it there: `m.y[k, l, t]` is 1 if word t is in language l and l has rank k, `m.u[k, l]` if l has rank k,
`m.z[l, t]` if word t is in l whatever its rank. The departures from the print are marked and explained in place.

Slow by nature (seconds a sentence with a hundred languages): `exact` gives the same values in microseconds. Between
ranks of equal weight, and between assignments of equal value, the choice is the solver's own. The search of a general
solver can only be limited by time: what it has when that is over is not called optimal, and may differ by machine.
"""

# ruff: noqa: E741 (l is a language, as in the paper)
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mixlid.errors import SettingsError
from mixlid.solvers import exact
from mixlid.solvers.problem import Assignment, Problem, Solution
from mixlid.solvers.pyomo_engines import OPTIONS, Engine, find_engine, load_pyomo
from mixlid.solvers.solver import Sentence

#: Pyomo redirects the process's output while a solver runs, and HiGHS has one scheduler for a process.
_ONE_AT_A_TIME = Lock()


@dataclass(frozen=True)
class IlpSolver:
    """The integer programme through Pyomo; `solver` is any name that Pyomo knows."""

    solver: str = "highs"
    #: What the solver may take for one programme, of which a sentence has two: the best answer and the runner-up.
    seconds: float = 60.0

    def __post_init__(self) -> None:
        if not 0 <= self.seconds < float("inf"):
            raise SettingsError(f"ilp's seconds must be a number from 0 on, and are {self.seconds}")

    @property
    def name(self) -> str:
        return "ilp"

    def solve(self, sentence: Sentence) -> Solution:
        return solve(sentence.problem, self.solver, seconds=self.seconds)


def solve(
    problem: Problem, solver: str = "highs", runner_up: bool = True, seconds: float = IlpSolver.seconds
) -> Solution:
    """The best assignment and, unless it is not wanted, the best one whose set of languages is another.

    Languages that no answer can gain from are left out of the programme.
    What was found when the time was over is not proved to be the best: `gap` says how much better another may be, and
    the runner-up is taken to be so much better.
    """
    languages, words = problem.scores.shape
    if languages == 0 or words == 0:
        return Solution(Assignment((), (-1,) * words), 0.0, optimal=True)
    pyo = load_pyomo()
    worth = worth_of_languages(problem)
    chosen = worthy(worth, 0.0, problem.max_languages + 1)
    with _ONE_AT_A_TIME:
        engine = find_engine(pyo, solver)
        m = _programme(pyo, problem, chosen)
        best = _optimum(pyo, m, engine, solver, problem, seconds)
        if best is None:
            raise SettingsError(
                f"the solver {solver} finds no assignment, though the empty one is always allowed; try another solver"
            )
        if not runner_up:
            return best
        while True:
            _forbid_set(pyo, m, best.assignment.languages)
            second = _optimum(pyo, m, engine, solver, problem, seconds)
            # The runner-up may be the best answer and a language that is worth less than it costs.
            is_full = second is not None and len(best.assignment.languages) == problem.max_languages
            least = -np.inf if second is None else second.value - best.value
            more = chosen if is_full else worthy(worth, least, len(chosen))
            if len(more) == len(chosen):
                break
            chosen = more
            m = _programme(pyo, problem, chosen)
    if second is not None and second.gap is not None:
        second = second._replace(value=min(second.value + second.gap, best.value))
    return best._replace(runner_up=second)


def worth_of_languages(problem: Problem) -> NDArray[np.float64]:
    """What each language may add to any answer at most, if it has a word; infinity where that is not known.

    Taking a language out of an answer leaves its words without one. The ranks after it weigh more, which lowers no
    value of languages that are worth their price, as those of a best answer are if no price is negative. It breaks no
    rule but C5, which may force further words into another language that is then the first. If there are two at most,
    that one gains nothing else, so no more is lost than its words below zero.
    """
    forces, scores, weights = problem.force_top is not None, problem.allowed_scores, problem.weights
    if (problem.penalties < 0).any() or (forces and (problem.max_languages > 2 or problem.max_switches is not None)):
        return np.full(len(problem.scores), np.inf)
    gains = weights[0] * np.maximum(scores, 0.0).sum(axis=1)
    loss = weights[-1] * scores.max(axis=1)  # where no word gains, that of the one which loses least
    forced = weights[0] * np.where(problem.top, np.minimum(scores, 0.0), 0.0).sum(axis=1) if forces else np.zeros(1)
    worth: NDArray[np.float64] = np.where(gains > 0, gains, loss) - problem.penalties - forced.min()
    return worth


def worthy(worth: NDArray[np.float64], least: float, fewest: int) -> list[int]:
    """The languages that are worth more than this, and at least so many, the most worthy."""
    order = np.argsort(-worth, kind="stable")
    return sorted(order[: max(fewest, int((worth > least).sum()))].tolist())


def _forbid_set(pyo: Any, m: Any, chosen: Sequence[int]) -> None:
    """Another set lacks a chosen language or has a further one. The empty set is a set like any other."""
    m.another_set = pyo.Constraint(
        expr=sum(1 - _used(m, language) if language in chosen else _used(m, language) for language in m.languages) >= 1
    )


def _used(m: Any, language: int) -> Any:
    """1 if the language has a rank."""
    return sum(m.u[k, language] for k in m.ranks)


def _programme(pyo: Any, problem: Problem, languages: Sequence[int]) -> Any:
    """The extended model of the paper's appendix. Pyomo calls each rule with the model and the indices."""
    words = problem.scores.shape[1]
    c, a, m_t = np.where(problem.can_take, problem.scaled, 0.0), problem.top, problem.lengths

    m = pyo.ConcreteModel()
    m.ranks = pyo.RangeSet(0, problem.max_languages - 1)
    m.languages = pyo.Set(initialize=languages, ordered=True)
    m.words = pyo.RangeSet(0, words - 1)

    m.y = pyo.Var(m.ranks, m.languages, m.words, domain=pyo.Binary)
    m.u = pyo.Var(m.ranks, m.languages, domain=pyo.Binary)
    m.z = pyo.Var(m.languages, m.words, domain=pyo.Binary)

    # The scores are already divided by T^γ (the paper has γ = 1); P may differ by language.
    m.objective = pyo.Objective(
        expr=sum(float(problem.weights[k] * c[l, t]) * m.y[k, l, t] for k, l, t in m.y)
        - sum(float(problem.penalties[l]) * m.u[k, l] for k, l in m.u),
        sense=pyo.maximize,
    )

    # z: the language of a word, whatever its rank
    m.z_is_y = pyo.Constraint(m.languages, m.words, rule=lambda m, l, t: m.z[l, t] == sum(m.y[:, l, t]))

    # C0: a language has a rank if and only if at least one word is in it
    m.C0_words_need_rank = pyo.Constraint(
        m.ranks, m.languages, rule=lambda m, k, l: words * m.u[k, l] >= sum(m.y[k, l, :])
    )
    m.C0_rank_needs_word = pyo.Constraint(m.ranks, m.languages, rule=lambda m, k, l: sum(m.y[k, l, :]) >= m.u[k, l])

    # C1: at most one language for a word
    m.C1 = pyo.Constraint(m.words, rule=lambda m, t: sum(m.y[:, :, t]) <= 1)

    # Not in print: a word may have no score for a language (one that is never written in its script)
    without_score = [(l, int(t)) for l in languages for t in np.flatnonzero(~problem.can_take[l])]
    m.C1_no_score = pyo.Constraint(without_score, rule=lambda m, l, t: m.z[l, t] == 0)

    # C2: at most one language for a rank, and so at most K
    m.C2 = pyo.Constraint(m.ranks, rule=lambda m, k: sum(m.u[k, :]) <= 1)
    # Not in print: one rank for a language. Otherwise a word with a negative score that is taken for C3's sake would
    # go to a second rank of the same language, where it costs less.
    m.C2_one_rank = pyo.Constraint(m.languages, rule=lambda m, l: _used(m, l) <= 1)
    # Not in print: ranks are filled in order. Otherwise rank 1 could stay empty, and C5 would bind nothing.
    m.C2_in_order = pyo.Constraint(
        m.ranks, rule=lambda m, k: sum(m.u[k + 1, :]) <= sum(m.u[k, :]) if k + 1 in m.ranks else pyo.Constraint.Skip
    )

    # C3: at least τ characters in a language
    if problem.min_chars > 0:
        m.C3 = pyo.Constraint(
            m.languages,
            rule=lambda m, l: sum(int(m_t[t]) * m.z[l, t] for t in m.words) >= problem.min_chars * _used(m, l),
        )

    # C4: only one of a word's M best languages
    if problem.only_top is not None:
        m.C4 = pyo.Constraint(m.languages, m.words, rule=lambda m, l, t: m.z[l, t] + (1 - int(a[l, t])) <= 1)

    # C5: the first language, if it is one of a word's M best (printed as < 3, which is ≤ 2 between whole numbers)
    if problem.force_top is not None:
        m.C5 = pyo.Constraint(
            m.languages, m.words, rule=lambda m, l, t: m.u[0, l] + int(a[l, t]) + (1 - m.y[0, l, t]) <= 2
        )

    # C6: at most S switches; s is 1 where a language begins, and r, free, lets it be 0 where one ends
    if problem.max_switches is not None and words > 1:
        m.later = pyo.RangeSet(1, words - 1)
        m.s = pyo.Var(m.languages, m.later, domain=pyo.Binary)
        m.r = pyo.Var(m.languages, m.later, domain=pyo.Binary)
        m.C6 = pyo.Constraint(expr=sum(m.s[l, t] for l, t in m.s) <= problem.max_switches)
        m.C6_begins = pyo.Constraint(m.s.index_set(), rule=lambda m, l, t: m.s[l, t] >= m.z[l, t] - m.z[l, t - 1])
        m.C6_only = pyo.Constraint(
            m.s.index_set(), rule=lambda m, l, t: m.s[l, t] <= m.z[l, t] - m.z[l, t - 1] + (1 - m.r[l, t])
        )
        m.C6_or_not = pyo.Constraint(m.s.index_set(), rule=lambda m, l, t: m.s[l, t] <= m.r[l, t])
    return m


def _optimum(pyo: Any, m: Any, engine: Engine, solver: str, problem: Problem, seconds: float) -> Solution | None:
    """Solve and read the answer back; None if nothing is feasible. Without time for any, the empty assignment."""
    options = dict(OPTIONS.get(engine.name, {}))
    try:
        results = engine.pyomo.solve(m, load_solutions=False, options=options, timelimit=seconds)
    except Exception as error:  # each solver's package has exceptions of its own
        why = " ".join(f"{type(error).__name__}: {error}".split())[:300]
        raise SettingsError(
            f"the solver {solver} refuses a programme of {m.nvariables():,} variables and {m.nconstraints():,} "
            f"constraints ({why}). If its licence limits the size, choose fewer languages, or take ilp:solver=highs"
        ) from error
    condition = str(results.solver.termination_condition)
    is_over = condition == "maxTimeLimit"
    if len(results.solution) == 0:
        if condition in ("infeasible", "infeasibleOrUnbounded"):
            return None
        if is_over:
            nothing = Assignment((), (-1,) * problem.scores.shape[1])
            return Solution(nothing, 0.0, optimal=False, gap=exact.ideal(problem))
        raise SettingsError(f"the solver {solver} stopped without an answer ({condition}); try another solver")
    m.solutions.load_from(results)
    chosen = tuple(l for k in m.ranks for l in m.languages if pyo.value(m.u[k, l]) > 0.5)
    ranks = np.full(problem.scores.shape[1], -1)
    for k, l, t in m.y:
        if pyo.value(m.y[k, l, t]) > 0.5:
            ranks[t] = k
    assignment = Assignment(chosen, tuple(ranks.tolist()))
    value = problem.value(assignment)
    gap = max(exact.ideal(problem) - value, 0.0) if is_over else None
    return Solution(assignment, value, optimal=condition == "optimal", gap=gap)
