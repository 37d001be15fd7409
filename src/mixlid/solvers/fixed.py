"""The best assignment when the ranked languages are already fixed.

The problem then decomposes by word: C4 and C5 say what a word may take, and it takes the best of that, or nothing. Only
C0 and C3 (every language has enough characters) and C6 (few switches) tie words together. Where that free choice
violates one of them, dynamic programming over the words finds the best assignment that does not, or shows that none is
worth having.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from mixlid.solvers.budget import CALL_STEPS, LIST_STEPS, NUMPY_STEPS, Budget
from mixlid.solvers.problem import Assignment, Problem, Solution

#: Characters so far by rank (clipped), rank of the word before, switches so far.
State = tuple[tuple[int, ...], int, int]
#: What a state cost to reach: value, state before, rank taken.
Step = tuple[float, State, int]


def best_assignment(
    problem: Problem, languages: tuple[int, ...], worth: float, budget: Budget
) -> tuple[float, Assignment] | None:
    """The best assignment that uses exactly `languages` in this order, or None if none is better than `worth`.

    `BudgetSpentError` if that takes too many steps.
    """
    budget.spend(CALL_STEPS + NUMPY_STEPS * (len(languages) + 1) * len(problem.lengths))
    options = word_options(problem, languages)
    ranks = options.argmax(axis=0) - 1
    relaxed = options.max(axis=0)
    paid = float(problem.penalties[list(languages)].sum())
    value = float(relaxed.sum()) - paid
    if value <= worth:
        return None
    needed = max(problem.min_chars, 1)  # every word has a character, so C0 is C3 with one of them
    short = missing_chars(problem, ranks, len(languages), needed)
    if not short.any() and switches(ranks) <= switch_limit(problem):
        return value, Assignment(languages, tuple(ranks.tolist()))
    if value - least_loss(options, relaxed, ranks, problem.lengths, short) <= worth:
        return None
    settled = _dynamic_programme(problem, options, relaxed, needed, worth + paid, budget)
    return None if settled is None else (settled[0] - paid, Assignment(languages, settled[1]))


def best_single(problem: Problem) -> Solution:
    """One language for all words, which users expect for a sentence that has words.

    Among the languages that the largest part of the text can take, the one with the best total score. By scores alone a
    language that no word can take would beat one whose words are all unlikely.
    """
    totals = np.where(problem.can_take, problem.scaled, 0.0).sum(axis=1) - problem.penalties
    characters = problem.can_take @ problem.lengths
    language = int(np.where(characters == characters.max(), totals, -np.inf).argmax())
    assignment = Assignment((language,), tuple(np.where(problem.can_take[language], 0, -1).tolist()))
    return Solution(assignment, problem.value(assignment), optimal=False)


def word_options(problem: Problem, languages: tuple[int, ...]) -> NDArray[np.float64]:
    """Value of each word without a language (row 0) and at each rank (row rank + 1); -inf where a rule forbids it.

    "None" comes first so that `argmax` leaves a word that gains nothing without a language.
    """
    rows = list(languages)
    options = np.zeros((len(rows) + 1, problem.scores.shape[1]))
    options[1:] = problem.allowed_scores[rows] * problem.weights[: len(rows), None]
    if problem.force_top is not None and rows:
        forced = problem.top[rows[0]]
        options[0, forced] = -np.inf
        options[2:, forced] = -np.inf
    return options


def missing_chars(problem: Problem, ranks: NDArray[np.int64], size: int, needed: int) -> NDArray[np.int64]:
    """How many characters each language lacks."""
    chars = np.bincount(ranks[ranks >= 0], weights=problem.lengths[ranks >= 0], minlength=size)
    return np.maximum(needed - chars.astype(np.int64), 0)


def switches(ranks: NDArray[np.int64]) -> int:
    """Words whose language differs from that of the word before (a word without a language never counts)."""
    return int(np.count_nonzero((ranks[1:] >= 0) & (ranks[1:] != ranks[:-1])))


def switch_limit(problem: Problem) -> float:
    return np.inf if problem.max_switches is None else problem.max_switches


def least_loss(
    options: NDArray[np.float64],
    relaxed: NDArray[np.float64],
    ranks: NDArray[np.int64],
    lengths: NDArray[np.int64],
    short: NDArray[np.int64],
) -> float:
    """A lower bound on the loss of giving the languages their missing characters.

    For each language on its own: move the words that lose least per character, the last of them in part. The most
    expensive language is a bound for all together.
    """
    worst = 0.0
    for rank in np.flatnonzero(short):
        movable = (ranks != rank) & np.isfinite(options[rank + 1])
        loss, chars = (relaxed - options[rank + 1])[movable], lengths[movable]
        order = np.argsort(loss / chars, kind="stable")
        before = np.concatenate([[0], np.cumsum(chars[order])])
        if before[-1] < short[rank]:
            return np.inf
        taken = np.clip(short[rank] - before[:-1], 0, chars[order])
        worst = max(worst, float((loss[order] * taken / chars[order]).sum()))
    return worst


def state_codes(problem: Problem, size: int, needed: int) -> int:
    """The largest number of different states at a word."""
    tail = 1 if problem.max_switches is None else (size + 2) * (min(problem.max_switches, len(problem.lengths)) + 1)
    codes: int = tail * (needed + 1) ** size
    return codes


def _columns(options: NDArray[np.float64], at_once: int = 1024) -> Iterator[list[float]]:
    for first in range(0, options.shape[1], at_once):
        yield from options[:, first : first + at_once].T.tolist()


def _dynamic_programme(
    problem: Problem,
    options: NDArray[np.float64],
    relaxed: NDArray[np.float64],
    needed: int,
    worth: float,
    budget: Budget,
) -> tuple[float, tuple[int, ...]] | None:
    """The best feasible assignment with a value above `worth` (both without penalties), by words from left to right.

    A state is dropped when even the free choice for all later words could not raise it above `worth`, or when too few
    characters are left for what its languages still lack.
    """
    size = len(options) - 1
    budget.spend(LIST_STEPS * options.size)
    limit = switch_limit(problem)
    # Arrays, and words as lists a few at a time: for a long text lists of all would take more than its scores.
    lengths = array("q", problem.lengths.tobytes())
    hope = array("d", np.append(np.cumsum(relaxed[::-1])[::-1], 0.0).tobytes())
    chars_left = array("q", np.append(np.cumsum(problem.lengths[::-1])[::-1], 0).tobytes())
    state_steps = budget.state_steps(state_codes(problem, size, needed))
    start: State = ((0,) * size, -2, 0)  # -2: no word before, so the first word is not a switch
    values: dict[State, float] = {start: 0.0}
    history: list[dict[State, Step]] = []
    for word, column in enumerate(_columns(options)):
        reached: dict[State, Step] = {}
        for state, value in values.items():
            budget.spend(state_steps * len(column))
            chars, last, count = state
            for rank, gain in enumerate(column, start=-1):
                total = value + gain
                if total + hope[word + 1] <= worth:
                    continue
                new_chars, new_count = chars, count
                if rank >= 0:
                    new_chars = (*chars[:rank], min(chars[rank] + lengths[word], needed), *chars[rank + 1 :])
                    new_count = count + (last != rank and last != -2)
                    if new_count > limit:
                        continue
                if sum(needed - have for have in new_chars) > chars_left[word + 1]:
                    continue
                new = (new_chars, rank, new_count) if problem.max_switches is not None else (new_chars, 0, 0)
                if new not in reached or total > reached[new][0]:
                    reached[new] = (total, state, rank)
        if not reached:
            return None
        history.append(reached)
        values = {state: step[0] for state, step in reached.items()}
    end = max(values, key=lambda state: values[state])
    ranks, state = [], end
    for reached in reversed(history):
        _, state, rank = reached[state]
        ranks.append(rank)
    return values[end], tuple(reversed(ranks))
