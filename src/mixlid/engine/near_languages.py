"""Which member of a group of near languages the words of a language are in, or the group if nobody can tell.

The search compares answers and prices; here the members of one group are compared for the same words, with what is
known of how much is written in each. This file runs as it stands, and compiled as `_near_languages`, where
`_near_languages.pxd` gives its names C types.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mixlid.engine import evidence as evidence_module
from mixlid.engine.near_scores import FITS, USUAL
from mixlid.text.groups import GROUPS

if TYPE_CHECKING:
    from mixlid.engine.confidence import Confidence

#: By how much the score of a word is above that for a near language in which nobody would take it to be.
OWN_WORD = 4.0
#: A label that is in no group.
ALONE = -1


class NearLanguages:
    """One language of an answer after the other: `begin`, `add` for each member, `finish`."""

    #: by column: its group, or `ALONE`
    group_of: array[int]
    #: by group: where its members begin; their columns, what is added for each word, what speaks for each beforehand
    firsts: array[int]
    members: array[int]
    offsets: array[float]
    beforehand: array[float]
    #: by group: the number of its own label, and what scores are multiplied by
    numbers: array[int]
    weights: array[float]
    #: by column: the number of its group's label if the answer at hand has that in its place, or `ALONE`
    named: array[int]
    #: of the language at hand: its group, how many members that has, and how probable each is
    group: int
    count: int
    first: int
    probabilities: array[float]
    #: the column of the most probable member, its probability, and that of the language as it was
    best: int
    probability: float
    own: float

    def __init__(
        self, labels: Sequence[str], allowed: bytes | None, number_of: dict[str, int], added: Mapping[str, str]
    ) -> None:
        """`labels` are the model's, of which an answer may have those that are `allowed`.

        `added` has the names of the groups that some labels are in besides those that mixlid knows.
        """
        self.group_of, self.named = array("i", [ALONE] * len(labels)), array("i", [ALONE] * len(labels))
        firsts, members, beforehand, numbers = [0], list[int](), list[float](), list[int]()
        offsets, weights = list[float](), list[float]()
        place = {label: column for column, label in enumerate(labels)}
        for name, group in GROUPS.items():
            every = (*group.labels, *(label for label in labels if added.get(label) == name))
            known = [label for label in every if label in place and (allowed is None or allowed[place[label]])]
            if len(known) > 1:
                for label in known:
                    self.group_of[place[label]] = len(numbers)
                    members.append(place[label])
                    beforehand.append(math.log(group.odds) if label == group.standard else 0.0)
                    offsets.append(FITS.get(name, USUAL).offsets.get(label, 0.0))
                firsts.append(len(members))
                numbers.append(number_of[group.label])
                weights.append(FITS.get(name, USUAL).weight)
        self.firsts, self.members, self.numbers = array("i", firsts), array("i", members), array("i", numbers)
        self.offsets, self.weights = array("d", offsets), array("d", weights)
        self.beforehand, self.probabilities = array("d", beforehand), array("d", bytes(8 * len(members)))
        self.group, self.count, self.first, self.best, self.probability, self.own = ALONE, 0, 0, ALONE, 1.0, 1.0

    def are_near(self, column: int, other: int) -> bool:
        """Whether two languages are in one group."""
        return self.group_of[column] != ALONE and self.group_of[column] == self.group_of[other]

    def begin(self, column: int) -> bool:
        """Take the group of a language, which keeps its name for now; whether it has one."""
        self.group, self.named[column] = self.group_of[column], ALONE
        if self.group == ALONE:
            return False
        self.first = self.firsts[self.group]
        self.count = self.firsts[self.group + 1] - self.first
        return True

    def add(self, member: int, scores: float, words: int) -> None:
        """The sum of a member's scores for these words."""
        place, root = self.first + member, math.sqrt(words)
        # A probability when `finish` is done.
        self.probabilities[member] = (
            self.weights[self.group] * scores / root + self.offsets[place] * root + self.beforehand[place]
        )

    def finish(self, column: int) -> None:
        """Set `best`, `probability` and `own`."""
        place, total = 0, 0.0
        for i in range(self.count):
            if self.probabilities[i] > self.probabilities[place]:
                place = i
        most = self.probabilities[place]
        for i in range(self.count):
            self.probabilities[i] = math.exp(self.probabilities[i] - most)
            total += self.probabilities[i]
        self.best, self.probability, self.own = self.members[self.first + place], 1.0 / total, 0.0
        for i in range(self.count):
            if self.members[self.first + i] == column:
                self.own = self.probabilities[i] / total

    def name_group(self, column: int) -> None:
        """Answer with the group in place of a language."""
        self.named[column] = self.numbers[self.group]


class RenamedCandidate(evidence_module.Candidate):
    """A candidate whose near languages are told apart, or named after their group."""

    #: how many labels the model has
    width: int
    #: how sure it is, and whether that is known
    confidence: Confidence | None
    is_sure: bool

    def score_of(self, word: int, column: int) -> float:
        """One of `scores`, whether they are complete or not."""
        return float(self.scores[word * self.width + column])

    def tell_near(self, near: NearLanguages) -> None:
        """Give languages that have near ones the name of the most probable of these, or that of their group."""
        self.join_near(near)
        if self.is_sure and self.confidence is not None:
            self.confidence.count = self.language_count
        for k in range(self.language_count):
            column = self.languages[k]
            if near.begin(column) and not self.has_near(near, k):
                words = 0
                for t in range(self.word_count):
                    words += self.ranks[t] == k
                for i in range(near.count):
                    total = 0.0
                    for t in range(self.word_count):
                        if self.ranks[t] == k:
                            total += self.score_of(t, near.members[near.first + i])
                    near.add(i, total, max(words, 1))
                if not words:  # a solver of somebody's own
                    continue
                near.finish(column)
                is_group = near.probability < self.settings.group or self.settings.group >= 1.0
                if is_group:
                    near.name_group(column)
                elif near.best != column:
                    self.languages[k] = near.best
                    near.begin(near.best)
                if self.is_sure and self.confidence is not None:
                    self.confidence.rename(near.own, 1.0 if is_group else near.probability, k == 0)

    def join_near(self, near: NearLanguages) -> None:
        """Make one language of two near ones, unless each has words that only it has."""
        k = 1
        while k < self.language_count:
            for j in range(k):
                if near.are_near(self.languages[j], self.languages[k]) and not (
                    self.has_own_words(j, k) and self.has_own_words(k, j)
                ):
                    self.join(j, k)
                    k -= 1
                    break
            k += 1

    def has_near(self, near: NearLanguages, rank: int) -> bool:
        """Whether a near language is in the answer too, with words of its own."""
        for k in range(self.language_count):
            if k != rank and near.are_near(self.languages[k], self.languages[rank]):
                return True
        return False

    def has_own_words(self, rank: int, other: int) -> bool:
        """Whether a language has a word that can hardly be in the other."""
        for t in range(self.word_count):
            if self.ranks[t] == rank:
                lead = self.score_of(t, self.languages[rank]) - self.score_of(t, self.languages[other])
                if lead >= OWN_WORD:
                    return True
        return False

    def join(self, rank: int, other: int) -> None:
        """Give the words of another language to one of a lower rank."""
        for t in range(self.word_count):
            if self.ranks[t] == other:
                self.ranks[t] = rank
            elif self.ranks[t] > other:
                self.ranks[t] -= 1
        for k in range(other, self.language_count - 1):
            self.languages[k] = self.languages[k + 1]
        self.language_count -= 1
