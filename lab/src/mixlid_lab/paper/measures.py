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
from mixlid_lab.evaluation.one_label import FIGURE_LENGTHS, f1_by_length, probability_histograms, top_labels
from mixlid_lab.evaluation.runner import slug
from mixlid_lab.evaluation.runtimes import runtimes

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
