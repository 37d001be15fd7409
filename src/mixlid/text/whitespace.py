"""Words as in fastText and the paper: everything between white space, with punctuation and numbers.

This is for reproducing the paper. Our own words (`words.py`) are better for text that people write.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from mixlid.text.words import Token, tokenize

#: How a text is split: into our own words, or at white space.
WordCut = Literal["own", "whitespace"]

#: The characters that separate words for fastText; other Unicode spaces do not.
_WORD = re.compile(r"[^ \n\r\t\v\f\0]+")


def cut_at_whitespace(text: str) -> list[Token]:
    """Every piece is a word without a script, so that the model scores all of them."""
    return [Token(match.start(), match.end(), "word", "") for match in _WORD.finditer(text)]


CUTS: dict[WordCut, Callable[[str], list[Token]]] = {"own": tokenize, "whitespace": cut_at_whitespace}
