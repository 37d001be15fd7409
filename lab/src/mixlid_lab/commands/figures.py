"""How the commands print figures: three decimals, `-` for a missing one, numbers aligned to the right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mixlid.cli.terminal import clean, table


def figure(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def joined_figures(separator: str, values: Iterable[float | None]) -> str:
    return separator.join(map(figure, values))


def print_figures(rows: Sequence[Sequence[str]]) -> None:
    """Print a table; every column but the first is aligned to the right."""
    print("\n".join(table(rows, right=frozenset(range(1, len(rows[0]))))))


def shown_name(name: str, counts: bool) -> str:
    """The name of a data set, in parentheses if it is in no average."""
    return clean(name) if counts else f"({clean(name)})"


def rounded(owner: object, names: Iterable[str]) -> dict[str, Any]:
    """These attributes as they are saved: numbers with four decimals, or None."""
    values = {name: getattr(owner, name) for name in names}
    return {name: None if value is None else round(value, 4) for name, value in values.items()}


def rounded_values(figures: Mapping[str, float]) -> dict[str, float]:
    return {name: round(value, 4) for name, value in figures.items()}
