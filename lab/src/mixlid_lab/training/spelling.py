"""Alternative spellings, as other people would type them.

Languages that their speakers romanise have no settled spelling: long vowels are doubled or not, aspiration is written
or not, some people drop vowels. A copy of a sentence changes some of its words by a few such rules, so that a model
learns what stays the same. The rules are common to many languages; each word is drawn separately.

Languages with a settled spelling are also typed in haste, without diacritics and apostrophes.
"""

from __future__ import annotations

import re
import unicodedata

import numpy as np

#: Share of words in a copy that are spelt differently, and how many rules may change one.
_CHANGED = 0.35
_MOST_RULES = 2

#: Interchangeable spellings; each pair works in both directions.
_PAIRS = (
    ("aa", "a"), ("ee", "i"), ("oo", "u"), ("ii", "i"), ("uu", "u"), ("ou", "u"), ("ai", "e"), ("ay", "ai"),
    ("sh", "s"), ("ch", "sh"), ("chh", "ch"), ("kh", "k"), ("gh", "g"), ("th", "t"), ("dh", "d"), ("bh", "b"),
    ("ph", "f"), ("zh", "j"), ("z", "j"), ("v", "w"), ("q", "k"), ("x", "ks"), ("y", "i"), ("ck", "k"),
    ("kk", "k"), ("tt", "t"), ("dd", "d"), ("ll", "l"), ("nn", "n"), ("mm", "m"), ("ss", "s"), ("pp", "p"), ("rr", "r"),
    ("7", "h"), ("3", "a"), ("9", "q"), ("5", "kh"), ("2", "a"),
)  # fmt: skip
_RULES = tuple(
    (re.compile(re.escape(a)), b) for pair in _PAIRS for a, b in (pair, pair[::-1]) if len(a) > 1 or a in "z7v3952qxy"
)
_WORD = re.compile(r"[^\W_]+")
#: Letters whose diacritic is not a separate character in any normal form, and apostrophes.
_PLAIN = str.maketrans("ıøØłŁđĐħĦŧŦ", "ioOlLdDhHtT", "'\u2019\u02bc\u2018`\u00b4")


def spelling_variants(text: str, generator: np.random.Generator) -> str:
    """The text with some words spelt as somebody else might spell them."""
    return _WORD.sub(lambda match: _respelt(match[0], generator), text)


def plainly_typed(text: str) -> str:
    """The text without diacritics and apostrophes."""
    letters = (letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))
    return "".join(letters).translate(_PLAIN)


def _respelt(word: str, generator: np.random.Generator) -> str:
    if len(word) < 3 or generator.random() >= _CHANGED:
        return word
    fitting = [rule for rule in _RULES if rule[0].search(word)]
    if not fitting:
        return word
    for place in generator.permutation(len(fitting))[: int(generator.integers(1, _MOST_RULES + 1))]:
        pattern, other = fitting[place]
        word = pattern.sub(other, word, count=1)
    return word
