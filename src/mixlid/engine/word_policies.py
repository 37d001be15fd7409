"""Which words count for a further language, under the policies in the settings, and what follows.

A language without enough words that count is taken from the answer. `Evidence` asks before the words are labelled
jointly, and this stage once they are, since that may take words from a language.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from mixlid.engine.text_record import CAPITAL, INFINITY, OF_NONE
from mixlid.engine.word_set import WordSet
from mixlid.text import characters
from mixlid.text.function_words import loanwords
from mixlid.text.words import KINDS

if TYPE_CHECKING:
    from mixlid.engine.main_language import MainLanguage
    from mixlid.engine.text_record import TextRecord
    from mixlid.engine.word_labels import WordLabels
    from mixlid.settings import Settings

HASHTAG = KINDS.index("hashtag")


class WordPolicies:
    """Applies the policies to one answer after the other."""

    settings: Settings
    main: MainLanguage
    loanwords: WordSet
    #: whether a policy is about other words than hashtags
    is_strict: bool
    #: by rank: how many words count, and how many are inside a sentence without a capital letter
    counted: array[int]
    small: array[int]

    def __init__(self, settings: Settings, main: MainLanguage) -> None:
        self.settings, self.main, self.loanwords = settings, main, WordSet(loanwords())
        self.is_strict = settings.min_words > 1 or not (settings.count_names and settings.count_loanwords)
        labels = len(self.main.has_capital_nouns)
        self.counted, self.small = array("q", bytes(8 * labels)), array("q", bytes(8 * labels))

    def apply(self, text: TextRecord, word_labels: WordLabels) -> None:
        """Label the words of an answer, and take languages from it that have too few which count."""
        while text.language_count > 1 and (self.is_strict or self.has_hashtags(text)):
            word_labels.apply(text)
            if not self.drop_one(text):
                break

    def has_hashtags(self, text: TextRecord) -> bool:
        found = 0
        if not self.settings.count_hashtags:
            for t in range(text.word_count):
                found += text.tokens[text.token_of[t]].kind == HASHTAG
        return found > 0

    def drop_one(self, text: TextRecord) -> bool:
        """Take the language with the fewest words that count from the answer, unless these are enough."""
        main, least = 0, -1
        self.begin(text)
        self.main.weigh(text)
        for k in range(text.language_count):
            self.counted[k] = 0
            if self.main.weights[k] > self.main.weights[main]:
                main = k
        for t in range(text.word_count):
            rank = text.ranks[t]
            if rank >= 0 and rank != main and self.counts(text, t, main):
                self.counted[rank] += 1
        for k in range(text.language_count):
            if k != main and (least < 0 or self.counted[k] < self.counted[least]):
                least = k
        if self.counted[least] >= self.settings.min_words:
            return False
        for t in range(text.word_count):
            if text.ranks[t] == least:
                is_possible = text.scores.score_of(t, text.languages[main]) > -INFINITY
                text.ranks[t] = main if is_possible else OF_NONE
            if text.ranks[t] > least:
                text.ranks[t] -= 1
        text.language_count -= 1
        for k in range(least, text.language_count):
            text.languages[k] = text.languages[k + 1]
        return True

    def begin(self, text: TextRecord) -> None:
        """Prepare `counts` for the words of an answer."""
        for k in range(text.language_count):
            self.small[k] = 0
        if not self.settings.count_names:
            for t in range(text.word_count):
                if text.ranks[t] >= 0 and not text.capitals[t]:
                    self.small[text.ranks[t]] += 1

    def counts(self, text: TextRecord, t: int, main: int) -> bool:
        """Whether a word of a further language counts, beside the main one, which has this rank."""
        if not self.settings.count_hashtags and text.tokens[text.token_of[t]].kind == HASHTAG:
            return False
        if not self.settings.count_names and (self.is_name(text, t, main) or self.main.is_function_word(text, t, main)):
            return False
        return self.settings.count_loanwords != 0 or not self.is_loanword(text, t, main)

    def is_name(self, text: TextRecord, t: int, main: int) -> bool:
        """Whether a word is a known name, or looks like a name or a product inside a sentence."""
        token, rank = text.tokens[text.token_of[t]], text.ranks[t]
        if text.capitals[t] > 0 and characters.is_name(text.codes, token.start, token.end):
            return True
        has_nouns = self.main.has_capital_nouns[text.languages[rank]] and self.small[rank] > 0
        if text.capitals[t] > CAPITAL and not has_nouns:
            if not self.main.has_capital_nouns[text.languages[main]]:
                return not self.main.is_function_word(text, t, rank)
            value = self.main.frequent_words.hash_of(text.languages[rank], text.codes, token.start, token.end)
            if self.main.frequent_words.find(value) <= 0:
                return True
        for place in range(token.start + 1, token.end):  # iPad
            if characters.is_upper(text.codes, place) and characters.is_lower(text.codes, place - 1):
                return True
        return self.is_in_title(text, t)

    def is_in_title(self, text: TextRecord, t: int) -> bool:
        """Whether a word stands between two capitalised ones of its language, as in "Game of Thrones"."""
        if not 0 < t < text.word_count - 1 or text.capitals[t] > 0:
            return False
        is_one = text.ranks[t - 1] == text.ranks[t] and text.ranks[t + 1] == text.ranks[t]
        return is_one and text.capitals[t - 1] > 0 and text.capitals[t + 1] > CAPITAL

    def is_loanword(self, text: TextRecord, t: int, main: int) -> bool:
        """Whether the main language has a word too, and it is no function word of its own language."""
        token, column = text.tokens[text.token_of[t]], text.languages[main]
        value = self.main.frequent_words.hash_of(column, text.codes, token.start, token.end)
        if self.loanwords.has(value) or self.main.function_words.has(value):
            return not self.main.is_function_word(text, t, text.ranks[t])
        return False
