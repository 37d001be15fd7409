"""What several measures share: the languages of the paper's pairs, means, and F1 of a task with one label."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

#: The languages of the paper's pairs: its monolingual average is over these.
PAIR_LANGUAGES = ("deu", "eng", "eus", "fra", "hin", "ind", "npi", "spa", "tur", "wol")


def mean(values: Iterable[float]) -> float:
    numbers = [float(value) for value in values]
    return sum(numbers) / len(numbers) if numbers else float("nan")


def f1_by_label(gold: Sequence[str], predicted: Sequence[str]) -> dict[str, float]:
    """F1 of each gold label of a one-label task."""
    found: dict[str, float] = {}
    for label in sorted(set(gold)):
        both = sum(g == label == p for g, p in zip(gold, predicted, strict=True))
        claimed, there = predicted.count(label), gold.count(label)
        found[label] = 2 * both / (claimed + there)
    return found
