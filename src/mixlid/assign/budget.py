"""How much a search may do: steps that are counted, not seconds, so that the same text has the same answer anywhere.

A step is one word looked at for one language, or about that much work: a few nanoseconds where it is compiled.
"""

from __future__ import annotations

from mixlid.assign.problem import Problem

#: However small the setting, every word may be looked at this often for every language, so that time is in proportion
#: to the length of a text and long texts are searched as short ones are.
LOOKS = 500
#: What a way to go on from a state of the dynamic programme costs: in C, and in Python.
STATE_STEPS, PYTHON_STATE_STEPS = 32, 256
_MILLION = 1_000_000


class BudgetSpentError(Exception):
    """The search has used up its steps."""


class Budget:
    """Steps that are left."""

    def __init__(self, steps: float) -> None:
        self.left = steps

    @classmethod
    def of(cls, problem: Problem) -> Budget:
        return cls(steps_of(problem.search_budget, *problem.scores.shape))

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise BudgetSpentError


def steps_of(millions: int, labels: int, words: int) -> int:
    """The steps that a search for so many words among so many labels may take."""
    return max(millions * _MILLION, LOOKS * labels * words)
