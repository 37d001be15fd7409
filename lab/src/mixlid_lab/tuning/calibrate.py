"""Fit the curves of `mixlid.models.calibration` for one preset: logistic regression on labelled sentences.

Confidence depends on how much of the text is mixed; the fit assumes half (`class_weights`), as the paper's average
does. A larger margin may only raise confidence: negative weights are dropped, and the others fitted again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import compress, count, cycle
from typing import Any, NamedTuple

import numpy as np

from mixlid.adapt.labelled import Sample
from mixlid.adapt.logistic import Floats, regress
from mixlid.engine.confidence import sentence_features, word_features
from mixlid.models.calibration import SENTENCE_FEATURES, WORD_FEATURES
from mixlid.results.result import NO_LANGUAGE, UNKNOWN, Result
from mixlid.text.labels import split
from mixlid_lab.evaluation.calibration_metrics import weighted
from mixlid_lab.evaluation.datasets import Dataset
from mixlid_lab.evaluation.word_metrics import align, main_languages


class Case(NamedTuple):
    """A sentence and the answer to it."""

    sample: Sample
    result: Result
    #: the log odds that other languages were rightly kept or refused, if any was considered
    evidence: float | None = None


Cases = Mapping[str, Sequence[Case]]
_RIDGE = 0.01
#: The suffix of data sets of long texts, and how many words these texts have.
_LONG, _LONG_WORDS = "-long", 61


def fit(cases: Cases) -> dict[str, Any]:
    """`Calibration` as a dict, fitted on the answers of an identifier with one preset."""
    judged = [
        (case, weight)
        for case, weight in weighted(cases, lambda case: case.sample)
        if case.result.margin is not None or case.result.fallback
    ]
    margins = [case.result.margin or 0.0 for case, _ in judged]
    word_margins = [abs(word.margin) for case, _ in judged for word in case.result.words if _has_language(word.label)]
    unit, word_unit = _typical(margins), _typical(word_margins)
    fitted: dict[str, Any] = {"unit": unit, "word_unit": word_unit}
    for kind in ("one", "refused", "several"):
        members = [(case, weight) for case, weight in judged if _kind(case) == kind]
        if not members and kind == "refused":
            continue
        features = [
            sentence_features(case.result.margin or 0.0, letters_of(case.result), unit, case.evidence or 0.0)
            for case, _ in members
        ]
        importance = np.array([weight for _, weight in members])
        exact = [_found(case.result) == case.sample.languages for case, _ in members]
        # Which language is the main one is known of text in one language, and where words are labelled.
        led = [not case.sample.is_mixed or bool(case.sample.tags) for case, _ in members]
        first = [split(case.result.label)[0] in main_languages(case.sample) for case, _ in members]
        rows, right, row_weights = [], [], []
        for (case, weight), sentence in zip(members, features, strict=True):
            for margin, letters, is_right in _judged_words(case.sample, case.result):
                rows.append(word_features(margin, letters, word_unit, sentence))
                right.append(is_right)
                row_weights.append(weight)
        fitted[kind] = {
            "languages": _curve(features, exact, importance, SENTENCE_FEATURES),
            "language": _curve(
                list(compress(features, led)), list(compress(first, led)), importance[led], SENTENCE_FEATURES
            ),
            "word": _curve(rows, right, np.array(row_weights), WORD_FEATURES),
        }
    return fitted


def _judged_words(sample: Sample, result: Result) -> list[tuple[float, int, bool]]:
    """Margin, letters and correctness of the words whose language is known: tagged words, and all monolingual text."""
    words = [word for word in result.words if _has_language(word.label)]
    if not sample.tags:
        if sample.is_mixed:
            return []
        return [(word.margin, word.end - word.start, split(word.label)[0] in sample.languages) for word in words]
    tags = {
        place: tag
        for stretch, tag in zip(align(sample.text, sample.tokens), sample.tags, strict=True)
        if stretch is not None and tag in sample.languages
        for place in range(*stretch)
    }
    return [
        (word.margin, word.end - word.start, split(word.label)[0] == tags[word.start])
        for word in words
        if word.start in tags
    ]


def _kind(case: Case) -> str:
    """Which curves an answer uses."""
    return "several" if languages_of(case.result) > 1 else "one" if case.evidence is None else "refused"


def _curve(
    features: Sequence[Sequence[float]], right: Sequence[bool], weights: Floats, names: Sequence[str]
) -> list[float]:
    """Constant and weights, rounded for the file; only the weight of a length may be negative."""
    width = len(names)
    rising = [place for place, name in enumerate(names) if not name.startswith("log characters")]
    data = np.array(features, dtype=np.float64).reshape(-1, width)
    scale = weights / weights.mean() if len(weights) else weights
    kept = list(range(width))
    while True:
        ridge = np.full(len(kept) + 1, _RIDGE)
        solution = regress(data[:, kept], np.array(right, dtype=np.float64), ridge, scale)
        falling = [column for column, value in zip(kept, solution[1:], strict=True) if column in rising and value < 0]
        if not falling:
            break
        kept.remove(falling[0])
    curve = [float(solution[0])] + [0.0] * width
    for column, value in zip(kept, solution[1:], strict=True):
        curve[column + 1] = float(value)
    return [round(value, 4) for value in curve]


def _typical(values: Sequence[float]) -> float:
    ordered = sorted(value for value in values if value > 0)
    return round(ordered[len(ordered) // 2], 4) or 1e-4 if ordered else 1.0


def languages_of(result: Result) -> int:
    """How many languages the solver chose; scripts that the model cannot read do not count."""
    return sum(_has_language(label) for label in result.labels)


def letters_of(result: Result) -> int:
    """How many letters there are in words that the model can read."""
    return sum(word.end - word.start for word in result.words if word.label == UNKNOWN or _has_language(word.label))


def _has_language(label: str) -> bool:
    return split(label)[0] not in (UNKNOWN, NO_LANGUAGE)


def _found(result: Result) -> frozenset[str]:
    return frozenset(split(label)[0] for label in result.labels)


def calibration_sets(datasets: Sequence[Dataset]) -> list[Dataset]:
    """The data sets to fit curves on: sentences whose length does not give away mixing, and long texts made of them."""
    long = [replace(one, name=one.name + _LONG) for one in joined_texts(datasets, _LONG_WORDS)]
    return [*cut_to_mixed_lengths(datasets), *long]


def only_sentences(cases: Cases) -> Cases:
    """The data sets that are not of long texts."""
    return {name: members for name, members in cases.items() if not name.endswith(_LONG)}


def cut_to_mixed_lengths(datasets: Sequence[Dataset]) -> list[Dataset]:
    """Cut each monolingual sentence to a run of words about as long as a mixed sentence; the lengths are taken in turn.

    In the development data monolingual text is mostly long encyclopaedic sentences, and mixed text is short turns and
    tweets. A fit on whole sentences would learn that short text is mixed.
    """
    lengths = [len(sample.text) for dataset in datasets if dataset.is_mixed for sample in dataset.samples]
    if not lengths:
        return list(datasets)
    wanted, number = cycle(lengths), count()
    return [
        dataset
        if dataset.is_mixed
        else replace(dataset, samples=tuple(_cut(one, next(wanted), next(number)) for one in dataset.samples))
        for dataset in datasets
    ]


def _cut(sample: Sample, length: int, number: int) -> Sample:
    """As many whole words as `length` allows, at least one: from the beginning, the middle and the end in turn."""
    words = sample.text.split()
    sizes = [len(word) + 1 for word in words]
    begin = {0: 0, 1: len(words) // 2, 2: len(words) - 1}[number % 3]
    end = begin
    room = length + 1
    while end < len(words) and (room := room - sizes[end]) >= 0:
        end += 1
    end = max(end, begin + 1)
    while begin > 0 and sum(sizes[begin - 1 : end]) <= length + 1:  # a run near the end may grow to the left
        begin -= 1
    return Sample(" ".join(words[begin:end]), sample.languages, silver=sample.silver)


def joined_texts(datasets: Sequence[Dataset], words: int) -> list[Dataset]:
    """Texts of at least this many words, from each data set with enough sentences in the same languages."""
    made = []
    for dataset in datasets:
        waiting: dict[frozenset[str], list[str]] = {}
        samples = []
        for one in dataset.samples:
            parts = waiting.setdefault(one.languages, [])
            parts.append(one.text)
            if sum(len(part.split()) for part in parts) >= words:
                samples.append(Sample(" ".join(waiting.pop(one.languages)), one.languages, silver=one.silver))
        if samples:
            made.append(Dataset(dataset.name, tuple(samples)))
    return made
