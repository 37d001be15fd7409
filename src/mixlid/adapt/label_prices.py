"""The prices of words and languages by label, from the settings and a prior.

Settings may name languages; a prior changes prices of languages and pairs and the constant of the decision
(`prior_effects.py`). Both may name any label of the model, also one that a restriction excludes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from mixlid.adapt.prior_effects import (
    adapted_decision,
    adapted_pairs,
    adapted_prices,
    restricted_prices,
)
from mixlid.models.added import fitted_for
from mixlid.models.decision import Decision
from mixlid.models.interface import Model
from mixlid.models.restricted import full_model, with_rivals
from mixlid.prior import Prior
from mixlid.settings import Settings
from mixlid.solvers.pair_prices import PairPrices
from mixlid.text.labels import find

#: One for all labels, or one for each.
Prices = float | Mapping[str, float]


def named_prices(given: Prices, model: Model) -> Prices:
    """The value of a setting, as prices by label if it names languages."""
    if isinstance(given, int | float):
        return float(given)
    labels = full_model(model).labels
    prices = dict.fromkeys(labels, float(given.get("*", 0.0)))
    for code, value in given.items():
        if code != "*":
            prices.update((labels[index], float(value)) for index in find(code, labels))
    return prices


def language_prices(settings: Settings, prior: Prior | None, model: Model) -> Prices:
    """P: one number, or by label if the settings name languages or there is a prior."""
    prices, labels = named_prices(settings.penalty, model), full_model(model).labels
    unit, exponent, strength = _word_unit(model), settings.length_exponent, fitted_for(model).prior
    if prior is not None:
        prices = adapted_prices(prices, prior, labels, unit, exponent, strength)
    if model.labels != with_rivals(model).labels:
        is_closed = not settings.unknown_threshold  # then every text is in one of the languages
        prices = restricted_prices(prices, frozenset(model.labels), labels, unit, exponent, is_closed, strength)
    return prices


def pair_prices(settings: Settings, prior: Prior | None, model: Model) -> PairPrices | None:
    """Q: what two languages cost together, where a prior says which of them are mixed."""
    if prior is None:
        return None
    full = full_model(model).labels
    pairs = adapted_pairs(prior, full, _word_unit(model), settings.length_exponent, fitted_for(model).prior)
    return pairs if pairs is None or full == model.labels else pairs.among([full.index(one) for one in model.labels])


def decision_with(prior: Prior | None, decision: Decision | None, model: Model) -> Decision | None:
    """The decision, adapted to a prior."""
    if decision is None or prior is None:
        return decision
    return adapted_decision(decision, prior, full_model(model).labels, fitted_for(model).prior)


def by_column(prices: Prices, labels: Sequence[str]) -> float | NDArray[np.float64]:
    """The same as an array in the order of these labels."""
    return prices if isinstance(prices, float) else np.array([prices[label] for label in labels])


def _word_unit(model: Model) -> float:
    """A typical margin of words."""
    return float(full_model(model).confidence.get("default", {}).get("word_unit", 1.0))
