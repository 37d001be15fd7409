"""The labels of words in their sentence, given the languages of the answer.

The search gives each word its best language by itself, so "was" in a Dutch sentence with some English is English. Here
words are labelled jointly: the sum of their scores, less a price for every switch, is as large as it can be, and every
language of the answer has a word. A switch costs little after punctuation, and much beside short words, which are
homographs more often than long ones. How sure a label is follows from the sum over all labellings. `docs/words.md` has
the formulas.

A word stays without a language if no language of the answer can have it, or if it is probably in another one, which is
its guess. Where the answer may not have every language, a run of words in one that it may not have is looked for first.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, MutableSequence
from typing import TYPE_CHECKING

from mixlid.engine.label_chain import MOST_LANGUAGES, LabelChain
from mixlid.engine.text_record import INFINITY, NO_WORD, OF_NONE, PUNCTUATION

if TYPE_CHECKING:
    from mixlid.engine.near_languages import NearLanguages
    from mixlid.engine.text_record import TextRecord
    from mixlid.models.fitted import WordLabelNumbers


#: The price of a switch between words of this many letters is `switch_price`.
TYPICAL_LENGTH = 4.0
#: How probable a language outside the answer has to be for a word to be left without one. It is only looked for if a
#: word has as many letters or scores nothing at all.
PROBABLE, DOUBTFUL_LENGTH = 0.5, 4
#: Words of more letters count as such.
LONGEST = 40


def are_apart(text: TextRecord, before: int, after: int) -> bool:
    """Whether there is punctuation between two words."""
    found = 0
    for i in range(text.token_of[before] + 1, text.token_of[after]):
        found += text.tokens[i].kind == PUNCTUATION
    return found > 0


def probability(log_odds: float) -> float:
    return 1 / (1 + math.exp(-max(min(log_odds, 500.0), -500.0)))


class WordLabels:
    """Labels for the words of one answer after the other."""

    near: NearLanguages | None
    #: by label: whether an answer may have it; None if it may have any
    allowed: bytes | None
    #: what a switch costs; 0 leaves the labels as they are
    switch_price: float
    #: of `WordLabelNumbers`
    longer_before: float
    longer_after: float
    after_punctuation: float
    log_odds_scale: float
    guess_constant: float
    guess_lead: float
    guess_price: float
    guess_score: float
    guess_length: float
    doubtful_score: float
    rare_price: float
    high_score: float
    least_score: float
    run_margin: float
    #: by column: what its language costs, which says how rare it is
    language_prices: array[float]
    #: columns of languages that are not too rare for a guess, the most common first
    common: array[int]
    common_count: int
    #: by length of a word: the logarithm of how many times it is a typical one
    log_lengths: array[float]
    chain: LabelChain
    #: whether the answer at hand was labelled at all, and whether jointly: then these are the words of the chain
    is_used: bool
    is_joint: bool
    words: array[int]
    #: by rank: how many words the search gave it
    words_of: array[int]
    #: by word: the column of its guess or -1, and how probable it is
    guesses: array[int]
    guess_scores: array[float]

    def __init__(
        self,
        near: NearLanguages | None,
        allowed: bytes | None,
        switch_price: float,
        language_prices: Iterable[float],
        numbers: WordLabelNumbers,
    ) -> None:
        self.near, self.allowed = near, allowed
        self.switch_price, self.language_prices = switch_price, array("d", language_prices)
        self.longer_before = numbers.longer_before
        self.longer_after = numbers.longer_after
        self.after_punctuation = numbers.after_punctuation
        self.log_odds_scale = numbers.log_odds
        self.guess_constant = numbers.guess_constant
        self.guess_lead = numbers.guess_lead
        self.guess_price = numbers.guess_price
        self.guess_score = numbers.guess_score
        self.guess_length = numbers.guess_length
        self.doubtful_score = numbers.doubtful_score
        self.rare_price = numbers.rare_price
        self.high_score = numbers.high_score
        self.least_score = numbers.least_score
        self.run_margin = numbers.run_margin
        self.chain, self.is_used, self.is_joint = LabelChain(), False, False
        self.words_of = array("i", bytes(4 * MOST_LANGUAGES))
        by_price = sorted(range(len(self.language_prices)), key=self.language_prices.__getitem__)
        self.common = array("i", [column for column in by_price if self.language_prices[column] < self.rare_price])
        self.common_count = len(self.common)
        self.log_lengths = array("d", [math.log(max(size, 1) / TYPICAL_LENGTH) for size in range(LONGEST + 1)])
        self.reserve(0)

    def reserve(self, words: int) -> None:
        self.words, self.guesses = array("i", bytes(4 * words)), array("i", bytes(4 * words))
        self.guess_scores = array("d", bytes(8 * words))

    def has_guess(self, t: int) -> bool:
        """Whether a word without a language has one."""
        return self.is_used and self.guesses[t] >= 0

    def apply(self, text: TextRecord) -> None:
        """Set the ranks of an answer's words; there must be room for them."""
        self.is_joint = False
        self.is_used = self.switch_price > 0.0 and text.language_count > 0
        if self.is_used:
            self.label_words(text)

    def label_words(self, text: TextRecord) -> None:
        for k in range(text.language_count):
            self.words_of[k] = 0
        for t in range(text.word_count):
            if text.ranks[t] >= 0:
                self.words_of[text.ranks[t]] += 1
            self.guesses[t] = -1
        if self.allowed is not None:
            self.find_outside(text, self.allowed)
        width, count = text.language_count, 0
        self.chain.begin(text.word_count, width)
        for t in range(text.word_count):
            if text.ranks[t] == NO_WORD or self.guesses[t] >= 0:
                continue
            own = self.take_scores(text, t, count * width)
            is_clear = own > 0.0 and (own >= self.doubtful_score or text.lengths[t] < DOUBTFUL_LENGTH)
            if is_clear or self.stays(text, t, own):
                self.words[count] = t
                count += 1
        self.chain.count = count
        if width == 1:
            for i in range(count):
                text.ranks[self.words[i]] = 0
        elif count:
            self.label_jointly(text)

    def find_outside(self, text: TextRecord, allowed: bytes) -> None:
        """Take runs of words from the answer that are probably in a language which it may not have.

        Two labels, the answer and the language outside that has the largest lead, are given jointly.
        """
        count, first = 0, 0
        self.chain.begin(text.word_count, 2)
        for t in range(text.word_count):
            if text.ranks[t] != NO_WORD:
                self.words[count], self.chain.scores[2 * count] = t, self.least_score
                for k in range(text.language_count):
                    score = text.scores.score_of(t, text.languages[k])
                    self.chain.scores[2 * count] = max(self.chain.scores[2 * count], score)
                self.chain.costs[count] = self.cost(text, self.words[count - 1], t) if count else 0.0
                count += 1
        self.chain.count = count
        column = self.best_outside(text, allowed) if count else -1
        if column >= 0:
            for i in range(count):
                self.chain.scores[2 * i + 1] = text.scores.score_of(self.words[i], column)
            if self.chain.find_best():
                for i in range(count):
                    if i + 1 == count or self.chain.labels[i + 1] != self.chain.labels[i]:
                        if self.chain.labels[i] == 1:
                            self.weigh_run(text, first, i + 1, column)
                        first = i + 1

    def best_outside(self, text: TextRecord, allowed: bytes) -> int:
        """Which language that the answer may not have is most above it, where it is; -1 if none is worth its price."""
        found, most = -1, 0.0
        for i in range(self.common_count):
            column = self.common[i]
            if not allowed[column] and not self.is_inside(text, column):
                value = self.guess_price * self.language_prices[column]
                for place in range(self.chain.count):
                    lead = text.scores.score_of(self.words[place], column) - self.chain.scores[2 * place]
                    value += self.guess_lead * max(lead, 0.0)
                if value > most:
                    found, most = column, value
        return found

    def weigh_run(self, text: TextRecord, first: int, end: int, column: int) -> None:
        """Let words that follow each other be without a language, if they are probably in one outside."""
        lead, own, letters = 0.0, 0.0, 0
        for i in range(first, end):
            own += self.chain.scores[2 * i]
            lead += self.chain.scores[2 * i + 1] - self.chain.scores[2 * i]
            letters += text.lengths[self.words[i]]
        value = self.log_odds(lead, column, own, self.guess_length * math.log(letters)) - self.run_margin
        for i in range(first, end):
            t = self.words[i]
            rank = text.ranks[t]
            if value > 0.0 and (rank < 0 or self.words_of[rank] > 1):  # a language of the answer has a word
                self.guesses[t], self.guess_scores[t] = column, probability(value)
                if rank >= 0:
                    self.words_of[rank] -= 1
                text.ranks[t] = OF_NONE

    def take_scores(self, text: TextRecord, t: int, first: int) -> float:
        """Set the scores of a word in the chain, from `first` on; the best of them."""
        own = -INFINITY
        for k in range(text.language_count):
            score = text.scores.score_of(t, text.languages[k])
            self.chain.scores[first + k] = score
            own = max(own, score)
        return own

    def stays(self, text: TextRecord, t: int, own: float) -> bool:
        """Whether a word with this best score is in a language of the answer; if not, it is in none now."""
        rank = text.ranks[t]
        if rank >= 0 and self.words_of[rank] == 1:  # a language of the answer has a word
            return True
        self.guess(text, t, own)
        if own > -INFINITY and self.guess_scores[t] < PROBABLE:
            self.guesses[t] = -1
            return True
        if rank >= 0:
            self.words_of[rank] -= 1
        text.ranks[t] = OF_NONE
        return False

    def guess(self, text: TextRecord, t: int, own: float) -> None:
        """The best language outside the answer for a word, and how probable that is; `own` is its best score inside."""
        found, most, length = -1, -INFINITY, self.guess_length * math.log(text.lengths[t])
        dearest = INFINITY
        if own > -INFINITY:  # then it has to be probable
            dearest = self.guess_constant + self.guess_lead * (self.high_score - own) + self.guess_score * own + length
        for i in range(self.common_count):
            column = self.common[i]
            if -self.guess_price * self.language_prices[column] > dearest:
                break
            value = text.scores.score_of(t, column) - self.language_prices[column]
            if value > most and not self.is_inside(text, column):
                found, most = column, value
        self.guesses[t], self.guess_scores[t] = found, 0.0
        if found >= 0:
            own = max(own, self.least_score)
            lead = most + self.language_prices[found] - own
            self.guess_scores[t] = probability(self.log_odds(lead, found, own, length))

    def log_odds(self, lead: float, column: int, own: float, length: float) -> float:
        """That words are in a language outside the answer."""
        price = self.language_prices[column]
        return self.guess_constant + self.guess_lead * lead + self.guess_price * price + self.guess_score * own + length

    def is_inside(self, text: TextRecord, column: int) -> bool:
        """Whether a language is one of the answer, or near one of them."""
        times = 0
        for k in range(text.language_count):
            times += text.languages[k] == column
            if self.near is not None:
                times += self.near.are_near(text.languages[k], column)
        return times > 0

    def label_jointly(self, text: TextRecord) -> None:
        """The labels of several languages."""
        for i in range(self.chain.count):
            self.chain.costs[i] = self.cost(text, self.words[i - 1], self.words[i]) if i else 0.0
        self.is_joint = self.chain.find_labels()
        if self.is_joint:
            for i in range(self.chain.count):
                text.ranks[self.words[i]] = self.chain.labels[i]

    def cost(self, text: TextRecord, before: int, after: int) -> float:
        """Of a switch between two words."""
        value = 1.0 - self.longer_before * self.log_lengths[min(text.lengths[before], LONGEST)]
        value -= self.longer_after * self.log_lengths[min(text.lengths[after], LONGEST)]
        if are_apart(text, before, after):
            value -= self.after_punctuation
        return max(value, 0.0) * self.switch_price

    def find_marginals(self, text: TextRecord, marginals: MutableSequence[float]) -> None:
        """By word how probable its label is, given the languages of the answer; 1 where there was no choice."""
        for t in range(text.word_count):
            marginals[t] = 1.0
        if self.is_joint:
            self.chain.find_marginals(self.log_odds_scale)
            for i in range(self.chain.count):
                marginals[self.words[i]] = self.chain.marginals[i]
