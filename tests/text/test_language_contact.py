"""Which languages meet, by facts that anyone can check."""

from __future__ import annotations

import pytest

from mixlid.text.language_codes import unlikely_to_meet


@pytest.mark.parametrize(
    "pair", ["tur deu", "wol fra", "fil eng", "gug spa", "eus spa", "hin eng", "yue eng", "arz eng"]
)
def test_neighbours_meet(pair: str) -> None:
    first, second = pair.split()
    assert unlikely_to_meet(first, second) == unlikely_to_meet(second, first) == 0


@pytest.mark.parametrize("pair", ["eus ita", "wol tur", "cym swh", "xyz abc"])
def test_strangers_do_not(pair: str) -> None:
    first, second = pair.split()
    assert unlikely_to_meet(first, second) == unlikely_to_meet(second, first) == 1


def test_english_is_half_at_home_everywhere() -> None:
    assert unlikely_to_meet("eng", "sag") == unlikely_to_meet("sag", "eng") == 0.5


def test_a_language_meets_itself() -> None:
    assert unlikely_to_meet("epo", "epo") == 0
