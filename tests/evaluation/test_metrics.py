"""Metrics against values computed by hand."""

from __future__ import annotations

import pytest

from mixlid.evaluation.datasets import Dataset, Sample
from mixlid.evaluation.metrics import Scores, exact_match, f1_by_label, score


def sample(text: str, *languages: str) -> Sample:
    return Sample(text, frozenset(languages))


def test_exact_match() -> None:
    samples = [sample("a", "tur", "eng"), sample("b", "tur", "eng"), sample("c", "eng"), sample("d", "eng")]
    found = [{"eng", "tur"}, {"tur"}, {"eng", "deu"}, {"eng"}]
    assert exact_match(samples, [frozenset(item) for item in found]) == 0.5


def test_averages_are_by_corpus_and_by_language() -> None:
    """Two sentences of one corpus weigh as much as one of another; languages are averaged within a corpus first."""
    datasets = [
        Dataset("tur-eng", (sample("a", "tur", "eng"), sample("b", "tur", "eng"))),
        Dataset("spa-eng", (sample("c", "spa", "eng"),)),
        Dataset("mono-news", (sample("d", "tur"), sample("e", "tur"), sample("f", "tur"), sample("g", "eng"))),
        Dataset("mono-chat", (sample("h", "eng"),)),
    ]
    answers = {
        "a": {"tur", "eng"}, "b": {"tur"}, "c": {"spa", "eng"},
        "d": {"tur"}, "e": {"und"}, "f": {"tur", "eng"}, "g": {"eng"}, "h": {"zxx"},
    }  # fmt: skip
    scores = score(datasets, lambda item: frozenset(answers[item.text]))
    assert scores.mixed == {"tur-eng": 0.5, "spa-eng": 1.0}
    assert scores.mono == {"mono-news/eng": 1.0, "mono-news/tur": pytest.approx(1 / 3), "mono-chat/eng": 0.0}
    assert scores.cs == 0.75
    assert scores.mono_mean == pytest.approx(((1 + 1 / 3) / 2 + 0) / 2)
    assert scores.mean == pytest.approx((0.75 + 1 / 3) / 2)
    assert scores.to_dict()["mean"] == 0.5417


def test_extra_corpora_are_in_no_average() -> None:
    assert Scores({"tur-eng": 0.5, "extra-deu-eng": 1.0}, {}).cs == 0.5


def test_f1() -> None:
    """tur: 1 right of 2 claimed, 1 of 2 there; eng: 1 of 2 claimed, 1 of 1 there; deu never found."""
    found = f1_by_label(["tur", "tur", "eng", "deu"], ["tur", "eng", "eng", "tur"])
    assert found == {"tur": 0.5, "eng": pytest.approx(2 / 3), "deu": 0.0}


def test_nothing_to_average() -> None:
    assert Scores({}, {}).cs != Scores({}, {}).cs  # not a number, rather than a flattering 0 or 1
