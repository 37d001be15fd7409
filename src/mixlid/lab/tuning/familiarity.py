"""Fit the regression that tells the languages of a model from anything else (`mixlid.models.familiarity`).

We have no text in languages that the full model has never seen. So a second model is trained without some languages,
whose sentences are then unknown to it. The fit carries over to the full model because the features are relative to what
is typical of each language. Made-up text in no language is added (`no_language.py`). Left out: training the second
model (`mixlid train --labels`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mixlid.engine.familiarity_signs import signs_of
from mixlid.engine.logistic import Floats, regress
from mixlid.identifier import Identifier
from mixlid.lab.evaluation.datasets import Dataset
from mixlid.lab.tuning.no_language import made_up
from mixlid.labelled import Sample
from mixlid.models.added import frequent_bits
from mixlid.models.familiarity import SIGNS, SIZE, Familiarity
from mixlid.models.interface import Model
from mixlid.settings import Settings
from mixlid.text.frequent_words import UNSURE, FrequentWords
from mixlid.text.labels import split
from mixlid.text.words import script_of

#: The assumed share of texts in none of the languages.
UNKNOWN_SHARE = 0.03
#: How probable it must be that a text is in a language of the model.
UNKNOWN_THRESHOLD = 0.5
#: Lengths that texts are cut to, in characters: short ones must be recognised too.
CUTS = (15, 30, 60, 120, math.inf)
#: Sentences of a language in one script, and made-up texts of each kind.
_EACH, _MADE_UP = 25, 100
#: The fewest words that show what is typical of a label.
_ENOUGH = 50
_RIDGE = 0.003


@dataclass(frozen=True, slots=True)
class Example:
    """A text, cut to some length, and what an identifier made of it."""

    #: `known`, `unknown` or `none`
    kind: str
    #: its language, or what kind of text it is
    group: str
    cut: float
    signs: tuple[float, ...]
    #: the first label that it was given
    taken_for: str = ""
    #: whether people have not labelled it: then it is fitted on, and in no table
    silver: bool = False


class Typical(NamedTuple):
    """What words of a label are usually like, by label; `*` is the middle of all."""

    #: the mean score of a word for its own label, as an identifier counts it
    scores: dict[str, float]
    #: how many words are frequent ones of the label
    frequent: dict[str, float]


def typical_of(identifier: Identifier, datasets: Sequence[Dataset]) -> Typical:
    """What is typical, from some sentences of each language."""
    labels, prices = identifier.labels, identifier.word_prices
    frequent_words = FrequentWords(labels, frequent_bits(identifier.model))
    sums: dict[str, list[float]] = {}
    found: dict[str, list[int]] = {}
    for written, samples in by_language(datasets).items():
        columns = [column for column, label in enumerate(labels) if written in (label, split(label)[0])]
        for text in [sample.text for sample in samples] if columns else ():
            prepared = identifier.prepare(text)
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
    """Some monolingual sentences of each label, or of each language where the script is not said, from all the data."""
    pooled: dict[str, list[Sample]] = {}
    for dataset in datasets:
        if not dataset.is_mixed:
            for sample in dataset.samples:
                pooled.setdefault(sample.label or next(iter(sample.languages)), []).append(sample)
    return {written: found[:: max(len(found) // _EACH, 1)][:_EACH] for written, found in sorted(pooled.items())}


def examples(identifier: Identifier, typical: Typical, datasets: Sequence[Dataset]) -> list[Example]:
    """Texts in languages of an identifier, in others, and in none."""
    neutral = Familiarity((0.0,) * (SIZE + 1), (0.0,) * (SIZE + 1), *typical)
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
    """Whether a label, or a language in the script of this text, is among these."""
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


def fit(found: Sequence[Example], typical: Typical) -> Familiarity:
    """Fit the weights; half of the known text is like FLORES, half is what people write."""
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
    # Known and other texts had the same weight in the fit; in the world there are more known ones.
    known[0] += math.log((1 - UNKNOWN_SHARE) / UNKNOWN_SHARE)
    others = kinds != "known"
    language = _regress(columns[others], kinds[others] == "unknown", weights[others])
    return Familiarity(tuple(np.round(known, 6).tolist()), tuple(np.round(language, 6).tolist()), *typical)


def _regress(columns: Floats, right: NDArray[np.bool_], weights: Floats) -> Floats:
    """Columns are standardised, so that the ridge means the same for all."""
    spread = columns.std(axis=0)
    spread[spread < 1e-9] = 1.0  # a constant column
    ridge = np.concatenate([[1e-6], np.full(columns.shape[1], _RIDGE * len(columns) / 100)])
    solution = regress(columns / spread, right.astype(np.float64), ridge, weights)
    return np.concatenate([solution[:1], solution[1:] / spread])


def _columns(signs: Sequence[tuple[float, ...]]) -> Floats:
    values = np.array(signs, dtype=np.float64).reshape(len(signs), len(SIGNS))
    return np.concatenate([values, values[:, :-1] * values[:, -1:]], axis=1)


def chances(familiarity: Familiarity, found: Iterable[Example]) -> Floats:
    """The probability that each example is known."""
    columns = _columns([example.signs for example in found])
    sums = familiarity.known[0] + columns @ np.array(familiarity.known[1:])
    made: Floats = 1 / (1 + np.exp(-np.clip(sums, -500, 500)))
    return made


def without(model: Model, identifier: Identifier) -> Identifier:
    """An identifier for a model with fewer languages, with the settings of another."""
    kept = {*model.labels, "*"}
    changes = {
        name: {label: price for label, price in value.items() if label in kept}
        for name in ("penalty", "word_price")
        if isinstance(value := getattr(identifier.settings, name), Mapping)
    }
    settings: Settings = identifier.settings.changed({**changes, "unknown_threshold": 0.0})
    return Identifier(model, settings, identifier.solver, None, identifier.decision)


def every_other(found: Sequence[Example]) -> tuple[list[Example], list[Example]]:
    """Two halves that share neither an unknown language nor a kind of made-up text nor a language that is known."""
    groups = sorted({(example.kind, example.group) for example in found})
    first = set(groups[::2])
    halves: tuple[list[Example], list[Example]] = ([], [])
    for example in found:
        halves[(example.kind, example.group) not in first].append(example)
    return halves


@dataclass(frozen=True, slots=True)
class Separation:
    """How well known text of some length is told from other text."""

    texts: int
    others: int
    area: float
    #: the share of the others that is accepted where that share of known text is rejected
    accepted: dict[float, float]


def separation(known: Floats, others: Floats) -> Separation:
    """The area under the curve, and what is accepted, given the probabilities of both."""
    ranks = np.concatenate([known, others]).argsort(kind="stable").argsort() + 1
    area = (ranks[: len(known)].sum() - len(known) * (len(known) + 1) / 2) / max(len(known) * len(others), 1)
    accepted = {share: float((others > np.quantile(known, share)).mean()) for share in (0.01, 0.05)}
    return Separation(len(known), len(others), float(area), accepted)


def _judged_by_the_other_half(found: Sequence[Example], typical: Typical) -> list[tuple[Example, float]]:
    first, second = every_other(found)
    judged = [(fit(other, typical), half) for half, other in ((first, second), (second, first))]
    pairs = [pair for one, half in judged for pair in zip(half, chances(one, half).tolist(), strict=True)]
    return [(example, chance) for example, chance in pairs if not example.silver]


def by_language_table(found: Sequence[Example], typical: Typical, cut: float = 120) -> list[list[str]]:
    """By unknown language: how well it is told from known text of the same length, and what it is mostly taken for."""
    pairs = [(one, chance) for one, chance in _judged_by_the_other_half(found, typical) if one.cut == cut]
    known = np.array([chance for one, chance in pairs if one.kind == "known"])
    rows = []
    for language in sorted({one.group for one, _ in pairs if one.kind == "unknown"}):
        members = [(one, chance) for one, chance in pairs if (one.kind, one.group) == ("unknown", language)]
        told = separation(known, np.array([chance for _, chance in members]))
        label, times = Counter(one.taken_for for one, _ in members).most_common(1)[0]
        rows.append([
            language, str(told.others), f"{told.area:.3f}", f"{told.accepted[0.05]:.3f}",
            f"{label} {times / told.others:.0%}",
        ])  # fmt: skip
    return [["", "texts", "AUROC", "accepted at 5 %", "taken for"], *sorted(rows, key=lambda row: row[3])]


def separation_table(found: Sequence[Example], typical: Typical) -> list[list[str]]:
    """By length of unknown languages' text, and by kind of made-up text: how well each is told from known text.

    Once more without the two languages that are hardest to tell: some have a relative that is nearly the same.
    """
    pairs = _judged_by_the_other_half(found, typical)
    kinds = {(example.kind, example.group) for example, _ in pairs}
    unknown, made = (sorted(group for of, group in kinds if of == kind) for kind in ("unknown", "none"))
    told_apart = {language: _told(pairs, [language], 120) for language in unknown}
    hardest = [language for _, language in sorted((told[0].area, one) for one, told in told_apart.items() if told)[:2]]
    easier = [language for language in unknown if language not in hardest] if hardest else []
    rows = [["", "texts", "of known", "AUROC", "accepted at 1 %", "at 5 %", "rejected", "of known"]]
    for name, groups, cut in (
        *((f"unknown language, {_length(cut)}", unknown, cut) for cut in CUTS),
        *((f"{_length(cut)}, without {' and '.join(hardest)}", easier, cut) for cut in CUTS[3:]),
        *((group, [group], math.inf) for group in made),
    ):
        if told := _told(pairs, groups, cut):
            shares = (*told[0].accepted.values(), *told[1:])
            rows.append([
                name, str(told[0].others), str(told[0].texts), f"{told[0].area:.3f}", *(f"{one:.3f}" for one in shares)
            ])  # fmt: skip
    return rows


def _told(
    pairs: Sequence[tuple[Example, float]], groups: Sequence[str], cut: float
) -> tuple[Separation, float, float] | None:
    """How well texts of these groups are told from known ones, and the share of either that is rejected."""
    others = [chance for one, chance in pairs if one.kind != "known" and one.cut == cut and one.group in groups]
    known = [chance for one, chance in pairs if one.kind == "known" and one.cut == cut and "-" not in one.group]
    if not others or not known:
        return None
    of_others, of_known = (float((np.array(values) < UNKNOWN_THRESHOLD).mean()) for values in (others, known))
    return separation(np.array(known), np.array(others)), of_others, of_known


def _length(cut: float) -> str:
    return "whole sentences" if cut == math.inf else f"{cut} characters"
