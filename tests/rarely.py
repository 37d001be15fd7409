"""Which cases of a test everybody runs, where all of them take long: `make test-slow` runs the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest


def rarely(*cases: Any) -> list[Any]:
    """Cases for `parametrize` that are slow."""
    return [pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow) for case in cases]


def each_once(first: Sequence[Any], second: Sequence[Any]) -> list[Any]:
    """All pairs for `parametrize`. Those that are not slow have every value at least once."""
    return [
        pytest.param(one, other, marks=() if is_fast else pytest.mark.slow)
        for row, one in enumerate(first)
        for column, other in enumerate(second)
        for is_fast in [column == row % len(second) or row == column % len(first)]
    ]
