"""The mistakes that a system makes: too many languages, too few, and labels that appear where they should not.

Only sets of languages are compared. `und` and `zxx` are not languages and do not make a sentence mixed, but as labels
they have a false-positive rate and appear among the confusions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from mixlid.results.result import NO_LANGUAGE, UNKNOWN
from mixlid_lab.evaluation.predictions import Prediction

#: A set of languages, sorted.
LanguageSet = tuple[str, ...]
Key = TypeVar("Key", str, LanguageSet)


@dataclass(frozen=True, slots=True)
class Rate:
    """A count out of a total."""

    count: int
    of: int

    @property
    def share(self) -> float:
        return self.count / self.of if self.of else 0.0


@dataclass(frozen=True, slots=True)
class Confusion:
    """A wrong answer, the right one, and how often this happened."""

    gold: LanguageSet
    found: LanguageSet
    count: int


@dataclass(frozen=True, slots=True)
class PairErrors:
    """The errors on sentences with one gold set of languages."""

    sentences: int
    #: languages of the set that were not found, most often missed first
    missed: dict[str, int]
    #: what was found instead or as well, most frequent first
    wrong: dict[str, int]


def over_prediction(predictions: Iterable[Prediction]) -> dict[str, Rate]:
    """By language: how many monolingual sentences were given more than one language."""
    return _rates(
        (next(iter(one.sample.languages)), _languages_found(one) > 1) for one in predictions if not one.sample.is_mixed
    )


def under_prediction(predictions: Iterable[Prediction]) -> dict[LanguageSet, Rate]:
    """By set of languages: how many code-switched sentences were given one language or none."""
    return _rates(
        (_ordered(one.sample.languages), _languages_found(one) < 2) for one in predictions if one.sample.is_mixed
    )


def pooled(rates: Iterable[Rate]) -> Rate:
    """One rate over all sentences."""
    members = list(rates)
    return Rate(sum(rate.count for rate in members), sum(rate.of for rate in members))


def false_positives(predictions: Sequence[Prediction]) -> dict[str, Rate]:
    """By label: how many of the sentences without that language were given it. Worst first."""
    there = Counter(language for one in predictions for language in one.sample.languages)
    claimed = Counter(language for one in predictions for language in one.found - one.sample.languages)
    given = {language for one in predictions for language in one.found}
    rates = {language: Rate(claimed[language], len(predictions) - there[language]) for language in given}
    return dict(sorted(rates.items(), key=lambda item: (-item[1].share, item[0])))


def confusions(predictions: Iterable[Prediction], most: int | None = 10) -> list[Confusion]:
    """Wrong answers with the right ones, most frequent first; ties in alphabetical order."""
    counts = Counter((_ordered(one.sample.languages), _ordered(one.found)) for one in predictions if not one.is_right)
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [Confusion(gold, answer, count) for (gold, answer), count in ranked[:most]]


def errors_by_set(predictions: Iterable[Prediction]) -> dict[LanguageSet, PairErrors]:
    """By gold set: which of its languages were missed and which others were found, and how often."""
    sentences: Counter[LanguageSet] = Counter()
    missed: dict[LanguageSet, Counter[str]] = {}
    wrong: dict[LanguageSet, Counter[str]] = {}
    for one in predictions:
        gold = _ordered(one.sample.languages)
        sentences[gold] += 1
        missed.setdefault(gold, Counter()).update(one.sample.languages - one.found)
        wrong.setdefault(gold, Counter()).update(one.found - one.sample.languages)
    return {
        gold: PairErrors(sentences[gold], _ranked(missed[gold]), _ranked(wrong[gold])) for gold in sorted(sentences)
    }


def _languages_found(prediction: Prediction) -> int:
    return len(prediction.found - {UNKNOWN, NO_LANGUAGE})


def _ordered(languages: Iterable[str]) -> LanguageSet:
    return tuple(sorted(languages))


def _rates(outcomes: Iterable[tuple[Key, bool]]) -> dict[Key, Rate]:
    count: Counter[Key] = Counter()
    of: Counter[Key] = Counter()
    for key, is_error in outcomes:
        of[key] += 1
        count[key] += is_error
    return {key: Rate(count[key], of[key]) for key in sorted(of)}


def _ranked(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
