"""Histograms and charts of a made-up model whose figures are known by hand, and of the tiny models."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from mixlid.adapt.labelled import Sample
from mixlid.errors import InputError
from mixlid.models.fasttext import FastTextModel
from mixlid.models.probability import ProbabilityModel
from mixlid.models.table import TableModel
from mixlid_lab.evaluation.one_label import (
    FIGURE_LENGTHS,
    LENGTHS,
    f1_by_length,
    judge,
    probability_histograms,
    top_labels,
)

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


def test_nothing_has_no_mean() -> None:
    assert probability_histograms(MadeUp(), [], bins=2) == {
        "sentences": {"counts": [0, 0], "mean": None},
        "words": {"counts": [0, 0], "mean": None},
    }


def test_the_right_language_in_sentences_and_words() -> None:
    model = MadeUp()
    samples = [sample("sea mer sea", "eng"), sample("mer sea", "fra"), sample("mer", "fra")]
    found = probability_histograms(model, samples, bins=4)
    # sentences: sea for eng 0.7, mer for fra 0.6 twice
    assert found["sentences"]["counts"] == [0, 0, 3, 0]
    assert found["sentences"]["mean"] == pytest.approx(1.9 / 3)
    # words: eng 0.7, 0.3, 0.7; fra 0.6, 0.2, 0.6
    assert found["words"]["counts"] == [1, 1, 4, 0]
    assert found["words"]["mean"] == pytest.approx(3.1 / 6)
    assert model.asked[3:] == ["sea", "mer"]  # after the three sentences


def test_batches_do_not_change_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    samples = [sample("sea mer die 7 sea", "eng"), sample("mer die", "fra")]
    whole = probability_histograms(MadeUp(), samples), top_labels(MadeUp(), samples, "eng", top=2)
    monkeypatch.setattr("mixlid_lab.evaluation.one_label._BATCH", 1)
    assert (probability_histograms(MadeUp(), samples), top_labels(MadeUp(), samples, "eng", top=2)) == whole


def test_labels_among_the_best_two() -> None:
    model = MadeUp()
    samples = [sample("sea die mer", "eng"), sample("sea", "eng"), sample("die", "deu"), sample("7", "eng")]
    found = top_labels(model, samples, "eng", top=2)
    # sea: eng fra, twice; die: deu, and eng before the equal fra; mer: fra eng; 7 says nothing
    assert found["words"] == 5
    assert list(found["labels"]) == ["eng_Latn", "fra_Latn", "deu_Latn"]
    assert found["labels"] == pytest.approx({"eng_Latn": 0.8, "fra_Latn": 0.6, "deu_Latn": 0.2})
    assert found["right"] == pytest.approx(0.8)
    assert sorted(model.asked) == sorted(["sea", "die", "mer", "7"])


def test_the_right_language_counts_once_in_however_many_scripts() -> None:
    found = top_labels(MadeUp(), [sample("sea die", "eng")], "eng", top=4)
    assert found["right"] == 1.0
    assert found["labels"] == dict.fromkeys(LABELS, 1.0)


def test_a_language_without_samples_has_no_share() -> None:
    found = top_labels(MadeUp(), [sample("die", "deu")], "fra")
    assert (found["words"], found["right"], found["labels"]) == (0, None, {})


def test_unfit_samples_are_named() -> None:
    with pytest.raises(InputError, match=r"2 languages \(eng, fra\).*'sea mer'"):
        probability_histograms(MadeUp(), [sample("sea mer", "fra", "eng")])
    with pytest.raises(InputError, match="does not know the language 'tur'"):
        probability_histograms(MadeUp(), [sample("sea", "tur")])
    with pytest.raises(InputError, match="does not know the language 'tur'"):
        top_labels(MadeUp(), [], "tur")


@pytest.mark.parametrize("kind", ["bin", "table"])
def test_the_tiny_models_know_what_they_were_trained_on(
    kind: str, tiny_bin: Path, tiny_table: Path, sentences: dict[str, list[str]]
) -> None:
    model = FastTextModel.load(tiny_bin) if kind == "bin" else TableModel.load(tiny_table)
    samples = [sample(line, label[:3]) for label, lines in sentences.items() for line in lines]
    found = probability_histograms(model, samples)
    assert sum(found["sentences"]["counts"]) == len(samples)
    assert sum(found["words"]["counts"]) == sum(len(one.text.split()) for one in samples)
    assert sum(found["sentences"]["counts"][10:]) > 0.9 * len(samples)
    judged = judge(model, samples, every=1)
    assert found["sentences"]["mean"] == pytest.approx(judged["sentence probability"], abs=1e-4)
    assert found["words"]["mean"] == pytest.approx(judged["word probability"], abs=1e-4)
    # the plain way, word by word
    slow = [
        model.probabilities(word)[model.labels.index(label)]
        for label, lines in sentences.items()
        for line in lines
        for word in line.split()
    ]
    assert found["words"]["mean"] == pytest.approx(np.mean(slow))
    assert top_labels(model, samples, "tur", top=6)["right"] == 1.0
    assert next(iter(top_labels(model, samples, "tur", top=1)["labels"])) == "tur_Latn"


def test_finer_lengths_cut_the_same_range() -> None:
    for lengths in (LENGTHS, FIGURE_LENGTHS):
        assert lengths[0][0] == 1
        assert all(low == before + 1 for (_, before), (low, _) in pairwise(lengths))
    assert LENGTHS[-1][1] == FIGURE_LENGTHS[-1][1]


def test_f1_by_length_has_a_figure_for_each_length() -> None:
    samples = [sample("sea mer", "eng"), sample("mer sea", "fra")]
    found = f1_by_length(MadeUp(), samples, ((1, 3), (4, 10), (11, 10**9)))
    # one to three: sea and mer for eng, mer and sea for fra; four to ten: both whole sentences, rightly
    assert found["1–3"] == pytest.approx(0.5)
    assert found["4–10"] == 1.0
    assert math.isnan(found["11+"])
    assert list(f1_by_length(MadeUp(), samples, FIGURE_LENGTHS))[-2:] == ["51–100", "101+"]
