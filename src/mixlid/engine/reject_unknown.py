"""Rejecting answers whose words are too unlike their languages, and taking the language from what is no word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mixlid.engine.text_record import IS_NO_LANGUAGE, IS_UNKNOWN, NO_WORD, OF_NONE, WORD
from mixlid.text import characters

if TYPE_CHECKING:
    from mixlid.engine.confidence import Confidence
    from mixlid.engine.text_record import TextRecord
    from mixlid.engine.unknown_signs import UnknownSigns
    from mixlid.settings import Settings

#: As many words may be names and nothing else, of so many letters each: Bom and Dia are names too. A single word with
#: a capital letter is mostly none, and an answer that is surer than this stays.
FEWEST_NAMES, MOST_NAMES, NAME_LETTERS, SURE = 2, 4, 4, 0.9
#: The same where the language at hand does not know one of the words as a frequent one.
SURE_OF_STRANGE = 0.94


class RejectUnknown:
    """Finds out whether a text is in any of the languages."""

    settings: Settings
    signs: UnknownSigns
    confidence: Confidence | None
    #: whether texts of nothing but names are rejected
    rejects_names: bool
    #: whether no rule ties words to languages, so that a word may lose its own
    is_free: bool

    def __init__(
        self,
        settings: Settings,
        signs: UnknownSigns,
        confidence: Confidence | None,
        rejects_names: bool,
        is_free: bool,
    ) -> None:
        self.settings, self.signs, self.confidence = settings, signs, confidence
        self.rejects_names, self.is_free = rejects_names, is_free

    def apply(self, text: TextRecord) -> None:
        self.gather(text)
        self.signs.finish(text.languages[0], text.language_count)
        if self.rejects_names and (self.has_only_names(text) or self.has_strange_names(text)):
            self.signs.say_nothing()
        if text.is_sure and self.confidence is not None:
            self.confidence.multiply(self.signs.known)
            if text.language_count == self.settings.max_languages and self.signs.misses_language():
                self.confidence.limit()
        if self.signs.known < self.settings.unknown_threshold:
            text.verdict = IS_UNKNOWN if self.signs.is_language else IS_NO_LANGUAGE
            text.language_count, text.fallback = 0, False
            for t in range(text.word_count):
                text.ranks[t] = OF_NONE
            if text.is_sure and self.confidence is not None:
                self.confidence.reject(self.signs.known)
        elif self.signs.none and self.signs.unusual and self.is_free:
            # Some word does not fit at all, and some is not written as one.
            self.leave_out(text)

    def gather(self, text: TextRecord) -> None:
        """Collect the signs of all words and other tokens."""
        self.signs.begin()
        for t in range(text.word_count):
            rank = text.ranks[t]
            column = text.languages[rank if rank >= 0 else 0]
            score = text.scores.score_of(t, column) if rank >= 0 else 0.0
            facts = text.scores.cached_facts(t, column)
            if facts:
                self.signs.add_known_word(column, score, text.lengths[t], facts)
                continue
            token = text.tokens[text.token_of[t]]
            facts = self.signs.add_word(column, score, text.codes, token.start, token.end)
            if facts:
                text.scores.cache_facts(t, column, facts)
        for i in range(text.token_count):
            token = text.tokens[i]
            if token.kind != WORD:
                self.signs.add_other(token.kind, text.codes, token.start, token.end)

    def leave_out(self, text: TextRecord) -> None:
        """Remove the language of tokens that are not words, unless a language would be left without any."""
        for t in range(text.word_count):
            if text.ranks[t] == OF_NONE:
                token, column = text.tokens[text.token_of[t]], text.languages[0]
                if self.signs.is_no_word(column, 0.0, text.codes, token.start, token.end):
                    text.ranks[t] = NO_WORD
        for k in range(text.language_count):
            left = 0
            for t in range(text.word_count):
                left += text.ranks[t] == k
            for t in range(text.word_count):
                if left > 1 and text.ranks[t] == k:
                    token, column = text.tokens[text.token_of[t]], text.languages[k]
                    if text.scores.cached_facts(t, column):  # which is written as one
                        continue
                    score = text.scores.score_of(t, column)
                    if self.signs.is_no_word(column, score, text.codes, token.start, token.end):
                        text.ranks[t] = NO_WORD
                        left -= 1

    def is_less_sure(self, text: TextRecord, limit: float) -> bool:
        """Whether the answer for a few words is known to be less sure than this."""
        return (
            text.is_sure
            and self.confidence is not None
            and self.confidence.languages < limit
            and FEWEST_NAMES <= text.word_count <= MOST_NAMES
        )

    def has_only_names(self, text: TextRecord) -> bool:
        """Whether the words are names of which none can be sure."""
        names = 0
        if not self.is_less_sure(text, SURE):
            return False  # without a look at names, which takes long
        for t in range(text.word_count):
            token = text.tokens[text.token_of[t]]
            if text.capitals[t] > 0 and text.lengths[t] >= NAME_LETTERS:
                names += characters.is_name(text.codes, token.start, token.end)
        return names == text.word_count

    def has_strange_names(self, text: TextRecord) -> bool:
        """Whether every word is a name or unknown to its language as a frequent one, and there are some of both."""
        names, strange, fitting = 0, 0, 0
        if not self.is_less_sure(text, SURE_OF_STRANGE):
            return False
        for t in range(text.word_count):
            token = text.tokens[text.token_of[t]]
            if text.capitals[t] > 0 and text.lengths[t] >= NAME_LETTERS:
                column = text.languages[max(text.ranks[t], 0)]
                is_name = characters.is_name(text.codes, token.start, token.end)
                is_strange = self.signs.frequent_words.look_up(column, text.codes, token.start, token.end) <= 0
                names += is_name
                strange += is_strange
                fitting += is_name or is_strange
        return names > 0 and strange > 0 and fitting == text.word_count
