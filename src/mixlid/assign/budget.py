"""How much a search may do: steps that are counted, not seconds, so that the same text has the same answer anywhere.

A step is one word looked at for one language where that is compiled, or as much work as takes about as long: some two
nanoseconds. Whatever a search does is paid for, with what it costs in C or in Python, so that the usual budget is at
most about a second of one processor for any text and settings.
"""

from __future__ import annotations

from mixlid.assign.problem import Problem

#: However small the setting, every word may be looked at this often for every language: a long text takes longer to
#: read, too. Usual settings need a few of these looks.
LOOKS = 40
#: What NumPy needs for a word and a language, lists need for a word at a rank, and some lines of either need anyway.
NUMPY_STEPS, LIST_STEPS, CALL_STEPS = 8, 100, 50_000
#: What a model needs for a character of a text whose probabilities it is asked for.
CHARACTER_STEPS = 500
#: What a way to go on from a state of the dynamic programme costs: in C, and in Python.
STATE_STEPS, PYTHON_STATE_STEPS = 32, 512
#: A programme that may have more states than this is never run in C, and its states in Python cost what they take: in a
#: long text too, which has more steps, there are no more of them than the setting has room for.
MOST_CODES, RARE_STATE_STEPS = 1 << 23, 1024
_MILLION = 1_000_000


class BudgetSpentError(Exception):
    """The search has used up its steps."""


class Budget:
    """Steps that are left."""

    def __init__(self, steps: int, rare_state_steps: int = RARE_STATE_STEPS) -> None:
        self.left = steps
        self._rare_state_steps = rare_state_steps

    @classmethod
    def of(cls, problem: Problem) -> Budget:
        steps = steps_of(problem.search_budget, *problem.scores.shape)
        return cls(steps, RARE_STATE_STEPS * steps // (problem.search_budget * _MILLION))

    def state_steps(self, codes: int) -> int:
        """What a way to go on from a state costs in Python, where there may be `codes` different states."""
        return PYTHON_STATE_STEPS if codes <= MOST_CODES else self._rare_state_steps

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise BudgetSpentError


def steps_of(millions: int, labels: int, words: int) -> int:
    """The steps that a search for that many words among that many labels may take."""
    return max(millions * _MILLION, LOOKS * labels * words)
