"""Run contenders over data sets, in several processes, and never compute the same answers twice.

Predictions are written to `FOLDER/SYSTEM/DATASET.jsonl` when a data set is complete; an interrupted run continues after
the last one. `SYSTEM/system.json` records what the answers depend on: if that has changed, or the sentences have, old
answers are replaced, never mixed with new ones.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mixlid import __version__
from mixlid._files import complete_file
from mixlid._processes import ordered_map
from mixlid.adapt.labelled import Sample
from mixlid.cli.progress import Progress
from mixlid_lab.evaluation.contenders import Contender
from mixlid_lab.evaluation.datasets import Dataset
from mixlid_lab.evaluation.predictions import Prediction, lines_of, read_predictions

_CHUNK = 100


@dataclass(frozen=True, slots=True)
class _Ask:
    """The contender as a function of some sentences and the systems to answer them."""

    contender: Contender

    def __call__(self, question: tuple[Sequence[Sample], Sequence[str]]) -> dict[str, list[Prediction]]:
        return self.contender.predict(*question)


def run(
    folder: Path,
    contenders: Sequence[Contender],
    datasets: Sequence[Dataset],
    jobs: int = 1,
    progress: Progress | None = None,
) -> None:
    """Have every contender answer every data set, and save the answers under `folder`."""
    work = []
    for contender in contenders:
        for system, facts in contender.systems.items():
            _prepare_folder(folder / slug(system), {"system": system, "mixlid": __version__, **facts})
        missing = [(one, [name for name in contender.systems if not _is_done(folder, name, one)]) for one in datasets]
        work.append((contender, [(dataset, systems) for dataset, systems in missing if systems]))
    bar = progress or Progress("answers", quiet=True)
    bar.at(0, sum(len(dataset.samples) * len(systems) for _, missing in work for dataset, systems in missing))
    for contender, missing in work:
        chunks = [
            (dataset.samples[at : at + _CHUNK], systems)
            for dataset, systems in missing
            for at in range(0, len(dataset.samples), _CHUNK)
        ]
        answers = ordered_map(_Ask(contender), chunks, jobs)
        for dataset, systems in missing:
            found: dict[str, list[Prediction]] = {system: [] for system in systems}
            for at in range(0, len(dataset.samples), _CHUNK):
                for system, predictions in next(answers).items():
                    found[system] += predictions
                done = len(dataset.samples[at : at + _CHUNK]) * len(systems)
                bar.step(done, f"{systems[0].partition(' ')[0]} on {dataset.name}")
            for system, predictions in found.items():
                with complete_file(_path(folder, system, dataset)) as stream:
                    stream.writelines(line.encode() for line in lines_of(predictions))


def _path(folder: Path, system: str, dataset: Dataset) -> Path:
    return folder / slug(system) / f"{dataset.name}.jsonl"


def _is_done(folder: Path, system: str, dataset: Dataset) -> bool:
    """Whether there are answers to exactly these sentences."""
    path = _path(folder, system, dataset)
    # Tokens are only saved together with their tags.
    wanted = [sample if sample.tags else replace(sample, tokens=()) for sample in dataset.samples]
    return path.exists() and [one.sample for one in read_predictions(path)] == wanted


def _prepare_folder(folder: Path, facts: dict[str, Any]) -> None:
    """Make the system's folder; answers made under other conditions are removed."""
    path = folder / "system.json"
    text = json.dumps(facts, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
    if folder.exists() and (not path.exists() or path.read_text(encoding="utf-8") != text):
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def slug(name: str) -> str:
    """A folder name for a system; different systems get different folders."""
    plain = re.sub(r"[^A-Za-z0-9.+=-]+", "_", name)
    faithful = plain == name.replace(" ", "_") and "_" not in name
    return plain if faithful else f"{plain}_{hashlib.sha256(name.encode()).hexdigest()[:6]}"
