"""The size of a word in Latin letters, in which shares of a text are measured.

Characters of different scripts do not carry equally much: "我的 boyfriend 很好" is mostly Chinese, though it has nine
Latin letters and four of Han. The weight of a character is the number of Latin letters for one character of the other
script in translations of the same text, rounded to a whole number so that shares are exact
(`docs/limits.md` has the figures). It is one for Thai, Lao, Khmer and Burmese, vowel
signs included, and for all scripts not listed here.
"""

from __future__ import annotations

#: The weight of a character in Latin letters, by the script of its word.
WORTH = {"Hani": 3, "Hira": 2, "Kana": 2, "Bopo": 2, "Hang": 2, "Ethi": 2}


def written_size(characters: int, script: str) -> int:
    """The size of a word with this many characters; the script is that of its token."""
    return characters * WORTH.get(script, 1)
