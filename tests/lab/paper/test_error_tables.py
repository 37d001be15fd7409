"""Which mistakes are counted, and how."""

from __future__ import annotations

import pytest

from mixlid.adapt.labelled import Sample
from mixlid_lab.evaluation.predictions import Prediction
from mixlid_lab.paper.error_tables import by_pair, confusions, false_positives, over_prediction


def answer(gold: str, found: str) -> Prediction:
    return Prediction(Sample("the same text again", frozenset(gold.split())), tuple(found.split()))


PREDICTIONS = [
    answer("eng", "eng"),
    answer("eng", "eng nld"),
    answer("eng", "nld eng"),
    answer("eng", "eng und"),
    answer("tur", "eng deu"),
    answer("tur", ""),
    answer("tur eng", "tur eng"),
    answer("tur eng", "tur"),
    answer("tur eng", "tur zxx"),
    answer("tur eng", "zxx"),
    answer("tur deu", "tur eng"),
]


def test_over_prediction() -> None:
    """Two languages, right or not; `und` beside a language is not a second one."""
    assert over_prediction(PREDICTIONS) == [("eng", 4, 0.5), ("tur", 2, 0.5)]


def test_by_pair() -> None:
    found = {gold: [cell.value for cell in cells] for gold, cells in by_pair(PREDICTIONS)}
    assert found == {
        ("deu", "tur"): [1, 0.0, "deu 100%", "eng 100%"],
        ("eng", "tur"): [4, 0.75, "eng 75%, tur 25%", "zxx 50%"],
    }


def test_false_positives() -> None:
    """eng: 8 sentences have it, 2 of the other 3 were given it. nld: 2 of 11. deu: 1 of 10. tur: 0 of 4."""
    rates = false_positives(PREDICTIONS)
    assert [label for label, *_ in rates] == ["eng", "nld", "zxx", "deu", "und", "tur"]
    assert [share for *_, share in rates] == pytest.approx([2 / 3, 2 / 11, 2 / 11, 1 / 10, 1 / 11, 0])
    assert false_positives([answer("eng", "eng")]) == [("eng", 0, 0.0)]


def test_confusions() -> None:
    """The order of languages does not matter; ties are in alphabetical order."""
    ranked = confusions(PREDICTIONS, 99)
    assert ranked[:2] == [("eng", "eng nld", 2), ("deu tur", "eng tur", 1)]
    assert sum(count for *_, count in ranked) == sum(not one.is_right for one in PREDICTIONS)
    assert confusions(PREDICTIONS[::-1], 99) == ranked
    assert confusions([answer("tur", "")], 1) == [("tur", "", 1)]


def test_nothing() -> None:
    assert not any((over_prediction([]), by_pair([]), false_positives([]), confusions([], 1)))
