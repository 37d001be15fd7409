"""Measurements of a model other than its answers: probabilities of the right label, and best labels of words.

They are saved as JSON beside the predictions, so that tables can be made again without the model.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from mixlid._files import complete_file
from mixlid.adapt.labelled import Sample
from mixlid.models.interface import Model
from mixlid_lab.evaluation.one_label import mean_probabilities, share_in_best
from mixlid_lab.evaluation.runner import slug
from mixlid_lab.paper.published import PROBABILITIES, TOP_TEN
from mixlid_lab.paper.set_tables import left_out, stands_for
from mixlid_lab.report.table import Cell, Column, Row, Table

#: The languages in the paper's charts of best labels; without these in the data, the first two are shown.
SHOWN = ("eng", "hin")


def measure_model(folder: Path, name: str, model: Model, mono: Sequence[Sample], counted: Collection[str]) -> None:
    """Measure the model on monolingual sentences in all its languages and in those that count, unless that is done."""
    own = [sample for sample in mono if sample.languages <= set(counted)]
    present = sorted({language for sample in own for language in sample.languages})

    def measured() -> dict[str, Any]:
        return {
            "probabilities": mean_probabilities(model, own),
            "best labels": {
                language: share_in_best(model, own, language)
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


def saved_measures(folder: Path) -> dict[str, Mapping[str, Any]]:
    """The saved measurements by model."""
    measures = {}
    for path in sorted(folder.glob("*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        measures[content["facts"]["model"]] = content["measures"]
    return measures


def _once(path: Path, facts: Mapping[str, Any], measure: Callable[[], Mapping[str, Any]]) -> None:
    if path.exists() and json.loads(path.read_text(encoding="utf-8"))["facts"] == facts:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    content = json.dumps({"facts": facts, "measures": measure()}, indent=1, ensure_ascii=False)
    with complete_file(path) as stream:
        stream.write(f"{content}\n".encode())


Measures = Mapping[str, Mapping[str, Any]]


def probabilities(measures: Measures, papers_data: bool, silver: Sequence[str]) -> Table:
    """Mean probabilities of the right label, and how often it is among the ten best of a word.

    The paper's values stand beside ours if the data are its own; on the `silver` data sets nothing was measured.
    """
    rows = []
    kinds = ("sentences", "words")
    for model, measured in measures.items():
        printed = stands_for(model) if papers_data else None
        paper = PROBABILITIES[printed] if printed else (None, None)
        cells = [Cell(measured["probabilities"][kind], value) for kind, value in zip(kinds, paper, strict=True)]
        for language, share in measured["best labels"].items():
            cells.append(Cell(share, TOP_TEN[printed].get(language) if printed else None))
        rows.append(Row((model,), tuple(cells)))
    shown = list(next(iter(measures.values()))["best labels"])
    columns = (
        *(Column(kind, "mean probability of the right label") for kind in kinds),
        *(Column(language, "words with the right label among their ten best") for language in shown),
    )
    title = "What the models' scores are worth"
    return Table("models", title, ("model",), columns, tuple(rows), left_out(silver))
