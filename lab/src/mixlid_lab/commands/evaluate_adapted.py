"""`mixlid evaluate --adapted`: each corpus without a prior, and adapted to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mixlid.identifier import Identifier
from mixlid_lab.commands.data_options import print_silver
from mixlid_lab.commands.figures import joined_figures, print_figures, rounded, shown_name
from mixlid_lab.evaluation.adapted import AdaptedComparison, compare, error_of_all
from mixlid_lab.evaluation.datasets import Dataset, silver_names
from mixlid_lab.evaluation.set_metrics import mean

_FIGURES = ("mixed", "mono", "mean", "plain", "error")


def report_adapted(identifier: Identifier, datasets: Sequence[Dataset]) -> dict[str, Any]:
    """Print the table and return its figures."""
    compared = [compare(identifier, dataset) for dataset in datasets]
    print("\nexact match as it comes → adapted to each corpus, without labels (docs/adaptation.md)")
    head = ("", "sentences", "mixed", "mono", "mean", "difference of means [95 %]", "plain", "calibration error")
    rows = [head, *map(_row, compared)]
    counted = [one for one in compared if one.counts]
    if counted:
        rows.append(_average(counted))
    print_figures(rows)
    print_silver(silver_names(datasets))
    return {
        one.name: {
            "as it comes": rounded(one.before, _FIGURES),
            "adapted": rounded(one.after, _FIGURES),
            "share mixed": one.prior.mixed,
        }
        for one in compared
    }


def _row(one: AdaptedComparison) -> tuple[str, ...]:
    mixed, mono, mean_of_both, plain, error = (
        _both(getattr(one.before, name), getattr(one.after, name)) for name in _FIGURES
    )
    change = one.difference
    difference = f"{change.value:+.3f} [{change.low:+.3f}, {change.high:+.3f}]"
    name = shown_name(one.name, one.counts)
    return name, str(one.sentences), mixed, mono, mean_of_both, difference, plain, error


def _average(counted: Sequence[AdaptedComparison]) -> tuple[str, ...]:
    cells = {}
    for name in _FIGURES:
        pairs = [(getattr(one.before, name), getattr(one.after, name)) for one in counted]
        known = [pair for pair in pairs if None not in pair]
        cells[name] = _both(*(mean(column) for column in zip(*known, strict=True))) if known else "-"
    together = [error_of_all([getattr(one, side) for one in counted]) for side in ("before", "after")]
    difference = f"{mean(one.difference.value for one in counted):+.3f}"
    return (
        "average", str(sum(one.sentences for one in counted)), cells["mixed"], cells["mono"], cells["mean"], difference,
        cells["plain"], f"{_both(*together)} of all",
    )  # fmt: skip


def _both(before: float | None, after: float | None) -> str:
    return "-" if before is None or after is None else joined_figures(" → ", (before, after))
