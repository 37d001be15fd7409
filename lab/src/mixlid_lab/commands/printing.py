"""How the commands print figures: three decimals, `-` for a missing one, numbers aligned to the right."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from mixlid.cli.terminal import clean, table


def figure(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def print_table(rows: Sequence[Sequence[str]], left: int = 1) -> None:
    """Print a table; every column but the first `left` ones is aligned to the right."""
    cells = [[clean(cell) for cell in row] for row in rows]
    print("\n".join(table(cells, right=frozenset(range(left, len(rows[0]))))))


def print_silver(names: Collection[str]) -> None:
    """Say below a table which data sets its averages leave out."""
    if names:
        print(f"in no average, because people have not labelled them (silver): {clean(', '.join(names))}")


def listed(figures: Mapping[str, float], places: int = 3, separator: str = "  ") -> str:
    return separator.join(f"{name} {value:.{places}f}" for name, value in figures.items())


def joined(values: Iterable[float | None]) -> str:
    """`0.912 / 0.934 / -`."""
    return " / ".join(map(figure, values))


def rounded(values: Mapping[str, float | None]) -> dict[str, float | None]:
    return {name: None if value is None else round(value, 4) for name, value in values.items()}
