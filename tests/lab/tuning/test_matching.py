"""Monolingual sentences as long as mixed ones."""

from __future__ import annotations

from mixlid.lab.evaluation.datasets import Dataset, Sample
from mixlid.lab.tuning.matching import cut_to_mixed_lengths

TUR, ENG = frozenset(["tur"]), frozenset(["eng"])
MIXED = Dataset("tur-eng", (Sample("iki three", TUR | ENG), Sample("bir two üç four", TUR | ENG)))


def test_by_hand() -> None:
    """Nine and fifteen characters in turn; from the beginning, the middle, the end."""
    text = "one two three four five six"
    mono = Dataset("mono", tuple(Sample(text, ENG) for _ in range(4)))
    mixed, cut = cut_to_mixed_lengths([MIXED, mono])
    assert mixed is MIXED
    assert [sample.text for sample in cut.samples] == ["one two", "four five six", "five six", "one two three"]
    assert {sample.languages for sample in cut.samples} == {ENG}


def test_short_sentences_and_long_words_stay_whole() -> None:
    mono = Dataset("mono", (Sample("a b", ENG), Sample("extraordinarily-long-words only", ENG)))
    assert [sample.text for sample in cut_to_mixed_lengths([MIXED, mono])[1].samples] == ["a b", "only"]


def test_without_mixed_sentences_nothing_is_cut() -> None:
    mono = Dataset("mono", (Sample("one two three", ENG),))
    assert cut_to_mixed_lengths([mono]) == [mono]
