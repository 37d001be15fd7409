"""The best two answers of a search, with different sets of languages.

Answers within `TOLERANCE` of each other count as equal; then fewer languages win, then the earlier labels.
"""

from __future__ import annotations

import numpy as np

from mixlid.solvers.problem import Assignment, Problem

TOLERANCE = 1e-11


class BestTwo:
    """`answers` holds the best two so far and their values, the better one first."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self.answers: list[tuple[float, Assignment]] = [(0.0, Assignment((), (-1,) * problem.scores.shape[1]))]

    def worth(self) -> float:
        """The value that a new answer must exceed."""
        if len(self.answers) < 2:
            return -np.inf
        return self.answers[1][0] + TOLERANCE * (1.0 + abs(self.answers[1][0]))

    def offer(self, value: float, assignment: Assignment) -> None:
        """Keep an answer if it is among the two best language sets."""
        new = (value, self._in_order(assignment))
        same = [known for known in self.answers if set(known[1].languages) == set(assignment.languages)]
        if same and same[0][0] >= value:
            return
        candidates = [known for known in self.answers if known not in same] + [new]
        candidates.sort(key=lambda item: (-item[0], len(item[1].languages), item[1].languages))
        first, *rest = candidates
        for other in rest:  # equal values are settled by rule, not by the last bit of a sum
            close = first[0] - other[0] <= TOLERANCE * (1.0 + abs(first[0]))
            if close and (len(other[1].languages), other[1].languages) < (len(first[1].languages), first[1].languages):
                first, rest = other, [first, *(item for item in rest if item is not other)]
        self.answers = [first, *rest[:1]]

    def _in_order(self, assignment: Assignment) -> Assignment:
        """Ranks with equal weights are interchangeable: the larger total score goes first, then the earlier label."""
        languages, ranks = assignment.languages, np.asarray(assignment.ranks)
        weights = self._problem.weights[: len(languages)]
        fixed = 1 if self._problem.force_top is not None else 0
        totals = [float(self._problem.scores[language, ranks == k].sum()) for k, language in enumerate(languages)]
        order = sorted(
            range(len(languages)),
            key=lambda k: (k,) if k < fixed else (fixed, -weights[k], -totals[k], languages[k]),
        )
        if order == list(range(len(languages))):
            return assignment
        place = {old: new for new, old in enumerate(order)} | {-1: -1}
        return Assignment(tuple(languages[k] for k in order), tuple(place[rank] for rank in assignment.ranks))
