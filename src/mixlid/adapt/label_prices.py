"""The prices of words and languages by label, from the settings and a prior.

Settings may name languages; a prior changes prices of languages and the constant of the decision (`prior_effects.py`).
Both may name any label of the model, also one that a restriction excludes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from mixlid.adapt.prior_effects import adapted_decision, adapted_prices, restricted_prices, weight_of
from mixlid.models.added import fitted_for
from mixlid.models.decision import Decision
from mixlid.models.interface import Model
from mixlid.models.restricted import full_model, with_rivals
from mixlid.prior import Prior
from mixlid.settings import Settings
from mixlid.text.labels import find

#: One for all labels, or one for each.
Prices = float | Mapping[str, float]


class LabelPrices:
    """What an identifier's languages and words cost; `LabelError` for a language that its model lacks."""

    def __init__(self, model: Model, settings: Settings, prior: Prior | None, decision: Decision | None) -> None:
        self._labels, strength = full_model(model).labels, fitted_for(model).prior
        scale = float(full_model(model).confidence.get("default", {}).get("word_unit", 1.0)), settings.length_exponent
        #: How much the prior says, from 0 to 1.
        self.weight = 0.0 if prior is None else weight_of(prior, self._labels, strength)
        #: P: what each language costs, if an answer may have any of them.
        self.unrestricted = self._named(settings.penalty)
        if prior is not None:
            self.unrestricted = adapted_prices(self.unrestricted, prior, self._labels, *scale, strength)
        #: The same for the labels of the model, which may be restricted to some.
        self.languages = self.unrestricted
        if model.labels != with_rivals(model).labels:
            is_closed = not settings.unknown_threshold  # then every text is in one of the languages
            allowed = frozenset(model.labels)
            self.languages = restricted_prices(self.unrestricted, allowed, self._labels, *scale, is_closed, strength)
        #: What is subtracted from every word's score.
        self.words = self._named(settings.word_price)
        #: The decision, adapted to the prior.
        self.decision = decision if decision is None or prior is None else adapted_decision(decision, prior)

    def of_words(self, labels: Sequence[str]) -> NDArray[np.float64] | None:
        """What is subtracted from every word's score, in the order of these labels; None if nothing is."""
        return np.zeros(len(labels)) + by_column(self.words, labels) if self.words else None

    def _named(self, given: Prices) -> Prices:
        """The value of a setting, as prices by label if it names languages."""
        if isinstance(given, int | float):
            return float(given)
        prices = dict.fromkeys(self._labels, float(given.get("*", 0.0)))
        for code, value in given.items():
            if code in prices:
                prices[code] = float(value)
            elif code != "*":
                prices.update((self._labels[index], float(value)) for index in find(code, self._labels))
        return prices


def by_column(prices: Prices, labels: Sequence[str]) -> float | NDArray[np.float64]:
    """Prices as an array in the order of these labels."""
    return prices if isinstance(prices, float) else np.array([prices[label] for label in labels])
