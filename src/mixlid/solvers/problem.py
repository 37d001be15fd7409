"""The optimisation problem: which languages a sentence has, and which word is in which.

This module is the definition: solvers (`exact`, `ilp`) and tests are checked against `value` and `violations`.
`docs/formulation.md` says how it departs from the paper's programme.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mixlid.errors import SettingsError
from mixlid.rules import RULES, Rules, Setting

#: Up to this, sums of lengths are exact as integers and as floats.
_MOST_CHARACTERS = 1 << 53


class Assignment(NamedTuple):
    """Ranked languages, and for each word the rank (0 is the first) of its language, or -1 for none."""

    languages: tuple[int, ...]
    ranks: tuple[int, ...]


class Solution(NamedTuple):
    """An assignment, its value, whether that is proved to be the largest, and the best with another language set.

    `gap` is the most by which another value could be larger, if a solver that proved nothing has such a bound.
    """

    assignment: Assignment
    value: float
    optimal: bool
    runner_up: Solution | None = None
    gap: float | None = None


@dataclass(frozen=True, kw_only=True)
class LabelRules(Rules[float | NDArray[np.float64]]):
    """The rules for choosing among L languages, for any words; P by language is an array."""

    labels: tuple[str, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        if np.shape(self.penalty) not in ((), (self.label_count,)):
            raise SettingsError("penalty (P) must be one number, or one for each language")
        super().__post_init__()

    @classmethod
    def of(cls, rules: Rules[Any], penalty: float | NDArray[np.float64], labels: tuple[str, ...]) -> LabelRules:
        """The rules of settings for these labels; a penalty by language must already be an array."""
        return cls(**{name: getattr(rules, name) for name in RULES} | {"penalty": penalty}, labels=labels)

    def among(self, chosen: Sequence[int]) -> LabelRules:
        """The rules for some of the languages, in this order."""
        return replace(
            self,
            penalty=self.penalty[chosen] if isinstance(self.penalty, np.ndarray) else self.penalty,
            labels=tuple(self.labels[language] for language in chosen),
        )

    def problem(self, scores: NDArray[np.float64], lengths: NDArray[np.int64]) -> Problem:
        """The problem of words under these rules."""
        rules = {name: getattr(self, name) for name in RULES}
        return Problem(scores, lengths, labels=self.labels, **rules)

    @property
    def label_count(self) -> int:
        """L."""
        return len(self.labels)

    @cached_property
    def penalties(self) -> NDArray[np.float64]:
        """P by language."""
        return np.broadcast_to(np.asarray(self.penalty, dtype=np.float64), (self.label_count,))

    def _numbers(self, definition: Setting, value: Any) -> Iterable[Any]:
        if definition.by_language and isinstance(value, np.ndarray):
            return (float(value.min()), float(value.max())) if value.size else ()  # both are NaN if one of them is
        return super()._numbers(definition, value)


@dataclass(frozen=True)
class Problem(LabelRules):
    """Scores of T words for L languages, and the rules for choosing among them; labels are only for messages."""

    #: C[l, t]; minus infinity where a word has no score for a language, which it then cannot take
    scores: NDArray[np.float64]
    #: m[t], the characters of each word, at least 1
    lengths: NDArray[np.int64]

    def __post_init__(self) -> None:
        if self.scores.ndim != 2 or self.lengths.shape != (self.scores.shape[1],):
            raise SettingsError(f"scores must be L×T and lengths T, not {self.scores.shape}, {self.lengths.shape}")
        if self.scores.size and not (self.scores < np.inf).all():
            raise SettingsError("scores must be finite numbers, or minus infinity for no score")
        if self.lengths.size and self.lengths.min() < 1:
            raise SettingsError("every word must have at least one character")
        if self.lengths.size and int(self.lengths.max()) * len(self.lengths) > _MOST_CHARACTERS:
            raise SettingsError(f"words must not have more than {_MOST_CHARACTERS} characters together")
        super().__post_init__()

    @property
    def label_count(self) -> int:
        return len(self.scores)

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        """α for ranks 1…K."""
        return self._weights(self.max_languages)

    def _weights(self, ranks: int) -> NDArray[np.float64]:
        given = np.asarray(self.rank_weights, dtype=np.float64)[:ranks]
        return np.concatenate([given, np.full(ranks - len(given), self.rank_weights[-1])])

    @cached_property
    def scaled(self) -> NDArray[np.float64]:
        """C / T^γ, row by row, so that sums (and ties) do not depend on how the model stores scores."""
        words = self.scores.shape[1]
        return np.divide(self.scores, float(words) ** self.length_exponent, order="C") if words else self.scores

    @cached_property
    def can_take(self) -> NDArray[np.bool_]:
        """Whether word t has a score for language l at all."""
        allowed: NDArray[np.bool_] = self.scores > -np.inf
        return allowed

    @cached_property
    def top(self) -> NDArray[np.bool_]:
        """A[l, t]: language l is one of the M best that word t can take; ties go to the earlier label."""
        size = self.only_top if self.only_top is not None else self.force_top
        if size is None:
            return self.can_take
        order = np.argsort(-self.scores, axis=0, kind="stable")[:size]
        top = np.zeros(self.scores.shape, dtype=bool)
        np.put_along_axis(top, order, True, axis=0)
        return top & self.can_take

    @cached_property
    def allowed_scores(self) -> NDArray[np.float64]:
        """C / T^γ, and -inf where a rule keeps a word from a language whatever else is chosen (C4)."""
        return self.scaled if self.only_top is None else np.where(self.top, self.scaled, -np.inf)

    def value(self, assignment: Assignment) -> float:
        """(1/T^γ) Σ_t α_k(t) C[l_k(t), t] − Σ_k P[l_k], even if there are more than K languages."""
        ranks = len(assignment.languages)
        weights = self.weights if ranks <= self.max_languages else self._weights(ranks)
        gain = sum(
            weights[rank] * self.scaled[assignment.languages[rank], word]
            for word, rank in enumerate(assignment.ranks)
            if rank >= 0
        )
        paid = sum(self.penalties[language] for language in assignment.languages)
        return float(gain - paid)

    def violations(self, assignment: Assignment) -> list[str]:
        """Every rule that the assignment breaks, in words; empty if it is feasible."""
        languages, ranks = assignment.languages, assignment.ranks
        broken = []
        if len(ranks) != self.scores.shape[1] or not all(-1 <= rank < len(languages) for rank in ranks):
            return [f"C1: {len(ranks)} words with ranks {sorted(set(ranks))}, for {len(languages)} languages"]
        if len(languages) > self.max_languages or len(set(languages)) < len(languages):
            broken.append(f"C2: {len(languages)} languages {languages}; at most {self.max_languages}, distinct")
        for rank, language in enumerate(languages):
            chars = sum(int(m) for m, r in zip(self.lengths, ranks, strict=True) if r == rank)
            if rank not in ranks:
                broken.append(f"C0: {self._name(language)} is chosen and has no word")
            elif chars < self.min_chars:
                broken.append(f"C3: {self._name(language)} has {chars} characters, fewer than {self.min_chars}")
        for word, rank in enumerate(ranks):
            if rank >= 0 and not self.can_take[languages[rank], word]:
                broken.append(f"C1: word {word} takes {self._name(languages[rank])}, for which it has no score")
            if self.only_top is not None and rank >= 0 and not self.top[languages[rank], word]:
                broken.append(
                    f"C4: word {word} takes {self._name(languages[rank])}, not one of its {self.only_top} best"
                )
            if self.force_top is not None and languages and rank != 0 and self.top[languages[0], word]:
                broken.append(
                    f"C5: word {word} does not take {self._name(languages[0])}, one of its {self.force_top} best"
                )
        switches = sum(now >= 0 and now != before for before, now in pairwise(ranks))
        if self.max_switches is not None and switches > self.max_switches:
            broken.append(f"C6: {switches} switches, more than {self.max_switches}")
        return broken

    def _name(self, language: int) -> str:
        return self.labels[language] if self.labels else f"language {language}"
