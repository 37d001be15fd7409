"""Whether one system is better than another by more than chance: McNemar's exact test and bootstrap intervals.

Both compare exact match, sentence by sentence. The intervals keep the data sets and resample sentences within each, so
they say nothing about other corpora or language pairs.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import logsumexp
from scipy.stats import binom

from mixlid_lab.evaluation.predictions import Prediction

#: Fixed, so that two runs give the same intervals.
SEED = 20
RESAMPLES = 2000
#: The share of resamples inside an interval.
LEVEL = 0.95


class McNemar(NamedTuple):
    """The sentences that only one of two systems gets right, and the probability of so uneven a split by chance."""

    only_first: int
    only_second: int
    #: of the two-sided test; p itself may be too small for a float
    log10_p: float

    @property
    def p_text(self) -> str:
        """p with two digits, or its order of magnitude if it is too small."""
        return f"{10**self.log10_p:.2g}" if self.log10_p > -300 else f"10^{self.log10_p:.0f}"


class Interval(NamedTuple):
    """A value and the ends of its interval."""

    value: float
    low: float
    high: float


class Comparison(NamedTuple):
    """Differences in exact match of two systems (first minus second), and the test on all sentences that count.

    A difference is None if there are no such data; that of `all` needs both kinds.
    """

    cs: Interval | None
    mono: Interval | None
    all: Interval | None
    test: McNemar


def mcnemar(first: Sequence[Prediction], second: Sequence[Prediction]) -> McNemar:
    """McNemar's exact test on the same sentences in the same order; `ValueError` if they are not."""
    outcomes = _paired(first, second)
    only_first, only_second = int((outcomes > 0).sum()), int((outcomes < 0).sum())
    # Either system wins each of the discordant sentences with probability ½.
    splits = np.arange(min(only_first, only_second) + 1)
    tail = float(logsumexp(binom.logpmf(splits, only_first + only_second, 0.5))) + math.log(2)
    return McNemar(only_first, only_second, min(tail / math.log(10), 0.0))


def exact_match_interval(
    predictions: Mapping[str, Sequence[Prediction]], *, resamples: int = RESAMPLES, seed: int = SEED
) -> Interval:
    """The percentile bootstrap interval of exact match, macro-averaged over data sets."""
    outcomes = {name: np.array([one.is_right for one in members], dtype=int) for name, members in predictions.items()}
    return _interval(outcomes, None, resamples, seed)


def difference_interval(
    first: Mapping[str, Sequence[Prediction]],
    second: Mapping[str, Sequence[Prediction]],
    weights: Mapping[str, float] | None = None,
    *,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Interval:
    """The same for the exact match of `first` minus that of `second`, resampled together.

    `weights` replace the equal weights, for example for a mean of two averages; they are divided by their sum.
    """
    if first.keys() != second.keys():
        raise ValueError(f"the systems answered different data sets: {sorted(first.keys() ^ second.keys())}")
    outcomes = {name: _paired(members, second[name]) for name, members in first.items()}
    return _interval(outcomes, weights, resamples, seed)


def _paired(first: Sequence[Prediction], second: Sequence[Prediction]) -> NDArray[np.int64]:
    """1 where only the first is right, -1 where only the second is, 0 where they agree."""
    for number, (one, other) in enumerate(zip(first, second, strict=True), start=1):
        if (one.sample.text, one.sample.languages) != (other.sample.text, other.sample.languages):
            raise ValueError(f"the systems answered different sentences: number {number} is not the same")
    return np.array([one.is_right - other.is_right for one, other in zip(first, second, strict=True)], dtype=np.int64)


def _interval(
    outcomes: Mapping[str, NDArray[np.int64]], weights: Mapping[str, float] | None, resamples: int, seed: int
) -> Interval:
    shares = dict.fromkeys(outcomes, 1.0) if weights is None else {name: weights[name] for name in outcomes}
    total = sum(shares.values())
    generator = np.random.default_rng(seed)
    value, draws = 0.0, np.zeros(resamples)
    for name, values in outcomes.items():
        # An outcome is -1, 0 or 1, so a resample is determined by the counts of each: one multinomial draw.
        counts = np.array([(values == outcome).sum() for outcome in (-1, 0, 1)])
        drawn = generator.multinomial(len(values), counts / len(values), size=resamples)
        value += shares[name] / total * float(values.mean())
        draws += shares[name] / total * (drawn[:, 2] - drawn[:, 0]) / len(values)
    low, high = np.quantile(draws, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Interval(value, float(low), float(high))
