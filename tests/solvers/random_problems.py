"""Random problems with every combination of constraints, ties, negative scores and missing ones."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from mixlid.solvers.problem import Problem

#: C3 on or off; C4, C5 or neither; C6 on or off.
COMBINATIONS = list(product([False, True], [None, "only_top", "force_top"], [False, True]))


def random_problem(seed: int, languages: int, words: int, most: int) -> Problem:
    """A problem of at most these sizes; the seed also selects the combination of constraints, in turn."""
    rng = np.random.default_rng(seed)
    lengthy, top, few_switches = COMBINATIONS[seed % len(COMBINATIONS)]
    L, T = int(rng.integers(1, languages + 1)), int(rng.integers(0, words + 1))
    rules: dict[str, Any] = {
        "max_languages": int(rng.integers(1, most + 1)),
        "rank_weights": tuple(sorted(rng.choice([1.0, 0.95, 0.75, 0.5, 0.25], size=rng.integers(1, 4)), reverse=True)),
        "penalty": [0.0, 0.7, rng.normal(0.4, 0.6, size=L)][int(rng.integers(3))],
        "length_exponent": float(rng.choice([0.0, 0.5, 1.0])),
        "search_budget": 50_000,  # to the end, with NumPy too
    }
    if lengthy:
        rules["min_chars"] = int(rng.integers(2, 12))
    if top:
        rules[top] = int(rng.integers(1, max(2, L)))
    if few_switches:
        rules["max_switches"] = int(rng.integers(0, 4))
    # Small whole numbers make ties, between words, languages and whole answers.
    scores = rng.integers(-3, 4, size=(L, T)).astype(float) if rng.random() < 0.4 else rng.normal(0, 2, size=(L, T))
    if rng.random() < 0.3:  # words that cannot take some languages
        scores[rng.random((L, T)) < 0.3] = -np.inf
    return Problem(scores, rng.integers(1, 7, size=T), **rules)
