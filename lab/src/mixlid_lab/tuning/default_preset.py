"""The preset `default`: low prices, and a decision about the languages that they let in.

Prices grow with the rarity of a language, both for the language and for each of its words. The slopes were searched for
two models: the optimum is flat, and was the same both times. The decision is fitted and evaluated in `decision.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from mixlid.identifier import Identifier
from mixlid.models.decision import Decision, probability_of
from mixlid.settings import Settings
from mixlid_lab.evaluation.datasets import PAIR_LANGUAGES, Dataset
from mixlid_lab.tuning.calibrate import cut_to_mixed_lengths
from mixlid_lab.tuning.decision import (
    SPLICED,
    Shares,
    exact_match,
    fit_decision,
    has_examples,
    held_out_sums,
    propose,
)
from mixlid_lab.tuning.web_share import by_rarity, word_prices

#: In units of the model's typical word score: the lowest price of a language, and how much the price of a language and
#: of each of its words grows when it is e times as rare.
LOWEST = 0.07
SLOPE = 0.035
#: How much more words cost in short texts: too many single words of common languages ("ok") went to rare ones.
SHORT_PRICE = 1.0
#: Thresholds to try for the sum of evidence; the highest is chosen of those that are as good as the best but for this.
SUMS = tuple(round(-0.3 + 0.1 * step, 1) for step in range(16))
IN_DOUBT = 0.003
#: The exact match that monolingual text in the languages of the paper's pairs should reach.
ENOUGH = 0.94
#: The most sentences of a data set.
MOST = 2000
_PAIRS, _CUT = "-pairs", "-cut"


@dataclass(frozen=True, slots=True)
class Default:
    """Settings and decision, with their scores on held-out data."""

    settings: Settings
    #: None if there were no examples; then the prices alone decide
    decision: Decision | None
    held_out: Shares


def tune_default(
    identifier: Identifier, datasets: Sequence[Dataset], unit: float, jobs: int = 1, judged_only: Collection[str] = ()
) -> Default:
    """Settings and decision. `unit` is a typical word score; nothing is fitted on the data sets in `judged_only`."""
    settings = _settings(identifier.labels, unit)
    records = propose(replace(identifier, settings=settings), datasets, jobs)
    if not has_examples(records, judged_only):
        return Default(settings, None, Shares({}, {}))
    sums = held_out_sums(records, identifier.labels, judged_only=judged_only)
    natural = {name: members for name, members in records.items() if not name.startswith(SPLICED)}
    reached = {least: _objective(exact_match(natural, sums, least)) for least in SUMS}
    least = max(least for least, value in reached.items() if value >= max(reached.values()) - IN_DOUBT)
    chosen = settings.replace(mixed_threshold=round(probability_of(least), 3))
    fitted = {name: members for name, members in records.items() if name not in judged_only}
    decision = fit_decision(fitted, identifier.labels)
    return Default(chosen, decision, exact_match(natural, sums, least))


def decision_sets(datasets: Iterable[Dataset]) -> list[Dataset]:
    """The data sets that a decision is fitted on.

    A sentence that also occurs in a corpus in natural mixture is used there only. Monolingual data sets are used whole,
    cut to the lengths of mixed text, and once more with only the languages of the paper's pairs.
    """
    given = list(datasets)
    known = {sample.text for dataset in given if dataset.is_natural for sample in dataset.samples}
    chosen = []
    for dataset in given:
        samples = dataset.samples
        if not dataset.is_natural:
            samples = tuple(sample for sample in samples if sample.text not in known)
        if not samples:
            continue
        chosen.append(_thinned(replace(dataset, samples=samples)))
        if dataset.name.startswith(SPLICED):
            continue
        pairs = tuple(sample for sample in samples if sample.languages <= set(PAIR_LANGUAGES))
        if not dataset.is_mixed and len(pairs) < len(samples) and pairs:
            chosen.append(_thinned(Dataset(dataset.name + _PAIRS, pairs), MOST // 2))
    found = [dataset for dataset in chosen if not dataset.name.startswith(SPLICED)]
    short = cut_to_mixed_lengths(found)
    return chosen + [
        replace(cut, name=cut.name + _CUT)
        for cut, whole in zip(short, found, strict=True)
        if not whole.is_mixed and not whole.name.endswith(_PAIRS)
    ]


def _thinned(dataset: Dataset, most: int = MOST) -> Dataset:
    places = np.linspace(0, len(dataset.samples), min(most, len(dataset.samples)), endpoint=False).astype(int)
    return replace(dataset, samples=tuple(dataset.samples[place] for place in places.tolist()))


def _settings(labels: Sequence[str], unit: float) -> Settings:
    return Settings(
        max_languages=5,
        rank_weights=(1.0, 0.8),
        penalty=by_rarity(labels, round(unit * LOWEST, 3), round(unit * SLOPE, 3)),
        word_price=word_prices(labels, round(unit * SLOPE, 3)),
        length_exponent=0.5,
        short_price=SHORT_PRICE,
    )


def _objective(shares: Shares) -> float:
    """The score to maximise: the mean, minus a penalty for mistakes on monolingual text in common languages."""
    if not shares.mixed or not shares.mono:
        return 0.0
    pairs = [value for name, value in shares.mono.items() if name.endswith(_PAIRS)]
    return shares.mean - sum(max(ENOUGH - value, 0.0) for value in pairs)
