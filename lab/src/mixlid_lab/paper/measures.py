"""Measurements of a model other than its answers: probabilities, F1 by length, best labels of words, runtimes.

They are saved as JSON beside the predictions, so that figures can be drawn again without the model.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from mixlid._files import complete_file
from mixlid.adapt.labelled import Sample
from mixlid.cli.progress import Progress
from mixlid.models.interface import Model
from mixlid.text.labels import name_of
from mixlid_lab.evaluation.one_label import FIGURE_LENGTHS, f1_by_length, probability_histograms, top_labels
from mixlid_lab.evaluation.runner import slug
from mixlid_lab.evaluation.runtimes import runtimes
from mixlid_lab.paper.published import PROBABILITIES, TOP_TEN
from mixlid_lab.paper.set_tables import left_out, stands_for
from mixlid_lab.report import figures
from mixlid_lab.report.sections import Figure
from mixlid_lab.report.table import Cell, Column, Row, Table

#: The languages in the paper's charts of best labels; without these in the data, the first two are shown.
SHOWN = ("eng", "hin")


def measure_model(folder: Path, name: str, model: Model, mono: Sequence[Sample], counted: Collection[str]) -> None:
    """Measure the model on monolingual sentences in all its languages and in those that count, unless that is done."""
    own = [sample for sample in mono if sample.languages <= set(counted)]
    present = sorted({language for sample in own for language in sample.languages})

    def measured() -> dict[str, Any]:
        return {
            "probabilities": probability_histograms(model, own),
            "F1 by length": f1_by_length(model, mono, FIGURE_LENGTHS),
            "best labels": {
                language: top_labels(model, own, language)
                for language in [language for language in SHOWN if language in present] or present[:2]
            },
        }

    if not own:
        return
    facts = {
        "model": name, "bytes": model.info().get("bytes"), "labels": len(model.labels), "sentences": len(mono),
        "counted": present,
    }  # fmt: skip
    _once(folder / f"{slug(name)}.json", facts, measured)


def measure_runtimes(folder: Path, name: str, model: Model, mixed: Sequence[Sample], progress: Progress) -> None:
    """Time the solvers with the model's scores, unless that is done."""
    facts = {"model": name, "bytes": model.info().get("bytes")}
    _once(folder / "runtimes.json", facts, lambda: runtimes(model, mixed, report=progress.at))


def saved_measures(folder: Path) -> dict[str, Mapping[str, Any]]:
    """The saved measurements by model; `runtimes` is one of the names."""
    measures = {}
    for path in sorted(folder.glob("*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        measures["runtimes" if path.stem == "runtimes" else content["facts"]["model"]] = content["measures"]
    return measures


def _once(path: Path, facts: Mapping[str, Any], measure: Callable[[], Mapping[str, Any]]) -> None:
    if path.exists() and json.loads(path.read_text(encoding="utf-8"))["facts"] == facts:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    content = json.dumps({"facts": facts, "measures": measure()}, indent=1, ensure_ascii=False)
    with complete_file(path) as stream:
        stream.write(f"{content}\n".encode())


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


def draw_f1_by_length(measures: Measures) -> Figure:
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


def draw_runtimes(measured: Mapping[str, Any]) -> list[Figure]:
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
