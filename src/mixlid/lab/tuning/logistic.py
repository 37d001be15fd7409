"""Logistic regression by Newton's method, with a ridge: what curves of confidence and decisions are fitted by."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_STEPS = 100


def regress(data: Floats, right: Floats, weights: Floats, ridge: Floats) -> Floats:
    """Constant and weights of the columns; `ridge`, in the same order, is how much each should be small.

    With a ridge, few or separable data have an answer too.
    """
    columns = np.concatenate([np.ones((len(data), 1)), data], axis=1)
    solution = np.zeros(columns.shape[1])
    for _ in range(_STEPS):
        chances = 1 / (1 + np.exp(-np.clip(columns @ solution, -50, 50)))
        gradient = columns.T @ (weights * (right - chances)) - ridge * solution
        curvature = (columns * (weights * chances * (1 - chances))[:, None]).T @ columns + np.diag(ridge)
        step = np.linalg.solve(curvature, gradient)
        solution = solution + step
        if np.abs(step).max() < 1e-9:
            break
    return solution
