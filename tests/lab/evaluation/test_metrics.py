"""F1 of a one-label task, against values computed by hand."""

from __future__ import annotations

import math

import pytest

from mixlid.lab.evaluation.metrics import f1_by_label, mean


def test_f1() -> None:
    """tur: 1 right of 2 claimed, 1 of 2 there; eng: 1 of 2 claimed, 1 of 1 there; deu never found."""
    found = f1_by_label(["tur", "tur", "eng", "deu"], ["tur", "eng", "eng", "tur"])
    assert found == {"tur": 0.5, "eng": pytest.approx(2 / 3), "deu": 0.0}


def test_nothing_to_average() -> None:
    assert math.isnan(mean([]))  # rather than a flattering 0 or 1
