"""Accuracy of the words of a corpus, in mixed and monolingual sentences, and of the points where the language switches.

A switch point is a word in another language than the word before it. Words that people gave no language are ignored,
and so are words that a system left without one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mixlid_lab.evaluation.predictions import Prediction
from mixlid_lab.evaluation.set_metrics import harmonic_mean
from mixlid_lab.evaluation.word_metrics import scored_tokens


@dataclass(frozen=True, slots=True)
class SwitchScores:
    #: words that people gave a language, and the shares of them that are right and that were given none
    words: int
    right: float
    unassigned: float
    #: of switch points; None if there are none, or if no answer has any
    precision: float | None
    recall: float | None

    @property
    def f1(self) -> float | None:
        if self.recall is None:
            return None
        return harmonic_mean(self.precision or 0.0, self.recall)


def switch_scores(predictions: Iterable[Prediction]) -> SwitchScores | None:
    """The scores of one data set; None if people have labelled none of its words."""
    words = right = unassigned = 0
    gold: set[tuple[int, int]] = set()
    given: set[tuple[int, int]] = set()
    for number, prediction in enumerate(predictions):
        if not prediction.sample.has_gold_words or prediction.words is None:
            continue
        pairs = [(tag, language) for tag, stretch, language in scored_tokens(prediction) if stretch is not None]
        words += len(pairs)
        right += sum(tag == language for tag, language in pairs)
        unassigned += sum(language is None for _, language in pairs)
        gold |= {(number, place) for place in switch_points([tag for tag, _ in pairs])}
        given |= {(number, place) for place in switch_points([language for _, language in pairs])}
    if not words:
        return None
    both = len(gold & given)
    precision, recall = both / len(given) if given else None, both / len(gold) if gold else None
    return SwitchScores(words, right / words, unassigned / words, precision, recall)


def switch_points(languages: Sequence[str | None]) -> list[int]:
    """The indices of words in another language than the last word before them that has one."""
    points, last = [], None
    for place, language in enumerate(languages):
        if language is not None:
            if last not in (None, language):
                points.append(place)
            last = language
    return points
