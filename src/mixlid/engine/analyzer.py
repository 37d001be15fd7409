"""Deciding on an answer for the words of a text: its languages, the language of each word, and how certain that is.

`labelling.py` derives the labels of all tokens from it; a row of a batch is filled from both.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence
from typing import TYPE_CHECKING

from mixlid.engine.short_texts import MOST_WORDS, ShortCandidate
from mixlid.engine.text_record import (
    CAPITAL,
    CONFIDENCE,
    EVIDENCE,
    FALLBACK,
    GAP,
    INSIDE,
    IS_NO_LANGUAGE,
    IS_UNKNOWN,
    LANGUAGE_SCORE,
    MARGIN,
    NAN,
    NO_WORD,
    OBJECTIVE,
    OF_NONE,
    OPTIMAL,
    PUNCTUATION,
    STANDS,
    WORD,
)  # fmt: skip
from mixlid.results.layout import NUMBERS
from mixlid.solvers.solver import check_answer
from mixlid.text import characters

if TYPE_CHECKING:
    from mixlid.engine.confidence import Confidence
    from mixlid.engine.evidence import Evidence
    from mixlid.engine.familiar import Familiar
    from mixlid.engine.label_numbers import LabelNumbers
    from mixlid.engine.near_languages import NearLanguages
    from mixlid.engine.short_texts import CommonLanguages
    from mixlid.models.interface import FloatArray
    from mixlid.rules import Scope
    from mixlid.settings import Settings
    from mixlid.solvers.problem import Solution

#: With more than this share of capitalised words, as in titles, a capital letter is no sign of a name.
TITLE = 0.6


def price_times(settings: Settings, words: float) -> float:
    """The factor for word prices in a text of this many words: higher in short texts."""
    return 1 + settings.short_price / (words * words)


class Analyzer(ShortCandidate):
    """Finds the answers for texts, one at a time; subclasses provide tokens, scores and solutions."""

    #: of `LabelNumbers`
    readable: bytes
    settings: Settings
    #: the evidence for a proposed language, and the sum from which on it is kept
    evidence: Evidence | None
    least_evidence: float
    solver_name: str
    #: tells whether the text is in any of the languages
    familiar: Familiar | None
    #: tells near languages apart, or that they cannot be told apart
    near: NearLanguages | None
    #: how much more evidence a further language needs in a text of two words
    more_for_two_words: float
    #: the prices of languages in very short texts
    common: CommonLanguages | None
    #: whether no rule is about words; whether none says which languages a word may have
    is_free: bool
    is_free_by_word: bool

    #: how many characters the text has, and how many tokens
    size: int
    token_count: int
    #: how many tokens have words in a script that the model lacks
    unread: int
    #: by token: the index of its word, or -1
    word_of: MutableSequence[int]
    #: by word: the factor for its scores, and the two best of them
    weights: MutableSequence[float]
    two_best: FloatArray
    #: the answer (words without a language have the rank `OF_NONE` or `NO_WORD`)
    objective: float
    has_second: bool
    second: float
    optimal: bool
    #: how much better an answer could be, if known
    has_gap: bool
    gap: float
    fallback: bool
    #: whether a further language was proposed, and the objective of the answer that was set aside
    weighed: bool
    #: the sum of evidence for the second language, if it was
    second_evidence: float
    kept_objective: float
    #: by how much it is better than another set of languages
    margin: float
    #: `STANDS`, or why it does not
    verdict: int
    #: the text's row of numbers in a batch
    numbers: array[float]

    def __init__(
        self,
        labels: LabelNumbers,
        settings: Settings,
        evidence: Evidence | None,
        least_evidence: float,
        confidence: Confidence | None,
        solver_name: str,
        familiar: Familiar | None,
        left_out: bool,
        allowed: bytes | None,
        near: NearLanguages | None,
        common: CommonLanguages | None,
        more_for_two_words: float,
        scopes: frozenset[Scope],
    ) -> None:
        self.width, self.readable = len(labels.of_model), labels.readable
        self.settings, self.evidence, self.least_evidence = settings, evidence, least_evidence
        self.confidence, self.solver_name = confidence, solver_name
        self.familiar, self.left_out, self.allowed, self.near = familiar, left_out, allowed, near
        self.common, self.more_for_two_words = common, more_for_two_words
        self.is_free, self.is_free_by_word = not scopes, "word" not in scopes
        self.numbers = array("d", bytes(8 * len(NUMBERS)))

    def identify(self) -> None:
        """Find the answer for the current text, and how certain it is."""
        self.read()
        self.find_words()
        self.language_count, self.has_second, self.optimal, self.fallback = 0, False, True, False
        self.objective, self.has_gap, self.gap, self.weighed, self.kept_objective = 0.0, True, 0.0, False, 0.0
        if self.word_count:
            self.score()
            if self.evidence is None:
                self.solve(self.settings.max_languages)
            else:
                self.decide(self.evidence)
            if not self.language_count and self.says_anything():
                self.fall_back()
        self.judge()
        self.verdict = STANDS
        is_short = self.language_count == 1 and self.word_count <= MOST_WORDS
        if self.common is not None and is_short and self.is_free_by_word:
            self.prefer_common(self.common)
        if self.familiar is not None and self.language_count:
            self.doubt(self.familiar)
        if self.allowed is not None and self.language_count:
            self.keep_allowed(self.allowed)
        if self.near is not None:
            self.tell_near(self.near)
        if self.is_sure and self.confidence is not None and self.has_gap and self.gap > 0.0:
            self.confidence.limit()
        if self.left_out:  # nothing is proved about those labels
            self.optimal = self.has_gap = False
        self.fill_numbers()

    def fill_numbers(self) -> None:
        """Set the row of numbers; NaN for unknown ones."""
        self.numbers[OBJECTIVE] = self.objective
        self.numbers[MARGIN] = self.margin if self.has_second else NAN
        self.numbers[OPTIMAL] = 1.0 if self.optimal else 0.0
        self.numbers[GAP] = self.gap if self.has_gap else NAN
        self.numbers[FALLBACK] = 1.0 if self.fallback else 0.0
        self.numbers[EVIDENCE] = self.second_evidence if self.weighed else NAN
        self.numbers[CONFIDENCE] = self.numbers[LANGUAGE_SCORE] = NAN
        if self.is_sure and self.confidence is not None:
            self.numbers[CONFIDENCE] = self.confidence.languages
            self.numbers[LANGUAGE_SCORE] = self.confidence.language

    def read(self) -> None:
        """Set `codes` and `tokens`, and allocate the arrays for tokens and words."""
        raise NotImplementedError

    def score(self) -> None:
        """Find `scores` and `two_best`: the given or the model's scores, minus prices, times `weights`."""
        raise NotImplementedError

    def complete_scores(self) -> None:
        """Compute those of `scores` that have not been needed so far."""

    def find_two_best(self) -> None:
        """Compute `two_best`, if not needed so far."""

    def solve(self, most_languages: int) -> None:
        """Set the answer to the solver's, with at most that many languages."""
        raise NotImplementedError

    def best_alone(self) -> float:
        """The objective of the best answer with one language; NaN where it takes a search to find out."""
        return NAN

    def look_up_pair(self) -> None:
        """Make `evidence` look up the two languages that it compares."""
        raise NotImplementedError

    def known_word(self, word: int, column: int) -> int:  # noqa: ARG002
        """What is remembered of a word as one of a language (`Familiar.add_word`); 0 if nothing is."""
        return 0

    def remember_word(self, word: int, column: int, known: int) -> None:
        """Remember it, if there is a memory."""

    def set_aside(self) -> None:
        """Keep the answer while another is tried."""
        raise NotImplementedError

    def take_back(self) -> None:
        """Restore the answer that was set aside."""
        raise NotImplementedError

    def says_anything(self) -> bool:
        """Whether any of `scores` is not 0."""
        raise NotImplementedError

    def take_best_single(self) -> None:
        """Set the answer to the best single language for all words."""
        raise NotImplementedError

    def fall_back(self) -> None:
        """Take the best single language, which users expect for a sentence that has words."""
        cut_short, value, gap = not self.optimal and self.has_gap, self.objective, self.gap
        self.take_best_single()
        self.fallback = True
        if cut_short:  # then there is a bound on what was missed
            self.has_gap, self.gap = True, gap + max(value - self.objective, 0.0)

    def find_words(self) -> None:
        """Find the words that the model can score, which of them look like names, and the weight of each."""
        count, fresh, written, capitalised, unread = 0, True, 0, 0, 0
        for i in range(self.token_count):
            token, capital = self.tokens[i], 0
            if token.kind == WORD:
                written += 1
                if characters.is_upper(self.codes, token.start):
                    capitalised += 1
                    is_inside = not fresh and self.looks_like_a_name(token.start, token.end)
                    capital = CAPITAL + INSIDE if is_inside else CAPITAL
                fresh = False
            elif token.kind == PUNCTUATION and characters.ends_sentence(self.codes, token.start):
                fresh = True
            self.word_of[i] = -1
            if token.scored and self.readable[token.script]:
                self.word_of[i], self.token_of[count] = count, i
                self.lengths[count] = token.end - token.start
                self.capitals[count] = capital
                self.weights[count] = self.settings.capital_weight if capital > CAPITAL else 1.0
                count += 1
            else:
                unread += token.scored
        self.unread = unread
        self.word_count = count
        if capitalised > TITLE * written:
            for t in range(count):
                self.weights[t] = 1.0
                if self.capitals[t] > CAPITAL:
                    self.capitals[t] = CAPITAL

    def looks_like_a_name(self, start: int, end: int) -> bool:
        """Whether the letters after the first are not all capitals."""
        for place in range(start + 1, end):
            if characters.is_lower(self.codes, place):
                return True
        return end - start == 1

    def decide(self, evidence: Evidence) -> None:
        """Start from the answer with one language and add more, as long as the evidence supports each.

        The answer of a solver that does not search for the optimum (MaskLID) is left as it is.
        """
        least = self.least_evidence + (self.more_for_two_words if self.word_count == 2 else 0.0)
        self.solve(min(self.settings.max_languages, 2))
        if not self.optimal and self.settings.max_languages > 2:
            self.solve(self.settings.max_languages)
        while self.language_count > 1 and self.optimal:
            evidence.compare_sizes(self)
            evidence.gather(self)
            if not evidence.knows_pair():
                self.look_up_pair()
            evidence.compare()
            self.weighed, count, value, less = True, self.language_count, self.objective, self.kept_objective
            is_searched = False
            if count == 2:
                less = self.best_alone()
                is_searched = less != less  # NaN
                if is_searched:
                    self.set_aside()
                    self.solve(1)
                    less = self.objective
            evidence.add_lead(value - less)
            if count == 2:
                self.second_evidence = evidence.sum
            if evidence.sum < least:
                if count > 2:
                    self.take_back()
                elif not is_searched:
                    self.solve(1)
                break
            if is_searched:
                self.take_back()
            if count == self.settings.max_languages:
                break
            self.set_aside()
            self.solve(count + 1)
            if self.language_count <= count or not self.optimal:
                is_proved, has_gap, gap = self.optimal, self.has_gap, self.gap
                self.take_back()
                if not is_proved:  # with more languages there might be a better answer
                    self.optimal, self.has_gap, self.gap = False, has_gap, gap
                break

    def take(self, solution: Solution) -> None:
        """The answer of a solver in Python."""
        languages, ranks = solution.assignment.languages, solution.assignment.ranks
        check_answer(solution.assignment, self.width, self.word_count, self.solver_name)
        self.language_count = len(languages)
        for k in range(self.language_count):
            self.languages[k] = languages[k]
        for t in range(self.word_count):
            self.ranks[t] = ranks[t]
        self.objective, self.optimal = solution.value, solution.optimal
        gap = 0.0 if solution.optimal else solution.gap
        self.has_gap, self.gap = gap is not None, gap or 0.0
        self.has_second = solution.runner_up is not None
        if solution.runner_up is not None:
            self.second = solution.runner_up.value

    def judge(self) -> None:
        """Compute how certain the answer is."""
        # Where a search was cut short, another set of languages may be as good. A solver that does not search for the
        # optimum, and so knows no gap, is compared with the best other set, which may be better than its own.
        is_compared = self.has_second and (self.optimal or not self.has_gap)
        self.margin = max(self.objective - self.second, 0.0) if is_compared else 0.0
        self.is_sure = self.word_count > 0 and (self.fallback or self.has_second) and self.confidence is not None
        if self.is_sure and self.confidence is not None:
            characters_read = 0
            for t in range(self.word_count):
                characters_read += self.lengths[t]
            evidence = 0.0 if self.evidence is None else self.evidence.sum
            self.confidence.take(
                self.margin, characters_read, self.language_count, self.weighed, evidence, self.word_count
            )

    def doubt(self, familiar: Familiar) -> None:
        """Reject the answer if its words are too unlike those of its languages."""
        familiar.begin()
        for t in range(self.word_count):
            rank = self.ranks[t]
            column = self.languages[rank if rank >= 0 else 0]
            score = self.score_of(t, column) if rank >= 0 else 0.0
            known = self.known_word(t, column)
            if known:
                familiar.add_known_word(column, score, self.lengths[t], known)
                continue
            token = self.tokens[self.token_of[t]]
            known = familiar.add_word(column, score, self.codes, token.start, token.end)
            if known:
                self.remember_word(t, column, known)
        for i in range(self.token_count):
            token = self.tokens[i]
            if token.kind != WORD:
                familiar.add_other(token.kind, self.codes, token.start, token.end)
        familiar.finish(self.language_count)
        if self.common is not None and (self.says_nothing() or self.has_strange_names(familiar.frequent_words)):
            familiar.say_nothing()
        if self.is_sure and self.confidence is not None:
            self.confidence.doubt(familiar.known)
            if self.language_count == self.settings.max_languages and familiar.misses_language():
                self.confidence.limit()
        if familiar.known < self.settings.unknown_threshold:
            self.verdict = IS_UNKNOWN if familiar.is_language else IS_NO_LANGUAGE
            self.language_count, self.fallback = 0, False
            for t in range(self.word_count):
                self.ranks[t] = OF_NONE
            if self.is_sure and self.confidence is not None:
                self.confidence.reject(familiar.known)
        elif (
            familiar.none and familiar.unusual and self.is_free
        ):  # some word does not fit at all, and some is not written as one
            self.leave_out(familiar)

    def leave_out(self, familiar: Familiar) -> None:
        """Remove the language of tokens that are not words, unless a language would be left without any."""
        for t in range(self.word_count):
            if self.ranks[t] == OF_NONE:
                token, column = self.tokens[self.token_of[t]], self.languages[0]
                if familiar.is_no_word(column, 0.0, self.codes, token.start, token.end):
                    self.ranks[t] = NO_WORD
        for k in range(self.language_count):
            left = 0
            for t in range(self.word_count):
                left += self.ranks[t] == k
            for t in range(self.word_count):
                if left > 1 and self.ranks[t] == k:
                    token, column = self.tokens[self.token_of[t]], self.languages[k]
                    if self.known_word(t, column):  # which is written as one
                        continue
                    score = self.score_of(t, column)
                    if familiar.is_no_word(column, score, self.codes, token.start, token.end):
                        self.ranks[t] = NO_WORD
                        left -= 1

    def keep_allowed(self, allowed: bytes) -> None:
        """Remove the languages that an answer may not have; their words are then in an unknown one.

        If those words have most of the letters, the whole text is in an unknown language.
        """
        count, inside, outside = 0, 0, 0
        for t in range(self.word_count):
            if self.ranks[t] >= 0:
                if allowed[self.languages[self.ranks[t]]]:
                    inside += self.lengths[t]
                else:
                    outside += self.lengths[t]
        for k in range(self.language_count):
            is_kept = inside > outside and allowed[self.languages[k]] != 0
            for t in range(self.word_count):
                if self.ranks[t] == k:
                    self.ranks[t] = count if is_kept else OF_NONE
            if is_kept:
                self.languages[count] = self.languages[k]
                count += 1
        self.language_count = count
        if not count:
            self.verdict, self.fallback = IS_UNKNOWN, False
