"""Which tokens of a text are words that the model can score, which of them look like names, and the weight of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mixlid.engine.text_record import CAPITAL, INSIDE, PUNCTUATION, WORD
from mixlid.text import characters

if TYPE_CHECKING:
    from mixlid.engine.text_record import TextRecord
    from mixlid.settings import Settings

#: With more than this share of capitalised words, as in titles, a capital letter is no sign of a name.
TITLE = 0.6


class FindWords:
    """Sets everything by word, in a text with tokens and room."""

    #: of `LabelNumbers`
    readable: bytes
    settings: Settings

    def __init__(self, readable: bytes, settings: Settings) -> None:
        self.readable, self.settings = readable, settings

    def apply(self, text: TextRecord) -> None:
        count, fresh, written, capitalised, unread = 0, True, 0, 0, 0
        for i in range(text.token_count):
            token, capital = text.tokens[i], 0
            if token.kind == WORD:
                written += 1
                if characters.is_upper(text.codes, token.start):
                    capitalised += 1
                    is_inside = not fresh and looks_like_a_name(text.codes, token.start, token.end)
                    capital = CAPITAL + INSIDE if is_inside else CAPITAL
                fresh = False
            elif token.kind == PUNCTUATION and characters.ends_sentence(text.codes, token.start):
                fresh = True
            text.word_of[i] = -1
            if token.scored and self.readable[token.script]:
                text.word_of[i], text.token_of[count] = count, i
                text.lengths[count] = token.end - token.start
                text.capitals[count] = capital
                text.weights[count] = self.settings.capital_weight if capital > CAPITAL else 1.0
                count += 1
            else:
                unread += token.scored
        text.unread, text.word_count = unread, count
        if capitalised > TITLE * written:
            for t in range(count):
                text.weights[t] = 1.0
                if text.capitals[t] > CAPITAL:
                    text.capitals[t] = CAPITAL


def looks_like_a_name(codes: str, start: int, end: int) -> bool:
    """Whether the letters after the first are not all capitals."""
    for place in range(start + 1, end):
        if characters.is_lower(codes, place):
            return True
    return end - start == 1
