"""What is evaluated: a contender answers labelled sentences, as one system or several; and all answers are saved.

A model under many settings is one contender with many systems. Other tools (`mixlid_lab.peers`) are contenders too; the
tables treat them alike.

Answers (`saved.py`) are written when a data set is complete; an interrupted run continues after the last one. If what
they depend on has changed, or the sentences have, old answers are replaced, never mixed with new ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Protocol

from mixlid import __version__
from mixlid._processes import ordered_map
from mixlid.adapt.labelled import Sample
from mixlid.cli.progress import Progress
from mixlid.configuration import Configuration
from mixlid.errors import LabelError
from mixlid.models.interface import Model
from mixlid.models.loading import load_model
from mixlid.models.restricted import RestrictedModel
from mixlid.text.labels import find_all
from mixlid_lab.evaluation.datasets import Dataset
from mixlid_lab.evaluation.predictions import Prediction
from mixlid_lab.evaluation.saved import save_answers, save_labels, save_system, slug

#: Sentences that a process is asked about at a time.
_CHUNK = 100


class Contender(Protocol):
    """Deterministic, and picklable before its first use (each process makes its own)."""

    @property
    def systems(self) -> Mapping[str, Mapping[str, Any]]:
        """Its systems by name, each with everything that its answers depend on (JSON-able)."""

    def predict(self, samples: Sequence[Sample], systems: Sequence[str]) -> dict[str, list[Prediction]]:
        """The answers of these systems, in the order of the samples."""


def load_among(source: str | None, among: str) -> Model:
    """A model, restricted to the labels of a set if it has any of them."""
    model = load_model(source)
    try:
        places = find_all([among], model.labels) if among else []
    except LabelError:
        return model
    return RestrictedModel(model, places) if 0 < len(places) < len(model.labels) else model


@dataclass(frozen=True)
class ModelContender:
    """One of our models (or a fastText file) with some configurations, by name."""

    name: str
    #: what `mixlid.load` takes; None for the model that ships
    source: str | None
    configurations: Mapping[str, Configuration]
    #: the set of labels to answer with (`@paper`), if the model has any of them; empty for all
    among: str = ""

    @cached_property
    def model(self) -> Model:
        return load_among(self.source, self.among)

    @property
    def systems(self) -> Mapping[str, Mapping[str, Any]]:
        return {
            f"{self.name} {name}": {
                "model": self.name,
                "model bytes": self.model.info().get("bytes"),
                "labels": self.among,
                "configuration": repr(configuration),
                "settings": replace(configuration, languages=None).identifier(self.model).settings.to_dict(),
            }
            for name, configuration in self.configurations.items()
        }

    def predict(self, samples: Sequence[Sample], systems: Sequence[str]) -> dict[str, list[Prediction]]:
        answers = {}
        for name, configuration in self.configurations.items():
            if (system := f"{self.name} {name}") in systems:
                results = configuration.identifier(self.model).identify_many(sample.text for sample in samples)
                answers[system] = [Prediction.of(*pair) for pair in zip(samples, results, strict=True)]
        return answers

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in self.__dict__.items() if key != "model"}


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
