"""Fit the regression that tells the languages of a model from everything else (`mixlid.models.unknown`).

There is no text in languages that the full model has never seen. So a second model is trained without some languages
(`mixlid train --without`), and their sentences are unknown to it. The fit carries over to the full model because its
features are relative to what is typical of each language. Made-up text in no language is added (`no_language.py`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mixlid.adapt.labelled import Sample
from mixlid.adapt.logistic import Floats, regress
from mixlid.identifier import Identifier
from mixlid.inspection import signs_of
from mixlid.models.added import frequent_bits
from mixlid.models.interface import Model
from mixlid.models.unknown import SIGNS, SIZE, UnknownDetector
from mixlid.text.frequent_words import UNSURE, FrequentWords
from mixlid.text.labels import split
from mixlid.text.words import script_of
from mixlid_lab.evaluation.datasets import Dataset
from mixlid_lab.tuning.no_language import made_up

#: The assumed share of texts in none of the languages.
UNKNOWN_SHARE = 0.03
#: A text is accepted if it is in a language of the model with at least this probability.
UNKNOWN_THRESHOLD = 0.5
#: Lengths in characters that texts are cut to, because short ones must be recognised too.
CUTS = (15, 30, 60, 120, math.inf)
#: Sentences of each language in one script, and made-up texts of each kind.
_EACH, _MADE_UP = 25, 100
#: The fewest words that show what is typical of a label.
_ENOUGH = 50
_RIDGE = 0.003


@dataclass(frozen=True, slots=True)
class Example:
    """A text, cut to some length, and what an identifier made of it."""

    #: `known`, `unknown` or `none`
    kind: str
    #: its language, or the kind of made-up text
    group: str
    cut: float
    signs: tuple[float, ...]
    #: the first label that it was given
    taken_for: str = ""
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
            prepared = identifier._prepare(text)
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


def examples(identifier: Identifier, typical: Typical, datasets: Sequence[Dataset]) -> list[Example]:
    """Texts in languages of the identifier, in other languages, and in none."""
    neutral = UnknownDetector((0.0,) * (SIZE + 1), (0.0,) * (SIZE + 1), *typical)
    known = {split(label)[0] for label in identifier.labels}
    made: list[Example] = []

    def add(kind: str, group: str, text: str, cut: float, silver: bool = False) -> None:
        result = identifier.identify(text)
        if seen := signs_of(result, neutral, identifier.model):
            made.append(Example(kind, group, cut, tuple(seen.signs), result.label, silver))

    for written, samples in by_language(datasets).items():
        for sample in samples:
            kind = "known" if is_known(written, sample.text, identifier.labels) else "unknown"
            for cut, part in _cuts(sample.text):
                add(kind, written, part, cut, sample.silver)
    for dataset in datasets:
        if dataset.is_mixed:
            for sample in dataset.samples[:: max(len(dataset.samples) // 200, 1)]:
                if sample.languages <= known:
                    add("known", dataset.name, sample.text, math.inf, sample.silver)
    for group, text in made_up(_MADE_UP, 1):
        add("none", group, text, math.inf)
    return made


def is_known(written: str, text: str, labels: Sequence[str]) -> bool:
    """Whether the labels include this one, or this language in the script of the text."""
    language, script = split(written)
    script = script or ("Latn" if script_of(text) == "Latn" else "")
    return any(split(label)[0] == language and (not script or split(label)[1] in ("", script)) for label in labels)


def _cuts(text: str) -> Iterator[tuple[float, str]]:
    for cut in CUTS:
        if cut == math.inf or len(text) <= cut:
            yield math.inf, text
            return
        part = text[: int(cut)]
        yield cut, part.rsplit(" ", 1)[0] if " " in part else part


def fit(found: Sequence[Example], typical: Typical) -> UnknownDetector:
    """Fit the weights. Half of the known text is like FLORES, half is what people write."""
    kinds = np.array([example.kind for example in found])
    columns = _columns([example.signs for example in found])
    whole_texts = np.array([example.kind == "known" and "-" in example.group for example in found])
    weights = np.zeros(len(found))
    for chosen, share in (
        ((kinds == "known") & ~whole_texts, 0.25),
        (whole_texts, 0.25),
        (kinds == "unknown", 0.3),
        (kinds == "none", 0.2),
    ):
        weights[chosen] = share / max(int(chosen.sum()), 1) * len(found)
    known = _regress(columns, kinds == "known", weights)
    # Known and other texts had the same weight in the fit; in the world there is more known text.
    known[0] += math.log((1 - UNKNOWN_SHARE) / UNKNOWN_SHARE)
    others = kinds != "known"
    language = _regress(columns[others], kinds[others] == "unknown", weights[others])
    return UnknownDetector(tuple(np.round(known, 6).tolist()), tuple(np.round(language, 6).tolist()), *typical)


def _regress(columns: Floats, right: NDArray[np.bool_], weights: Floats) -> Floats:
    """Logistic regression; columns are standardised, so that the ridge means the same for all."""
    spread = columns.std(axis=0)
    spread[spread < 1e-9] = 1.0  # a constant column
    ridge = np.concatenate([[1e-6], np.full(columns.shape[1], _RIDGE * len(columns) / 100)])
    solution = regress(columns / spread, right.astype(np.float64), ridge, weights)
    return np.concatenate([solution[:1], solution[1:] / spread])


def _columns(signs: Sequence[tuple[float, ...]]) -> Floats:
    values = np.array(signs, dtype=np.float64).reshape(len(signs), len(SIGNS))
    return np.concatenate([values, values[:, :-1] * values[:, -1:]], axis=1)


def chances(detector: UnknownDetector, found: Iterable[Example]) -> Floats:
    """The probability that each example is known."""
    columns = _columns([example.signs for example in found])
    sums = detector.known[0] + columns @ np.array(detector.known[1:])
    made: Floats = 1 / (1 + np.exp(-np.clip(sums, -500, 500)))
    return made


def without(model: Model, identifier: Identifier) -> Identifier:
    """An identifier for a model with fewer languages, with the settings of another identifier."""
    kept = {*model.labels, "*"}
    changes: dict[str, Any] = {
        name: {label: price for label, price in value.items() if label in kept}
        for name in ("penalty", "word_price")
        if isinstance(value := getattr(identifier.settings, name), Mapping)
    }
    settings = identifier.settings.replace(**changes).replace(unknown_threshold=0.0)
    return Identifier(model, settings, identifier.solver, None, identifier.decision)
