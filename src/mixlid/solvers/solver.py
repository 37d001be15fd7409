"""What goes into a solver and what comes out. Solvers never import models: they see one through `Scorer`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from mixlid.errors import SettingsError
from mixlid.solvers.problem import Assignment, Problem, Solution

#: Solvers that use only the scores of words, so that labels may have any price.
SEARCHES_SCORES = frozenset({"exact", "ilp"})


class Scorer(Protocol):
    """The part of a model that text-level solvers (MaskLID, top-k) need."""

    @property
    def labels(self) -> tuple[str, ...]: ...

    def word_scores(self, words: Sequence[str]) -> NDArray[np.float64]: ...

    def probabilities(self, text: str) -> NDArray[np.float64]: ...


class Sentence(NamedTuple):
    """A text, its words to assign, and the problem that their scores make."""

    text: str
    #: Code-point offsets of the problem's words, in order.
    spans: tuple[tuple[int, int], ...]
    problem: Problem
    scorer: Scorer


class Solver(Protocol):
    """Sentence in, solution out: one rank (or none) for each of `sentence.spans`. Deterministic and thread-safe."""

    @property
    def name(self) -> str: ...

    def solve(self, sentence: Sentence) -> Solution: ...


def check_answer(assignment: Assignment, labels: int, words: int, solver: str) -> None:
    """Raise an error for an assignment with languages, ranks or words that do not exist."""
    languages, ranks = assignment.languages, assignment.ranks
    within = all(0 <= language < labels for language in languages) and all(-1 <= r < len(languages) for r in ranks)
    if len(ranks) != words or not within:
        raise SettingsError(
            f"the solver {solver} gave an impossible answer: languages {tuple(languages)} of {labels}, "
            f"and ranks {tuple(ranks)} for {words} words"
        )
