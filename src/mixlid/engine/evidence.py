"""What speaks for the smallest language of an answer, and against it; `mixlid.models.decision` says what is weighed.

This file runs as it stands, and compiled as `_evidence`, where `_evidence.pxd` gives its names C types: what is a list
here is an array there. Hence indices where Python would iterate.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from mixlid.models.decision import EVIDENCE, LEAD
from mixlid.text import characters
from mixlid.text.groups import group_of
from mixlid.text.labels import split
from mixlid.text.meetings import strangeness

if TYPE_CHECKING:
    from mixlid.engine.plain_pipeline import Mark
    from mixlid.models.decision import Decision
    from mixlid.models.interface import FloatArray
    from mixlid.text.frequent_words import FrequentWords

INFINITY = float("inf")
PIECES = len(EVIDENCE)
#: Pairs of labels that are remembered.
KEPT = 1024
#: As in `results.py`.
CAPITAL = 1


@lru_cache(8192)
def related(first: str, second: str) -> tuple[float, float]:
    """How strange two labels are to each other, and whether they are near."""
    return strangeness(split(first)[0], split(second)[0]), float(group_of(first) == group_of(second))


class Evidence:
    """The evidence about one proposal after the other."""

    decision: Decision
    labels: Sequence[str]
    width: int
    #: the power of the number of words that scores are divided by
    exponent: float
    weights: array[float]
    #: of the proposal at hand: what speaks for it, in the order of `EVIDENCE`, and its weighted sum
    pieces: array[float]
    sum: float
    #: its smallest language, and the largest; the rank of the smallest, and its letters
    small: int
    dominant: int
    smallest: int
    letters: int
    frequent_words: FrequentWords
    #: what is known of some pairs of labels: which they are; by pair `pieces[8]`, `pieces[11]` and where `sum` begins
    kept_pairs: array[int]
    kept: array[float]

    def __init__(
        self, decision: Decision, labels: Sequence[str], exponent: float, frequent_words: FrequentWords
    ) -> None:
        """`frequent_words` are those of the same labels."""
        self.frequent_words = frequent_words
        self.decision, self.labels, self.width, self.exponent = decision, labels, len(labels), exponent
        self.weights, self.pieces, self.sum = array("d", decision.weights), array("d", bytes(8 * PIECES)), 0.0
        self.kept_pairs, self.kept = array("q", [-1] * KEPT), array("d", bytes(24 * KEPT))

    def add_lead(self, lead: float) -> None:
        """Complete the sum by what the proposal is worth more than the best answer with fewer languages."""
        self.pieces[LEAD] = lead
        for i in range(PIECES):
            self.sum += self.weights[i] * self.pieces[i]

    def compare_sizes(
        self,
        word_count: int,
        lengths: Sequence[int],
        language_count: int,
        languages: Sequence[int],
        ranks: Sequence[int],
    ) -> None:
        """Begin with a proposal of several languages: which is the smallest, and which the largest."""
        self.letters, most, self.smallest, largest = 0, 0, 0, 0
        for k in range(language_count):  # among equals the first is the largest, the last the smallest
            letters = 0
            for t in range(word_count):
                if ranks[t] == k:
                    letters += lengths[t]
            if not k or letters <= self.letters:
                self.letters, self.smallest = letters, k
            if letters > most:
                most, largest = letters, k
        self.small, self.dominant = languages[self.smallest], languages[largest]

    def gather(
        self,
        codes: str,
        tokens: Sequence[Mark],
        token_of: Sequence[int],
        word_count: int,
        lengths: Sequence[int],
        capitals: Sequence[int],
        scores: FloatArray,
        left_out: bool,
        others: FloatArray,
        language_count: int,
        languages: Sequence[int],
        ranks: Sequence[int],
    ) -> None:
        """Look at that proposal; its text, words and ranks are those of a `Draft`.

        Only the scores of words of the smallest language need to be there. With `left_out` there are labels besides,
        of which only the best score of each word is known, in `others`.
        """
        width, column, smallest = self.width, self.small, self.smallest
        gains, third, capital_gain, name_gain = 0.0, 0.0, 0.0, 0.0
        inner, alone, words, all_letters, frequent = 0, 0, 0, 0, 0
        for t in range(word_count):
            all_letters += lengths[t]
            if ranks[t] != smallest:
                continue
            score, inside = float(scores[t * width + column]), -INFINITY
            outside = max(float(others[t]), 0.0) if left_out else 0.0
            for j in range(width):
                if scores[t * width + j] > outside:
                    is_inside = False
                    for k in range(language_count):
                        is_inside = is_inside or languages[k] == j
                    if not is_inside:
                        outside = float(scores[t * width + j])
            for k in range(language_count):
                if k != smallest:
                    inside = max(inside, float(scores[t * width + languages[k]]))
            gain = score - max(inside, 0.0)
            words += 1
            gains += gain
            third += score - outside
            alone += 1 if inside == -INFINITY else 0
            if capitals[t] > CAPITAL:
                inner += 1
                capital_gain += gain
            token = tokens[token_of[t]]
            if self.frequent_words.look_up(column, codes, token.start, token.end) > 0:
                frequent += 1
            if capitals[t] and characters.is_name(codes, token.start, token.end):
                name_gain += gain
        power, count = math.pow(word_count, self.exponent), float(words)
        self.pieces[1] = gains / count
        self.pieces[2] = third / power
        self.pieces[3] = capital_gain / power
        self.pieces[4] = name_gain / power
        self.pieces[5] = inner / count
        self.pieces[6] = math.log(self.letters / float(all_letters))  # without `float` C would divide integers
        self.pieces[7] = alone / count
        self.pieces[9] = 1.0 if language_count > 2 else 0.0
        self.pieces[10] = frequent / count

    def knows_pair(self) -> bool:
        """Whether what is known of the two languages themselves is at hand."""
        pair = self.small * self.width + self.dominant
        return self.kept_pairs[pair % KEPT] == pair

    def look_up(self) -> None:
        """Keep what is known of the two languages, since pairs come again and again."""
        pair, small, dominant = (
            self.small * self.width + self.dominant,
            self.labels[self.small],
            self.labels[self.dominant],
        )
        place = pair % KEPT
        self.kept[3 * place], self.kept[3 * place + 1] = related(small, dominant)
        self.kept[3 * place + 2] = self.decision.offset(dominant, small)
        self.kept_pairs[place] = pair

    def compare(self) -> None:
        """Add what is known of the two languages themselves."""
        place = (self.small * self.width + self.dominant) % KEPT
        self.pieces[8], self.pieces[11] = self.kept[3 * place], self.kept[3 * place + 1]
        self.sum = self.kept[3 * place + 2]
