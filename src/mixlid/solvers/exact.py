"""The exact solver: branch on the ranked languages, bound, and settle each candidate by `fixed`.

A node of the search is a prefix (l_1 … l_r). Its words already have a value each, `base`; what one more language can
add, Σ_t max(0, α·C[l,t] − base_t), only shrinks as others join. So the node's value plus the few largest such gains
bounds every answer below it, and nodes that cannot beat the second-best answer found so far are dropped unseen.

The *second* best, because the search keeps two answers with different language sets (`best_two`): their difference is
the margin.

A search that has used up its budget (`budget`) keeps what it has. Kernels bound nodes differently and so take different
numbers of steps: what both prove is the same, what both give up may not be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from mixlid._kernel import kernel
from mixlid.solvers.best_two import BestTwo
from mixlid.solvers.budget import CALL_STEPS, NUMPY_STEPS, Budget, BudgetSpentError
from mixlid.solvers.fixed import best_assignment, switch_limit
from mixlid.solvers.problem import Assignment, Problem, Solution
from mixlid.solvers.solver import Sentence

#: How many languages the first bound looks at closely.
STRONG = 8
#: Words times languages that NumPy looks at at once: where a text is long, all of them would take several times the
#: memory of the scores.
AT_ONCE = 1 << 20

Array = NDArray[np.float64]
#: Finds the best two answers and their values, and how much better another may be if that is not proved (else None).
Find = Callable[[Problem], tuple[list[tuple[float, Assignment]], float | None]]


@dataclass(frozen=True, slots=True)
class ExactSolver:
    """Proves its answer optimal, and finds the best one with another language set."""

    name: ClassVar[str] = "exact"

    def solve(self, sentence: Sentence) -> Solution:
        return solve(sentence.problem)


def solve(problem: Problem, find: Find | None = None) -> Solution:
    """The optimum of `problem`, with the best answer that has a different set of languages as its runner-up.

    `find` is the search to use, ours (`search`) or the compiled one; by default that of `mixlid._kernel`.
    """
    (best, *others), gap = (find or _kernel())(problem)
    proved = gap is None
    second = Solution(others[0][1], others[0][0], optimal=proved) if others else None
    return Solution(best[1], best[0], optimal=proved, runner_up=second, gap=gap)


def with_runner_up(solution: Solution, problem: Problem) -> Solution:
    """The solution of another solver with a runner-up, if there is an answer with other languages at all.

    The margin over it is what confidence is computed from, whichever solver found the answer.
    """
    if solution.runner_up is not None or not problem.scores.size:
        return solution
    own, best = set(solution.assignment.languages), solve(problem)
    is_best = set(best.assignment.languages) == own
    rival = best.runner_up if is_best else best
    if rival is None:
        return solution
    # An unproved value may be better by the gap. A solution with too many languages is not better for that.
    value = rival.value + (best.gap or 0.0)
    return solution._replace(runner_up=rival._replace(value=value if is_best else max(value, solution.value)))


@cache
def _kernel() -> Find:
    """What finds the best two answers and their values: `search.pxi` is this file's search, compiled."""
    if kernel() == "numpy":
        return search
    from mixlid.solvers import _compiled

    return _compiled.search


def search(problem: Problem) -> tuple[list[tuple[float, Assignment]], float | None]:
    """The best two answers with different language sets (or the only one), with their values; the gap, if any."""
    run, gap = _Search(problem), None
    try:
        run.run()
    except BudgetSpentError:
        gap = max(run.ideal() - run.found.answers[0][0], 0.0)
    return [(problem.value(answer), answer) for _, answer in run.found.answers], gap


def ideal(problem: Problem) -> float:
    """What no answer can exceed."""
    return _Search(problem).ideal()


class _Search:
    """One branch-and-bound search."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        words = problem.scores.shape[1]
        self.needed = max(problem.min_chars, 1)
        # Every language needs a word and characters of its own, and every one but the first a switch to it.
        most = (words, problem.scores.shape[0], switch_limit(problem) + 1, problem.lengths.sum() // self.needed)
        self.depth = int(min(problem.max_languages, *most))
        self.scores = problem.allowed_scores
        #: what each language would have if it could take every word it gains from
        self.gains = self._sums(lambda part: np.maximum(self.scores[part], 0.0))
        #: the best score of each word
        self.best = self.scores.max(axis=0, initial=-np.inf)
        self.penalties = problem.penalties
        self.cheapest = float(problem.penalties.min(initial=np.inf))
        self.budget = Budget.of(problem)
        self.found = BestTwo(problem)

    def run(self) -> None:
        if not self.depth:
            return
        gains = self._sums(lambda part: self._first(part)[0])
        bounds = self._root_bounds(gains - self.penalties)
        #: Languages that may not follow: those of the prefix, and those whose every set has been seen.
        barred = np.zeros(len(bounds), dtype=bool)
        alike = self._alike(0)
        # The best languages on their own come first: good answers early prune the rest.
        waiting = np.argsort(-gains + self.penalties, kind="stable")
        while len(waiting := waiting[bounds[waiting] > self.found.worth()]):
            first, waiting = int(waiting[0]), waiting[1:]
            barred[first] = True
            base, free = self._first(slice(first, first + 1))
            self._visit((first,), base[0], free[0], float(gains[first] - self.penalties[first]), barred)
            barred[first] = alike

    def _parts(self, rows: int | None = None) -> Iterator[slice]:
        """So many languages, or all of them, a few at a time."""
        languages, words = self.scores.shape
        size = max(AT_ONCE // max(words, 1), 1)
        return (slice(first, first + size) for first in range(0, languages if rows is None else rows, size))

    def _sums(self, values: Callable[[slice], Array]) -> Array:
        """By language: the sum of what each word is worth."""
        return np.concatenate([np.zeros(0), *(values(part).sum(axis=1) for part in self._parts())])

    def _first(self, rows: slice) -> tuple[Array, NDArray[np.bool_]]:
        """What each word is worth if one of these languages is the first, and whether it may then take another."""
        own: Array = self.problem.weights[0] * self.scores[rows]
        if self.problem.force_top is None:
            return np.maximum(own, 0.0), np.ones(own.shape, dtype=bool)
        free = ~self.problem.top[rows]
        return np.where(free, np.maximum(own, 0.0), own), free

    def _root_bounds(self, alone: Array) -> Array:
        """What any answer that begins with each language, which is worth so much alone, can be worth at most."""
        if self.depth == 1:
            return alone
        # What the strong languages would add to each first one is worth computing; the weak ones add less than they
        # have in all.
        weight, places = self.problem.weights[1], self.depth - 1
        most = weight * self.gains - self.penalties
        order = np.argsort(-most, kind="stable")
        strong, weak = order[:STRONG], order[STRONG : STRONG + places]
        found, ideal = [], []
        for part in self._parts():
            base, free = self._first(part)
            found.append([(np.maximum(weight * self.scores[one] - base, 0.0) * free).sum(axis=1) for one in strong])
            ideal.append(self._ideal_lift(weight, base, free))
        lifts = np.concatenate(found, axis=1) - self.penalties[strong, None]
        lifts[np.arange(len(strong)), strong] = -np.inf
        rest = np.repeat(most[weak, None], len(alone), axis=1)
        best = np.sort(np.concatenate([lifts, rest]), axis=0)[-places:]
        lift = np.minimum(np.maximum(best, 0.0).sum(axis=0), np.concatenate(ideal))
        bounds: Array = alone + np.maximum(lift, 0.0)
        if self.problem.force_top is None:
            # The first language has the largest total score (else two ranks could be swapped for the better), so the
            # answer is worth at most Σ_k α_k times what it could have for itself.
            shares = self.gains * self.problem.weights[: self.depth].sum()
            bounds = np.maximum(alone, np.minimum(bounds, shares - self.penalties - self._dues(places)))
        return bounds

    def _ideal_lift(self, weight: float, base: Array, free: NDArray[np.bool_]) -> Array:
        """What further languages could add if each word had one of its own and only the cheapest had to be paid."""
        places = self.depth - 1 if base.ndim == 2 else self.depth
        lift: Array = (np.maximum(weight * self.best - base, 0.0) * free).sum(axis=-1) - self._dues(places)
        return lift

    def ideal(self) -> float:
        """What no answer can exceed: each word has the best language for it, and only the cheapest must be paid."""
        words = len(self.best)
        lift = self._ideal_lift(self.problem.weights[0], np.zeros(words), np.ones(words, dtype=bool))
        return max(float(lift), 0.0)

    def _dues(self, places: int) -> float:
        """The least that one or more of `places` further languages cost."""
        return self.cheapest if self.cheapest >= 0 else places * self.cheapest

    def _visit(
        self,
        prefix: tuple[int, ...],
        base: Array,
        free: NDArray[np.bool_],
        value: float,
        barred: NDArray[np.bool_],
    ) -> None:
        """Try the prefix as an answer, then its continuations that may still beat the second best."""
        if value > self.found.worth():
            self._offer(prefix)
        places = self.depth - len(prefix)
        if not places:
            return
        weight = self.problem.weights[len(prefix)]
        # A language adds no more than all it has, so most of thousands are out before their words are looked at.
        most = np.where(barred, -np.inf, weight * self.gains - self.penalties)
        company = (places - 1) * max(float(most.max()), 0.0)
        rows = np.flatnonzero(value + most + company > self.found.worth())
        if not len(rows):
            return
        self.budget.spend(CALL_STEPS + len(self.gains) + NUMPY_STEPS * len(rows) * len(base))
        paid = self.penalties[rows]
        lifts, costs = self._lifts(rows, weight, base, free)
        lifts -= paid
        nets = lifts - costs
        # After a child, the others add at most what an ideal rest would.
        left = np.maximum(self._ideal_lift(weight, base, free) - lifts - paid, 0.0)
        # A smaller weight makes no gain larger but may make a loss smaller, which counts where a language is paid for.
        hopes = np.maximum(np.maximum(nets + paid, 0.0) - paid, 0.0)
        company = float(np.sort(hopes)[len(hopes) - places + 1 :].sum()) if places <= len(hopes) else float(hopes.sum())
        # In the order of what they add in a free choice, which does not depend on how tight a bound is: among answers
        # that are equal but for rounding the first one is kept.
        order = np.argsort(-lifts, kind="stable").tolist()
        alike = self._alike(len(prefix))
        barred = barred.copy()
        for place, row in enumerate(order):
            # Where all further ranks weigh the same, {b, c} is visited as (b, c) only, the larger gain first.
            if alike:
                company = sum(max(lifts[other], 0.0) for other in order[place + 1 : place + places])
            if value + lifts[row] + company <= self.found.worth():
                break
            if value + nets[row] + min(company, left[row]) <= self.found.worth():
                continue
            language = int(rows[row])
            barred[language] = True
            self.budget.spend(NUMPY_STEPS * len(base))
            lift = np.maximum(self._change(rows[row : row + 1], weight, base, free)[0], 0.0)
            self._visit((*prefix, language), base + lift, free, value + float(lifts[row]), barred)
            barred[language] = alike

    def _lifts(
        self, rows: NDArray[np.int64], weight: float, base: Array, free: NDArray[np.bool_]
    ) -> tuple[Array, Array]:
        """What each of these languages would add before it is paid for, and what its entry costs at least."""
        lifts, costs = [], []
        for part in self._parts(len(rows)):
            change = self._change(rows[part], weight, base, free)
            lifts.append(np.maximum(change, 0.0).sum(axis=1))
            costs.append(self._entry_cost(change))
        return np.concatenate(lifts), np.concatenate(costs)

    def _change(self, rows: NDArray[np.int64], weight: float, base: Array, free: NDArray[np.bool_]) -> Array:
        """What each word would gain or lose with each of these languages."""
        change: Array = weight * self.scores[rows] - base
        if not free.all():
            change[:, ~free] = -np.inf
        return change

    def _alike(self, rank: int) -> bool:
        """Whether the languages from this rank on are interchangeable."""
        weights = self.problem.weights[rank : self.depth]
        forced = rank == 0 and self.problem.force_top is not None
        return len(weights) > 1 and not forced and bool((weights == weights[0]).all())

    def _entry_cost(self, change: Array) -> Array:
        """What it costs at least that a language which would win too few characters gets one word more."""
        wins = change > 0
        chars = wins @ self.problem.lengths
        cost = -np.max(np.where(wins, -np.inf, change), axis=1, initial=-np.inf)
        return np.where(chars < self.needed, cost, 0.0)

    def _offer(self, languages: tuple[int, ...]) -> None:
        """Settle one ranked tuple."""
        result = best_assignment(self.problem, languages, self.found.worth(), self.budget)
        if result is not None:
            self.found.offer(*result)
