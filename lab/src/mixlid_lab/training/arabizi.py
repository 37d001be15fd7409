"""Arabic dialects as they are typed in Latin letters, from text in Arabic letters, by spellings written by hand.

There is no one way: `ch`, `sh` and `x` are one letter, 3 and 7 are letters, and short vowels, which Arabic letters do
not show, are mostly written in the east and often left out in the west. A letter is spelt in one way throughout a
sentence, as one person would.
"""

from __future__ import annotations

import re

import numpy as np

#: Spellings of a letter with their weights, in all dialects…
_COMMON = {
    "ا": "a", "آ": "a", "ى": "a a i", "ب": "b", "پ": "p", "ت": "t", "ث": "t th s", "ح": "7 7 h", "خ": "kh kh 5",
    "د": "d", "ذ": "d d dh z", "ر": "r", "ز": "z", "س": "s", "ش": "sh", "ص": "s", "ض": "d", "ط": "t", "ظ": "d z",
    "ع": "3 3 3 a", "غ": "gh", "ف": "f", "ڤ": "v", "ق": "9", "ك": "k", "گ": "g", "ڨ": "g",
    "ل": "l", "م": "m", "ن": "n", "ه": "h", "ة": "a", "ج": "j", "أ": "a a 2a",
    "إ": "i e", "ؤ": "o 2o", "ئ": "2 i y", "ء": "2",
}  # fmt: skip
#: …and where one has its own.
_OWN = {
    "ary": {"ش": "ch ch sh x", "ق": "9 9 9 k", "ة": "a", "غ": "gh gh r"},
    "arq": {"ش": "ch ch ch sh", "ق": "9 9 k q", "ج": "j dj", "ة": "a"},
    "apc": {"ش": "sh sh ch", "ق": "2 2 2 k", "ة": "e e a", "ث": "t s", "خ": "kh 5"},
    "arz": {"ش": "sh sh sh 4", "ق": "2 2 2 k", "ج": "g g g j", "ة": "a", "ث": "s t", "خ": "kh 5", "ذ": "z", "ظ": "z"},
}
#: How often a short vowel is written between two consonants, which ones, the long ones, and the article.
_VOWELS = {
    "ary": (0.2, "e a i", "ou o", "i", "l l l el"),
    "arq": (0.35, "e e a", "ou o", "i", "el el l"),
    "apc": (0.65, "e a a i", "o ou u", "i e", "l el el"),
    "arz": (0.65, "e a a o", "o oo", "i y ee", "el el el l"),
}
_WORD = re.compile(r"[\u0621-\u064a\u067e\u06a4\u06a8\u06af]+")
#: Vowel marks, and the stroke that lengthens a word.
_MARKS = re.compile(r"[\u0640\u064b-\u065f\u0670]+")
_CONSONANT = re.compile(r"[^aeiou2]$")


def in_latin_letters(text: str, language: str, generator: np.random.Generator) -> str:
    """The text as speakers of a dialect (`ary`, `arq`, `apc`, `arz`) might type it."""
    chance, *choices = _VOWELS[language]
    short, *rest = (choice.split() for choice in choices)
    u, i, article = (str(generator.choice(ways)) for ways in rest)
    spelling = {letter: str(generator.choice(ways.split())) for letter, ways in {**_COMMON, **_OWN[language]}.items()}

    def spelt(letters: str) -> str:
        made = ""
        for place, letter in enumerate(letters):
            if letter in "وي":
                # A consonant at the beginning and beside a vowel.
                beside = letters[place + 1 : place + 2] in set("اةى") or made.endswith(tuple("aeiou"))
                made += {"و": ("w", u), "ي": ("y", i)}[letter][not (place == 0 or beside)]
                continue
            part = spelling.get(letter, letter)
            if made and _CONSONANT.search(made) and part[0] not in "aeiou" and generator.random() < chance:
                made += short[int(generator.integers(len(short)))]
            made += part
        return made

    def word(match: re.Match[str]) -> str:
        letters = match[0]
        begin = article if letters.startswith("ال") and len(letters) > 4 else ""
        return begin + spelt(letters[2:] if begin else letters)

    return _WORD.sub(word, _MARKS.sub("", text))
