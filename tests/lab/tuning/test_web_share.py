"""Penalties that grow with rarity, by hand."""

from __future__ import annotations

import math

import pytest

from mixlid_lab.tuning.web_share import RARE, SHARES, by_rarity


def test_english_is_cheapest_and_the_rest_is_graded() -> None:
    found = by_rarity(["eng_Latn", "deu_Latn", "wol_Latn"], lowest=0.5, slope=0.1)
    assert isinstance(found, dict)
    assert found["eng_Latn"] == 0.5
    assert found["deu_Latn"] == pytest.approx(0.5 + 0.1 * math.log(43.4 / 5.3), abs=1e-4)
    assert "wol_Latn" not in found  # as dear as all rare languages
    assert found["*"] == pytest.approx(0.5 + 0.1 * math.log(43.4 / 0.3), abs=1e-4)
    assert all(found["*"] >= price for price in found.values())


def test_without_a_slope_it_is_one_number() -> None:
    assert by_rarity(["eng_Latn", "deu_Latn"], lowest=0.5, slope=0.0) == 0.5


def test_shares_are_per_cent_and_english_leads() -> None:
    assert sum(SHARES.values()) < 100
    assert max(SHARES, key=lambda code: SHARES[code]) == "eng_Latn"
    assert min(SHARES.values()) > RARE


def test_a_language_is_common_in_its_own_script_only() -> None:
    found = by_rarity(["rus_Cyrl", "rus_Latn", "ell_Latn", "hin_Latn", "hin_Deva"], lowest=0.5, slope=0.1)
    assert isinstance(found, dict)
    assert set(found) == {"*", "rus_Cyrl", "rus_Latn", "ell_Latn", "hin_Latn"}
    assert found["rus_Latn"] == found["ell_Latn"] > found["*"]  # rarer than rare
    assert found["rus_Cyrl"] == pytest.approx(0.5 + 0.1 * math.log(43.4 / 6), abs=1e-4)


def test_labels_without_a_script() -> None:
    found = by_rarity(["rus", "zho", "wol"], lowest=0.5, slope=0.1)
    assert isinstance(found, dict)
    assert found["zho"] == pytest.approx(0.5 + 0.1 * math.log(43.4 / 4), abs=1e-4)
    assert "wol" not in found
