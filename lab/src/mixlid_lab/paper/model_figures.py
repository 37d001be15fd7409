"""The paper's figures of models and solvers, from what `measures.py` has saved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mixlid.text.labels import name_of
from mixlid_lab.paper.notes import left_out, stands_for
from mixlid_lab.paper.published import PROBABILITIES, TOP_TEN
from mixlid_lab.report import figures
from mixlid_lab.report.sections import Figure
from mixlid_lab.report.table import Cell, Column, Row, Table

Measures = Mapping[str, Mapping[str, Any]]


def probabilities(measures: Measures, papers_data: bool, silver: Sequence[str]) -> tuple[Table, Figure]:
    """Histograms of the right label's probability, and their means, beside the paper's if the data are its own.

    `silver` are monolingual data sets on which nothing was measured.
    """
    panels, rows = [], []
    for model, measured in measures.items():
        printed = stands_for(model) if papers_data else None
        paper = PROBABILITIES[printed] if printed else (None, None)
        parts = measured["probabilities"]
        kinds = ("sentences", "words")
        panels += [(f"{model}: {kind}", parts[kind]["counts"], parts[kind]["mean"]) for kind in kinds]
        cells = [Cell(parts[kind]["mean"], value) for kind, value in zip(kinds, paper, strict=True)]
        for language, best in measured["best labels"].items():
            cells.append(Cell(best["right"], TOP_TEN[printed].get(language) if printed else None))
        rows.append(Row((model,), tuple(cells)))
    shown = list(next(iter(measures.values()))["best labels"])
    columns = (
        *(Column(kind, "mean probability of the right label") for kind in ("sentences", "words")),
        *(Column(language, "words with the right label among their ten best") for language in shown),
    )
    title = "What the models' scores are worth"
    table = Table("models", title, ("model",), columns, tuple(rows), left_out(silver))
    alt = "Histograms of the probability of the right label, for whole sentences and for single words."
    svg = figures.histograms(panels)
    return table, Figure("probabilities", "Probability of the right language, sentences and words", alt, svg)


def f1_by_length(measures: Measures) -> Figure:
    series = {model: list(measured["F1 by length"].items()) for model, measured in measures.items()}
    svg = figures.lines(series, "characters of the text", "macro F1, one label")
    return Figure("f1-by-length", "F1 by length of the text", "Lines of F1 that rise with the text's length.", svg)


def best_labels(measures: Measures) -> Figure:
    panels = []
    languages = list(next(iter(measures.values()))["best labels"])
    for language in languages:
        for model, measured in measures.items():
            labels = list(measured["best labels"][language]["labels"].items())[:10]
            right = next((label for label, _ in labels if label.startswith(f"{language}_")), language)
            panels.append((f"{model}: {language} words", labels, right))
    svg = figures.top_labels(panels, columns=len(measures))
    alt = "Bars: how many words have each label among their ten best; the right label is marked."
    title = f"Labels among the ten best of {' and '.join(map(name_of, languages))} words"
    return Figure("best-labels", title, alt, svg)


def runtimes(measured: Mapping[str, Any]) -> list[Figure]:
    """Seconds per sentence by number of labels: for each preset all solvers, then each solver with all its lengths."""
    drawn = []
    points = measured["points"]
    for preset in dict.fromkeys(point["preset"] for point in points if point["preset"]):
        own = [point for point in points if point["preset"] == preset]
        ends = [point for point in own if point["characters"] in (25, 100)] or own
        title = f"Runtime of the solvers against the number of labels, {preset.upper()}"
        drawn.append(_seconds(f"runtimes-{preset}", title, ends))
        for solver in dict.fromkeys(point["solver"] for point in own):
            title = f"Runtime of {solver} by length of the sentence, {preset.upper()}"
            chosen = [point for point in own if point["solver"] == solver]
            drawn.append(_seconds(f"runtimes-{preset}-{solver}", title, chosen))
    return drawn


def _seconds(key: str, title: str, points: Sequence[Mapping[str, Any]]) -> Figure:
    """A line for each solver and length."""
    series: dict[str, list[tuple[float | str, float]]] = {}
    for point in points:
        name = f"{point['solver']}, {point['characters']} characters"
        series.setdefault(name, []).append((float(point["labels"]), point["seconds"]))
    svg = figures.lines(series, "labels", "seconds a sentence", log_x=True, log_y=True)
    return Figure(key, title, "Lines of seconds a sentence by number of labels.", svg)
