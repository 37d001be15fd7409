"""A text on its way through the stages: its words, their scores, and the answer so far.

This file and the other stages run as they stand, and compiled together as `_stages` (`setup.py`), where `_stages.pxd`
gives names C types: what is a list here is an array there. Hence indices where Python would iterate.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import TYPE_CHECKING

from mixlid.results.layout import NUMBERS, places
from mixlid.text.words import KINDS

if TYPE_CHECKING:
    from mixlid.engine.plain_pipeline import TokenNumbers
    from mixlid.models.interface import FloatArray
    from mixlid.settings import Settings

INFINITY = float("inf")
NAN = float("nan")
WORD = KINDS.index("word")
PUNCTUATION = KINDS.index("punctuation")
#: Positions in the row of numbers of a text.
OBJECTIVE, MARGIN, OPTIMAL, GAP, FALLBACK, CONFIDENCE, LANGUAGE_SCORE, EVIDENCE = places(
    NUMBERS, "objective", "margin", "optimal", "gap", "fallback", "confidence", "language_score", "evidence"
)
#: Flags of words: begins with a capital letter; and is inside a sentence, and not all in capitals.
CAPITAL, INSIDE = 1, 2
#: The rank of a word that is in none of the answer's languages, and of one that is not a word at all.
OF_NONE, NO_WORD = -1, -2
#: The verdict on an answer: it stands, or the text is in an unknown language, or in none.
STANDS, IS_UNKNOWN, IS_NO_LANGUAGE = 0, 1, 2


class StageSettings:
    """The settings that stages read, as C numbers: compiled, it has an attribute for each. NumPy reads `Settings`."""

    def __init__(self, settings: Settings) -> None:
        for name in vars(StageSettings):
            if not name.startswith("__"):
                setattr(self, name, getattr(settings, name))


class Candidate:
    """The words of a text with their scores, and a possible answer for them."""

    #: the characters of the text, and its tokens
    codes: str
    tokens: Sequence[TokenNumbers]
    #: by word (a token that the model can score): its token, its length, and the flags `CAPITAL` if it begins with a
    #: capital letter and `INSIDE` if it also looks like a name
    word_count: int
    token_of: MutableSequence[int]
    lengths: MutableSequence[int]
    capitals: MutableSequence[int]
    #: by word and label; how many labels there are
    scores: FloatArray
    width: int
    #: whether labels were left out that some word could take (`long_texts.py`), and by word the best score for one
    left_out: bool
    others: FloatArray
    #: which words count
    settings: Settings
    #: the answer: columns of its languages, and by word the rank of its language, or a negative number for none
    language_count: int
    languages: MutableSequence[int]
    ranks: MutableSequence[int]

    def score_of(self, word: int, column: int) -> float:
        """One of `scores`, whether they are complete or not."""
        return float(self.scores[word * self.width + column])

    def best_outside(self, word: int) -> float:
        """The best score of a word for a language that the answer does not have; 0 if that is more."""
        best = max(float(self.others[word]), 0.0) if self.left_out else 0.0
        for column in range(self.width):
            if self.scores[word * self.width + column] > best:
                is_inside = False
                for k in range(self.language_count):
                    is_inside = is_inside or self.languages[k] == column
                if not is_inside:
                    best = float(self.scores[word * self.width + column])
        return best
