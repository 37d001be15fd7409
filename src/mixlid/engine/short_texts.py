"""Texts of a word or two: the common language where several have the words."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mixlid.engine.text_record import INFINITY
from mixlid.text.labels import rareness

if TYPE_CHECKING:
    from mixlid.engine.text_record import TextRecord
    from mixlid.models.fitted import ShortTextNumbers
    from mixlid.settings import Settings

#: Texts of more words keep their language.
MOST_WORDS = 2
#: In a text of no more letters, which tell hardly anything, a language in Latin letters that is not English costs more.
FEW_LETTERS = 3
ENGLISH = "eng_Latn"


def tiny_price(label: str, numbers: ShortTextNumbers) -> float:
    """What a language costs besides in a text of few letters; Chinese characters are words, and not few."""
    if label.endswith("_Latn"):
        return 0.0 if label == ENGLISH else numbers.not_english
    return 0.0 if label.endswith("_Hant") else numbers.rare * rareness(label)


class CommonLanguages:
    """What languages cost in very short texts."""

    settings: Settings
    #: by column, and the same for texts of few letters
    prices: array[float]
    tiny_prices: array[float]

    def __init__(
        self, settings: Settings, labels: Sequence[str], prices: Iterable[float], numbers: ShortTextNumbers
    ) -> None:
        """`prices` are those of languages in any text."""
        self.settings = settings
        rare = numbers.rare
        self.prices = array("d", [price + rare * rareness(label) for label, price in zip(labels, prices, strict=True)])
        tiny = [price + tiny_price(label, numbers) for label, price in zip(labels, self.prices, strict=True)]
        self.tiny_prices = array("d", tiny)

    def apply(self, text: TextRecord) -> None:
        """Give the words of one language that which is best with how common it is."""
        letters, best = 0, text.languages[0]
        for t in range(text.word_count):
            letters += text.lengths[t]
        prices = self.tiny_prices if letters <= FEW_LETTERS else self.prices
        divisor = 1.0 if text.word_count == 1 else math.pow(text.word_count, self.settings.length_exponent)
        most = worth(text, best, divisor) - prices[best]
        column = text.scores.next_worthy(0, prices, most)
        while column < text.width:
            value = worth(text, column, divisor) - prices[column]
            if value > most or (value == most and column < best):
                best, most = column, value
            column = text.scores.next_worthy(column + 1, prices, most)
        text.languages[0] = best


def worth(text: TextRecord, column: int, divisor: float) -> float:
    """What the scores of the words for a language are worth, without prices."""
    value = 0.0
    for t in range(text.word_count):
        if text.ranks[t] >= 0:
            score = text.scores.score_of(t, column)
            value += max(score, 0.0) if score > -INFINITY else score  # it is not written in this script
    return value / divisor
