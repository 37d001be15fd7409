"""From an exact margin to a probability of being right: what `confidence` and `language_score` mean.

Each is a logistic curve of a few features; `mixlid.models.calibration` says which, `mixlid.lab.tuning` fits them.

This file runs as it stands, and compiled as `_confidence`, where `_confidence.pxd` gives its names C types.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mixlid.models.calibration import Calibration

#: What an answer is sure of at most whose search was cut short, or that had no room for one more language.
UNPROVED = 0.5
#: The least probability of a language among near ones that doubt is attributed to.
LEAST_OWN = 0.01
#: The log odds that a word is right that was labelled jointly with others: a constant, what is added for words of the
#: first language, and the weights of the log odds of its label among the answer's and of the answer's languages.
CONTEXT_CONSTANT, CONTEXT_FIRST, CONTEXT_MARGINAL, CONTEXT_LANGUAGES = -0.958, 0.823, 0.593, 0.412


def sentence_features(margin: float, characters: int, unit: float, evidence: float) -> tuple[float, float, float]:
    """The root of the margin, in units of a typical one, the length, and how clear the evidence for the answer is."""
    return math.sqrt(margin / unit), math.log(max(characters, 1)), max(min(evidence, 8.0), -8.0)


def word_features(
    margin: float, characters: int, unit: float, sentence: tuple[float, float, float]
) -> tuple[float, float, float, float, float]:
    """A word's margin may be negative (the sentence overruled it), hence no logarithm of it."""
    return math.asinh(margin / unit), math.log(max(characters, 1)), sentence[0], sentence[1], sentence[2]


def logistic(curves: Sequence[float], first: int, features: Sequence[float], size: int) -> float:
    """1 / (1 + exp(-(constant + weights · features))), of the curve that begins at `first`"""
    value = 0.0
    for i in range(size):  # one after the other, which `sum` does not do in every version of Python
        value += curves[first + i + 1] * features[i]
    return 1 / (1 + math.exp(-max(min(curves[first] + value, 500.0), -500.0)))


def log_odds(probability: float) -> float:
    """Of a probability that is taken for certain in neither direction."""
    probability = max(min(probability, 1 - 1e-6), 1e-6)
    return math.log(probability / (1 - probability))


class Confidence:
    """How sure one answer after the other is."""

    unit: float
    word_unit: float
    #: the curves for answers with one language, with one after another was refused, with several: one after the other
    of_languages: array[float]
    of_language: array[float]
    of_word: array[float]
    #: of the answer at hand: which of the three it is, how many languages it has, its features
    kind: int
    count: int
    sentence: tuple[float, float, float]
    #: that its languages are exactly right, and that the first is one of the text's
    languages: float
    language: float
    #: that the text is in languages of the model at all
    known: float

    def __init__(self, calibration: Calibration) -> None:
        self.unit, self.word_unit = calibration.unit, calibration.word_unit
        kinds = (calibration.one, calibration.refused, calibration.several)
        self.of_languages = array("d", [value for curves in kinds for value in curves.languages])
        self.of_language = array("d", [value for curves in kinds for value in curves.language])
        self.of_word = array("d", [value for curves in kinds for value in curves.word])

    def judge(
        self,
        margin: float,
        characters: int,
        languages: int,
        weighed: bool = False,
        evidence: float = 0.0,
        words: int = 2,
    ) -> Confidence:
        """Set `languages` and `language` for an answer, whose words are then asked for; returns itself.

        If a further language was `weighed`, `evidence` is the sum of what spoke for the last one.
        """
        self.take(margin, characters, languages, weighed, evidence, words)
        return self

    def take(self, margin: float, characters: int, languages: int, weighed: bool, evidence: float, words: int) -> None:
        """The same for one answer of very many."""
        self.count, self.kind = languages, 2 if languages > 1 else 1 if weighed else 0
        if languages < 2:  # what speaks for a language that was refused speaks against the answer
            evidence = -evidence
        self.sentence = sentence_features(margin, characters, self.unit, evidence if weighed else 0.0)
        features = [self.sentence[0], self.sentence[1], self.sentence[2]]
        self.languages = logistic(self.of_languages, 4 * self.kind, features, 3)
        # Fitted apart, they may cross, and a set cannot be more probable than one of its languages. Of one word they
        # say the same.
        self.language = self.languages
        if words > 1:
            self.language = max(logistic(self.of_language, 4 * self.kind, features, 3), self.languages)
        self.known = 1.0

    def doubt(self, known: float) -> None:
        """Take into account the probability that the text is in languages of the model."""
        self.known = known
        self.languages *= known
        self.language *= known

    def reject(self, known: float) -> None:
        """The answer is that it is in none of them."""
        self.count = 0
        self.languages = self.language = 1.0 - known

    def limit(self) -> None:
        """There may be a better answer: the search was cut short, or there was no room for a language."""
        self.languages = min(self.languages, UNPROVED)
        if not self.count:
            self.language = self.languages

    def rename(self, own: float, chosen: float, is_first: bool) -> None:
        """One of the languages is named after its group, or is another of its group, which is `chosen` that probable.

        `own` is how probable it was among its group. What it was less sure of for the others of the group is not
        doubt about the group.
        """
        within = max(own * own, LEAST_OWN)
        self.languages = min(self.languages / within, self.known) * chosen
        if is_first:
            self.language = max(min(self.language / within, self.known) * chosen, self.languages)
        else:
            self.language = max(self.language, self.languages)

    def word_in_context(self, marginal: float, is_first: bool) -> float:
        """The same for a word that was labelled jointly with others, by how probable its label is among the answer's.

        That is what it would be if the answer certainly had the right languages.
        """
        value = CONTEXT_CONSTANT + CONTEXT_MARGINAL * log_odds(marginal)
        value += CONTEXT_LANGUAGES * log_odds(self.languages)
        if is_first:
            return min(1 / (1 + math.exp(-value - CONTEXT_FIRST)), self.language)
        return 1 / (1 + math.exp(-value))

    def word(self, margin: float, characters: int, is_first: bool) -> float:
        """The probability that a word of the answer has the right language; whether that is the first is said.

        If it has, the first language is one of the text's; and if the text is in one language alone, it has.
        """
        a, b, c, d, e = word_features(margin, characters, self.word_unit, self.sentence)
        features = [a, b, c, d, e]
        value = logistic(self.of_word, 6 * self.kind, features, 5) * self.known
        if self.count == 1:
            value = max(value, self.languages)
        return min(value, self.language) if is_first else value
