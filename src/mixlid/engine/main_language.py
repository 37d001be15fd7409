"""Which language of an answer is the main one: the one that supplies the grammar (the matrix language).

It is the language with the most words. A word counts for its score's lead over the other languages of the answer, up to
one: words that fit both count for nothing, and names for a quarter. A function word counts for a third more, which is
shared by the languages that have it: content words are inserted into other languages' sentences, function words hardly
ever. Letters break ties.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from mixlid.engine.text_record import CAPITAL, OF_NONE
from mixlid.engine.word_set import WordSet
from mixlid.models.added import fitted_for, frequent_bits, function_words_of
from mixlid.text.frequent_words import FrequentWords
from mixlid.text.labels import split
from mixlid.text.names import CAPITAL_NOUNS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mixlid.engine.text_record import TextRecord
    from mixlid.models.interface import Model

#: What a word counts for at most, what one with a capital letter inside a sentence does of that, what all languages
#: together get for a function word, and what is added for each letter.
WORD_WEIGHT, NAME_WEIGHT, FUNCTION_WEIGHT, LETTER_WEIGHT = 1.0, 0.25, 0.35, 2.0**-24


class MainLanguage:
    """Weighs the languages of one answer after the other."""

    frequent_words: FrequentWords
    function_words: WordSet
    #: what differences of scores are multiplied by to be log odds (`WordLabelNumbers`)
    log_odds: float
    #: by column: whether the language writes all nouns with a capital letter, which then says nothing about names
    has_capital_nouns: bytes
    #: by rank in the answer: its weight, and whether a word is a function word of it (1 or 0)
    weights: array[float]
    has_function_word: array[float]

    def __init__(
        self, frequent_words: FrequentWords, function_words: WordSet, log_odds: float, likes: Sequence[str]
    ) -> None:
        """`likes` are the labels, or what is known as much of as of these."""
        self.frequent_words, self.function_words, self.log_odds = frequent_words, function_words, log_odds
        self.has_capital_nouns = bytes(split(label)[0] in CAPITAL_NOUNS for label in likes)
        self.weights, self.has_function_word = array("d", bytes(8 * len(likes))), array("d", bytes(8 * len(likes)))

    def weigh(self, text: TextRecord) -> None:
        """Set the weights of the answer's languages."""
        for k in range(text.language_count):
            self.weights[k] = 0.0
        for t in range(text.word_count):
            rank = text.ranks[t]
            if rank >= 0:
                having = 0.0
                for k in range(text.language_count):
                    self.has_function_word[k] = 1.0 if self.is_function_word(text, t, k) else 0.0
                    having += self.has_function_word[k]
                for k in range(text.language_count if having > 0.0 else 0):
                    self.weights[k] += FUNCTION_WEIGHT / having * self.has_function_word[k]
                weight = min(self.log_odds * self.lead(text, t, rank) / 2.0, WORD_WEIGHT)
                if text.capitals[t] > CAPITAL and not self.has_capital_nouns[text.languages[rank]]:
                    weight *= NAME_WEIGHT
                self.weights[rank] += weight + LETTER_WEIGHT * text.lengths[t]

    def lead(self, text: TextRecord, t: int, rank: int) -> float:
        """How much higher a word's score is in its language than in any other of the answer; 0 if it is not."""
        best = 0.0
        for k in range(text.language_count):
            if k != rank:
                best = max(best, text.scores.score_of(t, text.languages[k]))
        return max(text.scores.score_of(t, text.languages[rank]) - best, 0.0)

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

    def is_function_word(self, text: TextRecord, t: int, rank: int) -> bool:
        token = text.tokens[text.token_of[t]]
        value = self.frequent_words.hash_of(text.languages[rank], text.codes, token.start, token.end)
        return self.function_words.has(value)


def main_language_of(labels: Sequence[str], likes: Sequence[str], model: Model) -> MainLanguage:
    """That of a model with these labels, or some of them."""
    frequent, log_odds = FrequentWords(labels, frequent_bits(model)), fitted_for(model).word_labels.log_odds
    return MainLanguage(frequent, WordSet(function_words_of(model)), log_odds, likes)
