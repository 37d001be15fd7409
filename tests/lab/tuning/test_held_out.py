"""Whole corpora and languages are judged by a fit on the others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mixlid.adapt.labelled import Sample
from mixlid.results.result import Result, Word
from mixlid_lab.tuning.calibrate import Case, held_out


def case(gold: str, found: str, margin: float | None = 1.0) -> Case:
    labels = tuple(f"{language}_Latn" for language in found.split("-"))
    words = tuple(Word("abcd", 5 * n, 5 * n + 4, label, 1.0, 1.0, "word") for n, label in enumerate(labels))
    text = " ".join("abcd" for _ in labels)
    result = Result(text, labels, words=words, margin=margin, optimal=True)
    return Case(Sample(text, frozenset(gold.split("-"))), result)


def test_a_language_is_judged_by_the_others() -> None:
    """French is always wrong and all others are right: this does not reach the curves that judge French."""
    right = [case(one, one) for one in ("deu", "eng", "ita", "spa") for _ in range(30)]
    wrong = [case("fra", "cat") for _ in range(30)]
    mixed = [case("tur-eng", "tur-eng") for _ in range(30)]
    judged = held_out({"mono": right + wrong, "tur-eng": mixed, "eus-spa": mixed})
    sure = {
        language: [one.confidence for one in judged["mono"] if one.sample.languages == {language}]
        for language in ("fra", "deu")
    }
    assert all(value is not None and value > 0.95 for value in sure["fra"])
    assert all(value is not None and value < 0.9 for value in sure["deu"])


def test_long_texts_go_with_their_corpus() -> None:
    """A corpus with wrong answers does not judge the long texts made from it."""
    wrong = [case("tur-eng", "tur-deu") for _ in range(30)]
    right = [case("eus-spa", "eus-spa") for _ in range(30)]
    alone = [case(one, one) for one in ("deu", "eng") for _ in range(30)]
    cases = {"tur-eng": wrong, "tur-eng-long": wrong, "eus-spa": right, "mono": alone}
    judged = held_out(cases)
    for name in ("tur-eng", "tur-eng-long"):
        assert all(one.confidence is not None and one.confidence > 0.9 for one in judged[name])


@pytest.mark.parametrize("margin", [1.0, None])
def test_every_answer_that_people_have_labelled_is_there(margin: float | None) -> None:
    silver = [one._replace(sample=replace(one.sample, silver=True)) for one in [case("npi-eng", "npi-eng")] * 3]
    cases = {"tur-eng": [case("tur-eng", "tur-eng", margin)] * 4, "npi-eng": silver, "mono": [case("deu", "deu")] * 4}
    judged = held_out(cases)
    assert {name: len(members) for name, members in judged.items()} == {"tur-eng": 4, "mono": 4}
    assert [one.confidence is None for one in judged["tur-eng"]] == [margin is None] * 4
