"""Deciding on the languages of an answer: which of those that the kernel proposes are supported by evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mixlid.engine.confidence import chance, log_odds

if TYPE_CHECKING:
    from mixlid.engine.evidence import Evidence
    from mixlid.engine.text_record import Kernel, TextRecord


class Decide:
    """Sets the answer, but for its margin."""

    kernel: Kernel
    most_languages: int
    #: the evidence for a proposed language, and the sum from which on it is kept
    evidence: Evidence | None
    least_evidence: float

    def __init__(self, kernel: Kernel, most_languages: int, evidence: Evidence | None, least_evidence: float) -> None:
        self.kernel, self.most_languages = kernel, most_languages
        self.evidence, self.least_evidence = evidence, least_evidence

    def apply(self, text: TextRecord) -> None:
        text.language_count, text.has_second, text.optimal, text.fallback = 0, False, True, False
        text.objective, text.has_gap, text.gap, text.weighed, text.aside_objective = 0.0, True, 0.0, False, 0.0
        if text.word_count:
            if self.evidence is None:
                self.kernel.propose(text, self.most_languages)
            else:
                self.weigh(text, self.evidence)
            if not text.language_count and text.scores.says_anything(text.word_count):
                self.fall_back(text)

    def weigh(self, text: TextRecord, evidence: Evidence) -> None:
        """Start from the answer with one language and add more, as long as the evidence supports each.

        The answer of a solver that does not search for the optimum (MaskLID) is left as it is.
        """
        most, right = self.most_languages, 1.0
        self.kernel.propose(text, min(most, 2))
        if not text.optimal and most > 2:
            self.kernel.propose(text, most)
        while text.language_count > 1 and text.optimal:
            evidence.gather(text)
            text.weighed, count, value, less = True, text.language_count, text.objective, text.aside_objective
            is_searched = False
            if count == 2:
                less = self.kernel.best_alone()
                is_searched = less != less  # NaN
                if is_searched:
                    set_aside(text)
                    self.kernel.propose(text, 1)
                    less = text.objective
            evidence.add_lead(value - less)
            if count == 2:
                text.second_evidence = evidence.sum
            is_kept = evidence.sum >= self.least_evidence
            right *= chance(evidence.sum if is_kept else -evidence.sum)
            text.evidence = log_odds(right)
            if not is_kept:
                if count > 2:
                    take_back(text)
                elif not is_searched:
                    self.kernel.propose(text, 1)
                break
            if is_searched:
                take_back(text)
            if count == most:
                break
            set_aside(text)
            self.kernel.propose(text, count + 1)
            if text.language_count <= count or not text.optimal:
                is_proved, has_gap, gap = text.optimal, text.has_gap, text.gap
                take_back(text)
                if not is_proved:  # with more languages there might be a better answer
                    text.optimal, text.has_gap, text.gap = False, has_gap, gap
                break

    def fall_back(self, text: TextRecord) -> None:
        """Take the best single language, which users expect for a sentence that has words."""
        cut_short, value, gap = not text.optimal and text.has_gap, text.objective, text.gap
        self.kernel.propose_single(text)
        text.fallback = True
        if cut_short:  # then there is a bound on what was missed
            text.has_gap, text.gap = True, gap + max(value - text.objective, 0.0)


def set_aside(text: TextRecord) -> None:
    """Keep the answer, which is proved, while another is tried."""
    text.aside_count = text.language_count
    for k in range(text.language_count):
        text.aside_languages[k] = text.languages[k]
    for t in range(text.word_count):
        text.aside_ranks[t] = text.ranks[t]
    text.aside_objective, text.aside_optimal, text.aside_has_second = text.objective, text.optimal, text.has_second
    if text.has_second:
        text.aside_second = text.second


def take_back(text: TextRecord) -> None:
    """Restore the answer that was set aside."""
    text.language_count = text.aside_count
    for k in range(text.language_count):
        text.languages[k] = text.aside_languages[k]
    for t in range(text.word_count):
        text.ranks[t] = text.aside_ranks[t]
    text.objective, text.optimal, text.has_second = text.aside_objective, text.aside_optimal, text.aside_has_second
    if text.has_second:
        text.second = text.aside_second
    text.has_gap, text.gap = True, 0.0
