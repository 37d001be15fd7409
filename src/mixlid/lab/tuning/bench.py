"""Data sets whose words have been scored once, so that hundreds of settings can be tried on them.

Scoring is the same for all settings; what a setting changes is the problem, and that is solved anew each time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from mixlid.errors import InputError
from mixlid.identifier import Identifier, Prepared
from mixlid.lab.evaluation.datasets import Dataset, Sample, read_folder
from mixlid.lab.evaluation.metrics import PAIR_LANGUAGES
from mixlid.lab.evaluation.predictions import Prediction
from mixlid.lab.evaluation.set_metrics import EXTRA, Summary, summary
from mixlid.models.calibration import Calibration
from mixlid.result import Result
from mixlid.settings import Settings


class Bench:
    """An identifier's word scores for the sentences of some data sets."""

    def __init__(self, identifier: Identifier, datasets: Sequence[Dataset]) -> None:
        self.identifier = identifier
        self.datasets = datasets
        self._prepared: dict[str, Prepared] = {
            sample.text: identifier.prepare(sample.text) for dataset in datasets for sample in dataset.samples
        }

    def best_word_scores(self) -> list[float]:
        """The score of each word for its best language."""
        return [score for one in self._prepared.values() for score in one.scores.max(axis=1, initial=0.0).tolist()]

    def score(self, settings: Settings) -> Summary:
        """How good these settings are."""
        return summary(self.predictions(settings))

    def predictions(self, settings: Settings) -> dict[str, list[Prediction]]:
        """Every answer, by data set."""
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

    def _solver(self, settings: Settings, calibration: Calibration | None = None) -> Callable[[Sample], Result]:
        identifier = Identifier(self.identifier.model, settings, self.identifier.solver, calibration)
        return lambda sample: identifier.solve(self._prepared[sample.text])


def labelled_sets(
    folder: Path,
    known: Collection[str],
    mono_languages: Collection[str] = PAIR_LANGUAGES,
    mono_share: int = 1,
    extra: bool = False,
) -> list[Dataset]:
    """The data sets of a folder (or one file), as far as their languages are all `known` (ISO 639-3).

    Monolingual sentences are limited to some languages and to every `mono_share`-th of each. Files whose name begins
    with `extra-` are further corpora, for looking and not for the averages, and are left out unless asked for.
    """
    chosen = []
    for dataset in read_folder(folder):
        if dataset.name.startswith(EXTRA) and not extra:
            continue
        samples = [sample for sample in dataset.samples if sample.languages <= set(known)]
        if not dataset.is_mixed:
            samples = _thinned(samples, mono_languages, mono_share)
        if samples:
            chosen.append(Dataset(dataset.name, tuple(samples)))
    if not chosen:
        raise InputError(f"{folder} has no sentences in languages of the model")
    return chosen


def development_sets(
    folder: Path,
    known: Collection[str],
    mono_languages: Collection[str] = PAIR_LANGUAGES,
    mono_share: int = 1,
    extra: bool = False,
) -> list[Dataset]:
    """`labelled_sets` of both kinds, for settings are a compromise between them."""
    chosen = labelled_sets(folder, known, mono_languages, mono_share, extra)
    if len({dataset.is_mixed for dataset in chosen}) < 2:
        raise InputError(f"{folder} must have both code-switched and monolingual sentences in languages of the model")
    return chosen


def _thinned(samples: Sequence[Sample], languages: Collection[str], share: int) -> list[Sample]:
    kept, seen = [], dict.fromkeys(languages, 0)
    for sample in samples:
        language = next(iter(sample.languages))
        if language in seen:
            if seen[language] % share == 0:
                kept.append(sample)
            seen[language] += 1
    return kept
