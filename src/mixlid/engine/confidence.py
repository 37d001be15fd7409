"""From margins to calibrated probabilities: what `confidence` and `language_score` mean.

Each is a logistic curve of a few features; `mixlid.models.calibration` says which, `mixlid_lab.tuning` fits them.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mixlid.models.calibration import Calibration

#: The highest confidence of an answer whose search was cut short, or that may lack a language.
UNPROVED = 0.5
#: The least probability among near languages for which doubt is attributed to them.
LEAST_OWN = 0.01
#: For the log odds that a jointly labelled word is right: a constant, what is added for words of the first language,
#: the weight of the log odds of its label among the answer's, and that of the log odds of the answer's languages.
CONTEXT_CONSTANT, CONTEXT_FIRST, CONTEXT_MARGINAL, CONTEXT_LANGUAGES = -0.958, 0.823, 0.593, 0.412


def sentence_features(margin: float, characters: int, unit: float, evidence: float) -> tuple[float, float, float]:
    """The square root of the margin, in units of a typical one, the length, and how clear the evidence is."""
    return math.sqrt(margin / unit), math.log(max(characters, 1)), max(min(evidence, 8.0), -8.0)


def word_features(
    margin: float, characters: int, unit: float, sentence: tuple[float, float, float]
) -> tuple[float, float, float, float, float]:
    """The features of a word. Its margin may be negative (the sentence overruled it), hence no logarithm of it."""
    return math.asinh(margin / unit), math.log(max(characters, 1)), sentence[0], sentence[1], sentence[2]


def logistic(curves: Sequence[float], first: int, features: Sequence[float], size: int) -> float:
    """1 / (1 + exp(-(constant + weights · features))), of the curve that begins at `first`"""
    value = 0.0
    for i in range(size):  # `sum` of newer Python versions rounds differently
        value += curves[first + i + 1] * features[i]
    return chance(curves[first] + value)


def chance(odds: float) -> float:
    """The probability for these log odds."""
    return 1 / (1 + math.exp(-max(min(odds, 500.0), -500.0)))


def log_odds(probability: float) -> float:
    """The log odds of a probability, which is first kept away from 0 and 1."""
    probability = max(min(probability, 1 - 1e-6), 1e-6)
    return math.log(probability / (1 - probability))


class Confidence:
    """Computes the confidence of answers, one at a time."""

    unit: float
    word_unit: float
    #: three curves, concatenated: for one language, for one where a further one was refused, for several
    of_languages: array[float]
    of_language: array[float]
    of_word: array[float]
    #: of the current answer: which of the three curves, how many languages, its features
    kind: int
    count: int
    sentence: tuple[float, float, float]
    #: probability that its languages are exactly right, and that the first is the main language of the text
    languages: float
    language: float
    #: probability that the text is in languages of the model at all, and that each was rightly kept or refused
    known: float
    most: float

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
        """Set `languages` and `language` for an answer, before its words are judged; returns itself.

        If further languages were `weighed`, `evidence` are the log odds that each was rightly kept or refused.
        """
        self.take(margin, characters, languages, weighed, evidence, words)
        return self

    def take(self, margin: float, characters: int, languages: int, weighed: bool, evidence: float, words: int) -> None:
        """The same, without a return value."""
        self.count, self.kind = languages, 2 if languages > 1 else 1 if weighed else 0
        self.sentence = sentence_features(margin, characters, self.unit, evidence if weighed else 0.0)
        features = [self.sentence[0], self.sentence[1], self.sentence[2]]
        self.languages = logistic(self.of_languages, 4 * self.kind, features, 3)
        # However far other sets are behind, the answer is no more certain than what was decided.
        self.most = chance(evidence) if weighed else 1.0
        self.languages = min(self.languages, self.most)
        self.language = self.languages  # of a single word
        if words > 1:
            self.language = max(logistic(self.of_language, 4 * self.kind, features, 3), self.least())
        self.known = 1.0

    def least(self) -> float:
        """The least that `language` can be: if a text's only language is right, so is its main language.

        The curves are fitted separately and may cross. Of several languages all may be right, and the order wrong.
        """
        return self.languages if self.count <= 1 else 0.0

    def multiply(self, known: float) -> None:
        """Multiply in the probability that the text is in languages of the model."""
        self.known = known
        self.languages *= known
        self.language *= known

    def reject(self, known: float) -> None:
        """Set the confidence of the answer that it is in none of them."""
        self.count = 0
        self.languages = self.language = 1.0 - known

    def limit(self) -> None:
        """Cap the confidence: the search was cut short, or a language is missing, so there may be a better answer."""
        self.languages = min(self.languages, UNPROVED)
        if not self.count:
            self.language = self.languages

    def rename(self, own: float, chosen: float, is_first: bool) -> None:
        """Adjust for a language that was replaced by its group, or by another member, whose probability is `chosen`.

        `own` is the probability of the original language within the group. Doubt between members of a group is not
        doubt about the group.
        """
        within = max(own * own, LEAST_OWN)
        self.languages = min(self.languages / within, self.known * self.most) * chosen
        if is_first:
            self.language = max(min(self.language / within, self.known) * chosen, self.least())

    def word_in_context(self, marginal: float, is_first: bool) -> float:
        """The probability that a jointly labelled word is right.

        `marginal` is the probability of its label given that the answer has the right languages.
        """
        value = CONTEXT_CONSTANT + CONTEXT_MARGINAL * log_odds(marginal)
        value += CONTEXT_LANGUAGES * log_odds(self.languages)
        if is_first:
            value += CONTEXT_FIRST
        return 1 / (1 + math.exp(-value))

    def word(self, margin: float, characters: int) -> float:
        """The probability that a word of the answer has the right language.

        In an answer of one language every word is right if the answer is, and none if its language is wrong.
        """
        a, b, c, d, e = word_features(margin, characters, self.word_unit, self.sentence)
        features = [a, b, c, d, e]
        value = logistic(self.of_word, 6 * self.kind, features, 5) * self.known
        if self.count == 1:
            value = min(max(value, self.languages), self.language)
        return value
