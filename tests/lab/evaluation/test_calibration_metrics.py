"""Calibration figures, compared with values computed by hand and with a slow version."""

from __future__ import annotations

import math
from dataclasses import astuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mixlid_lab.evaluation.calibration_metrics import (
    Reliability,
    brier_score,
    expected_calibration_error,
    measure_reliability,
    reliability_bins,
)

PAIRS = [(0.9, True), (0.7, False), (0.8, True), (0.3, False), (0.1, True), (1.0, True)]


def test_equal_width_by_hand() -> None:
    """Two bins: 0.3 and 0.1 with one right; 0.9, 0.7, 0.8 and 1.0 with three right."""
    lower, upper = reliability_bins(PAIRS, 2)
    assert astuple(lower) == pytest.approx((0.0, 0.5, 0.2, 0.5, 2, 2))
    assert astuple(upper) == pytest.approx((0.5, 1.0, 0.85, 0.75, 4, 4))
    # (2 · 0.3 + 4 · 0.1) / 6
    assert expected_calibration_error(PAIRS, 2) == pytest.approx(1 / 6)


def test_weights_by_hand() -> None:
    """A pair with weight three counts as three pairs."""
    weighted = [(0.9, True, 1.0), (0.7, False, 3.0), (0.3, False, 2.0)]
    repeated = [(0.9, True), *[(0.7, False)] * 3, *[(0.3, False)] * 2]
    assert expected_calibration_error(weighted, 4) == pytest.approx(expected_calibration_error(repeated, 4))
    assert brier_score(weighted) == pytest.approx(brier_score(repeated))
    with pytest.raises(ValueError, match="above 0"):
        reliability_bins([(0.5, True, 0.0)])


def test_borders_belong_to_the_upper_bin() -> None:
    pairs = [(number / 100, True) for number in range(101)]
    bins = reliability_bins(pairs, 100)
    assert [one.count for one in bins] == [1] * 99 + [2]
    assert [one.low for one in bins] == [number / 100 for number in range(100)]


def test_brier_by_hand() -> None:
    # 0.01 + 0.49 + 0.04 + 0.09 + 0.81 + 0
    assert brier_score(PAIRS) == pytest.approx(1.44 / 6)
    assert brier_score([(1.0, True), (0.0, False)]) == 0.0
    assert brier_score([(1.0, False)]) == 1.0


def test_nothing_to_judge() -> None:
    assert measure_reliability([]) == Reliability(None, None, ())
    assert expected_calibration_error(iter([])) is None
    assert reliability_bins([]) == []
    assert brier_score([]) is None


def test_all_at_once() -> None:
    measured = measure_reliability(iter(PAIRS))
    assert measured.error == expected_calibration_error(PAIRS)
    assert measured.brier == brier_score(PAIRS)
    assert measured.bins == tuple(reliability_bins(PAIRS))


@pytest.mark.parametrize("confidence", [-0.1, 1.1, math.nan])
def test_what_is_not_a_probability(confidence: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        measure_reliability([(confidence, True)])


def test_bins_must_be_there() -> None:
    with pytest.raises(ValueError, match="at least one bin, not 0"):
        reliability_bins(PAIRS, 0)


MANY = st.lists(st.tuples(st.sampled_from([i / 20 for i in range(21)]) | st.floats(0, 1), st.booleans()), max_size=30)


@given(MANY, st.integers(1, 12))
def test_width_against_a_slow_restatement(pairs: list[tuple[float, bool]], bins: int) -> None:
    total, seen = 0.0, 0
    for number in range(bins):
        low, high = number / bins, (number + 1) / bins
        inside = [pair for pair in pairs if low <= pair[0] < high or (number == bins - 1 and pair[0] == 1)]
        seen += len(inside)
        total += abs(sum(confidence - right for confidence, right in inside))
    assert seen == len(pairs)
    error = expected_calibration_error(pairs, bins)
    assert error == (pytest.approx(total / len(pairs), abs=1e-9) if pairs else None)
