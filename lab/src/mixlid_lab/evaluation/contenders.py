"""What is evaluated: a contender answers labelled sentences, as one system or several.

A model under many settings is one contender with many systems. Other tools (`mixlid_lab.peers`) are contenders too; the
runner and the tables treat them alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol

from mixlid.adapt.labelled import Sample
from mixlid.configuration import Configuration
from mixlid.errors import LabelError
from mixlid.models.interface import Model
from mixlid.models.loading import load_model
from mixlid.models.restricted import RestrictedModel
from mixlid.text.labels import find_all
from mixlid_lab.evaluation.predictions import Prediction


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
