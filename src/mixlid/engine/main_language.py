"""Which language of an answer is the main one: the one that supplies the grammar (the matrix language).

It is the language with the most words, where a function word counts for one and a half: content words are inserted into
other languages' sentences, function words hardly ever. A word that is a function word of only one other language of the
answer counts for that one, whatever its label. Letters break ties.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from mixlid.engine.text_record import OF_NONE
from mixlid.engine.word_set import WordSet
from mixlid.models.added import frequent_bits, function_words_of
from mixlid.text.frequent_words import FrequentWords

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mixlid.engine.text_record import TextRecord
    from mixlid.models.interface import Model

#: What a word counts for, what is added if it is a function word, and what for each letter, which breaks ties only.
WORD_WEIGHT, FUNCTION_WEIGHT, LETTER_WEIGHT = 1.0, 0.5, 2.0**-24


class MainLanguage:
    """Weighs the languages of one answer after the other."""

    frequent_words: FrequentWords
    function_words: WordSet
    #: by rank in the answer
    weights: array[float]

    def __init__(self, frequent_words: FrequentWords, function_words: WordSet, labels: int) -> None:
        self.frequent_words, self.function_words = frequent_words, function_words
        self.weights = array("d", bytes(8 * labels))

    def weigh(self, text: TextRecord) -> None:
        """Set the weights of the answer's languages."""
        for k in range(text.language_count):
            self.weights[k] = 0.0
        for t in range(text.word_count):
            rank = text.ranks[t]
            if rank >= 0:
                other = rank if self.is_function_word(text, t, rank) else self.only_other(text, t, rank)
                if other >= 0:
                    self.weights[other] += WORD_WEIGHT + FUNCTION_WEIGHT
                else:
                    self.weights[rank] += WORD_WEIGHT
                self.weights[rank] += LETTER_WEIGHT * text.lengths[t]

    def leave_main(self, text: TextRecord) -> None:
        """Let the answer have its main language alone; words of others are in none, until they are labelled."""
        self.weigh(text)
        main = 0
        for k in range(1, text.language_count):
            if self.weights[k] > self.weights[main]:
                main = k
        text.language_count, text.languages[0] = 1, text.languages[main]
        for t in range(text.word_count):
            if text.ranks[t] >= 0:
                text.ranks[t] = 0 if text.ranks[t] == main else OF_NONE

    def only_other(self, text: TextRecord, t: int, rank: int) -> int:
        """The one other language of the answer in which a word is a function word; -1 if there are none or several."""
        found = -1
        for k in range(text.language_count):
            if k != rank and self.is_function_word(text, t, k):
                if found >= 0:
                    return -1
                found = k
        return found

    def is_function_word(self, text: TextRecord, t: int, rank: int) -> bool:
        token = text.tokens[text.token_of[t]]
        value = self.frequent_words.hash_of(text.languages[rank], text.codes, token.start, token.end)
        return self.function_words.has(value)


def main_language_of(labels: Sequence[str], model: Model) -> MainLanguage:
    """That of a model with these labels, or some of them."""
    frequent = FrequentWords(labels, frequent_bits(model))
    return MainLanguage(frequent, WordSet(function_words_of(model)), len(labels))
