"""Fit the paper's presets to a model's score scale, on development data.

`cs`, `avg` and `mono` keep the paper's programmes. Only the penalty depends on a model's scale, so only it is searched:
first one for all languages, then one that grows with rarity. The price of each word makes up for tables that score rare
languages as high as common ones; it belongs to the scores, not to the programme, and is fixed. The preset `default` is
our own and is fitted in `default_preset.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from statistics import median_high
from typing import Any, NamedTuple

import numpy as np

from mixlid._processes import ordered_map
from mixlid.adapt.labelled import Sample
from mixlid.engine.confidence import chance, log_odds
from mixlid.identifier import Identifier
from mixlid.inspection import weigher
from mixlid.models.interface import FloatArray
from mixlid.settings import PAPER, Settings, preset
from mixlid.text.labels import scripts_of
from mixlid.text.words import Token, is_scored
from mixlid_lab.evaluation.datasets import Dataset
from mixlid_lab.evaluation.predictions import Prediction
from mixlid_lab.evaluation.set_metrics import Summary, mean, summary
from mixlid_lab.tuning.calibrate import Case
from mixlid_lab.tuning.web_share import by_rarity, word_prices


class Prepared(NamedTuple):
    """The tokens of a text that a model has scores for, and the scores C[t, l], before any setting is applied."""

    readable: list[Token]
    scores: FloatArray


def prepare(identifier: Identifier, text: str) -> Prepared:
    scripts, model = scripts_of(identifier.labels), identifier._scored
    readable = [
        token
        for token in identifier._pipeline.tokenize(text)
        if is_scored(token, text) and (scripts is None or not token.script or token.script in scripts)
    ]
    words = [text[token.start : token.end] for token in readable]
    return Prepared(readable, model.word_scores(words) if words else np.zeros((0, len(model.labels))))


class ScoredDatasets:
    """An identifier's word scores for the sentences of some data sets."""

    def __init__(self, identifier: Identifier, datasets: Sequence[Dataset]) -> None:
        self.identifier = identifier
        self.datasets = datasets
        self._prepared: dict[str, Prepared] = {
            sample.text: prepare(identifier, sample.text) for dataset in datasets for sample in dataset.samples
        }

    def typical_score(self) -> float:
        """The median of the words' scores for their best languages: the unit in which penalties are tried."""
        scores = [best for one in self._prepared.values() for best in one.scores.max(axis=1, initial=0.0).tolist()]
        return median_high(scores) if scores else 1.0

    def score(self, settings: Settings) -> Trial:
        """The settings with their scores."""
        identifier = replace(self.identifier, settings=settings, calibration=None)

        def answer(sample: Sample) -> Prediction:
            scores = self._prepared[sample.text].scores
            return Prediction.of(sample, identifier._pipeline.identify(sample.text, scores))

        by_dataset = {dataset.name: list(map(answer, dataset.samples)) for dataset in self.datasets}
        return Trial(settings, summary(by_dataset))

    def cases(self, settings: Settings) -> dict[str, list[Case]]:
        """Every sentence with its result and the evidence that its confidence depends on, by data set."""
        weigh = weigher(replace(self.identifier, settings=settings, calibration=None)._config())

        def case(sample: Sample) -> Case:
            result, proposals = weigh(sample.text, self._prepared[sample.text].scores)
            chances = [chance(one.sum if one.kept else -one.sum) for one in proposals]
            return Case(sample, result, log_odds(math.prod(chances)) if chances else None)

        return {dataset.name: [case(sample) for sample in dataset.samples] for dataset in self.datasets}


#: Penalties as multiples of the model's typical word score.
STEPS = (0.0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.65, 0.8, 1.0, 1.3, 1.7, 2.2, 3.0)
#: Multiples of the best of these penalties.
FINER = (0.7, 0.77, 0.84, 0.92, 1.08, 1.17, 1.26, 1.35)
#: In the unit of a typical word score: how much more a word costs when its language is e times as rare.
WORD_SLOPE = 0.035
#: In the same unit: how much a language's penalty grows when it is e times as rare on the web.
SLOPES = (0.02, 0.04, 0.06, 0.08)


@dataclass(frozen=True, slots=True)
class Trial:
    """Settings that were tried, and their scores."""

    settings: Settings
    scores: Summary

    @property
    def cs(self) -> float:
        """Exact match on code-switched text."""
        return self.scores.cs.exact if self.scores.cs else 0.0

    @property
    def mono(self) -> float:
        return self.scores.mono.exact if self.scores.mono else 0.0

    @property
    def mean(self) -> float:
        return (self.cs + self.mono) / 2


#: What each preset is best at. `cs`: mixed text including the extra data sets, all of equal weight, since more pairs
#: say more about unseen pairs. `mono`: monolingual text first, up to the 0.98 of the paper's configuration.
OBJECTIVES: Mapping[str, Callable[[Trial], Any]] = {
    "cs": lambda trial: mean(trial.scores.by_dataset[name].exact for name in trial.scores.mixed),
    "avg": lambda trial: trial.mean,
    "mono": lambda trial: (min(trial.mono, 0.98), trial.mean),
}


def tune_presets(
    scored: ScoredDatasets, unit: float, report: Callable[[], None] = lambda: None, jobs: int = 1
) -> dict[str, Trial]:
    """The best trial for each preset: its programme with the best penalty, which may grow with rarity.

    With hundreds of labels that is better: each word is a good word of some language that the text is not in. `unit` is
    a typical word score; `report` is called after every trial.
    """
    best, labels = {}, scored.identifier.labels

    def tried(candidates: Iterable[Settings]) -> list[Trial]:
        distinct = {str(one.to_dict()): one for one in candidates}
        trials = []
        for trial in ordered_map(scored.score, distinct.values(), jobs):
            trials.append(trial)
            report()
        return trials

    for name, objective in OBJECTIVES.items():
        plain = preset(name, labels=len(labels)).replace(word_price=word_prices(labels, round(unit * WORD_SLOPE, 3)))
        if name == "cs":
            trials = tried([plain])
        else:
            coarse = max(tried(plain.replace(penalty=round(unit * step, 3)) for step in STEPS), key=objective)
            finer = (round(float(coarse.settings.penalty) * factor, 4) for factor in FINER)  # type: ignore[arg-type]
            trials = [coarse, *tried(coarse.settings.replace(penalty=penalty) for penalty in finer)]
        uniform = max(trials, key=objective)
        lowest: Any = uniform.settings.penalty
        prices = (
            by_rarity(labels, round(factor * lowest, 4), round(unit * step, 3))
            for factor, step in product((0.3, 0.5, 0.7, 0.9), SLOPES)
        )
        best[name] = max([uniform, *tried(uniform.settings.replace(penalty=price) for price in prices)], key=objective)
    return best


def stored_form(best: Mapping[str, Trial], labels: int) -> dict[str, dict[str, Any]]:
    """The presets as the model stores them: what differs from the paper's settings of the same name."""
    stored = {}
    for name, trial in best.items():
        plain = (preset(name, labels=labels) if name in PAPER else Settings()).to_dict()
        stored[name] = {key: value for key, value in trial.settings.to_dict().items() if value != plain[key]}
    return stored
