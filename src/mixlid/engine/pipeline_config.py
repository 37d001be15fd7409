"""What a pipeline is made of, compiled or not, and how it calls models and solvers in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mixlid.engine.label_numbers import LabelNumbers
from mixlid.errors import ModelError
from mixlid.models.added import added_labels, fitted_for
from mixlid.models.calibration import Calibration
from mixlid.models.decision import Decision
from mixlid.models.fitted import ShortTextNumbers, WordLabelNumbers
from mixlid.models.interface import FloatArray, Model
from mixlid.models.restricted import RestrictedModel
from mixlid.models.unknown import UnknownDetector
from mixlid.rules import Scope
from mixlid.settings import Settings
from mixlid.solvers.exact import with_runner_up
from mixlid.solvers.problem import LabelRules, Problem, Solution
from mixlid.solvers.solver import SEARCHES_SCORES, Sentence, Solver
from mixlid.text.words import Token, tokenize

#: As many words are in the texts whose prices are given.
TYPICAL_WORDS = 10.0


@dataclass(frozen=True)
class PipelineConfig:
    """What a pipeline is made of."""

    model: Model
    settings: Settings
    #: the rules of the problem, with prices by label
    rules: LabelRules
    solver: Solver
    labels: LabelNumbers
    #: what is subtracted from every word's score, by label; None if nothing is
    word_prices: FloatArray | None
    #: decides whether a proposed language is kept, and the least sum of evidence that keeps it
    decision: Decision | None
    least_evidence: float
    calibration: Calibration | None
    #: tells whether a text is in any of the languages
    unknown_detector: UnknownDetector | None = None
    #: the tokenizer; only our own is compiled
    cut: Callable[[str], list[Token]] = tokenize
    #: by label: whether an answer may have it; None if it may have any
    allowed: bytes | None = None
    #: by label: its price without a restriction; None if it is that of the rules
    unrestricted_prices: FloatArray | None = None

    def make_problem(self, scores: FloatArray, lengths: NDArray[np.int64]) -> Problem:
        """The problem of words with these scores[t, l] and lengths."""
        return self.rules.problem(scores.T, lengths)

    def among(self, chosen: Sequence[int]) -> PipelineConfig:
        """The same for some of the labels; the scripts of the others are still known."""
        return replace(
            self,
            model=RestrictedModel(self.model, chosen),
            rules=self.rules.among(chosen),
            labels=self.labels.among(chosen),
            word_prices=None if self.word_prices is None else self.word_prices[chosen],
            allowed=None if self.allowed is None else bytes(self.allowed[label] for label in chosen),
            unrestricted_prices=None if self.unrestricted_prices is None else self.unrestricted_prices[chosen],
        )

    def short_text_numbers(self) -> ShortTextNumbers:
        return fitted_for(self.model).short_texts

    def scopes(self) -> frozenset[Scope]:
        """The scopes of the rules that answers obey; only a search over scores obeys any."""
        return self.rules.scopes if self.solver.name in SEARCHES_SCORES else frozenset()

    def language_prices(self, known: FloatArray | None = None) -> list[float]:
        """By label what it costs, by the rules unless it is `known`."""
        prices = self.rules.penalty if known is None else known
        return [float(price) for price in np.broadcast_to(prices, len(self.labels.of_model))]

    def likes(self) -> tuple[str, ...]:
        """By label the one that is most like it, of those that mixlid knows."""
        added = added_labels(self.model)
        return tuple(added[label].like if label in added else label for label in self.labels.of_model)

    def tells_near(self) -> bool:
        """Whether near languages are compared with each other after the search."""
        return bool(self.settings.group or self.settings.standard_weight)

    def near_arguments(self) -> tuple[Any, ...]:
        """What `NearLanguages` takes after its settings and confidence."""
        groups = {label: about.group for label, about in added_labels(self.model).items() if about.group}
        scale = TYPICAL_WORDS ** (self.settings.length_exponent - 0.5)
        prices = [price * scale for price in self.language_prices()]
        weight, fitted = self.settings.standard_weight, fitted_for(self.model)
        return self.labels.of_model, self.allowed, self.labels.number, groups, prices, weight, fitted

    def word_label_arguments(self) -> tuple[float, list[float], WordLabelNumbers]:
        """The last arguments of `WordLabels`: the price of a switch, the price of each language, and what was fitted.

        Words are labelled jointly only if the answer comes from a search over scores, and no rule is about words.
        """
        is_used = self.solver.name in SEARCHES_SCORES and not self.scopes()
        known = self.unrestricted_prices  # a word may be in a language that the answer may not have
        price = self.settings.switch_price if is_used else 0.0
        return price, self.language_prices(known), fitted_for(self.model).word_labels

    def ask_solver(self, text: str, spans: Iterable[tuple[int, int]], problem: Problem) -> Solution:
        """The solver's answer, with the best one of another set of languages if the confidence needs it."""
        solution = self.solver.solve(Sentence(text, tuple(spans), problem, self.model))
        return solution if self.calibration is None else with_runner_up(solution, problem)


class WeighedAnswer(NamedTuple):
    """The labels of an answer, its confidence, and the sum of evidence for a second language, kept or not."""

    languages: tuple[str, ...]
    #: None if the settings have no calibration
    confidence: float | None
    #: None if no second language was weighed
    evidence: float | None


def checked(scores: FloatArray, words: int, labels: int) -> FloatArray:
    """The scores, if there is one for each word and label."""
    scores = np.asarray(scores, dtype=np.float64)
    if scores.shape != (words, labels):
        raise ModelError(f"there are {words} words and {labels} labels, but scores of the shape {scores.shape}")
    if not (scores < np.inf).all():  # false for NaN too
        raise ModelError("the model gives scores that are not finite; it is damaged, or its training diverged")
    return scores
