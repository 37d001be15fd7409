"""Whether the words of an answer are like those of its languages at all; `mixlid.models.unknown` has the signs."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mixlid.engine.text_record import PUNCTUATION
from mixlid.models.unknown import FEW, HARDLY, MOST_FREQUENT, NOT_AT_ALL, SIGNS, SIZE
from mixlid.text import characters
from mixlid.text.words import KINDS

if TYPE_CHECKING:
    from mixlid.models.unknown import UnknownDetector
    from mixlid.text.frequent_words import FrequentWords

COUNT = len(SIGNS)
#: Not a word from this many repetitions of a letter, or letters with a digit among them.
REPEATED, LONG = 4, 24
#: The look of a word: ordinary; with digits that may stand for letters (leet), which is odd unless it fits its
#: language; odd, with other digits or a capital after a small letter; not written as a word by anybody.
ORDINARY, LEET, ODD, NOT_WRITTEN = 0, 1, 2, 3
#: What the word cache may have on a plainly written word that is telling: whether it is frequent in a language.
NOTHING_KNOWN, KNOWN_RARE, KNOWN_FREQUENT = 0, 1, 2
#: In a text of at least this many letters and languages, a language is missing if more than this share of the letters
#: is in words that hardly fit. With fewer languages it may be spelling: nine in ten such answers are right.
ENOUGH_LETTERS, ENOUGH_LANGUAGES, MISSING = 100, 3, 0.125
#: The highest probability of a language for a text of nothing but single letters or names.
SAYS_NOTHING = 0.25
NUMBER = KINDS.index("number")


def look_closely(codes: str, start: int, end: int) -> int:
    """The look of a word that may not be plainly written.

    It is `ODD` for a digit or a capital after a small letter, `NOT_WRITTEN` for a letter that is repeated.
    """
    same, looks = 1, ORDINARY
    for place in range(start, end):
        if characters.is_digit(codes, place):
            if end - start > LONG:
                return NOT_WRITTEN
            looks = max(looks, LEET if place > start and characters.is_of_leet(codes, place) else ODD)
        if place > start:
            if characters.is_upper(codes, place) and characters.is_lower(codes, place - 1):
                looks = ODD
            same += codes[place] == codes[start]
    return NOT_WRITTEN if same >= REPEATED and same == end - start else looks


class UnknownSigns:
    """The signs that an answer's languages are not those of its text, one answer at a time."""

    #: of `UnknownDetector`, by column of the scores
    typical: array[float]
    usually_frequent: array[float]
    offsets: array[float]
    known_weights: array[float]
    language_weights: array[float]
    frequent_words: FrequentWords
    #: of the current answer: sums of scores and of typical scores; letters in all words, in those that hardly fit, in
    #: those that do not fit at all, in odd ones; characters in numbers and punctuation, and those of program code; how
    #: many words are frequent in their language, and how many would usually be
    total: float
    usual: float
    letters: int
    low: int
    none: int
    odd: int
    symbols: int
    code: int
    frequent: int
    expected: float
    #: letters in odd words that hardly fit
    odd_low: int
    #: words other than single letters, and words that do not look ordinary
    telling: int
    unusual: int
    #: the signs in the order of `SIGNS`; the probability that the text is in one of the languages; whether it is
    #: language at all, if it is in none of these
    signs: array[float]
    known: float
    is_language: bool

    def __init__(self, detector: UnknownDetector, labels: Sequence[str], frequent_words: FrequentWords) -> None:
        """`frequent_words` are those of the same labels."""
        typical, frequent = detector.typical, detector.frequent
        self.typical = array("d", [typical.get(label, typical["*"]) for label in labels])
        self.usually_frequent = array("d", [frequent.get(label, frequent["*"]) for label in labels])
        self.offsets = array("d", [detector.offsets.get(label, 0.0) for label in labels])
        self.frequent_words = frequent_words
        self.known_weights, self.language_weights = array("d", detector.known), array("d", detector.language)
        self.signs, self.known, self.is_language = array("d", bytes(8 * COUNT)), 1.0, True
        self.begin()

    def begin(self) -> None:
        """Start a new answer."""
        self.total, self.usual, self.expected = 0.0, 0.0, 0.0
        self.letters, self.low, self.none, self.odd, self.symbols, self.code, self.frequent = 0, 0, 0, 0, 0, 0, 0
        self.odd_low, self.telling, self.unusual = 0, 0, 0

    def add_word(self, column: int, score: float, codes: str, start: int, end: int) -> int:
        """Add a word with the language of this column, or one without a language, with a score of 0.

        Returns what may be cached of it as a word of this language, for `add_known_word`.
        """
        is_plain, frequent = characters.is_plainly_written(codes, start, end), 0
        looks = ORDINARY if is_plain else look_closely(codes, start, end)
        self.unusual += looks != ORDINARY
        if looks == NOT_WRITTEN:
            score = 0.0
        elif looks == LEET:
            looks = ORDINARY if score >= HARDLY * self.typical[column] else ODD
        elif looks == ORDINARY:  # an odd word is never frequent, whatever the filter says
            frequent = self.frequent_words.look_up(column, codes, start, end)
        is_telling = end - start > 1 or not (characters.is_lower(codes, start) or characters.is_upper(codes, start))
        self.add(column, score, end - start, looks, frequent, is_telling)
        if end - start < 2 or frequent < 0 or not is_plain or not is_telling:
            return NOTHING_KNOWN
        # The word cache does not tell a capital first letter from a small one, with which Aa would be aa.
        if characters.folded(codes, start) == characters.folded(codes, start + 1):
            return NOTHING_KNOWN
        return KNOWN_RARE + frequent

    def add_known_word(self, column: int, score: float, size: int, known: int) -> None:
        """The same for a word of which `add_word` once returned that it is known to be rare or frequent."""
        self.add(column, score, size, ORDINARY, known - KNOWN_RARE, True)

    def add(self, column: int, score: float, size: int, looks: int, frequent: int, is_telling: bool) -> None:
        """Add a word to the sums."""
        usual = self.typical[column]
        low = size * (score < HARDLY * usual)  # without a branch: which words hardly fit cannot be predicted
        self.total += score
        self.usual += usual
        self.letters += size
        self.low += low
        if score < NOT_AT_ALL * usual:
            self.none += size
        if frequent >= 0:  # known
            self.frequent += frequent
            self.expected += self.usually_frequent[column]
        self.telling += is_telling
        if looks != ORDINARY:
            self.odd += size
            self.odd_low += low

    def is_no_word(self, column: int, score: float, codes: str, start: int, end: int) -> bool:
        """Whether it is not written as a word, or is odd and does not fit its language at all, as part numbers."""
        looks = ORDINARY if characters.is_plainly_written(codes, start, end) else look_closely(codes, start, end)
        return looks == NOT_WRITTEN or (looks != ORDINARY and score < NOT_AT_ALL * self.typical[column])

    def add_other(self, kind: int, codes: str, start: int, end: int) -> None:
        """Any token."""
        if kind in (NUMBER, PUNCTUATION):
            self.symbols += end - start
        if kind == PUNCTUATION:
            for place in range(start, end):
                if characters.is_of_code(codes, place):
                    self.code += 1

    def finish(self, column: int, language_count: int) -> None:
        """Compute the probability from the signs, for an answer with words: its first column, how many languages."""
        letters = float(self.letters)  # without `float` C would divide integers
        self.signs[0] = self.total / self.usual
        self.signs[1] = self.low / letters
        self.signs[2] = self.none / letters
        self.signs[3] = min(self.frequent / (self.expected + FEW), MOST_FREQUENT)
        self.signs[4] = float(language_count - 1)
        self.signs[5] = self.symbols / (self.symbols + letters)
        self.signs[6] = self.code / (self.symbols + letters)
        self.signs[7] = self.odd / letters
        self.signs[8] = math.log(letters)
        odds = self.weigh(self.known_weights) + self.offsets[column]
        self.known = 1 / (1 + math.exp(-max(min(odds, 500.0), -500.0)))
        self.is_language = self.weigh(self.language_weights) >= 0.0
        if not self.telling:
            self.say_nothing()

    def say_nothing(self) -> None:
        """The words are no sign of any language, though they are not what is in none."""
        self.known, self.is_language = min(self.known, SAYS_NOTHING), True

    def misses_language(self) -> bool:
        """Whether so many words hardly fit that a language must be missing."""
        written, strange = self.letters - self.odd, self.low - self.odd_low  # of words that look ordinary
        return written >= ENOUGH_LETTERS and self.signs[4] > ENOUGH_LANGUAGES - 2 and strange > MISSING * written

    def weigh(self, weights: array[float]) -> float:
        """The weighted sum of the signs, and of the signs times the length."""
        value, length = weights[0], self.signs[COUNT - 1]
        for i in range(COUNT):
            value += weights[i + 1] * self.signs[i]
        for i in range(SIZE - COUNT):
            value += weights[COUNT + i + 1] * self.signs[i] * length
        return value
