"""Every assignment of a small problem: what the solvers are compared with.

`literal` asks `Problem` about each assignment in turn; `by_set` computes the same with arrays, and a test compares the
two. Neither shares an idea with a solver.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from mixlid.solvers.problem import Assignment, Problem

#: The best value of every language set that has a feasible assignment. The empty set is one of them.
BySet = dict[frozenset[int], float]


def tuples(problem: Problem) -> Iterator[tuple[int, ...]]:
    """All ranked tuples of at most K distinct languages."""
    languages = range(problem.scores.shape[0])
    for size in range(min(problem.max_languages, len(languages)) + 1):
        yield from permutations(languages, size)


def literal(problem: Problem) -> BySet:
    """By definition: all tuples, all assignments, `violations` and `value`."""
    best: BySet = {}
    for languages in tuples(problem):
        for ranks in product(range(-1, len(languages)), repeat=problem.scores.shape[1]):
            assignment = Assignment(languages, ranks)
            if not problem.violations(assignment):
                key = frozenset(languages)
                best[key] = max(best.get(key, -np.inf), problem.value(assignment))
    return best


def by_set(problem: Problem) -> BySet:
    """The same, with all (r+1)^T assignments of a tuple of r languages at once."""
    best: BySet = {}
    for languages in tuples(problem):
        ranks = all_ranks(len(languages), problem.scores.shape[1])
        feasible = ranks[allowed(problem, languages, ranks)]
        if len(feasible):
            key = frozenset(languages)
            best[key] = max(best.get(key, -np.inf), float(values(problem, languages, feasible).max()))
    return best


def best_two(found: BySet) -> tuple[float, float | None]:
    """The best value, and the best value of any other set."""
    ordered = sorted(found.values(), reverse=True)
    return ordered[0], ordered[1] if len(ordered) > 1 else None


def all_ranks(size: int, words: int) -> NDArray[np.int64]:
    """Every way to give each word a rank below `size`, or -1, one per row."""
    return np.array(list(product(range(-1, size), repeat=words)), dtype=np.int64).reshape((size + 1) ** words, words)


def values(problem: Problem, languages: tuple[int, ...], ranks: NDArray[np.int64]) -> NDArray[np.float64]:
    """`Problem.value` of each row."""
    gain = np.zeros(len(ranks))
    cost = sum(float(problem.penalties[language]) for language in languages)
    for rank, language in enumerate(languages):
        gain += np.where(ranks == rank, problem.scaled[language] * problem.weights[rank], 0.0).sum(axis=1)
    return gain - cost


def allowed(problem: Problem, languages: tuple[int, ...], ranks: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether `Problem.violations` finds nothing, for each row."""
    fine = np.ones(len(ranks), dtype=bool)
    for rank, language in enumerate(languages):
        taken = ranks == rank
        fine &= taken.any(axis=1)
        fine &= ~(taken & ~problem.can_take[language]).any(axis=1)
        fine &= (taken * problem.lengths).sum(axis=1) >= problem.min_chars
        if problem.only_top is not None:
            fine &= ~(taken & ~problem.top[language]).any(axis=1)
        if problem.force_top is not None and rank == 0:
            fine &= ~(~taken & problem.top[language]).any(axis=1)
    if problem.max_switches is not None:
        begins = (ranks[:, 1:] >= 0) & (ranks[:, 1:] != ranks[:, :-1])
        fine &= begins.sum(axis=1) <= problem.max_switches
    return fine
