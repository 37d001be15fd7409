"""How sure answers are and how often they are right, by length and kind: for `evaluate --calibration` and `tune`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from mixlid.cli.terminal import table
from mixlid.lab.commands.evaluate import written
from mixlid.lab.evaluation.calibration_metrics import measure_reliability
from mixlid.lab.evaluation.predictions import Prediction

#: Words of a text, from and to.
LENGTHS = ((1, 3), (4, 8), (9, 20), (21, 60), (61, None))
Weighed = Iterable[tuple[Prediction, float]]


def print_calibration(title: str, weighed: Weighed, besides: Mapping[str, Weighed] | None = None) -> dict[str, Any]:
    """Print answers with their weights by length of text, by kind of text and of answer; returns the figures.

    `besides` are further ones, each a row of its own.
    """
    weighed = list(weighed)
    parts: dict[str, Weighed] = {"all": weighed}
    for low, high in LENGTHS:
        name = f"{low}–{high} words" if high else f"{low} words and more"
        parts[name] = [pair for pair in weighed if low <= _words(pair[0]) <= (high or _words(pair[0]))]
    parts |= besides or {}
    parts["mixed text"] = _only(weighed, lambda one: len(one.sample.languages) > 1)
    parts["text in one language"] = _only(weighed, lambda one: len(one.sample.languages) == 1)
    parts["answers of several languages"] = _only(weighed, lambda one: len(one.languages) > 1)
    parts["answers of one language"] = _only(weighed, lambda one: len(one.languages) == 1)
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
        rows.append((name, str(len(members)), written(sure), written(right), written(error)))
    print(f"\n{title} (half of the text counts as mixed)")
    print("\n".join(table(rows, right=frozenset((1, 2, 3, 4)))))
    return figures


def _only(weighed: Weighed, wanted: Callable[[Prediction], bool]) -> list[tuple[Prediction, float]]:
    return [(one, weight) for one, weight in weighed if wanted(one)]


def _words(one: Prediction) -> int:
    return len(one.sample.text.split())
