"""Logistic regression by Newton's method, with a ridge penalty: for calibration, decisions and learning from labels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_STEPS = 100


def regress(
    data: Floats, right: Floats, ridge: Floats, weights: Floats | float = 1.0, start: Floats | float = 0.0
) -> Floats:
    """The constant and the weights of the columns; `ridge` has the penalty of each, in the same order.

    `start` is added to the log odds of each row. The ridge makes few or separable data solvable too.
    """
    columns = np.concatenate([np.ones((len(data), 1)), data], axis=1)
    solution = np.zeros(columns.shape[1])

    def loss(at: Floats) -> float:
        odds = start + columns @ at
        return float(np.sum(weights * (np.logaddexp(0.0, odds) - right * odds)) + ridge @ at**2 / 2)

    for _ in range(_STEPS):
        chances = 1 / (1 + np.exp(-np.clip(start + columns @ solution, -50, 50)))
        gradient = columns.T @ (weights * (right - chances)) - ridge * solution
        curvature = (columns * (weights * chances * (1 - chances))[:, None]).T @ columns + np.diag(ridge)
        step = np.linalg.solve(curvature, gradient)
        while loss(solution + step) > loss(solution) and np.abs(step).max() > 1e-9:
            step /= 2  # far from the optimum a full step may overshoot
        solution = solution + step
        if np.abs(step).max() < 1e-9:
            break
    return solution
