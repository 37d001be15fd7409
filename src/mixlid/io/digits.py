"""How many digits of a number are written: only the significant ones."""

from __future__ import annotations

from typing import Any

#: Significant digits. A probability that is 0.97315 on other text like it is not known any better.
DIGITS = 4


def rounded(value: Any) -> Any:
    """The same value with all numbers in it, at any depth, as they are written; whole numbers stay as they are."""
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    if isinstance(value, dict):
        return {name: rounded(part) for name, part in value.items()}
    return [rounded(part) for part in value] if isinstance(value, list) else value
