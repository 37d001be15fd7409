"""The runner-up: the best answer with other languages, for solvers that return only one answer.

The margin over the runner-up is what confidence is computed from, whichever solver found the answer.
"""

from __future__ import annotations

from dataclasses import replace

from mixlid.solvers import exact
from mixlid.solvers.problem import Problem, Solution


def with_runner_up(solution: Solution, problem: Problem) -> Solution:
    """The same solution with a runner-up, if there is an answer with other languages at all."""
    if solution.runner_up is not None or not problem.scores.size:
        return solution
    own, best = set(solution.assignment.languages), exact.solve(problem)
    is_best = set(best.assignment.languages) == own
    rival = best.runner_up if is_best else best
    if rival is None:
        return solution
    # An unproved value may be better by the gap. A solution with too many languages is not better for that.
    value = rival.value + (best.gap or 0.0)
    return replace(solution, runner_up=replace(rival, value=value if is_best else max(value, solution.value)))
