"""Calibration metrics: expected calibration error, reliability bins and Brier score.

The input is pairs of a confidence between 0 and 1 and whether the answer was right, or triples with a weight, for data
whose mixture differs from the one that the confidence assumes. Fitting is in `tuning/calibrate.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from mixlid.adapt.labelled import Sample

#: A confidence, whether the answer is right, and optionally a weight (default 1).
Judged = tuple[float, bool] | tuple[float, bool, float]
Floats = NDArray[np.float64]
Member = TypeVar("Member")
BINS = 15


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """The pairs whose confidence lies between two borders, the lower one included."""

    low: float
    high: float
    #: mean confidence
    confidence: float
    #: share of right answers
    right: float
    count: int
    #: sum of the members' weights
    weight: float


@dataclass(frozen=True, slots=True)
class Reliability:
    """All figures at once; None and no bins if there was nothing to judge."""

    error: float | None
    brier: float | None
    bins: tuple[ReliabilityBin, ...]


def class_weights(samples: Mapping[str, Sequence[Sample]]) -> dict[str, Floats]:
    """A weight for each sentence of each data set; they add up to the number of sentences.

    Half of the weight goes to mixed text, equally to each data set; the other half to monolingual text, equally to each
    language.
    """
    total = sum(map(len, samples.values()))
    mixed = {name: sum(sample.is_mixed for sample in members) for name, members in samples.items()}
    sets = sum(count > 0 for count in mixed.values())
    languages = Counter(sample.languages for members in samples.values() for sample in members if not sample.is_mixed)
    half = total / (2 if sets and languages else 1)

    def weight(name: str, sample: Sample) -> float:
        if sample.is_mixed:
            return half / sets / mixed[name]
        return half / len(languages) / languages[sample.languages]

    return {
        name: np.array([weight(name, one) for one in members], dtype=np.float64) for name, members in samples.items()
    }


def weighted(
    members: Mapping[str, Sequence[Member]], sample_of: Callable[[Member], Sample]
) -> list[tuple[Member, float]]:
    """The members of all data sets, such as answers, each with the weight of its sentence."""
    weights = class_weights({name: list(map(sample_of, found)) for name, found in members.items()})
    return [pair for name, found in members.items() for pair in zip(found, weights[name].tolist(), strict=True)]


def measure_reliability(pairs: Iterable[Judged]) -> Reliability:
    members = list(pairs)
    bins = reliability_bins(members)
    return Reliability(_error_of(bins), brier_score(members), tuple(bins))


def expected_calibration_error(pairs: Iterable[Judged], bins: int = BINS) -> float | None:
    """The mean distance between a bin's confidence and its share of right answers, weighted by its size."""
    return _error_of(reliability_bins(pairs, bins))


def reliability_bins(pairs: Iterable[Judged], bins: int = BINS) -> list[ReliabilityBin]:
    """The non-empty bins of equal width, in order. A bin includes its lower border, the last one both."""
    confidences, right, weights = _arrays(pairs)
    if bins < 1:
        raise ValueError(f"there must be at least one bin, not {bins}")
    borders = np.arange(bins + 1) / bins
    numbers = np.minimum(np.searchsorted(borders, confidences, side="right") - 1, bins - 1)
    filled = []
    for number in np.unique(numbers).tolist():
        members = numbers == number
        inside, counting = confidences[members], weights[members]
        mean, share = (float(np.average(values, weights=counting)) for values in (inside, right[members]))
        low, high = number / bins, (number + 1) / bins
        filled.append(ReliabilityBin(low, high, mean, share, len(inside), float(counting.sum())))
    return filled


def brier_score(pairs: Iterable[Judged]) -> float | None:
    """The mean squared distance between the confidence and 1 (right) or 0 (wrong); None if there are no pairs."""
    confidences, right, weights = _arrays(pairs)
    return float(np.average((confidences - right) ** 2, weights=weights)) if len(confidences) else None


def _error_of(bins: list[ReliabilityBin]) -> float | None:
    total = sum(one.weight for one in bins)
    return sum(one.weight * abs(one.confidence - one.right) for one in bins) / total if total else None


def _arrays(pairs: Iterable[Judged]) -> tuple[Floats, Floats, Floats]:
    members = list(pairs)
    confidences = np.array([member[0] for member in members], dtype=np.float64)
    weights = np.array([member[2] if len(member) > 2 else 1.0 for member in members], dtype=np.float64)
    if not ((confidences >= 0) & (confidences <= 1)).all():
        raise ValueError("a confidence is a probability: it must be between 0 and 1")
    if not (weights > 0).all():
        raise ValueError("a weight must be above 0")
    return confidences, np.array([member[1] for member in members], dtype=np.float64), weights
