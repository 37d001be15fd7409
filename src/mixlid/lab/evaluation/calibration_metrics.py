"""Whether confidences mean what they say: expected calibration error, reliability bins and Brier score.

The input is pairs of a confidence between 0 and 1 and whether the answer was right, or triples with a weight, for data
whose mixture is not the one that the confidence supposes. Fitting is not done here (`calibrate.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mixlid.lab.evaluation.predictions import Prediction

#: A confidence, whether the answer it was given for is right, and how much it counts (1 if nothing is said).
Judged = tuple[float, bool] | tuple[float, bool, float]
Binning = Literal["width", "mass"]


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    #: the bin's borders: of equal width, or else its smallest and largest confidence
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
class Calibration:
    """All figures at once; None and no bins where there was nothing to judge."""

    error: float | None
    brier: float | None
    bins: tuple[ReliabilityBin, ...]
    count: int


def judged(predictions: Iterable[Prediction]) -> list[Judged]:
    """Confidence and exact match of the predictions that have a confidence."""
    return [(one.confidence, one.is_right) for one in predictions if one.confidence is not None]


def calibration(pairs: Iterable[Judged], bins: int = 15, binning: Binning = "width") -> Calibration:
    members = list(pairs)
    made = reliability_bins(members, bins, binning)
    return Calibration(_error_of(made), brier_score(members), tuple(made), len(members))


def expected_calibration_error(pairs: Iterable[Judged], bins: int = 15, binning: Binning = "width") -> float | None:
    """Mean distance between a bin's confidence and its share of right answers, weighted by its size."""
    return _error_of(reliability_bins(pairs, bins, binning))


def reliability_bins(pairs: Iterable[Judged], bins: int = 15, binning: Binning = "width") -> list[ReliabilityBin]:
    """The bins that have members, in order. A bin of width holds its lower border, the last one both.

    Bins of equal mass keep equal confidences together, so that the result does not depend on the order of the pairs;
    their sizes are then only nearly equal.
    """
    confidences, right, weights = _arrays(pairs)
    if bins < 1:
        raise ValueError(f"there must be at least one bin, not {bins}")
    if binning == "width":
        borders = np.arange(bins + 1) / bins
        numbers = np.minimum(np.searchsorted(borders, confidences, side="right") - 1, bins - 1)
    else:
        ranks = np.searchsorted(np.sort(confidences), confidences, side="left")
        numbers = ranks * bins // max(len(confidences), 1)
    made = []
    for number in np.unique(numbers).tolist():
        members = numbers == number
        inside, counting = confidences[members], weights[members]
        low, high = (number / bins, (number + 1) / bins) if binning == "width" else (inside.min(), inside.max())
        mean, share = (float(np.average(values, weights=counting)) for values in (inside, right[members]))
        made.append(ReliabilityBin(float(low), float(high), mean, share, len(inside), float(counting.sum())))
    return made


def brier_score(pairs: Iterable[Judged]) -> float | None:
    """Mean squared distance between the confidence and 1 (right) or 0 (wrong); None if there are no pairs."""
    confidences, right, weights = _arrays(pairs)
    return float(np.average((confidences - right) ** 2, weights=weights)) if len(confidences) else None


def _error_of(bins: list[ReliabilityBin]) -> float | None:
    total = sum(one.weight for one in bins)
    return sum(one.weight * abs(one.confidence - one.right) for one in bins) / total if total else None


def _arrays(pairs: Iterable[Judged]) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    members = list(pairs)
    confidences = np.array([member[0] for member in members], dtype=np.float64)
    weights = np.array([member[2] if len(member) > 2 else 1.0 for member in members], dtype=np.float64)
    if not ((confidences >= 0) & (confidences <= 1)).all():
        raise ValueError("a confidence is a probability: it must be between 0 and 1")
    if not (weights > 0).all():
        raise ValueError("every pair must count for something: a weight must be above 0")
    return confidences, np.array([member[1] for member in members], dtype=np.float64), weights
