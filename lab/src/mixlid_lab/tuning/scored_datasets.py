"""Data sets whose words are scored once, so that hundreds of settings can be tried on them.

Word scores do not depend on the settings; only the problem does, and it is solved anew for each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from mixlid.adapt.labelled import Sample
from mixlid.engine.inspection import weigh
from mixlid.identifier import Identifier, Prepared
from mixlid.models.calibration import Calibration
from mixlid.results.result import Result
from mixlid.settings import Settings
from mixlid_lab.evaluation.datasets import Dataset
from mixlid_lab.evaluation.predictions import Prediction
from mixlid_lab.evaluation.set_metrics import Summary, summary
from mixlid_lab.tuning.calibrate import Case


class ScoredDatasets:
    """An identifier's word scores for the sentences of some data sets."""

    def __init__(self, identifier: Identifier, datasets: Sequence[Dataset]) -> None:
        self.identifier = identifier
        self.datasets = datasets
        self._prepared: dict[str, Prepared] = {
            sample.text: identifier._prepare(sample.text) for dataset in datasets for sample in dataset.samples
        }

    def best_word_scores(self) -> list[float]:
        """The score of each word for its best language."""
        return [score for one in self._prepared.values() for score in one.scores.max(axis=1, initial=0.0).tolist()]

    def score(self, settings: Settings) -> Summary:
        """The summary of set scores with these settings."""
        return summary(self.predictions(settings))

    def predictions(self, settings: Settings) -> dict[str, list[Prediction]]:
        """Every prediction, by data set."""
        return {
            name: [Prediction.of(sample, result) for sample, result in members]
            for name, members in self.answers(settings).items()
        }

    def answers(
        self, settings: Settings, calibration: Calibration | None = None
    ) -> dict[str, list[tuple[Sample, Result]]]:
        """Every sentence with its result, by data set."""
        solve = self._solver(settings, calibration)
        return {dataset.name: [(sample, solve(sample)) for sample in dataset.samples] for dataset in self.datasets}

    def cases(self, settings: Settings) -> dict[str, list[Case]]:
        """Every sentence with its result and the evidence that its confidence depends on, by data set."""
        parts = self._identifier(settings)._parts()

        def case(sample: Sample) -> Case:
            result, proposals = weigh(parts, sample.text, self._prepared[sample.text].scores)
            return Case(sample, result, proposals[-1].sum if proposals else None)

        return {dataset.name: [case(sample) for sample in dataset.samples] for dataset in self.datasets}

    def _solver(self, settings: Settings, calibration: Calibration | None = None) -> Callable[[Sample], Result]:
        identifier = self._identifier(settings, calibration)
        return lambda sample: identifier._solve(self._prepared[sample.text])

    def _identifier(self, settings: Settings, calibration: Calibration | None = None) -> Identifier:
        return replace(self.identifier, settings=settings, calibration=calibration)
