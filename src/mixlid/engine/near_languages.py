"""Which member of a group of near languages the words of a language are in, or the group if nobody can tell.

The search compares answers and prices; here the members of one group are compared for the same words, with what is
known of how much is written in each.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mixlid.text.groups import GROUPS

if TYPE_CHECKING:
    from mixlid.engine.confidence import Confidence
    from mixlid.engine.text_record import TextRecord
    from mixlid.models.fitted import Fitted
    from mixlid.settings import Settings

#: By how much the score of a word is above that for a near language in which nobody would take it to be.
OWN_WORD = 4.0
#: A value of the setting `group` with which near languages are told apart, and none is named after its group.
NO_GROUP = 1e-6
#: A label that is in no group.
ALONE = -1


class NearLanguages:
    """For one language after the other: `begin`; for each word `take` by member, and `add`; `finish`."""

    settings: Settings
    confidence: Confidence | None
    #: by column: its group, or `ALONE`
    group_of: array[int]
    #: by group: where its members begin; their columns, what is added for each word, what speaks for each beforehand
    firsts: array[int]
    members: array[int]
    offsets: array[float]
    beforehand: array[float]
    #: by group: the number of its own label, and what scores and the largest deficit are multiplied by
    numbers: array[int]
    weights: array[float]
    deficit_weights: array[float]
    #: by column: the number of its group's label if the answer at hand has that in its place, or `ALONE`
    named: array[int]
    #: of the language at hand: its group, how many members that has, how many words it has
    group: int
    count: int
    first: int
    words: int
    #: by member: the score of the word at hand, their sum, by how much one was at most below that of the best member,
    #: how probable the member is
    scores: array[float]
    sums: array[float]
    deficits: array[float]
    probabilities: array[float]
    #: the column of the most probable member, its probability, and that of the language as it was
    best: int
    probability: float
    own: float

    def __init__(
        self,
        settings: Settings,
        confidence: Confidence | None,
        labels: Sequence[str],
        allowed: bytes | None,
        number_of: dict[str, int],
        added: Mapping[str, str],
        prices: Sequence[float],
        standard_weight: float,
        fitted: Fitted,
    ) -> None:
        """`labels` are the model's, of which an answer may have those that are `allowed`.

        `added` has the names of the groups that some labels are in besides those that mixlid knows. `prices` are those
        of languages, on the scale of scores over the square root of the number of words: what the user knows is in
        them. `standard_weight` is that setting.
        """
        self.settings, self.confidence = settings, confidence
        self.group_of, self.named = array("i", [ALONE] * len(labels)), array("i", [ALONE] * len(labels))
        firsts, members, beforehand, numbers = [0], list[int](), list[float](), list[int]()
        offsets, weights, deficit_weights = list[float](), list[float](), list[float]()
        place = {label: column for column, label in enumerate(labels)}
        for name, group in GROUPS.items():
            every = (*group.labels, *(label for label in labels if added.get(label) == name))
            known = [label for label in every if label in place and (allowed is None or allowed[place[label]])]
            if len(known) > 1:
                fit = fitted.near_numbers(name)
                for label in known:
                    self.group_of[place[label]] = len(numbers)
                    members.append(place[label])
                    common = standard_weight * math.log(group.odds) if label == group.standard else 0.0
                    beforehand.append(common - fit.weight * prices[place[label]])
                    offsets.append(fit.offsets.get(label, 0.0))
                firsts.append(len(members))
                numbers.append(number_of[group.label])
                weights.append(fit.weight)
                deficit_weights.append(fit.deficit)
        self.firsts, self.members, self.numbers = array("i", firsts), array("i", members), array("i", numbers)
        self.offsets, self.weights, self.beforehand = array("d", offsets), array("d", weights), array("d", beforehand)
        self.deficit_weights = array("d", deficit_weights)
        self.scores, self.sums, self.deficits, self.probabilities = (
            array("d", bytes(8 * len(members))) for _ in "four"
        )
        self.group, self.count, self.first, self.words = ALONE, 0, 0, 0
        self.best, self.probability, self.own = ALONE, 1.0, 1.0

    def are_near(self, column: int, other: int) -> bool:
        """Whether two languages are in one group."""
        return self.group_of[column] != ALONE and self.group_of[column] == self.group_of[other]

    def begin(self, column: int) -> bool:
        """Take the group of a language, which keeps its name for now; whether it has one."""
        self.group, self.named[column] = self.group_of[column], ALONE
        if self.group == ALONE:
            return False
        self.first = self.firsts[self.group]
        self.count, self.words = self.firsts[self.group + 1] - self.first, 0
        for i in range(self.count):
            self.sums[i] = self.deficits[i] = 0.0
        return True

    def take(self, member: int, score: float) -> None:
        """A member's score of the word at hand."""
        self.scores[member] = score

    def add(self) -> None:
        """Count the word at hand."""
        most = self.scores[0]
        for i in range(1, self.count):
            most = max(most, self.scores[i])
        for i in range(self.count):
            self.sums[i] += self.scores[i]
            self.deficits[i] = max(self.deficits[i], most - self.scores[i])
        self.words += 1

    def finish(self, column: int) -> None:
        """Set `best`, `probability` and `own`."""
        place, total, root = 0, 0.0, math.sqrt(self.words)
        for i in range(self.count):
            self.probabilities[i] = (
                self.weights[self.group] * self.sums[i] / root
                - self.deficit_weights[self.group] * self.deficits[i]
                + self.offsets[self.first + i] * root
                + self.beforehand[self.first + i]
            )
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

    def apply(self, text: TextRecord) -> None:
        """Give languages that have near ones the name of the most probable of these, or that of their group."""
        self.join_near(text)
        if text.is_sure and self.confidence is not None:
            self.confidence.count = text.language_count
        for k in range(text.language_count):
            column = text.languages[k]
            if self.begin(column) and not self.has_near(text, k):
                for t in range(text.word_count):
                    if text.ranks[t] == k:
                        for i in range(self.count):
                            self.take(i, text.scores.score_of(t, self.members[self.first + i]))
                        self.add()
                if not self.words:  # a solver of somebody's own
                    continue
                self.finish(column)
                is_group = self.probability < self.settings.group or self.settings.group >= 1.0
                if is_group:
                    self.name_group(column)
                elif self.best != column:
                    text.languages[k] = self.best
                    self.begin(self.best)
                if text.is_sure and self.confidence is not None:
                    self.confidence.rename(self.own, 1.0 if is_group else self.probability, k == 0)

    def join_near(self, text: TextRecord) -> None:
        """Make one language of two near ones, unless each has words that only it has."""
        k = 1
        while k < text.language_count:
            for j in range(k):
                if self.are_near(text.languages[j], text.languages[k]) and not (
                    self.has_own_words(text, j, k) and self.has_own_words(text, k, j)
                ):
                    self.join(text, j, k)
                    k -= 1
                    break
            k += 1

    def has_near(self, text: TextRecord, rank: int) -> bool:
        """Whether a near language is in the answer too, with words of its own."""
        for k in range(text.language_count):
            if k != rank and self.are_near(text.languages[k], text.languages[rank]):
                return True
        return False

    def has_own_words(self, text: TextRecord, rank: int, other: int) -> bool:
        """Whether a language has a word that can hardly be in the other."""
        for t in range(text.word_count):
            if text.ranks[t] == rank:
                lead = text.scores.score_of(t, text.languages[rank]) - text.scores.score_of(t, text.languages[other])
                if lead >= OWN_WORD:
                    return True
        return False

    def join(self, text: TextRecord, rank: int, other: int) -> None:
        """Give the words of another language to one of a lower rank."""
        for t in range(text.word_count):
            if text.ranks[t] == other:
                text.ranks[t] = rank
            elif text.ranks[t] > other:
                text.ranks[t] -= 1
        for k in range(other, text.language_count - 1):
            text.languages[k] = text.languages[k + 1]
        text.language_count -= 1
