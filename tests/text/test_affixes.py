"""Affixes: what the file says, chains of them, and the forms that they take in words."""

from __future__ import annotations

import pytest

from mixlid.text.affixes import FILE, knows_affixes, level, parse_affixes, prefix_level, suffix_level


def test_every_mark_halves_the_frequency() -> None:
    made = parse_affixes("tur_Latn\t\tn i / lar / / ca\n")
    assert made["tur_Latn"].prefix == {}
    assert made["tur_Latn"].suffix == {"n": -0.5, "i": -0.5, "lar": -1.5, "ca": -3.5}


@pytest.mark.parametrize(
    ("label", "side", "affix"),
    [
        ("tur_Latn", "suffix", "lar"),
        ("tur_Latn", "suffix", "den"),
        ("fin_Latn", "suffix", "ssa"),
        ("hun_Latn", "suffix", "nak"),
        ("deu_Latn", "prefix", "ge"),
        ("deu_Latn", "suffix", "en"),
        ("nld_Latn", "prefix", "ge"),
        ("spa_Latn", "suffix", "ando"),
        ("ind_Latn", "prefix", "di"),
        ("ind_Latn", "suffix", "nya"),
        ("fil_Latn", "prefix", "nag"),
        ("pol_Latn", "suffix", "ów"),
        ("swe_Latn", "suffix", "ade"),
    ],
)
def test_affixes_that_grammars_name_were_learnt(label: str, side: str, affix: str) -> None:
    assert knows_affixes(label)
    assert level(label, side, affix) is not None


def test_a_chain_is_as_rare_as_all_of_it() -> None:
    plural, place = level("tur_Latn", "suffix", "lar"), level("tur_Latn", "suffix", "dan")
    both = level("tur_Latn", "suffix", "lardan")
    assert plural is not None
    assert place is not None
    assert both is not None
    assert plural + place <= both < min(plural, place)
    assert level("tur_Latn", "suffix", "qqq") is None
    assert level("tur_Latn", "suffix", "") is None


def test_unknown_labels_have_none() -> None:
    assert not knows_affixes("rus_Cyrl")
    assert level("rus_Cyrl", "suffix", "а") is None


def test_joints_and_doubled_letters() -> None:
    assert suffix_level("tur_Latn", "meeting'e", 7) == level("tur_Latn", "suffix", "e")
    assert suffix_level("deu_Latn", "stoppten", 4) == suffix_level("deu_Latn", "stopten", 4)
    assert prefix_level("fil_Latn", "nag-download", 4) == level("fil_Latn", "prefix", "nag")
    assert prefix_level("fil_Latn", "nagda-download", 6) == level("fil_Latn", "prefix", "nag")
    assert prefix_level("fil_Latn", "nagpo-download", 6) is None


def test_the_file_is_small() -> None:
    from importlib import resources

    assert len(resources.files("mixlid").joinpath("data", FILE).read_bytes()) < 100_000
