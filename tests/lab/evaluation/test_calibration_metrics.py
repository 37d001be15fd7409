"""Calibration figures, compared with values computed by hand and with a slow version."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mixlid_lab.evaluation.calibration_metrics import expected_calibration_error

PAIRS = [(0.9, True), (0.7, False), (0.8, True), (0.3, False), (0.1, True), (1.0, True)]


def test_equal_width_by_hand() -> None:
    """Two bins: 0.3 and 0.1 with one right; 0.9, 0.7, 0.8 and 1.0 with three right."""
    # (2 · 0.3 + 4 · 0.1) / 6
    assert expected_calibration_error(PAIRS, 2) == pytest.approx(1 / 6)


def test_weights_by_hand() -> None:
    """A pair with weight three counts as three pairs."""
    weighted = [(0.9, True, 1.0), (0.7, False, 3.0), (0.3, False, 2.0)]
    repeated = [(0.9, True), *[(0.7, False)] * 3, *[(0.3, False)] * 2]
    assert expected_calibration_error(weighted, 4) == pytest.approx(expected_calibration_error(repeated, 4))


def test_borders_belong_to_the_upper_bin() -> None:
    """0.5 is in a bin with 0.7, where the two errors cancel out, and not with 0.3."""
    assert expected_calibration_error([(0.3, True), (0.5, True), (0.7, False)], 2) == pytest.approx((0.7 + 0.2) / 3)


def test_nothing_to_judge() -> None:
    assert expected_calibration_error(iter([])) is None


def test_what_is_not_a_probability() -> None:
    for confidence in (-0.1, 1.1, math.nan):
        with pytest.raises(ValueError, match=r"."):
            expected_calibration_error([(confidence, True)])


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
