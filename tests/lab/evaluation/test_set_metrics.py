"""Scores of sets of languages by hand, and the paper's own figures where they decide a question."""

from __future__ import annotations

from dataclasses import astuple
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mixlid.adapt.labelled import Sample
from mixlid_lab.evaluation.predictions import Prediction, right_code
from mixlid_lab.evaluation.set_metrics import (
    SetScores,
    harmonic_mean,
    macro,
    mixed_sets,
    mono_by_language,
    set_scores,
    summary,
)


def answer(gold: str, found: str, text: str = "same words", silver: bool = False) -> Prediction:
    return Prediction(Sample(text, frozenset(gold.split()), silver=silver), tuple(found.split()))


def values(scores: SetScores | None) -> tuple[float, ...]:
    """For comparison within rounding; the last is the count."""
    return astuple(scores) if scores else ()


def test_scores_by_hand() -> None:
    """The text is always the same: sentences count, not strings."""
    scores = set_scores([
        answer("tur eng", "eng tur"),  # right: 1, 1
        answer("tur eng", "tur"),  # 1, 1/2
        answer("tur eng", "deu tur"),  # 1/2, 1/2
        answer("tur eng", "zxx"),  # 0, 0
        answer("tur", "tur und"),  # 1/2, 1
    ])  # fmt: skip
    # Precision 3 / 5, recall 3 / 5, so F1 is 3 / 5 too.
    assert values(scores) == pytest.approx((0.2, 0.6, 0.6, 0.6, 5))


def test_no_answer_is_wrong_and_breaks_nothing() -> None:
    assert set_scores([answer("tur eng", "")]) == SetScores(0.0, 0.0, 0.0, 0.0, 1)


def test_nothing_to_score() -> None:
    with pytest.raises(ValueError, match="no predictions"):
        set_scores([])
    assert macro([]) is None


def test_f1_is_that_of_the_mean_precision_and_recall() -> None:
    """One full and one half answer: P 1, R 3/4, F1 6/7. The mean of the sentences' F1 would be 5/6."""
    assert set_scores([answer("tur eng", "tur eng"), answer("tur eng", "tur")]).f1 == pytest.approx(6 / 7)


@pytest.mark.parametrize(
    ("exact", "f1", "precision", "recall"),
    [(0.55, 0.87, 0.99, 0.77), (0.36, 0.81, 1.0, 0.68), (0.68, 0.91, 0.99, 0.84), (0.35, 0.80, 0.99, 0.67)],
)
def test_the_paper_computes_f1_so(exact: float, f1: float, precision: float, recall: float) -> None:
    """Pairs from its detailed table (MaskLID with the word-level model) where the two readings differ.

    If nearly all languages found are right, an inexact answer has one of the two languages, and an F1 of 2/3.
    """
    assert harmonic_mean(precision, recall) == pytest.approx(f1, abs=0.01)
    assert exact + (1 - exact) * 2 / 3 < f1 - 0.01


def test_macro_weighs_members_the_same() -> None:
    small, large = SetScores(1.0, 1.0, 0.5, 0.6, 1), SetScores(0.0, 0.5, 0.0, 0.2, 99)
    assert values(macro([small, large])) == pytest.approx((0.5, 0.75, 0.25, 0.4, 100))


SYSTEM = {
    "tur-eng": [answer("tur eng", "tur eng"), answer("tur eng", "tur"), answer("tur", "tur")],
    "spa-eng": [answer("spa eng", "zxx")],
    "npi-eng": [answer("npi eng", "npi eng")],
    "hin-eng": [answer("hin eng", "hin eng", silver=True)],
    "extra-deu-eng": [answer("deu eng", "deu eng")],
    "mono-news": [answer("tur", "tur"), answer("tur", "tur eng"), answer("eng", "eng"), answer("fin", "est")],
    "mono-chat": [answer("tur", "tur")],
    "extra-mono": [answer("eng", "und")],
    "empty": [],
}


def test_summary_by_hand() -> None:
    found = summary(SYSTEM)
    assert list(found.by_dataset) == [name for name in SYSTEM if name != "empty"]
    assert found.by_dataset["hin-eng"].exact == 1.0
    assert found.silver == ("hin-eng",)
    # What is in no average is shown, monolingual or not.
    assert found.mono_apart == ("extra-mono",)
    assert found.exact_figures()["mono/extra-mono (in no average)"] == 0.0
    figures = found.set_figures()
    assert figures["tur-eng"] == {"exact": 0.6667, "precision": 1.0, "recall": 0.8333, "f1": 0.9091, "count": 3}
    assert set(figures) == set(found.exact_figures())
    # A single-language sentence of a code-switched corpus stays there.
    assert values(found.by_dataset["tur-eng"]) == pytest.approx((2 / 3, 1.0, 5 / 6, 10 / 11, 3))
    assert values(found.cs) == pytest.approx((5 / 9, 2 / 3, 11 / 18, 7 / 11, 5))
    # Turkish is pooled over both corpora: 2 of 3.
    assert list(found.by_language) == ["eng", "fin", "tur"]
    assert found.by_language["tur"].exact == pytest.approx(2 / 3)
    assert found.by_language["eng"] == SetScores(1.0, 1.0, 1.0, 1.0, 1)
    assert found.mono is not None
    assert found.mono.exact == pytest.approx(5 / 9)
    assert found.mono.count == 5
    assert found.all is not None
    assert found.all.exact == pytest.approx((5 / 9 + 5 / 9) / 2)


def test_summary_of_one_kind_only() -> None:
    found = summary({"tur-eng": SYSTEM["tur-eng"]})
    assert found.cs == found.by_dataset["tur-eng"]
    assert found.mono is None
    assert found.all is None
    assert summary({}).cs is None


def test_which_sets_count() -> None:
    assert list(mixed_sets(SYSTEM)) == ["tur-eng", "spa-eng", "npi-eng"]
    assert {name: len(members) for name, members in mono_by_language(SYSTEM).items()} == {"eng": 1, "fin": 1, "tur": 3}
    silver = {**SYSTEM, "mono-news": [answer("fin", "fin", silver=True)]}
    assert list(mono_by_language(silver)) == ["tur"]


CODES = st.lists(st.sampled_from(["tur", "eng", "deu", "und", "zxx"]), max_size=3).map(" ".join)
GOLD = st.sampled_from(["tur", "eng", "tur eng", "deu eng", "tur eng deu"])


@given(st.lists(st.builds(answer, GOLD, CODES), min_size=1, max_size=8))
def test_against_a_slow_restatement(predictions: list[Prediction]) -> None:
    exact = precision = recall = Fraction(0)
    for one in predictions:
        right = [code for code in sorted(set(one.languages)) if code in one.sample.languages]
        exact += sorted(set(one.languages)) == sorted(one.sample.languages)
        precision += Fraction(len(right), len(set(one.languages)) or 1)
        recall += Fraction(len(right), len(one.sample.languages))
    precision, recall = precision / len(predictions), recall / len(predictions)
    scores = set_scores(predictions)
    assert scores.exact == pytest.approx(float(exact / len(predictions)))
    assert scores.precision == pytest.approx(float(precision))
    assert scores.recall == pytest.approx(float(recall))
    assert scores.f1 == pytest.approx(float(2 / (1 / precision + 1 / recall)) if precision and recall else 0.0)


def test_a_group_is_right_for_any_of_its_members() -> None:
    assert right_code("hbs", ["eng", "hrv"]) == "hrv"
    assert right_code("hbs", ["eng", "slv"]) == "hbs"
    assert right_code("hrv", ["srp"]) == "hrv"
    assert right_code("que", ["quy"]) == "que"
