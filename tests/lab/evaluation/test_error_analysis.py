"""Which mistakes are counted, and how."""

from __future__ import annotations

import pytest

from mixlid.adapt.labelled import Sample
from mixlid_lab.evaluation.error_analysis import (
    Confusion,
    PairErrors,
    Rate,
    confusions,
    errors_by_set,
    false_positives,
    over_prediction,
    pooled,
    under_prediction,
)
from mixlid_lab.evaluation.predictions import Prediction


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
    rates = over_prediction(PREDICTIONS)
    assert rates == {"eng": Rate(2, 4), "tur": Rate(1, 2)}
    assert rates["eng"].share == 0.5
    assert pooled(rates.values()) == Rate(3, 6)


def test_under_prediction() -> None:
    rates = under_prediction(PREDICTIONS)
    assert rates == {("deu", "tur"): Rate(0, 1), ("eng", "tur"): Rate(3, 4)}
    assert pooled(rates.values()).share == pytest.approx(3 / 5)


def test_false_positives() -> None:
    """eng: 8 sentences have it, 2 of the other 3 were given it. nld: 2 of 11. deu: 1 of 10. tur: 0 of 4."""
    rates = false_positives(PREDICTIONS)
    assert list(rates.items()) == [
        ("eng", Rate(2, 3)),
        ("nld", Rate(2, 11)),
        ("zxx", Rate(2, 11)),
        ("deu", Rate(1, 10)),
        ("und", Rate(1, 11)),
        ("tur", Rate(0, 4)),
    ]


def test_confusions() -> None:
    """The order of languages does not matter; ties are in alphabetical order."""
    ranked = confusions(PREDICTIONS)
    assert ranked[:2] == [Confusion(("eng",), ("eng", "nld"), 2), Confusion(("deu", "tur"), ("eng", "tur"), 1)]
    assert len(ranked) == 8
    assert sum(one.count for one in ranked) == sum(not one.is_right for one in PREDICTIONS)
    assert confusions(PREDICTIONS[::-1]) == ranked
    assert confusions(PREDICTIONS, most=1) == ranked[:1]
    assert confusions([answer("tur", "")]) == [Confusion(("tur",), (), 1)]


def test_errors_by_set() -> None:
    errors = errors_by_set(PREDICTIONS)
    assert list(errors) == [("deu", "tur"), ("eng",), ("eng", "tur"), ("tur",)]
    assert errors["eng", "tur"] == PairErrors(4, missed={"eng": 3, "tur": 1}, wrong={"zxx": 2})
    assert errors["deu", "tur"] == PairErrors(1, missed={"deu": 1}, wrong={"eng": 1})
    assert errors["tur",] == PairErrors(2, missed={"tur": 2}, wrong={"deu": 1, "eng": 1})
    assert list(errors["eng", "tur"].missed) == ["eng", "tur"]


def test_nothing() -> None:
    assert over_prediction([]) == {}
    assert under_prediction([]) == {}
    assert false_positives([]) == {}
    assert confusions([]) == []
    assert errors_by_set([]) == {}
    assert pooled([]).share == 0.0


def test_a_language_that_every_sentence_has() -> None:
    assert false_positives([answer("eng", "eng")]) == {"eng": Rate(0, 0)}
