"""Calibration metrics: expected calibration error, reliability bins and Brier score.

The input is pairs of a confidence between 0 and 1 and whether the answer was right, or triples with a weight, for data
whose mixture differs from the one that the confidence assumes. Fitting is in `tuning/calibrate.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

import numpy as np
import pandas as pd
from sklearn.metrics import brier_score_loss

from mixlid.adapt.labelled import Sample

#: A confidence, whether the answer is right, and optionally a weight (default 1).
Judged = tuple[float, bool] | tuple[float, bool, float]
Member = TypeVar("Member")
BINS = 15


class ReliabilityBin(NamedTuple):
    """The pairs in one of the bins of equal width: mean confidence, share of right answers, and their number."""

    confidence: float
    right: float
    size: int


class Reliability(NamedTuple):
    """All figures at once; None and no bins if there was nothing to judge."""

    #: the mean distance between a bin's confidence and its share of right answers, weighted by its size
    error: float | None
    #: the mean squared distance between the confidence and 1 (right) or 0 (wrong)
    brier: float | None
    bins: tuple[ReliabilityBin, ...]


def measure_reliability(pairs: Iterable[Judged], bins: int = BINS) -> Reliability:
    """The figures of some pairs. A bin includes its lower border, the last one both."""
    frame = pd.DataFrame([(*pair, 1.0)[:3] for pair in pairs], columns=["confidence", "right", "weight"], dtype=float)
    if frame.empty:
        return Reliability(None, None, ())
    number = np.minimum(np.searchsorted(np.arange(bins + 1) / bins, frame.confidence, side="right") - 1, bins - 1)
    brier = float(brier_score_loss(frame.right.astype(int), frame.confidence, sample_weight=frame.weight, pos_label=1))
    found, error = [], 0.0
    for _, inside in frame.groupby(number):
        confidence, right = (float(np.average(inside[name], weights=inside.weight)) for name in ("confidence", "right"))
        found.append(ReliabilityBin(confidence, right, len(inside)))
        error += inside.weight.sum() * abs(confidence - right)
    return Reliability(float(error / frame.weight.sum()), brier, tuple(found))


def expected_calibration_error(pairs: Iterable[Judged]) -> float | None:
    return measure_reliability(pairs).error


def weighted(
    members: Mapping[str, Sequence[Member]], sample_of: Callable[[Member], Sample]
) -> list[tuple[Member, float]]:
    """The members of all data sets, such as answers, each with a weight; weights add up to the number of members.

    Half of the weight goes to mixed text, equally to each data set; the other half to monolingual text, equally to each
    language.
    """
    samples = {name: list(map(sample_of, found)) for name, found in members.items()}
    mixed = {name: sum(sample.is_mixed for sample in found) for name, found in samples.items()}
    sets = sum(count > 0 for count in mixed.values())
    languages = Counter(sample.languages for found in samples.values() for sample in found if not sample.is_mixed)
    half = sum(map(len, samples.values())) / (2 if sets and languages else 1)

    def weight(name: str, sample: Sample) -> float:
        if sample.is_mixed:
            return half / sets / mixed[name]
        return half / len(languages) / languages[sample.languages]

    return [(one, weight(name, sample_of(one))) for name, found in members.items() for one in found]
