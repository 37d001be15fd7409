"""`mixlid evaluate --adapted`: each corpus as it comes and adapted to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mixlid.cli.terminal import clean, table
from mixlid.identifier import Identifier
from mixlid.lab.commands.data_options import print_silver
from mixlid.lab.evaluation.adapted import AdaptedComparison, Measured, compare, error_of_all
from mixlid.lab.evaluation.datasets import Dataset, silver_names
from mixlid.lab.evaluation.set_metrics import mean

_FIGURES = ("mixed", "mono", "mean", "plain", "error")


def report_adapted(identifier: Identifier, datasets: Sequence[Dataset]) -> dict[str, Any]:
    """Print a table, and return its figures."""
    compared = [compare(identifier, dataset) for dataset in datasets]
    print("\nexact match as it comes → adapted to each corpus, without labels (docs/adaptation.md)")
    head = ("", "sentences", "mixed", "mono", "mean", "difference of means [95 %]", "plain", "calibration error")
    rows = [head, *map(_row, compared)]
    counted = [one for one in compared if one.counts]
    if counted:
        rows.append(_average(counted))
    print("\n".join(table(rows, right=frozenset(range(1, len(head))))))
    print_silver(silver_names(datasets))
    return {
        one.name: {
            "as it comes": _figures(one.before), "adapted": _figures(one.after), "share mixed": one.prior.mixed
        }
        for one in compared
    }  # fmt: skip


def _row(one: AdaptedComparison) -> tuple[str, ...]:
    change = one.difference
    cells = {name: _both(getattr(one.before, name), getattr(one.after, name)) for name in _FIGURES}
    difference = f"{change.value:+.3f} [{change.low:+.3f}, {change.high:+.3f}]"
    name = clean(one.name) if one.counts else f"({clean(one.name)})"
    return (
        name, str(one.sentences), cells["mixed"], cells["mono"], cells["mean"], difference, cells["plain"],
        cells["error"],
    )  # fmt: skip


def _average(counted: Sequence[AdaptedComparison]) -> tuple[str, ...]:
    cells = {}
    for name in _FIGURES:
        pairs = [(getattr(one.before, name), getattr(one.after, name)) for one in counted]
        known = [pair for pair in pairs if None not in pair]
        cells[name] = _both(*(mean(column) for column in zip(*known, strict=True))) if known else "-"
    together = [error_of_all([getattr(one, way) for one in counted]) for way in ("before", "after")]
    difference = f"{mean(one.difference.value for one in counted):+.3f}"
    return (
        "average", str(sum(one.sentences for one in counted)), cells["mixed"], cells["mono"], cells["mean"], difference,
        cells["plain"], f"{_both(*together)} of all",
    )  # fmt: skip


def _both(before: float | None, after: float | None) -> str:
    return "-" if before is None or after is None else f"{before:.3f} → {after:.3f}"


def _figures(one: Measured) -> dict[str, float | None]:
    values = {name: getattr(one, name) for name in _FIGURES}
    return {name: None if value is None else round(value, 4) for name, value in values.items()}
