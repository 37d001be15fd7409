"""The optimisation problem: which languages a sentence has, and which word is in which.

This page is the definition. The solvers (`exact`, `ilp`) and the tests all measure themselves against `value` and
`violations`; `docs/formulation.md` says how it departs from the paper's printed programme.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from mixlid.errors import SettingsError


@dataclass(frozen=True, slots=True)
class Assignment:
    """Ranked languages, and for each word the rank (0 is the first) of its language, or -1 for none."""

    languages: tuple[int, ...]
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Solution:
    """An assignment, its value, whether that is proved to be the largest, and the best with another language set."""

    assignment: Assignment
    value: float
    optimal: bool
    runner_up: Solution | None = None


@dataclass(frozen=True)
class Problem:
    """Scores of T words for L languages, and the rules for choosing among them."""

    #: C[l, t]
    scores: NDArray[np.float64]
    #: m[t], the characters of each word, at least 1
    lengths: NDArray[np.int64]
    #: K
    max_languages: int = 2
    #: α by rank, not increasing; the last one serves all further ranks
    rank_weights: tuple[float, ...] = (1.0,)
    #: P, one number or one for each language
    penalty: float | NDArray[np.float64] = 0.0
    #: γ: scores are divided by T to this power
    length_exponent: float = 0.0
    #: C3, τ: characters that a chosen language must have
    min_chars: int = 0
    #: C4, M: a word may take only one of its M best languages
    only_top: int | None = None
    #: C5, M: a word must take the first language if that is one of its M best
    force_top: int | None = None
    #: C6, S: how many words may differ in language from the word before
    max_switches: int | None = None
    #: names for messages only
    labels: tuple[str, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        if self.scores.ndim != 2 or self.lengths.shape != (self.scores.shape[1],):
            raise SettingsError(f"scores must be L×T and lengths T, not {self.scores.shape}, {self.lengths.shape}")
        if self.scores.size and not np.isfinite(self.scores).all():
            raise SettingsError("scores must be finite numbers")
        if self.lengths.size and self.lengths.min() < 1:
            raise SettingsError("every word must have at least one character")
        if self.max_languages < 1:
            raise SettingsError(f"max_languages (K) must be at least 1, not {self.max_languages}")
        weights = self.rank_weights
        if not weights or not all(1 >= a >= b > 0 for a, b in pairwise((*weights, weights[-1]))):
            raise SettingsError(f"rank_weights (α) must fall from at most 1 and stay above 0, not {weights}")
        if not np.isfinite(self.penalty).all() or np.shape(self.penalty) not in ((), self.scores.shape[:1]):
            raise SettingsError("penalty (P) must be one finite number, or one for each language")
        for name in ("only_top", "force_top"):
            if getattr(self, name) is not None and getattr(self, name) < 1:
                raise SettingsError(f"{name} (M) must be at least 1, not {getattr(self, name)}")
        if self.min_chars < 0 or (self.max_switches is not None and self.max_switches < 0):
            raise SettingsError("min_chars (τ) and max_switches (S) cannot be negative")
        if self.only_top is not None and self.force_top is not None:
            raise SettingsError("only_top (C4) and force_top (C5) cannot be used together")

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        """α for ranks 1…K."""
        given = np.asarray(self.rank_weights, dtype=np.float64)[: self.max_languages]
        return np.concatenate([given, np.full(self.max_languages - len(given), given[-1])])

    @cached_property
    def penalties(self) -> NDArray[np.float64]:
        """P by language."""
        return np.broadcast_to(np.asarray(self.penalty, dtype=np.float64), self.scores.shape[:1])

    @cached_property
    def scaled(self) -> NDArray[np.float64]:
        """C / T^γ."""
        words = self.scores.shape[1]
        return self.scores / float(words) ** self.length_exponent if words else self.scores

    @cached_property
    def top(self) -> NDArray[np.bool_]:
        """A[l, t]: language l is one of the M best of word t; ties go to the earlier label."""
        size = self.only_top if self.only_top is not None else self.force_top
        if size is None:
            return np.ones(self.scores.shape, dtype=bool)
        order = np.argsort(-self.scores, axis=0, kind="stable")[:size]
        top = np.zeros(self.scores.shape, dtype=bool)
        np.put_along_axis(top, order, True, axis=0)
        return top

    def value(self, assignment: Assignment) -> float:
        """(1/T^γ) Σ_t α_k(t) C[l_k(t), t] − Σ_k P[l_k]"""
        gain = sum(
            self.weights[rank] * self.scaled[assignment.languages[rank], word]
            for word, rank in enumerate(assignment.ranks)
            if rank >= 0
        )
        return float(gain - sum(self.penalties[language] for language in assignment.languages))

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
