"""Whether an answer's words are like those of its languages at all; `mixlid.models.familiarity` says what is looked at.

This file runs as it stands, and compiled as `_familiar`, where `_familiar.pxd` gives its names C types.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mixlid.models.familiarity import HARDLY, NOT_AT_ALL, SIGNS, SIZE
from mixlid.text import characters
from mixlid.text.words import KINDS

if TYPE_CHECKING:
    from mixlid.engine.pipeline import Mark
    from mixlid.models.familiarity import Familiarity
    from mixlid.models.interface import FloatArray

INFINITY = float("inf")
COUNT = len(SIGNS)
#: How many keys of a row one after the other, and how many times one letter, are no word.
KEYS, REPEATED = 5, 4
_NUMBER = KINDS.index("number")
_PUNCTUATION = KINDS.index("punctuation")


class Familiar:
    """The signs of one answer after the other, and what they come to."""

    #: of `Familiarity`, by column of the scores
    typical: array[float]
    known_weights: array[float]
    language_weights: array[float]
    #: of the answer at hand: the signs in the order of `SIGNS`; the probability that it is in one of the languages;
    #: whether it is in any language, if it is in none of these
    signs: array[float]
    known: float
    is_language: bool

    def __init__(self, familiarity: Familiarity, labels: Sequence[str]) -> None:
        typical = familiarity.typical
        self.typical = array("d", [typical.get(label, typical["*"]) for label in labels])
        self.known_weights, self.language_weights = array("d", familiarity.known), array("d", familiarity.language)
        self.signs, self.known, self.is_language = array("d", bytes(8 * COUNT)), 1.0, True

    def look(
        self,
        codes: str,
        tokens: Sequence[Mark],
        token_count: int,
        token_of: Sequence[int],
        word_count: int,
        lengths: Sequence[int],
        scores: FloatArray,
        two_best: FloatArray,
        width: int,
        language_count: int,
        languages: Sequence[int],
        ranks: Sequence[int],
    ) -> None:
        """Gather the signs of an answer with at least one language; its words and ranks are those of a `Draft`."""
        total, usual, loss, gain, letters = 0.0, 0.0, 0.0, 0.0, 0
        low, none, odd, best, symbols = 0, 0, 0, 0, 0
        for t in range(word_count):
            column = languages[ranks[t] if ranks[t] >= 0 else 0]
            size, expected, score, margin = lengths[t], self.typical[column], 0.0, 0.0
            if ranks[t] >= 0:
                score = float(scores[t * width + column])
                if width > 1:
                    other = float(two_best[2 * t])
                    if score == other:
                        other = float(two_best[2 * t + 1])
                    margin = (score - other) / expected if other > -INFINITY else 0.0
                best += 1 if margin >= 0.0 else 0
                if margin >= 0.0:
                    gain += margin
                else:
                    loss -= margin
            total += score
            usual += expected
            letters += size
            if score < HARDLY * expected:
                low += size
            if score < NOT_AT_ALL * expected:
                none += size
            token = tokens[token_of[t]]
            if self.is_odd(codes, token.start, token.end):
                odd += size
        for i in range(token_count):
            token = tokens[i]
            if token.kind == _NUMBER or token.kind == _PUNCTUATION:
                symbols += token.end - token.start
        words, all_letters = float(word_count), float(letters)
        self.signs[0] = total / usual
        self.signs[1] = low / all_letters
        self.signs[2] = none / all_letters
        self.signs[3] = best / words
        self.signs[4] = loss / words
        self.signs[5] = gain / words
        self.signs[6] = float(language_count - 1)
        self.signs[7] = symbols / (symbols + all_letters)
        self.signs[8] = odd / all_letters
        self.signs[9] = math.log(all_letters)
        self.known = 1 / (1 + math.exp(-max(min(self.weigh(self.known_weights), 500.0), -500.0)))
        self.is_language = self.weigh(self.language_weights) >= 0.0

    def is_odd(self, codes: str, start: int, end: int) -> bool:
        """Whether a word has a digit, a capital after a small letter, a run of keys, or one letter many times alone."""
        same, keys = 1, 1
        for place in range(start, end):
            if characters.is_digit(codes, place):
                return True
            if place > start:
                if characters.is_upper(codes, place) and characters.is_lower(codes, place - 1):
                    return True
                same += codes[place] == codes[start]
                keys = keys + 1 if characters.is_next_key(codes, place) else 1
                if keys == KEYS:
                    return True
        return same >= REPEATED and same == end - start

    def weigh(self, weights: array[float]) -> float:
        """The sum of the signs times their weights, and times the length once more."""
        value, length = weights[0], self.signs[COUNT - 1]
        for i in range(COUNT):
            value += weights[i + 1] * self.signs[i]
        for i in range(SIZE - COUNT):
            value += weights[COUNT + i + 1] * self.signs[i] * length
        return value
