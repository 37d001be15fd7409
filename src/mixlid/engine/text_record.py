"""A text on its way through the stages: its words, their scores, and the answer so far.

This file and the other stages run as they stand, and compiled together as `_stages` (`setup.py`), where `_stages.pxd`
gives names C types: what is a list here is an array there. Hence indices where Python would iterate.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mixlid.results.layout import NUMBERS, places
from mixlid.solvers.solver import check_answer
from mixlid.text.words import KINDS

if TYPE_CHECKING:
    from mixlid.engine.plain_pipeline import TokenNumbers
    from mixlid.models.interface import FloatArray
    from mixlid.settings import Settings
    from mixlid.solvers.problem import Solution

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


class Scores:
    """The scores of a text's words by label. All are known here; a kernel may compute them as they are needed."""

    width: int
    #: by word and label; the two best of each word
    scores: FloatArray
    two_best: FloatArray

    def score_of(self, word: int, column: int) -> float:
        return float(self.scores[word * self.width + column])

    def best_outside(self, text: TextRecord, word: int) -> float:
        """The best score of a word for a language that the answer does not have; 0 if that is more."""
        best = 0.0
        for column in range(self.width):
            if self.scores[word * self.width + column] > best:
                is_inside = False
                for k in range(text.language_count):
                    is_inside = is_inside or text.languages[k] == column
                if not is_inside:
                    best = float(self.scores[word * self.width + column])
        return best

    def find_two_best(self) -> None:
        """Set `two_best`, if that was put off."""

    def says_anything(self, words: int) -> bool:
        """Whether any score is not 0."""
        for i in range(words * self.width):  # noqa: SIM110, as it is compiled to a loop without the GIL
            if self.scores[i] != 0.0 and self.scores[i] > -INFINITY:
                return True
        return False

    def next_worthy(self, column: int, prices: Sequence[float], least: float) -> int:  # noqa: ARG002
        """The first column from this one on whose words may be worth `least` above its price; this one if unknown."""
        return column

    def cached_facts(self, word: int, column: int) -> int:  # noqa: ARG002
        """What the word cache has on a word as one of a language (`UnknownSigns.add_word`), or 0."""
        return 0

    def cache_facts(self, word: int, column: int, facts: int) -> None:
        """Put it into the cache, if there is one."""


class TextRecord:
    """A text, what is known of its words, and the answer so far."""

    #: the characters, and the tokens
    codes: str
    size: int
    tokens: Sequence[TokenNumbers]
    token_count: int
    #: how many tokens have words in a script that the model lacks
    unread: int
    #: by token: the index of its word, or -1
    word_of: array[int]
    #: by word (a token that the model can score): its token; its length; `CAPITAL` if it begins with a capital letter,
    #: and `INSIDE` if it also looks like a name; the factor for its scores
    word_count: int
    token_of: array[int]
    lengths: array[int]
    capitals: array[int]
    weights: array[float]
    width: int
    scores: Scores
    #: the answer: columns of its languages, and by word the rank of its language, `OF_NONE` or `NO_WORD`
    language_count: int
    languages: array[int]
    ranks: array[int]
    objective: float
    has_second: bool
    second: float
    optimal: bool
    #: how much better an answer could be, if known
    has_gap: bool
    gap: float
    fallback: bool
    #: whether a further language was proposed; the log odds that each was rightly kept or refused, and the sum of
    #: evidence for the second
    weighed: bool
    evidence: float
    second_evidence: float
    #: an answer that is set aside while another is tried
    aside_count: int
    aside_languages: array[int]
    aside_ranks: array[int]
    aside_objective: float
    aside_has_second: bool
    aside_second: float
    aside_optimal: bool
    #: by how much the answer is better than another set of languages, and whether its confidence is known
    margin: float
    is_sure: bool
    #: `STANDS`, or why it does not
    verdict: int
    #: the text's row of numbers in a batch of answers
    numbers: array[float]
    #: how many tokens and words there is room for
    token_capacity: int
    word_capacity: int

    def __init__(self, width: int, scores: Scores) -> None:
        self.width, self.scores = width, scores
        self.numbers = array("d", bytes(8 * len(NUMBERS)))
        self.languages, self.aside_languages = array("i", bytes(4 * width)), array("i", bytes(4 * width))
        self.token_count, self.word_count, self.token_capacity, self.word_capacity = 0, 0, -1, -1
        self.reserve(0, 0)

    def reserve(self, tokens: int, words: int) -> None:
        """Make room for so many; where there is too little, what was there is lost."""
        if tokens > self.token_capacity:
            self.word_of = array("i", bytes(4 * tokens))
            self.token_capacity = tokens
        if words > self.word_capacity:
            self.word_capacity = -1
            self.token_of, self.lengths = array("i", bytes(4 * words)), array("q", bytes(8 * words))
            self.capitals, self.weights = array("B", bytes(words)), array("d", bytes(8 * words))
            self.ranks, self.aside_ranks = array("i", bytes(4 * words)), array("i", bytes(4 * words))
            self.word_capacity = words


class Kernel:
    """What the two kernels do in different ways, and stages ask for."""

    def score(self, text: TextRecord) -> None:
        """Let the record have the scores of its words: those of the model, minus prices, times weights."""

    def propose(self, text: TextRecord, most_languages: int) -> None:
        """Set the answer to the solver's, with at most that many languages."""

    def propose_single(self, text: TextRecord) -> None:
        """Set the answer to the best single language for all words."""

    def best_alone(self) -> float:
        """The objective of the best answer with one language; NaN where it takes a search to find out."""
        return NAN


def price_times(settings: Settings, words: float) -> float:
    """The factor for word prices in a text of this many words: higher in short texts."""
    return 1 + settings.short_price / (words * words)


def take_solution(text: TextRecord, solution: Solution, solver: str) -> None:
    """Set the answer to that of a solver in Python, of this name."""
    languages, ranks = solution.assignment.languages, solution.assignment.ranks
    check_answer(solution.assignment, text.width, text.word_count, solver)
    text.language_count = len(languages)
    for k in range(text.language_count):
        text.languages[k] = languages[k]
    for t in range(text.word_count):
        text.ranks[t] = ranks[t]
    text.objective, text.optimal = solution.value, solution.optimal
    gap = 0.0 if solution.optimal else solution.gap
    text.has_gap, text.gap = gap is not None, gap or 0.0
    text.has_second = solution.runner_up is not None
    if solution.runner_up is not None:
        text.second = solution.runner_up.value
