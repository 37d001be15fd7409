"""The parts of an identifier, checked when it is made, and those that its pipeline needs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from mixlid.adapt.label_prices import Prices, by_column, decision_with, language_prices, named_prices, pair_prices
from mixlid.engine.document_answer import MIN_SHARE
from mixlid.engine.document_pipeline import Unit
from mixlid.engine.label_numbers import LabelNumbers
from mixlid.engine.pipeline_config import PipelineConfig
from mixlid.errors import SettingsError
from mixlid.models.calibration import Calibration
from mixlid.models.decision import Decision, evidence_of
from mixlid.models.interface import Model
from mixlid.models.restricted import with_rivals
from mixlid.models.unknown import UnknownDetector
from mixlid.prior import Prior
from mixlid.settings import Settings
from mixlid.solvers.exact import ExactSolver
from mixlid.solvers.problem import LabelRules
from mixlid.solvers.solver import SEARCHES_SCORES, Solver
from mixlid.text.labels import scripts_of
from mixlid.text.words import CUTS, Token, WordCut


@dataclass(frozen=True)
class IdentifierParts:
    """A model with settings, a solver and a prior; the base of `Identifier`."""

    model: Model
    settings: Settings
    solver: Solver = field(default_factory=ExactSolver)
    #: Turns margins into probabilities. Fitted for a preset, and reused for changed settings where that is sound.
    calibration: Calibration | None = None
    #: Decides whether a further language is kept, if the settings use it (`mixed_threshold`).
    decision: Decision | None = None
    #: Tells whether a text is in any of the languages, if the settings use it (`unknown_threshold`).
    unknown_detector: UnknownDetector | None = None
    #: What a word is: `own`, or `whitespace` for everything between white space, as in the paper.
    words: WordCut = "own"
    #: What is known about the texts in advance.
    prior: Prior | None = None
    #: What a text is: `sentence`, `document`, which is split into sentences, or `auto`: a document if it is long.
    unit: Unit = "auto"
    #: The share of a document that a language with sentences of its own needs.
    min_share: float = MIN_SHARE

    def __post_init__(self) -> None:
        if self.unit not in get_args(Unit):
            raise SettingsError(
                f"unit must be {', '.join(get_args(Unit)[:-1])} or {get_args(Unit)[-1]}, not {self.unit!r}"
            )
        if not 0 <= self.min_share <= 1:
            raise SettingsError(f"min_share must be from 0 to 1, not {self.min_share:g}")
        if self.words not in CUTS:
            raise SettingsError(f"words must be {' or '.join(CUTS)}, not {self.words!r}")
        # Prices and priors that name a language which the model lacks are refused right away.
        _ = self._prices, self._word_prices, self._decision
        if self.settings.mixed_threshold and self.decision is None:
            raise SettingsError(
                "mixed_threshold needs a model with a fitted decision, and this one has none; set mixed_threshold=0, "
                "or run `mixlid tune` on the model"
            )
        if self.settings.unknown_threshold and self.unknown_detector is None:
            raise SettingsError(
                "unknown_threshold needs a model that can recognise unknown languages, and this one cannot; set "
                "unknown_threshold=0, or run `mixlid tune --unseen` on the model"
            )

    @property
    def labels(self) -> tuple[str, ...]:
        """Every label that an answer may have, apart from `und`, `und_…` and `zxx`."""
        return self.model.labels

    def __getstate__(self) -> dict[str, Any]:
        """Only the fields: what is cached is computed again when needed."""
        return {item.name: getattr(self, item.name) for item in fields(self)}

    def _config(self) -> PipelineConfig:
        """The configuration of its pipeline, for inspection."""
        labels = self._scored.labels
        numbers = LabelNumbers(labels, self._scripts)
        threshold, is_restricted, unrestricted = self.settings.mixed_threshold, labels != self.labels, None
        if is_restricted:
            prices = language_prices(self.settings, self.prior, self._scored)
            unrestricted = np.zeros(len(labels)) + by_column(prices, labels)
        return PipelineConfig(
            self._scored,
            self.settings,
            self._rules(),
            self.solver,
            numbers,
            self._prices_of_words(labels),
            self._decision if threshold else None,
            evidence_of(threshold) if 0 < threshold < 1 else math.inf,
            self.calibration,
            self.unknown_detector if self.settings.unknown_threshold else None,
            CUTS[self.words],
            allowed=bytes(label in self.labels for label in labels) if is_restricted else None,
            unrestricted_prices=unrestricted,
        )

    @cached_property
    def _scored(self) -> Model:
        """The model whose scores are searched: with all labels, as those that a restriction excludes still compete.

        Solvers that ask for probabilities see only the labels of the restriction, as the published MaskLID does.
        """
        return with_rivals(self.model) if self.solver.name in SEARCHES_SCORES else self.model

    @cached_property
    def _prices_by_label(self) -> NDArray[np.float64] | None:
        """What is subtracted from every word's score, by label; None if nothing is."""
        return self._prices_of_words(self.labels)

    def _prices_of_words(self, labels: Sequence[str]) -> NDArray[np.float64] | None:
        prices = self._word_prices
        return np.zeros(len(labels)) + by_column(prices, labels) if prices else None

    @cached_property
    def _scripts(self) -> frozenset[str] | None:
        return scripts_of(self.labels)

    @cached_property
    def _prices(self) -> Prices:
        return language_prices(self.settings, self.prior, self.model)

    @cached_property
    def _word_prices(self) -> Prices:
        return named_prices(self.settings.word_price, self.model)

    @cached_property
    def _decision(self) -> Decision | None:
        return decision_with(self.prior, self.decision, self.model)

    def _can_read(self, token: Token) -> bool:
        return self._scripts is None or not token.script or token.script in self._scripts

    def _rules(self) -> LabelRules:
        """The rules of the problem, with prices by label."""
        labels = self._scored.labels
        pairs = pair_prices(self.settings, self.prior, self._scored)
        return LabelRules.of(self.settings, by_column(self._prices, labels), labels, pairs)
