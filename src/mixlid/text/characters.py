"""Properties of single characters of a text. Compiled code uses `_characters.pxd`, which gives the same answers."""

from __future__ import annotations

from typing import NamedTuple

from mixlid.text import names
from mixlid.text.words import SENTENCE_ENDS, han_forms


class Held(NamedTuple):
    """A text whose characters are looked at; compiled code has them as an array."""

    codes: str


def held(text: str) -> Held:
    return Held(text)


def is_upper(codes: str, place: int) -> bool:
    return codes[place].isupper()


def is_lower(codes: str, place: int) -> bool:
    """Whether it is a small letter, or a titlecase one (ǅ)."""
    return codes[place].islower() or (codes[place].istitle() and not codes[place].isupper())


def is_digit(codes: str, place: int) -> bool:
    return "0" <= codes[place] <= "9"


#: Digits that look like letters: o, i, e, a, s, t.
_OF_LEET = "013457"


def is_of_leet(codes: str, place: int) -> bool:
    """Whether a digit may stand for a letter: after a small letter, or after another such digit."""
    return codes[place] in _OF_LEET and place > 0 and (is_lower(codes, place - 1) or codes[place - 1] in _OF_LEET)


def is_plainly_written(codes: str, start: int, end: int) -> bool:
    """Whether a quick look shows an ordinary word: no digit, and no capital but the first letter.

    Nor does the first letter come twice, as in repetitions. In doubt it is False.
    """
    word = codes[start:end]
    if word[0] == word[1:2] or any("0" <= letter <= "9" for letter in word) or any(map(str.isupper, word[1:])):
        return False
    return max(word) <= "\uffff"


#: Apostrophes that people use interchangeably.
_APOSTROPHES = "\u2018\u2019\u02bb\u02bc"


def folded(codes: str, place: int) -> int:
    """The code of the character with capitals as small letters and all apostrophes as one."""
    return ord("'" if codes[place] in _APOSTROPHES else codes[place].lower()[0])


#: Characters that are common in program code and rare in sentences.
_OF_CODE = "_={}[]<>\\|"


def is_of_code(codes: str, place: int) -> bool:
    """Whether it is such a character, or a parenthesis right after a word."""
    return codes[place] in _OF_CODE or (codes[place] == "(" and place > 0 and is_lower(codes, place - 1))


def han_forms_in(codes: str, start: int, end: int) -> int:
    """The bits of `HAN_FORMS` for all characters of a word."""
    found = 0
    for char in codes[start:end]:
        found |= han_forms().get(char, 0)
    return found


def is_space(codes: str, place: int) -> bool:
    return codes[place].isspace()


def ends_sentence(codes: str, place: int) -> bool:
    """Whether a capital letter is expected after it."""
    return codes[place] in SENTENCE_ENDS


def is_name(codes: str, start: int, end: int) -> bool:
    """Whether this part of a text is a known name."""
    return names.is_name(codes[start:end])
