"""Expected calibration error.

The input is pairs of a confidence between 0 and 1 and whether the answer was right, or triples with a weight, for data
whose mixture differs from the one that the confidence assumes. Fitting is in `tuning/calibrate.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

import numpy as np
import pandas as pd

from mixlid.adapt.labelled import Sample

#: A confidence, whether the answer is right, and optionally a weight (default 1).
Judged = tuple[float, bool] | tuple[float, bool, float]
Member = TypeVar("Member")
BINS = 15


def expected_calibration_error(pairs: Iterable[Judged], bins: int = BINS) -> float | None:
    """The mean distance between a bin's confidence and its share of right answers, weighted by its size.

    Bins have equal width; each includes its lower border, the last one both. None if there was nothing to judge.
    """
    frame = pd.DataFrame([(*pair, 1.0)[:3] for pair in pairs], columns=["confidence", "right", "weight"], dtype=float)
    if frame.empty:
        return None
    if not frame.confidence.between(0, 1).all():
        raise ValueError("a confidence is not between 0 and 1")
    number = np.minimum(np.searchsorted(np.arange(bins + 1) / bins, frame.confidence, side="right") - 1, bins - 1)
    error = 0.0
    for _, inside in frame.groupby(number):
        confidence, right = (float(np.average(inside[name], weights=inside.weight)) for name in ("confidence", "right"))
        error += inside.weight.sum() * abs(confidence - right)
    return float(error / frame.weight.sum())


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
