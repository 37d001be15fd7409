"""Rounding of numbers in output to the digits that are significant."""

from __future__ import annotations

from typing import Any

#: Significant digits: probabilities are not known more precisely than this.
DIGITS = 4


def rounded(value: Any) -> Any:
    """The value with all floats in it rounded, at any depth; integers stay as they are."""
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    if isinstance(value, dict):
        return {name: rounded(part) for name, part in value.items()}
    return [rounded(part) for part in value] if isinstance(value, list) else value
