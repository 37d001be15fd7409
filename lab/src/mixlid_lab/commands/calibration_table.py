"""Confidence and accuracy by length and kind of text, for `evaluate --calibration` and `tune`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from mixlid_lab.commands.figures import figure, print_figures
from mixlid_lab.evaluation.calibration_metrics import measure_reliability
from mixlid_lab.evaluation.predictions import Prediction

#: Numbers of words, from and to.
LENGTHS = ((1, 3), (4, 8), (9, 20), (21, 60), (61, None))
Weighted = Iterable[tuple[Prediction, float]]


def print_calibration(title: str, weighted: Weighted, extra: Mapping[str, Weighted] | None = None) -> dict[str, Any]:
    """Print confidence, accuracy and calibration error by length, kind of text and kind of answer; return the figures.

    Each group in `extra` gets a row of its own.
    """
    weighted = list(weighted)
    parts: dict[str, Weighted] = {"all": weighted}
    for low, high in LENGTHS:
        name = f"{low}–{high} words" if high else f"{low} words and more"
        parts[name] = [pair for pair in weighted if low <= _words(pair[0]) <= (high or _words(pair[0]))]
    parts |= extra or {}
    parts["mixed text"] = _where(weighted, lambda one: one.sample.is_mixed)
    parts["text in one language"] = _where(weighted, lambda one: not one.sample.is_mixed)
    parts["answers of several languages"] = _where(weighted, lambda one: len(one.languages) > 1)
    parts["answers of one language"] = _where(weighted, lambda one: len(one.languages) == 1)
    rows, figures = [("", "texts", "confidence", "right", "calibration error")], {}
    for name, found in parts.items():
        members = [(one, weight) for one, weight in found if one.confidence is not None]
        if not members:
            continue
        judged = [(one.confidence or 0.0, one.is_right, weight) for one, weight in members]
        total = sum(weight for _, weight in members)
        sure, right = (sum(pair[part] * pair[2] for pair in judged) / total for part in (0, 1))
        error = measure_reliability(judged).error
        figures[name] = {"texts": len(members), "confidence": sure, "right": right, "error": error}
        rows.append((name, str(len(members)), figure(sure), figure(right), figure(error)))
    print(f"\n{title} (half of the text counts as mixed)")
    print_figures(rows)
    return figures


def _where(weighted: Weighted, wanted: Callable[[Prediction], bool]) -> list[tuple[Prediction, float]]:
    return [(one, weight) for one, weight in weighted if wanted(one)]


def _words(one: Prediction) -> int:
    return len(one.sample.text.split())
