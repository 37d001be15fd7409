"""Histograms and charts of a made-up model whose figures are known by hand, and of the tiny models."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pytest

from mixlid.adapt.labelled import Sample
from mixlid.errors import InputError
from mixlid.models.interface import Model
from mixlid.models.probability import ProbabilityModel
from mixlid_lab.evaluation.one_label import LENGTHS, f1_by_length, figures, guesses


def judge(model: Model, samples: list[Sample], every: int = 1) -> dict[str, Any]:
    return figures(model, guesses(model, samples), every)


LABELS = ("deu_Latn", "eng_Latn", "fra_Latn", "eng_Brai")
#: Odds, so that probabilities are these over their sum.
ODDS = {
    "sea": (1, 6, 2, 1),  # eng 0.7 in two scripts
    "mer": (1, 2, 6, 1),  # fra 0.6, eng 0.3
    "die": (8, 1, 1, 0.001),
    "7": (1, 1, 1, 1),
}


class MadeUp(ProbabilityModel):
    """Words by `ODDS`; a text has the probabilities of its first word. It records what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        super().__init__(self.first_word, LABELS, floor=1e-9)

    def first_word(self, text: str) -> dict[str, float]:
        self.asked.append(text)
        odds = ODDS[text.split()[0]]
        return {label: value / sum(odds) for label, value in zip(LABELS, odds, strict=True)}


def sample(text: str, *languages: str) -> Sample:
    return Sample(text, frozenset(languages))


def test_unfit_samples_are_named() -> None:
    with pytest.raises(InputError, match=r"2 languages \(eng, fra\).*'sea mer'"):
        judge(MadeUp(), [sample("sea mer", "fra", "eng")])
    with pytest.raises(InputError, match="does not know the language 'tur'"):
        judge(MadeUp(), [sample("sea", "tur")])


def test_lengths_cut_the_whole_range() -> None:
    assert LENGTHS[0][0] == 1
    assert all(low == before + 1 for (_, before), (low, _) in pairwise(LENGTHS))


def test_f1_by_length_has_a_figure_for_each_length() -> None:
    samples = [sample("sea mer", "eng"), sample("mer sea", "fra")]
    found = f1_by_length(MadeUp(), samples)
    # one to five: sea and mer for eng, mer and sea for fra; six to ten: both whole sentences, rightly
    assert found["1–5"] == pytest.approx(0.5)
    assert found["6–10"] == 1.0
    assert math.isnan(found["51+"])
