"""Texts of a word or two: the common language where several have the words, and names alone, which are in none."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mixlid.engine.near_languages import RenamedCandidate
from mixlid.engine.text_record import INFINITY
from mixlid.text import characters
from mixlid.text.common_languages import rareness

if TYPE_CHECKING:
    from mixlid.models.fitted import ShortTextNumbers
    from mixlid.text.frequent_words import FrequentWords

#: Texts of more words keep their language.
MOST_WORDS = 2
#: In a text of no more letters, which tell hardly anything, a language in Latin letters that is not English costs more.
FEW_LETTERS = 3
ENGLISH = "eng_Latn"
#: As many words may be names and nothing else, of so many letters each: Bom and Dia are names too. A single word with
#: a capital letter is mostly none, and an answer that is surer than this stays.
FEWEST_NAMES, MOST_NAMES, NAME_LETTERS, SURE = 2, 4, 4, 0.9
#: The same where the language at hand does not know one of the words as a frequent one.
SURE_OF_STRANGE = 0.94


def tiny_price(label: str, numbers: ShortTextNumbers) -> float:
    """What a language costs besides in a text of few letters; Chinese characters are words, and not few."""
    if label.endswith("_Latn"):
        return 0.0 if label == ENGLISH else numbers.not_english
    return 0.0 if label.endswith("_Hant") else numbers.rare * rareness(label)


class CommonLanguages:
    """What languages cost in very short texts."""

    #: by column, and the same for texts of few letters
    prices: array[float]
    tiny_prices: array[float]

    def __init__(self, labels: Sequence[str], prices: Iterable[float], numbers: ShortTextNumbers) -> None:
        """`prices` are those of languages in any text."""
        rare = numbers.rare
        self.prices = array("d", [price + rare * rareness(label) for label, price in zip(labels, prices, strict=True)])
        tiny = [price + tiny_price(label, numbers) for label, price in zip(labels, self.prices, strict=True)]
        self.tiny_prices = array("d", tiny)


class ShortCandidate(RenamedCandidate):
    """A candidate for a few words."""

    def next_worthy(self, column: int, prices: Sequence[float], least: float) -> int:  # noqa: ARG002
        """The first column from this one on that may be worth so much; this one where there is no quick way to tell."""
        return column

    def prefer_common(self, common: CommonLanguages) -> None:
        """Give the words of one language that which is best with how common it is."""
        letters, best = 0, self.languages[0]
        for t in range(self.word_count):
            letters += self.lengths[t]
        prices = common.tiny_prices if letters <= FEW_LETTERS else common.prices
        divisor = 1.0 if self.word_count == 1 else math.pow(self.word_count, self.settings.length_exponent)
        most = self.worth(best, divisor) - prices[best]
        column = self.next_worthy(0, prices, most)
        while column < self.width:
            value = self.worth(column, divisor) - prices[column]
            if value > most or (value == most and column < best):
                best, most = column, value
            column = self.next_worthy(column + 1, prices, most)
        self.languages[0] = best

    def worth(self, column: int, divisor: float) -> float:
        """What the scores of the words for a language are worth, without prices."""
        value = 0.0
        for t in range(self.word_count):
            if self.ranks[t] >= 0:
                score = self.score_of(t, column)
                value += max(score, 0.0) if score > -INFINITY else score  # it is not written in this script
        return value / divisor

    def says_nothing(self) -> bool:
        """Whether the words are names of which none can be sure."""
        names = 0
        is_doubtful = self.is_sure and self.confidence is not None and self.confidence.languages < SURE
        if not is_doubtful or not FEWEST_NAMES <= self.word_count <= MOST_NAMES:
            return False  # without a look at names, which takes long
        for t in range(self.word_count):
            token = self.tokens[self.token_of[t]]
            if self.capitals[t] > 0 and self.lengths[t] >= NAME_LETTERS:
                names += characters.is_name(self.codes, token.start, token.end)
        return names == self.word_count

    def has_strange_names(self, frequent: FrequentWords) -> bool:
        """Whether every word is a name or unknown to its language as a frequent one, and there are some of both."""
        names, strange, fitting = 0, 0, 0
        if not FEWEST_NAMES <= self.word_count <= MOST_NAMES:
            return False
        for t in range(self.word_count):
            token = self.tokens[self.token_of[t]]
            if self.capitals[t] > 0 and self.lengths[t] >= NAME_LETTERS:
                column = self.languages[max(self.ranks[t], 0)]
                is_name = characters.is_name(self.codes, token.start, token.end)
                is_strange = frequent.look_up(column, self.codes, token.start, token.end) <= 0
                names += is_name
                strange += is_strange
                fitting += is_name or is_strange
        is_doubtful = self.is_sure and self.confidence is not None and self.confidence.languages < SURE_OF_STRANGE
        return is_doubtful and names > 0 and strange > 0 and fitting == self.word_count
