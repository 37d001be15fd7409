"""Fitting confidence: weights by hand, known curves recovered, and rules that hold for any data."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from mixlid.adapt.labelled import Sample
from mixlid.engine.confidence import Confidence
from mixlid.models.calibration import Calibration
from mixlid.results.result import Result, Word
from mixlid_lab.evaluation.calibration_metrics import expected_calibration_error, weighted
from mixlid_lab.evaluation.datasets import Dataset
from mixlid_lab.tuning.calibrate import Case, Cases, cut_to_mixed_lengths, fit, letters_of

Answers = Mapping[str, Sequence[tuple[Sample, Result]]]

GOLD = {"mixed": frozenset(["tur", "eng"]), "tur": frozenset(["tur"]), "eng": frozenset(["eng"])}


def result(languages: Sequence[str], margin: float | None, word_margin: float = 1.0) -> Result:
    labels = tuple(f"{language}_Latn" for language in languages)
    words = tuple(Word("abcd", 5 * n, 5 * n + 4, label, 1.0, word_margin, "word") for n, label in enumerate(labels))
    text = " ".join("abcd" for _ in labels)
    return Result(text, labels, words=words, margin=margin, optimal=True)


def answer(kind: str, languages: Sequence[str], margin: float | None) -> tuple[Sample, Result]:
    found = result(languages, margin)
    return Sample(found.text, GOLD[kind]), found


def test_weights_by_hand() -> None:
    """Six sentences: the two mixed data sets weigh 1.5 each, the two languages 1.5 each."""
    answers = {
        "a": [answer("mixed", ["tur"], 1.0)],
        "b": [answer("mixed", ["tur"], 1.0), answer("mixed", ["tur"], 1.0)],
        "mono": [answer("tur", ["tur"], 1.0), answer("tur", ["tur"], 1.0), answer("eng", ["tur"], 1.0)],
    }
    weights = [weight for _, weight in weighted(answers, lambda pair: pair[0])]
    assert weights == [1.5, 0.75, 0.75, 0.75, 0.75, 1.5]


def cases(answers: Answers) -> Cases:
    return {name: [Case(*pair) for pair in members] for name, members in answers.items()}


def drawn(count: int, seed: int) -> dict[str, list[tuple[Sample, Result]]]:
    """Answers whose probability of being right is known: logistic(2 √margin − 1)."""
    random = np.random.default_rng(seed)
    answers: dict[str, list[tuple[Sample, Result]]] = {"tur-eng": [], "mono": []}
    for _ in range(count):
        margin = float(random.lognormal(0, 1))
        right = random.random() < 1 / (1 + math.exp(-(2 * math.sqrt(margin) - 1)))
        if random.random() < 0.5:
            answers["tur-eng"].append(answer("mixed", ["tur", "eng"] if right else ["tur", "deu"], margin))
        else:
            answers["mono"].append(answer("tur", ["tur"] if right else ["eng"], margin))
    return answers


def test_a_known_curve_is_found_again() -> None:
    answers = drawn(20_000, seed=1)
    calibration = Calibration.from_dict(fit(cases(answers)))
    for margin in (0.2, 1.0, 5.0):
        truth = 1 / (1 + math.exp(-(2 * math.sqrt(margin) - 1)))
        for languages, letters in ((1, 4), (2, 8)):
            assert Confidence(calibration).judge(margin, letters, languages).languages == pytest.approx(truth, abs=0.03)


def test_the_error_of_a_fit_is_small_on_other_answers() -> None:
    confidence = Confidence(Calibration.from_dict(fit(cases(drawn(5_000, seed=2)))))
    judged = []
    for (sample, found), weight in weighted(drawn(5_000, seed=3), lambda pair: pair[0]):
        languages = frozenset(label[:3] for label in found.labels)
        sure = confidence.judge(found.margin or 0.0, letters_of(found), len(languages)).languages
        judged.append((sure, languages == sample.languages, weight))
    assert (expected_calibration_error(judged) or 1) < 0.03
    assert (expected_calibration_error((1 - sure, right, weight) for sure, right, weight in judged) or 0) > 0.3


def test_a_margin_that_speaks_against_an_answer_is_left_out() -> None:
    wrong = [answer("tur", ["eng"], 9.0)] * 50
    right = [answer("tur", ["tur"], 0.1)] * 50
    curves = fit(cases({"mono": wrong + right, "tur-eng": [answer("mixed", ["tur", "eng"], 1.0)]}))
    assert curves["one"]["languages"][1] == 0.0
    Calibration.from_dict(curves)


def test_answers_without_a_margin_are_no_evidence() -> None:
    curves = fit(
        cases({"mono": [answer("tur", ["tur"], None)] * 5, "tur-eng": [answer("mixed", ["tur", "eng"], None)]})
    )
    assert Confidence(Calibration.from_dict(curves)).judge(1.0, 10, 1).languages == 0.5


def test_words_are_judged_by_tags_and_by_the_one_language() -> None:
    """In monolingual text every word should be Turkish; in tagged text each word is judged by its own tag."""
    tagged = Sample("abcd abcd", GOLD["mixed"], ("abcd", "abcd"), ("tur", "other"))
    curves = fit(
        cases({"tur-eng": [(tagged, result(["tur", "eng"], 1.0))] * 40, "mono": [answer("tur", ["eng"], 1.0)] * 40})
    )
    calibration = Calibration.from_dict(curves)
    assert (
        Confidence(calibration).judge(1.0, 8, 2).word(1.0, 4) > 0.9
    )  # the Turkish word was right; `other` is not judged
    assert Confidence(calibration).judge(1.0, 4, 1).word(1.0, 4) < 0.1


# Monolingual sentences as long as mixed ones.

TUR, ENG = frozenset(["tur"]), frozenset(["eng"])
MIXED = Dataset("tur-eng", (Sample("iki three", TUR | ENG), Sample("bir two üç four", TUR | ENG)))


def test_lengths_by_hand() -> None:
    """Nine and fifteen characters in turn; from the beginning, the middle, the end."""
    text = "one two three four five six"
    mono = Dataset("mono", tuple(Sample(text, ENG) for _ in range(4)))
    mixed, cut = cut_to_mixed_lengths([MIXED, mono])
    assert mixed is MIXED
    assert [sample.text for sample in cut.samples] == ["one two", "four five six", "five six", "one two three"]
    assert {sample.languages for sample in cut.samples} == {ENG}


def test_what_is_cut_stays_silver() -> None:
    mono = Dataset("mono", (Sample("a b c d e f g", frozenset(["tur"]), silver=True),))
    assert cut_to_mixed_lengths([MIXED, mono])[1].samples[0].silver


def test_short_sentences_and_long_words_stay_whole() -> None:
    mono = Dataset("mono", (Sample("a b", ENG), Sample("extraordinarily-long-words only", ENG)))
    assert [sample.text for sample in cut_to_mixed_lengths([MIXED, mono])[1].samples] == ["a b", "only"]


def test_without_mixed_sentences_nothing_is_cut() -> None:
    mono = Dataset("mono", (Sample("one two three", ENG),))
    assert cut_to_mixed_lengths([mono]) == [mono]
