"""How much of a text a word is: its characters, in Latin letters.

Shares of languages are shares of what is written, and characters of different scripts do not say equally much:
"我的 boyfriend 很好" is mostly Chinese, though it has nine Latin letters and four of Han. What a character is worth is
how many letters a sentence has in Latin script for one in the other, in translations of the same text, to a whole
number, so that shares are exact (`tools/characters_by_script.py`; `docs/limits.md` has the figures). The characters of
Thai, Lao, Khmer and Burmese, vowel signs included, come to one, as those of all scripts do that are not named here.
"""

from __future__ import annotations

#: What a character is worth, by the script of its word, in Latin letters.
WORTH = {"Hani": 3, "Hira": 2, "Kana": 2, "Bopo": 2, "Hang": 2, "Ethi": 2}


def written_size(characters: int, script: str) -> int:
    """The size of a word with this many characters; the script is that of its token."""
    return characters * WORTH.get(script, 1)
