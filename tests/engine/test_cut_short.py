"""Answers whose search was cut short: what may have been missed is known, and confidence is reduced."""

from __future__ import annotations

import pytest
from reference import reference

import mixlid
from compiled import compiled_module

ENGLISH = "the weather was lovely yesterday and everybody walked along the river until late in the evening "
ALTERNATING = "the dün weather hava was çok lovely güzeldi and ve everybody herkes walked akşam along geç the saatlere "
KERNELS = ["numpy", "compiled"]


def with_kernel(lid: mixlid.Identifier, kernel: str) -> mixlid.Identifier:
    if kernel == "numpy":
        return reference(lid)
    compiled_module("mixlid.engine._compiled")
    return lid


@pytest.mark.parametrize("kernel", KERNELS)
def test_one_language_for_want_of_a_better_answer_has_a_gap(kernel: str) -> None:
    """Only the empty answer was found in time; its replacement keeps what was known about others."""
    lid = mixlid.load().replace(max_switches=20, min_chars=300, search_budget=1, unit="sentence")
    closed = with_kernel(lid.replace(unknown_threshold=0.0), kernel).identify(20 * ALTERNATING)
    assert closed.fallback
    result = with_kernel(lid, kernel).identify(20 * ALTERNATING)
    assert result.gap == closed.gap
    assert not result.optimal
    assert result.gap is not None
    assert result.gap > 0
    assert result.confidence is not None
    assert result.confidence <= 0.5


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_further_search_does_not_lose_what_the_first_has_found(kernel: str) -> None:
    """Each has its own steps: `default` searches for two languages, then for three."""
    lid = mixlid.load().replace(max_switches=20, min_chars=20, search_budget=1)
    result = with_kernel(lid, kernel).identify(20 * ENGLISH)
    assert result.labels == ("eng_Latn",)
    assert not result.fallback
