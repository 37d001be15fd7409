"""Fit the regression that tells the languages of a model from everything else (`mixlid.models.unknown`).

Known text comes from the development data, cut to many lengths. Text in other languages comes from a file of its own
(`read_unknown`), and text in no language is made up (`no_language.py`). The constant is not fitted: it is such that a
small share of right answers is lost, whatever the mixture of texts.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from mixlid.adapt.labelled import Sample
from mixlid.adapt.logistic import Floats, regress
from mixlid.engine.unknown_signs import UnknownSigns
from mixlid.errors import InputError
from mixlid.identifier import Identifier
from mixlid.inspection import codes_of
from mixlid.io.streams import numbered_lines
from mixlid.models.added import frequent_bits
from mixlid.models.interface import Model
from mixlid.models.unknown import SIGNS, SIZE, UnknownDetector
from mixlid.results.result import UNKNOWN, Answer
from mixlid.text.frequent_words import UNSURE, FrequentWords
from mixlid.text.labels import split
from mixlid.text.words import KINDS
from mixlid_lab.evaluation.datasets import Dataset
from mixlid_lab.tuning.no_language import made_up
from mixlid_lab.tuning.tuner import prepare

#: The share of right answers that may be lost because their text is taken for unknown.
LOST = 0.0026
#: A text is accepted if it is in a language of the model with at least this probability.
UNKNOWN_THRESHOLD = 0.5
#: Lengths in characters that known sentences are cut to, because short ones must be accepted too.
CUTS = (15, 30, 60, 120, math.inf)
#: Sentences of each language in one script, texts of each mixed data set, made-up texts of each kind.
_EACH, _OF_MIXED, _MADE_UP = 50, 1000, 100
#: One in so many unknown texts is also cut to the shortest length.
_SHORTENED = 4
#: The fewest words that show what is typical of a label.
_ENOUGH = 50
_RIDGE = 0.003
#: The ridge of the offset of a label, in texts, and the highest offset: labels with many relatives among unknown
#: languages, as Quechua has, must keep their own text.
_OFFSET_RIDGE, _HIGHEST_OFFSET = 20.0, 2.0
#: Weights and offsets are fitted in turn, as often as this.
_TURNS = 3


@dataclass(frozen=True, slots=True)
class Example:
    """A text and what an identifier made of it."""

    #: `known`, `mixed` (texts of data sets with mixed text, in known languages), `unknown` or `none`
    kind: str
    #: its language, its data set, or the kind of made-up text
    group: str
    signs: tuple[float, ...]
    #: the first label that it was given, and whether its languages are right
    taken_for: str = ""
    is_right: bool = False
    #: not labelled by people: used in the fit, but in no table
    silver: bool = False


class Typical(NamedTuple):
    """What the words of each label are usually like; `*` is the median over labels."""

    #: the mean score of a word for its own label
    scores: dict[str, float]
    #: the share of words that are frequent words of the label
    frequent: dict[str, float]


def typical_of(identifier: Identifier, datasets: Sequence[Dataset]) -> Typical:
    """Typical values, measured on some sentences of each language."""
    labels, prices = identifier.labels, identifier._prices.of_words(identifier.labels)
    frequent_words = FrequentWords(labels, frequent_bits(identifier.model))
    sums: dict[str, list[float]] = {}
    found: dict[str, list[int]] = {}
    for written, samples in by_language(datasets).items():
        columns = [column for column, label in enumerate(labels) if written in (label, split(label)[0])]
        for text in [sample.text for sample in samples] if columns else ():
            prepared = prepare(identifier, text)
            for column in columns:
                scores = prepared.scores[:, column] - (0.0 if prices is None else prices[column])
                sums.setdefault(labels[column], []).extend(scores[np.isfinite(scores)].tolist())
                looked_up = [
                    frequent_words.look_up(column, text, token.start, token.end) for token in prepared.readable
                ]
                found.setdefault(labels[column], []).extend(
                    seen
                    for seen, is_readable in zip(looked_up, np.isfinite(scores), strict=True)
                    if is_readable and seen != UNSURE
                )
    means, shares = (
        {label: round(float(np.mean(values)), 4) for label, values in lists.items() if len(values) > _ENOUGH}
        for lists in (sums, found)
    )
    return Typical(
        {"*": float(np.median([value for value in means.values() if value > 0] or [1.0]))}
        | {label: value for label, value in means.items() if value > 0},
        {"*": float(np.median(list(shares.values()) or [0.5])), **shares},
    )


def by_language(datasets: Sequence[Dataset]) -> dict[str, list[Sample]]:
    """Some monolingual sentences of each label, or of each language if the script is not given, from all data."""
    pooled: dict[str, list[Sample]] = {}
    for dataset in datasets:
        if not dataset.is_mixed:
            for sample in dataset.samples:
                pooled.setdefault(sample.label or next(iter(sample.languages)), []).append(sample)
    return {written: found[:: max(len(found) // _EACH, 1)][:_EACH] for written, found in sorted(pooled.items())}


def read_unknown(path: Path, labels: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Language and text of each line (`code`, tab, text) that is not in a language of these labels."""
    known = codes_of(labels)
    for number, line in numbered_lines(path):
        language, tab, text = line.rstrip("\r\n").partition("\t")
        if not tab:
            raise InputError(f"{path}, line {number}: expected the code of a language, a tab and a text")
        if split(language)[0] not in known:
            yield language, text


def examples(
    identifier: Identifier, typical: Typical, datasets: Sequence[Dataset], unknown: Iterable[tuple[str, str]]
) -> list[Example]:
    """Texts in languages of the identifier, in other languages (`read_unknown`), and in none."""
    neutral = UnknownDetector((0.0,) * (SIZE + 1), (0.0,) * (SIZE + 1), *typical)
    closed = identifier.replace(unknown_threshold=0.0)
    known = codes_of(identifier.labels)
    made: list[Example] = []

    def add(kind: str, group: str, text: str, languages: Iterable[str] = (), silver: bool = False) -> None:
        result = closed.identify(text)
        if seen := signs_of(result, neutral, identifier.model):
            is_right = codes_of(result.labels) == set(languages)
            made.append(Example(kind, group, tuple(seen.signs), result.label, is_right, silver))

    for written, samples in by_language(datasets).items():
        for sample in samples:
            for part in _cuts(sample.text):
                add("known", written, part, sample.languages, sample.silver)
    for dataset in datasets:
        if dataset.is_mixed:
            for sample in dataset.samples[:: max(len(dataset.samples) // _OF_MIXED, 1)]:
                if sample.languages <= known:
                    add("mixed", dataset.name, sample.text, sample.languages, sample.silver)
    for number, (language, text) in enumerate(unknown):
        add("unknown", language, text)
        if number % _SHORTENED == 0:  # a word or two are language, too
            add("unknown", language, next(_cuts(text)))
    for group, text in made_up(_MADE_UP, 1):
        add("none", group, text)
    return made


def _cuts(text: str) -> Iterator[str]:
    for cut in CUTS:
        if cut == math.inf or len(text) <= cut:
            yield text
            return
        part = text[: int(cut)]
        yield part.rsplit(" ", 1)[0] if " " in part else part


def fit(found: Sequence[Example], typical: Typical) -> UnknownDetector:
    """Fit the weights. Half of the known text is like FLORES, half is what people write."""
    kinds = np.array([example.kind for example in found])
    columns = _columns([example.signs for example in found])
    weights = _weights(found)
    is_known = (kinds == "known") | (kinds == "mixed")
    labels, taken_for = np.unique([example.taken_for for example in found], return_inverse=True)
    offsets = np.zeros(len(labels))
    for _ in range(_TURNS):
        known = _regress(columns, is_known, weights, offsets[taken_for])
        offsets = _offsets(known[0] + columns @ known[1:], is_known, weights, taken_for)
    odds = known[0] + columns @ known[1:] + offsets[taken_for]
    right = np.array([example.is_right for example in found]) & is_known
    known[0] -= _weighted_quantile(odds[right], weights[right], LOST * weights[is_known].sum())
    others = ~is_known
    language = _regress(columns[others], kinds[others] == "unknown", weights[others])
    return UnknownDetector(
        tuple(np.round(known, 6).tolist()),
        tuple(np.round(language, 6).tolist()),
        *typical,
        {str(label): round(float(offset), 3) for label, offset in zip(labels, offsets, strict=True)},
    )


def _weights(found: Sequence[Example]) -> Floats:
    """Each kind of text has its share, and within it each group has the same."""
    shares = {"known": 0.25, "mixed": 0.25, "unknown": 0.3, "none": 0.2}
    sizes = Counter((example.kind, example.group) for example in found)
    groups = Counter(kind for kind, _ in sizes)
    return np.array([shares[one.kind] / groups[one.kind] / sizes[one.kind, one.group] * len(found) for one in found])


def _regress(columns: Floats, right: NDArray[np.bool_], weights: Floats, start: Floats | float = 0.0) -> Floats:
    """Logistic regression; columns are standardised, so that the ridge means the same for all."""
    spread = columns.std(axis=0)
    spread[spread < 1e-9] = 1.0  # a constant column
    ridge = np.concatenate([[1e-6], np.full(columns.shape[1], _RIDGE * len(columns) / 100)])
    solution = regress(columns / spread, right.astype(np.float64), ridge, weights, start)
    return np.concatenate([solution[:1], solution[1:] / spread])


def _offsets(odds: Floats, right: NDArray[np.bool_], weights: Floats, taken_for: NDArray[np.intp]) -> Floats:
    """By label: what is best added to the log odds of its texts, by Newton's method for all labels at once."""
    offsets = np.zeros(taken_for.max() + 1)
    for _ in range(30):
        chances = expit(odds + offsets[taken_for])
        gradient = np.bincount(taken_for, weights * (right - chances)) - _OFFSET_RIDGE * offsets
        curvature = np.bincount(taken_for, weights * chances * (1 - chances)) + _OFFSET_RIDGE
        offsets += np.clip(gradient / curvature, -1.0, 1.0)
    made: Floats = np.clip(offsets, -_HIGHEST_OFFSET, _HIGHEST_OFFSET)
    return made


def _weighted_quantile(values: Floats, weights: Floats, below: float) -> float:
    """The value that texts of this weight are below."""
    order = np.argsort(values)
    place = int(np.searchsorted(np.cumsum(weights[order]), below))
    return float(values[order][min(place, len(values) - 1)])


def _columns(signs: Sequence[tuple[float, ...]]) -> Floats:
    values = np.array(signs, dtype=np.float64).reshape(len(signs), len(SIGNS))
    return np.concatenate([values, values[:, :-1] * values[:, -1:]], axis=1)


def chances(detector: UnknownDetector, found: Sequence[Example]) -> Floats:
    """The probability that each example is known."""
    columns = _columns([example.signs for example in found])
    sums = detector.known[0] + columns @ np.array(detector.known[1:])
    sums += np.array([detector.offsets.get(example.taken_for, 0.0) for example in found])
    made: Floats = expit(sums)
    return made


def rejected(found: Sequence[Example], typical: Typical) -> list[tuple[str, ...]]:
    """A table of the share that is rejected of each kind of text, each half judged by a fit on the other half.

    The halves have no text, no unknown language and no kind of made-up text in common.
    """
    places = {group: place for place, group in enumerate(sorted({(one.kind, one.group) for one in found}))}
    halves: tuple[list[Example], list[Example]] = ([], [])
    for number, one in enumerate(found):
        # The languages of the model are known when it is used, those that are unknown are not.
        halves[(places[one.kind, one.group] if one.kind in ("unknown", "none") else number) % 2].append(one)
    by_kind: dict[str, list[bool]] = {}
    for fitted, judged in (halves, halves[::-1]):
        for one, chance in zip(judged, chances(fit(fitted, typical), judged).tolist(), strict=True):
            if not one.silver:
                by_kind.setdefault(one.kind, []).append(chance < UNKNOWN_THRESHOLD)
    rows = ((kind, str(len(shares)), f"{np.mean(shares):.3f}") for kind, shares in by_kind.items())
    return [("", "texts", "rejected"), *rows]


def signs_of(result: Answer, detector: UnknownDetector, model: Model) -> UnknownSigns | None:
    """The signs of a result, as the engine computes them; None if it has no language of this model's labels."""
    found = [label for label in result.labels if label in model.labels]
    words = [word for word in result.words if word.label in found or word.label == UNKNOWN]
    if not found or not words:
        return None
    signs = UnknownSigns(detector, found, FrequentWords(found, frequent_bits(model)))
    for word in words:
        column = found.index(word.label) if word.label in found else 0
        signs.add_word(column, word.score, result.text, word.start, word.end)
    for word in result.words:
        signs.add_other(KINDS.index(word.kind), result.text, word.start, word.end)
    signs.finish(0, len(found))
    return signs
