"""The best sequence of labels for words, where a switch from one label to another has a price: dynamic programming."""

from __future__ import annotations

import math
from array import array

from mixlid.engine.text_record import INFINITY
from mixlid.settings import SETTINGS

#: The most languages of an answer, of states with sets of languages, and of steps between states.
MOST_LANGUAGES = int(SETTINGS["max_languages"].limits[1])
MOST_STATES = MOST_LANGUAGES << (MOST_LANGUAGES - 1)
MOST_STEPS = MOST_STATES * (2 * MOST_LANGUAGES - 1)


class LabelChain:
    """Finds the best labels for a sequence of words, from their scores in each language and the cost of each switch.

    Every language must be the label of some word. The best labels without that rule usually satisfy it. If they do
    not, a state is the language of a word and the set of languages so far; otherwise it is the language alone.
    """

    #: how many words and languages there are, and how many are allocated
    count: int
    languages: int
    capacity: int
    #: by word and language; by word
    scores: array[float]
    costs: array[float]
    #: by word: the best label, and how probable it is
    labels: array[int]
    marginals: array[float]
    #: whether states have sets, and their number; by state its language, and whether the last word may have it
    has_sets: bool
    states: int
    language_of: array[int]
    is_last: array[int]
    #: the steps from a state to one of the next word, and which of them are switches
    steps: int
    sources: array[int]
    targets: array[int]
    switches: array[int]
    #: by word and state; and for the current word and the one before
    forward: array[float]
    backward: array[float]
    earlier: array[float]
    #: by set and language: the state
    numbers: array[int]

    def __init__(self) -> None:
        self.language_of, self.is_last = array("i", bytes(4 * MOST_STATES)), array("i", bytes(4 * MOST_STATES))
        self.sources, self.targets = array("i", bytes(4 * MOST_STEPS)), array("i", bytes(4 * MOST_STEPS))
        self.switches = array("i", bytes(4 * MOST_STEPS))
        self.backward, self.earlier = array("d", bytes(8 * MOST_STATES)), array("d", bytes(8 * MOST_STATES))
        self.numbers = array("i", bytes(8 * MOST_STATES))
        self.capacity, self.scores, self.forward, self.languages, self.has_sets = -1, array("d"), array("d"), 0, False
        self.reserve(0, 1)

    def reserve(self, words: int, states: int) -> None:
        """Allocate space for that many words and states."""
        if words > self.capacity:
            self.costs, self.marginals = array("d", bytes(8 * words)), array("d", bytes(8 * words))
            self.labels, self.capacity = array("i", bytes(4 * words)), words
        if words * states > len(self.forward):
            self.forward = array("d", bytes(8 * words * states))

    def begin(self, words: int, languages: int) -> None:
        """Start a sequence of that many words, whose scores and costs the caller sets."""
        self.count = words
        if self.languages != languages or self.has_sets:
            self.languages = languages
            self.make_states(False)
        if words > self.capacity or words * self.states > len(self.forward):
            self.reserve(words, self.states)
        if words * languages > len(self.scores):
            self.reserve_score(words * languages)

    def reserve_score(self, scores: int) -> None:
        self.scores = array("d", bytes(8 * scores))

    def make_states(self, with_sets: bool) -> None:
        """Make the states, with or without sets, and the steps between them."""
        sets = 1 << self.languages if with_sets else 1
        self.has_sets, self.states, self.steps = with_sets, 0, 0
        for found in range(sets):
            for k in range(self.languages):
                if not with_sets or found >> k & 1:
                    self.numbers[found * self.languages + k] = self.states
                    self.language_of[self.states] = k
                    self.is_last[self.states] = found == sets - 1
                    self.states += 1
        for found in range(sets):
            for k in range(self.languages):
                if with_sets and not found >> k & 1:
                    continue
                for other in range(self.languages):
                    self.add_step(found, other, found, k, with_sets)
                    if with_sets:  # the language is new
                        self.add_step(found ^ 1 << k, other, found, k, with_sets)

    def add_step(self, before: int, other: int, found: int, language: int, with_sets: bool) -> None:
        """Add the step from a language and the set so far to another language, if the set has it."""
        if not with_sets or before >> other & 1:
            self.sources[self.steps] = self.numbers[before * self.languages + other]
            self.targets[self.steps] = self.numbers[found * self.languages + language]
            self.switches[self.steps] = other != language
            self.steps += 1

    def find_labels(self) -> bool:
        """Set `labels`; False if there are none in which every language has a word."""
        if not self.find_best():
            return False
        if self.has_all():
            return True
        self.make_states(True)
        if self.count * self.states > len(self.forward):
            self.reserve(self.count, self.states)
        return self.find_best()

    def has_all(self) -> bool:
        """Whether every language is a label."""
        found = 0
        for i in range(self.count):
            found |= 1 << self.labels[i]
        return found == (1 << self.languages) - 1

    def find_best(self) -> bool:
        """The labels with the largest sum (Viterbi); the first in a tie."""
        most, last = -INFINITY, -1
        self.set_first(-INFINITY)
        for i in range(1, self.count):
            if self.has_sets:
                self.step_with_sets(i)
            else:
                self.step_between_languages(i)
        for state in range(self.states):
            value = self.forward[(self.count - 1) * self.states + state]
            if value > most and self.is_last[state]:
                most, last = value, state
        if last < 0:
            return False
        for i in range(self.count - 1, -1, -1):
            self.labels[i] = self.language_of[last]
            last = self.best_source(i, last) if i else last
        return True

    def step_between_languages(self, i: int) -> None:
        """Set the sums of a word from those of the word before, where a state is a language alone."""
        here, before, cost = i * self.languages, (i - 1) * self.languages, self.costs[i]
        for k in range(self.languages):
            most = self.forward[before + k]
            for other in range(self.languages):
                # No switch costs less than 0, so the language itself is no better this way.
                most = max(most, self.forward[before + other] - cost)
            self.forward[here + k] = most + self.scores[here + k]

    def step_with_sets(self, i: int) -> None:
        """The same where states have sets."""
        here, before, cost = i * self.states, (i - 1) * self.states, self.costs[i]
        for state in range(self.states):
            self.forward[here + state] = -INFINITY
        for step in range(self.steps):
            value, target = self.forward[before + self.sources[step]], self.targets[step]
            if self.switches[step]:
                value -= cost
            if value > self.forward[here + target]:
                self.forward[here + target] = value
        for state in range(self.states):
            self.forward[here + state] += self.scores[i * self.languages + self.language_of[state]]

    def best_source(self, i: int, state: int) -> int:
        """The state of the word before that a word's state was reached from."""
        source, most, before = -1, -INFINITY, (i - 1) * self.states
        if not self.has_sets:  # a state is a language, which is reached from any
            for other in range(self.languages):
                value = self.forward[before + other] - (self.costs[i] if other != state else 0.0)
                if value > most:
                    source, most = other, value
            return source
        for step in range(self.steps):
            if self.targets[step] == state:
                value = self.forward[before + self.sources[step]]
                if self.switches[step]:
                    value -= self.costs[i]
                if value > most:
                    source, most = self.sources[step], value
        return source

    def set_first(self, impossible: float) -> None:
        """Initialise the states of the first word."""
        for state in range(self.states):
            self.forward[state] = impossible
        for k in range(self.languages):
            state = self.numbers[k if self.states == self.languages else (self.languages << k) + k]
            self.forward[state] = self.scores[k]

    def find_marginals(self, log_odds: float) -> None:
        """Set `marginals`: the probability of each word's label over all labellings (forward-backward).

        A labelling has the weight exp(`log_odds` · (scores − costs)). Scores and costs are overwritten.
        """
        for i in range(self.count):
            self.take_exponentials(i, log_odds)
        self.set_first(0.0)
        for i in range(1, self.count):
            here, before, total = i * self.states, (i - 1) * self.states, 0.0
            for state in range(self.states):
                self.forward[here + state] = 0.0
            for step in range(self.steps):
                value = self.forward[before + self.sources[step]] * self.factor(i, step)
                self.forward[here + self.targets[step]] += value
                total += value
            for state in range(self.states):  # against underflow in products of thousands of words
                self.forward[here + state] /= total if total > 0.0 else 1.0
        for state in range(self.states):
            self.backward[state] = float(self.is_last[state])
        for i in range(self.count - 1, -1, -1):
            own, total = 0.0, 0.0
            for state in range(self.states):
                value = self.forward[i * self.states + state] * self.backward[state]
                total += value
                if self.language_of[state] == self.labels[i]:
                    own += value
            self.marginals[i] = own / total if total > 0.0 else 1.0
            if i:
                self.step_back(i)

    def step_back(self, i: int) -> None:
        """Set `backward` for the word before."""
        total = 0.0
        for state in range(self.states):
            self.earlier[state] = 0.0
        for step in range(self.steps):
            value = self.backward[self.targets[step]] * self.factor(i, step)
            self.earlier[self.sources[step]] += value
            total += value
        for state in range(self.states):
            self.backward[state] = self.earlier[state] / (total if total > 0.0 else 1.0)

    def factor(self, i: int, step: int) -> float:
        """The factor of a step to a word's state, once exponentials are taken."""
        value = self.scores[i * self.languages + self.language_of[self.targets[step]]]
        return value * self.costs[i] if self.switches[step] else value

    def take_exponentials(self, i: int, log_odds: float) -> None:
        """Replace a word's scores, relative to the largest, and its cost by their exponentials."""
        first, most = i * self.languages, -INFINITY
        for k in range(self.languages):
            most = max(most, self.scores[first + k])
        for k in range(self.languages):
            self.scores[first + k] = math.exp(log_odds * (self.scores[first + k] - most))
        self.costs[i] = math.exp(-log_odds * self.costs[i])
