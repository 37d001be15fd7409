"""Expected calibration error, of single answers and by length, kind of text and corpus.

Single answers are pairs of a confidence between 0 and 1 and whether the answer was right, or triples with a weight, for
data whose mixture differs from the one that the confidence assumes. Fitting is in `tuning/calibrate.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
import pandas as pd

from mixlid.adapt.labelled import Sample
from mixlid_lab.evaluation.datasets import is_silver
from mixlid_lab.evaluation.predictions import Prediction

#: A confidence, whether the answer is right, and optionally a weight (default 1).
Judged = tuple[float, bool] | tuple[float, bool, float]
Member = TypeVar("Member")
BINS = 15
#: Numbers of words, from and to.
LENGTHS = ((1, 3), (4, 8), (9, 20), (21, 60), (61, 10**9))
#: Words in the long texts that are made by joining sentences, and what stands before them in names of such data sets.
JOINED, LONG = "-joined-", (61, 500)


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
    sums = frame[["confidence", "right"]].mul(frame.weight, axis=0).groupby(number).sum()
    return float((sums.confidence - sums.right).abs().sum() / frame.weight.sum())


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


def calibration_by_part(answers: Mapping[str, Sequence[Prediction]]) -> dict[str, dict[str, Any]]:
    """Numbers of texts, confidence, accuracy and calibration error: of all, by length, kind of text, answer and corpus.

    Data sets that people have not labelled are left out.
    """
    gold = {name: members for name, members in answers.items() if not is_silver(one.sample for one in members)}
    sentences = {name: members for name, members in gold.items() if JOINED not in name}
    every = _weighted(sentences)

    def where(wanted: Callable[[Prediction], bool]) -> list[tuple[Prediction, float]]:
        return [pair for pair in every if wanted(pair[0])]

    parts = {"all": every}
    for low, high in LENGTHS:
        name = f"{low}–{high} words" if high < 10**9 else f"{low} words and more"
        parts[name] = [pair for pair in every if low <= len(pair[0].sample.text.split()) <= high]
    for words in LONG:
        long = {name: members for name, members in gold.items() if name.endswith(f"{JOINED}{words}")}
        parts[f"{words} words and more, joined"] = _weighted(long)
    parts["mixed text"] = where(lambda one: one.sample.is_mixed)
    parts["text in one language"] = where(lambda one: not one.sample.is_mixed)
    parts["answers of several languages"] = where(lambda one: len(one.languages) > 1)
    parts["answers of one language"] = where(lambda one: len(one.languages) == 1)
    parts |= {name: _weighted({name: members}) for name, members in sentences.items()}
    found = {}
    for name, pairs in parts.items():
        judged = [(one.confidence, one.is_right, weight) for one, weight in pairs if one.confidence is not None]
        if judged:
            frame = pd.DataFrame(judged, columns=["confidence", "right", "weight"])
            means = frame[["confidence", "right"]].mul(frame.weight, axis=0).sum() / frame.weight.sum()
            found[name] = {"texts": len(judged), **means.to_dict(), "error": expected_calibration_error(judged)}
    return found


def _weighted(members: Mapping[str, Sequence[Prediction]]) -> list[tuple[Prediction, float]]:
    return weighted(members, lambda one: one.sample)
