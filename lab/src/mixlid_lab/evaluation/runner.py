"""Run contenders over data sets, in several processes, and never compute the same answers twice.

Answers (`saved.py`) are written when a data set is complete; an interrupted run continues after the last one. If what
they depend on has changed, or the sentences have, old answers are replaced, never mixed with new ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from mixlid import __version__
from mixlid._processes import ordered_map
from mixlid.adapt.labelled import Sample
from mixlid.cli.progress import Progress
from mixlid_lab.evaluation.contenders import Contender
from mixlid_lab.evaluation.datasets import Dataset
from mixlid_lab.evaluation.predictions import Prediction
from mixlid_lab.evaluation.saved import save_answers, save_labels, save_system, slug

_CHUNK = 100


def _ask(contender: Contender, question: tuple[Sequence[Sample], Sequence[str]]) -> dict[str, list[Prediction]]:
    return contender.predict(*question)


def run(
    folder: Path,
    contenders: Sequence[Contender],
    datasets: Sequence[Dataset],
    jobs: int = 1,
    progress: Progress | None = None,
) -> None:
    """Have every contender answer every data set, and save the answers under `folder`."""
    work = []
    for dataset in datasets:
        save_labels(folder, dataset)
    for contender in contenders:
        for system, facts in contender.systems.items():
            save_system(folder, system, {"mixlid": __version__, **facts})
        missing = [
            (one, [name for name in contender.systems if not _path(folder, name, one).exists()]) for one in datasets
        ]
        work.append((contender, [(dataset, systems) for dataset, systems in missing if systems]))
    bar = progress or Progress("answers", quiet=True)
    bar.at(0, sum(len(dataset.samples) * len(systems) for _, missing in work for dataset, systems in missing))
    for contender, missing in work:
        chunks = [
            (dataset.samples[at : at + _CHUNK], systems)
            for dataset, systems in missing
            for at in range(0, len(dataset.samples), _CHUNK)
        ]
        answers = ordered_map(partial(_ask, contender), chunks, jobs)
        for dataset, systems in missing:
            found: dict[str, list[Prediction]] = {system: [] for system in systems}
            for at in range(0, len(dataset.samples), _CHUNK):
                for system, predictions in next(answers).items():
                    found[system] += predictions
                done = len(dataset.samples[at : at + _CHUNK]) * len(systems)
                bar.step(done, f"{systems[0].partition(' ')[0]} on {dataset.name}")
            for system, predictions in found.items():
                save_answers(folder, system, dataset, predictions)


def _path(folder: Path, system: str, dataset: Dataset) -> Path:
    return folder / slug(system) / f"{dataset.name}.jsonl"
