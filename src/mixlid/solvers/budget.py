"""A limit on the work of a search, in steps rather than seconds, so that a text gets the same answer on any machine.

A step is the work for one word and one language in compiled code, or anything that takes about as long: some two
nanoseconds. All work of a search is counted at its cost in C or in Python, so that the usual budget is at most about a
second of one processor for any text and settings.
"""

from __future__ import annotations

from mixlid.solvers.problem import Problem

#: However small the setting, there are this many steps for every word and language: a long text takes longer to read,
#: too. Usual settings need a few of them.
LOOKS = 40
#: Steps that NumPy takes for a word and a language, that lists take for a word at a rank, and the overhead of either.
NUMPY_STEPS, LIST_STEPS, CALL_STEPS = 8, 100, 50_000
#: Steps that a model takes for each character of a text to compute its probabilities.
CHARACTER_STEPS = 500
#: Steps for a transition of the dynamic programme, in C and in Python.
STATE_STEPS, PYTHON_STATE_STEPS = 32, 512
#: A programme that may have more states than this never runs in C, and its states in Python are counted at their real
#: cost: so a long text, which has more steps, has no more states than the setting allows.
MOST_CODES, RARE_STATE_STEPS = 1 << 23, 1024
_MILLION = 1_000_000


class BudgetSpentError(Exception):
    """The search has used up its steps."""


class Budget:
    """The steps that are left."""

    def __init__(self, steps: int, rare_state_steps: int = RARE_STATE_STEPS) -> None:
        self.left = steps
        self._rare_state_steps = rare_state_steps

    @classmethod
    def of(cls, problem: Problem) -> Budget:
        steps = steps_of(problem.search_budget, *problem.scores.shape)
        return cls(steps, RARE_STATE_STEPS * steps // (problem.search_budget * _MILLION))

    def state_steps(self, codes: int) -> int:
        """Steps for a transition in Python, where there may be `codes` different states."""
        return PYTHON_STATE_STEPS if codes <= MOST_CODES else self._rare_state_steps

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise BudgetSpentError


def steps_of(millions: int, labels: int, words: int) -> int:
    """The steps that a search for that many words among that many labels may take."""
    return max(millions * _MILLION, LOOKS * labels * words)
