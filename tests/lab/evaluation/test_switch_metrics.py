"""Correct words and switch points, computed by hand."""

from __future__ import annotations

import pytest

from mixlid.adapt.labelled import Sample
from mixlid_lab.evaluation.predictions import FoundWord, Prediction
from mixlid_lab.evaluation.word_metrics import switch_points, switch_scores


def predicted(text: str, tags: str, found: str) -> Prediction:
    """One letter per word: e English, t Turkish, - no language."""
    codes = {"e": "eng", "t": "tur"}
    tokens, words, start = text.split(), [], 0
    for token, letter in zip(tokens, found, strict=True):
        start = text.index(token, start)
        if letter in codes:
            words.append(FoundWord(start, start + len(token), codes[letter]))
    sample = Sample(
        text,
        frozenset(codes[tag] for tag in tags if tag in codes),
        tuple(tokens),
        tuple(codes.get(tag, "other") for tag in tags),
    )
    return Prediction(sample, ("eng",), tuple(words))


def test_words_without_a_language_are_passed_over() -> None:
    assert switch_points(["eng", None, "eng", "tur", None, "eng"]) == [3, 5]
    assert switch_points([None, "eng"]) == []


def test_scores() -> None:
    scores = switch_scores(
        [
            predicted("a b c d e", "eett-", "etttt"),  # one switch, found a word early
            predicted("a b c d", "eett", "e-tt"),  # the switch where it is, and a word without a language
            predicted("a b", "ee", "ee"),
        ]
    )
    assert scores is not None
    assert (scores.words, scores.right, scores.unassigned) == (10, 0.8, 0.1)
    assert (scores.precision, scores.recall, scores.f1) == (0.5, 0.5, 0.5)


def test_no_switches() -> None:
    scores = switch_scores([predicted("a b", "ee", "ee")])
    assert scores is not None
    assert (scores.precision, scores.recall, scores.f1) == (None, None, None)
    assert switch_scores([Prediction(Sample("a b", frozenset({"eng"})), ("eng",), ())]) is None


def test_switches_that_nobody_made() -> None:
    scores = switch_scores([predicted("a b", "ee", "et")])
    assert scores is not None
    assert scores.precision == pytest.approx(0)
    assert scores.f1 is None
