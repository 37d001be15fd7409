"""The preset `default`: low prices, and a decision about what they let in.

Prices grow with a language's rarity, for a language and for each of its words; how steeply is searched. For each choice
a decision is fitted and judged on held-out data (`decision.py`). Steps are coarse on purpose: the optimum is flat,
and development sets are small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from mixlid.identifier import Identifier
from mixlid.lab.evaluation.datasets import PAIR_LANGUAGES, Dataset, is_silver
from mixlid.lab.tuning.calibrate import cut_to_mixed_lengths
from mixlid.lab.tuning.decision import (
    Shares,
    WeighedSets,
    exact_match,
    fit_decision,
    has_examples,
    held_out_sums,
)
from mixlid.lab.tuning.proposals import record
from mixlid.lab.tuning.web_share import by_rarity, word_prices
from mixlid.models.decision import EVIDENCE, Decision, probability_of
from mixlid.settings import Settings

#: In units of the model's typical word score: the lowest price of a language, and how much the prices of a language and
#: of each of its words grow when it is e times as rare.
LOWEST = 0.07
SLOPES = (0.025, 0.035, 0.05)
#: How much prices of words grow in short texts: too many single words of common languages ("ok") went to rare ones.
SHORT_PRICE = 1.0
#: Thresholds to try on the sum of evidence for a language.
SUMS = tuple(round(-0.3 + 0.1 * step, 1) for step in range(16))
#: Exact match that monolingual text in the languages of the paper's pairs should have.
ENOUGH = 0.94
#: Most sentences of a data set.
MOST = 2000
_PAIRS, _CUT = "-pairs", "-cut"
#: Ablations of the evidence.
PARTS: Mapping[str, tuple[str, ...]] = {
    "lead alone": tuple(name for name in EVIDENCE if name != "lead"),
    "no capitals, no names": ("capital_gain", "name_gain", "capitals"),
    "no names": ("name_gain",),
    "no frequent words": ("frequent",),
    "all": (),
}


@dataclass(frozen=True, slots=True)
class Default:
    """Settings and decision, and their scores on held-out data."""

    settings: Settings
    #: None if there were no examples: then the prices alone decide
    decision: Decision | None
    held_out: Shares
    records: WeighedSets

    @property
    def silver(self) -> tuple[str, ...]:
        """The sets that are fitted on and are in no average because people have not labelled them."""
        return tuple(name for name, members in self.records.items() if is_silver(one.sample for one in members))


def tune_default(
    identifier: Identifier, datasets: Sequence[Dataset], unit: float, report: Callable[[], None], jobs: int = 1
) -> Default:
    """The best of all choices; `unit` is a typical word score."""
    best: Default | None = None
    for slope in SLOPES:
        found = _fit(identifier, datasets, _settings(identifier.labels, unit, slope), jobs)
        report()
        if best is None or _worth(found.held_out) > _worth(best.held_out):
            best = found
    assert best is not None
    return best


def parts_table(fitted: Default, labels: Sequence[str]) -> dict[str, Shares]:
    """Exact match on held-out data with parts of the evidence left out; each with its own best threshold."""
    table = {}
    for title, without in PARTS.items():
        sums = held_out_sums(fitted.records, labels, without)
        table[title] = max((exact_match(fitted.records, sums, least) for least in SUMS), key=_worth)
    return table


def decision_sets(datasets: Iterable[Dataset]) -> list[Dataset]:
    """The sets that a decision is fitted on.

    A sentence that a corpus has in its natural mixture is taken from there alone. Monolingual sets are there twice, as
    they are and cut to the lengths of mixed text, and once more with the languages of the paper's pairs alone.
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
        pairs = tuple(sample for sample in samples if sample.languages <= set(PAIR_LANGUAGES))
        if not dataset.is_mixed and len(pairs) < len(samples) and pairs:
            chosen.append(_thinned(Dataset(dataset.name + _PAIRS, pairs), MOST // 2))
    short = cut_to_mixed_lengths(chosen)
    return chosen + [
        replace(cut, name=cut.name + _CUT)
        for cut, whole in zip(short, chosen, strict=True)
        if not whole.is_mixed and not whole.name.endswith(_PAIRS)
    ]


def _thinned(dataset: Dataset, most: int = MOST) -> Dataset:
    places = np.linspace(0, len(dataset.samples), min(most, len(dataset.samples)), endpoint=False).astype(int)
    return replace(dataset, samples=tuple(dataset.samples[place] for place in places.tolist()))


def _settings(labels: Sequence[str], unit: float, slope: float) -> Settings:
    return Settings(
        max_languages=3,
        rank_weights=(1.0, 0.8),
        penalty=by_rarity(labels, round(unit * LOWEST, 3), round(unit * slope, 3)),
        word_price=word_prices(labels, round(unit * slope, 3)),
        length_exponent=0.5,
        short_price=SHORT_PRICE,
    )


def _fit(identifier: Identifier, datasets: Sequence[Dataset], settings: Settings, jobs: int) -> Default:
    records = record(replace(identifier, settings=settings), datasets, jobs)
    if not has_examples(records):
        return Default(settings, None, Shares({}, {}), records)
    sums = held_out_sums(records, identifier.labels)
    least = max(SUMS, key=lambda least: _worth(exact_match(records, sums, least)))
    chosen = settings.replace(mixed_threshold=round(probability_of(least), 3))
    decision = fit_decision(records, identifier.labels)
    return Default(chosen, decision, exact_match(records, sums, least), records)


def _worth(shares: Shares) -> float:
    """The score to maximise: the mean, less a penalty for mistakes on monolingual text of common languages."""
    if not shares.mixed or not shares.mono:
        return 0.0
    pairs = [value for name, value in shares.mono.items() if name.endswith(_PAIRS)]
    return shares.mean - sum(max(ENOUGH - value, 0.0) for value in pairs)
