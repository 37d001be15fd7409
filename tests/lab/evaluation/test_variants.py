"""Noise by rule: what it does to words, that it is always the same; and long texts made of short ones."""

from __future__ import annotations

import pytest

from mixlid.adapt.labelled import Sample
from mixlid_lab.evaluation.datasets import Dataset
from mixlid_lab.evaluation.variants import NOISE, joined, with_noise

TEXT = "we met, yesterday in the old town and had tea"
EXPECTED = {
    "drawn-out letters (sooooo)": "we meeeeet, yesterday in theeeee old town aaaaand had tea",
    "hashtags (#WorldCup)": "we met, yesterday in the old #TownAnd had tea",
    "names of users (@name)": f"@some.body {TEXT} @another_1",
    "leet (l33t)": "we m3t, yesterday in the 0ld town and had t34",
    "emoji inside words": "we me😂t, yesterday in the o😂ld town and had t😂ea",
    "emoji in place of spaces": "we met, yesterday🔥in the🔥old town🔥and had tea",
    "no space after punctuation": "we met,yesterday in the old town and had tea",
    "ALL CAPITALS": TEXT.upper(),
}


def test_every_rule_is_tried() -> None:
    assert set(EXPECTED) == set(NOISE)


@pytest.mark.parametrize("rule", NOISE)
def test_rules(rule: str) -> None:
    noisy = with_noise(Dataset("a", (Sample(TEXT, frozenset({"eng"}), ("we",), ("eng",), label="eng_Latn"),)), rule)
    (sample,) = noisy.samples
    assert sample.text == EXPECTED[rule]
    assert (sample.languages, sample.label, sample.tags) == (frozenset({"eng"}), "eng_Latn", ())


def test_long_texts_are_of_the_same_languages() -> None:
    one, two = frozenset({"eng"}), frozenset({"eng", "tur"})
    samples = (Sample("a b", one), Sample("ç d", two), Sample("c d e", one), Sample("f", one))
    made = joined([Dataset("x", samples), Dataset("y", samples[1:2])], 4)
    assert [(dataset.name, dataset.samples) for dataset in made] == [("x", (Sample("a b c d e", one),))]
