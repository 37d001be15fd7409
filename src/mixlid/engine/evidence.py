"""The evidence for and against the smallest language of an answer; `mixlid.models.decision` declares its pieces."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from mixlid.engine.text_record import CAPITAL, INFINITY
from mixlid.models.decision import PLACES, in_order
from mixlid.text import characters
from mixlid.text.groups import group_of
from mixlid.text.labels import labels_by_script, split
from mixlid.text.language_codes import unlikely_to_meet
from mixlid.text.names import CAPITAL_NOUNS
from mixlid.text.words import HAN_FORMS, SCRIPTS

if TYPE_CHECKING:
    from mixlid.engine.main_language import MainLanguage
    from mixlid.engine.text_record import TextRecord
    from mixlid.engine.word_policies import WordPolicies
    from mixlid.models.decision import Decision
    from mixlid.settings import Settings
    from mixlid.text.frequent_words import FrequentWords

PIECES = len(PLACES)
LEAD = PLACES["lead"]
MEAN_GAIN = PLACES["mean_gain"]
THIRD = PLACES["third"]
CAPITAL_GAIN = PLACES["capital_gain"]
SHARE = PLACES["share"]
FOREIGN_LETTERS = PLACES["foreign_letters"]
STRANGERS = PLACES["strangers"]
FREQUENT = PLACES["frequent"]
NEAR = PLACES["near"]
ROOT_LEAD = PLACES["root_lead"]
RUN = PLACES["run"]
SCATTERED = PLACES["scattered"]
RUN_GAIN = PLACES["run_gain"]
LOG_RUN_GAIN = PLACES["log_run_gain"]
LEAST_GAIN = PLACES["least_gain"]
TWO_WORDS = PLACES["two_words"]
TEXT_LETTERS = PLACES["text_letters"]
STRANGERS_RUN = PLACES["strangers_run"]
FOREIGN_RUN = PLACES["foreign_run"]
TITLES = PLACES["titles"]
NAMES = PLACES["names"]
PLAIN = PLACES["plain"]
#: With so many times the letters of the other, a language is taken for the main one.
CLEARLY_MORE = 2
#: Longer runs say no more than one of so many words.
LONG_RUN = 5
#: How many pairs of labels are cached.
REMEMBERED = 4096
#: The largest sum of evidence for a language without words that count; the least for one with a word that no other
#: language could have, by its Han characters, or because it is alone in a script (with so many letters).
REFUSED, CERTAIN, CERTAIN_LETTERS = -50.0, 2.0, 2


@lru_cache(8192)
def related(first: str, second: str) -> tuple[float, float]:
    """`strangers` and `near` for two labels."""
    return unlikely_to_meet(split(first)[0], split(second)[0]), float(group_of(first) == group_of(second))


class Evidence:
    """The evidence about proposals, one at a time."""

    decision: Decision
    further: Decision
    labels: Sequence[str]
    #: by label the one that is most like it, of those that mixlid knows
    likes: Sequence[str]
    width: int
    settings: Settings
    #: weights of the decision on a second language, and on further ones, and the value of each piece for the current
    #: proposal, in the order of `PLACES`
    weights: array[float]
    further_weights: array[float]
    pieces: array[float]
    #: the weighted sum of the pieces
    sum: float
    #: the smallest language of the proposal, and the largest; their ranks, and the letters of the smallest
    small: int
    dominant: int
    smallest: int
    largest: int
    letters: int
    main: MainLanguage
    frequent_words: FrequentWords
    #: whether the proposal has more than two languages
    is_further: bool
    #: by the main language: the initial value of `sum`, for a second language and for a further one
    offsets: array[float]
    further_offsets: array[float]
    #: cache of pairs of labels: which pair; its `strangers` and `near`
    pairs: array[int]
    pair_strangers: array[float]
    pair_near: array[float]
    #: whether the smallest writes all nouns with a capital letter, which then says nothing about names
    pair_nouns: array[float]
    policies: WordPolicies
    #: by script: whether one label alone is written in it; by column: the bit of its Han characters (`HAN_FORMS`)
    is_alone: bytes
    forms: bytes
    #: whether the smallest language has enough words that count, and a word that can be in no other
    is_counted: bool
    is_certain: bool

    def __init__(
        self,
        decision: Decision,
        labels: Sequence[str],
        likes: Sequence[str],
        settings: Settings,
        main: MainLanguage,
        policies: WordPolicies,
    ) -> None:
        """`main` and `policies` are for the same labels, `likes` what is known as much of as of these, or more."""
        self.main, self.frequent_words, self.policies, self.likes = main, main.frequent_words, policies, likes
        self.decision, self.labels, self.width, self.settings = decision, labels, len(labels), settings
        self.further = decision if decision.further is None else decision.further
        self.weights = array("d", in_order(decision.weights))
        self.further_weights = array("d", in_order(self.further.weights))
        self.offsets = array("d", map(decision.offset, labels))
        self.further_offsets = array("d", map(self.further.offset, labels))
        self.pieces, self.sum, self.is_further = array("d", bytes(8 * PIECES)), 0.0, False
        self.pairs, nothing = array("q", [-1] * REMEMBERED), bytes(8 * REMEMBERED)
        self.pair_strangers, self.pair_near = array("d", nothing), array("d", nothing)
        self.pair_nouns, self.is_counted = array("d", nothing), True
        self.is_certain, by_script = False, labels_by_script(labels)
        self.is_alone = bytes(len(by_script.get(script, ())) == 1 for script in SCRIPTS)
        self.forms = bytes(HAN_FORMS.get(split(label)[1], 0) for label in likes)

    def gather(self, text: TextRecord) -> None:
        """Collect the evidence about a proposal of several languages, but for its lead."""
        self.compare_sizes(text)
        self.policies.begin(text)
        self.gather_words(text)
        if not self.knows_pair():
            self.look_up_pair()
        self.compare()

    def compare_sizes(self, text: TextRecord) -> None:
        """Find the smallest language and the largest; of two with about as many letters that is the main one."""
        self.letters, most, self.smallest, self.largest = 0, 0, 0, 0
        for k in range(text.language_count):  # in a tie the first is the largest, the last the smallest
            letters = 0
            for t in range(text.word_count):  # compiled without a branch, which could not be predicted
                letters += text.lengths[t] * (text.ranks[t] == k)
            if not k or letters <= self.letters:
                self.letters, self.smallest = letters, k
            if letters > most:
                most, self.largest = letters, k
        if text.language_count == 2 and most < CLEARLY_MORE * self.letters:
            self.main.weigh(text)
            if self.main.weights[self.smallest] > self.main.weights[self.largest]:
                self.smallest, self.largest, self.letters = self.largest, self.smallest, most
        self.small, self.dominant = text.languages[self.smallest], text.languages[self.largest]

    def gather_words(self, text: TextRecord) -> None:
        """Collect the evidence from the words of the proposal."""
        column, smallest, language_count = self.small, self.smallest, text.language_count
        gains, third, capital_gain, names, in_titles = 0.0, 0.0, 0.0, 0, 0
        alone, words, all_letters, frequent, counted, plain = 0, 0, 0, 0, 0, 0
        run, longest, run_gain, best_run_gain, least_gain = 0, 0, 0.0, 0.0, INFINITY
        has_title, pending = False, 0  # whether the run begins with a capital letter; its words since the last one
        self.is_further, self.is_certain, form = language_count > 2, False, self.forms[column]
        weighs_third = self.is_further or self.weights[THIRD] != 0.0  # it takes longest to find
        for t in range(text.word_count):
            all_letters += text.lengths[t]
            if text.ranks[t] != smallest:
                run, run_gain = 0, 0.0
                continue
            token = text.tokens[text.token_of[t]]
            word = self.frequent_words.prefetch_any(column, text.codes, token.start, token.end)
            score, inside = text.scores.score_of(t, column), -INFINITY
            for k in range(language_count):
                if k != smallest:
                    inside = max(inside, text.scores.score_of(t, text.languages[k]))
            gain = score - max(inside, 0.0)
            words += 1
            gains += gain
            run += 1
            run_gain += gain
            longest, best_run_gain = max(longest, run), max(best_run_gain, run_gain)
            least_gain = min(least_gain, gain)
            if weighs_third:
                third += score - text.scores.best_outside(text, t)
            if inside == -INFINITY:
                alone += 1
                if self.is_alone[token.script] and text.lengths[t] >= CERTAIN_LETTERS:
                    self.is_certain = True
            if form and not self.is_certain:
                self.is_certain = characters.han_forms_in(text.codes, token.start, token.end) == form
            if self.frequent_words.find(word) > 0:
                frequent += 1
            if run == 1:
                has_title, pending = text.capitals[t] > 0, 0
            pending += 1
            is_name = text.capitals[t] > 0 and characters.is_name(text.codes, token.start, token.end)
            if is_name:
                names += 1
            if text.capitals[t] > CAPITAL:
                capital_gain += gain
                in_titles += pending if has_title else 0
                pending = 0
            if plain == words - 1:  # until one is not
                is_plain = is_name or text.capitals[t] > CAPITAL
                plain += 1 if is_plain or self.policies.is_loanword(text, t, self.largest) else 0
            if self.policies.counts(text, t, self.largest):
                counted += 1
        if self.is_further:  # what is certain may be in the answer without the language that is new
            for k in range(text.aside_count):
                if text.aside_languages[k] == column:
                    self.is_certain = False
        self.is_counted = counted >= self.settings.min_words
        power, count = math.pow(text.word_count, self.settings.length_exponent), float(words)
        self.pieces[MEAN_GAIN] = gains / count
        self.pieces[THIRD] = third / power
        self.pieces[CAPITAL_GAIN] = capital_gain / power
        self.pieces[SHARE] = math.log(self.letters / float(all_letters))  # without `float` C would divide integers
        self.pieces[FOREIGN_LETTERS] = alone / count
        self.pieces[FREQUENT] = frequent / count
        self.pieces[RUN] = math.log(min(longest, LONG_RUN))
        self.pieces[SCATTERED] = math.log(count / longest)
        self.pieces[RUN_GAIN] = best_run_gain
        self.pieces[LOG_RUN_GAIN] = math.log(1.0 + best_run_gain)
        self.pieces[LEAST_GAIN] = least_gain
        self.pieces[TWO_WORDS] = 1.0 if text.word_count == 2 else 0.0
        self.pieces[TEXT_LETTERS] = math.log(all_letters)
        self.pieces[NAMES] = names / count
        self.pieces[TITLES] = in_titles / count
        self.pieces[PLAIN] = 1.0 if plain == words else 0.0

    def knows_pair(self) -> bool:
        """Whether the pair of languages is in the cache."""
        pair = self.small * self.width + self.dominant
        return self.pairs[pair % REMEMBERED] == pair

    def look_up_pair(self) -> None:
        """Put the pair of languages into the cache, since the same pairs occur again and again."""
        pair = self.small * self.width + self.dominant
        place, like = pair % REMEMBERED, self.likes[self.small]
        self.pair_strangers[place], self.pair_near[place] = related(like, self.likes[self.dominant])
        self.pair_nouns[place] = float(split(like)[0] in CAPITAL_NOUNS)
        self.pairs[place] = pair

    def compare(self) -> None:
        """Add the evidence from the pair of languages itself."""
        place = (self.small * self.width + self.dominant) % REMEMBERED
        self.pieces[STRANGERS], self.pieces[NEAR] = self.pair_strangers[place], self.pair_near[place]
        self.pieces[STRANGERS_RUN] = self.pieces[STRANGERS] * self.pieces[RUN]
        self.pieces[FOREIGN_RUN] = self.pieces[FOREIGN_LETTERS] * self.pieces[RUN]
        self.sum = self.further_offsets[self.dominant] if self.is_further else self.offsets[self.dominant]
        if self.pair_nouns[place] > 0.0:
            self.pieces[CAPITAL_GAIN] = 0.0

    def add_lead(self, lead: float) -> None:
        """Complete the sum with how much better the proposal is than the best answer with fewer languages."""
        self.pieces[LEAD] = lead
        self.pieces[ROOT_LEAD] = math.sqrt(max(lead, 0.0))
        for i in range(PIECES):
            weight = self.further_weights[i] if self.is_further else self.weights[i]
            self.sum += weight * self.pieces[i]
        if self.is_certain:
            self.sum = max(self.sum, CERTAIN)
        if not self.is_counted:
            self.sum = min(self.sum, REFUSED)
