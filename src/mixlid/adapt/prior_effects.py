"""How a prior is applied: it changes the prices of languages, and the constant of the decision.

A language that a corpus lacks becomes more expensive, and a common one loses part of its price for being rare on the
web. How much depends on what the prior says: the fewer languages it has, and the less text there is in others, the
more. No language is ever excluded: prices are finite, and enough evidence outweighs them. A restriction is stronger,
and has a price of its own.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from mixlid.engine.pipeline_config import TYPICAL_WORDS
from mixlid.errors import LabelError
from mixlid.models.decision import Decision
from mixlid.models.fitted import PriorNumbers
from mixlid.prior import Prior
from mixlid.settings import SETTINGS
from mixlid.text.labels import find

#: For a model that says nothing of it.
STRENGTH = PriorNumbers()


def weight_of(prior: Prior, labels: Sequence[str], strength: PriorNumbers = STRENGTH) -> float:
    """How much a prior says about texts in these labels, from 0 to 1.

    It says little if many texts are in other languages, or if it has almost as many languages as there are.
    """
    known = len(_shares(prior, labels))
    if not known or len(labels) < 2:
        return 0.0
    others = min(max(1 - math.fsum(prior.languages.values()), strength.rarest), 1.0)
    return math.log(others) / math.log(strength.rarest) * (1 - math.log(known) / math.log(len(labels)))


def adapted_prices(
    prices: float | Mapping[str, float],
    prior: Prior,
    labels: Sequence[str],
    unit: float,
    exponent: float,
    strength: PriorNumbers = STRENGTH,
) -> dict[str, float]:
    """The price of each of a model's labels; `unit` is a typical margin of words, `exponent` that of the length."""
    before = dict.fromkeys(labels, prices) if isinstance(prices, int | float) else dict(prices)
    shares, weight = _shares(prior, labels), weight_of(prior, labels, strength)
    lowest, (_, highest) = min(before.values()), SETTINGS["penalty"].limits
    dear = weight * strength.absence * _scale(unit, exponent)
    after = {}
    for label, price in before.items():
        if label in shares:
            common = min(shares[label] / strength.enough, 1.0)
            after[label] = price - weight * strength.relief * common * (price - lowest)
        else:
            after[label] = min(price + dear, highest)
    return after


def restricted_prices(
    prices: float | Mapping[str, float],
    allowed: Collection[str],
    labels: Sequence[str],
    unit: float,
    exponent: float,
    is_closed: bool,
    strength: PriorNumbers = STRENGTH,
) -> dict[str, float]:
    """The price of each of a model's labels where an answer may have only some of them.

    The others stay in the search at a high price: text that is clearly in one of them is then unknown, instead of being
    forced into a language that it is not in. If the text is known to be in one of the languages (`is_closed`), the
    price is prohibitive.
    """
    before = dict.fromkeys(labels, prices) if isinstance(prices, int | float) else dict(prices)
    lowest, (_, highest) = min(before.values()), SETTINGS["penalty"].limits
    relief = strength.expected if len(allowed) <= strength.few else 0.0
    outside = highest if is_closed else strength.outside * _scale(unit, exponent)
    return {
        label: price - relief * (price - lowest) if label in allowed else min(price + outside, highest)
        for label, price in before.items()
    }


def adapted_decision(decision: Decision, prior: Prior) -> Decision:
    """The decision, with what the prior adds to the sum of evidence."""
    if not prior.offset:
        return decision
    further = decision.further and adapted_decision(decision.further, prior)
    return replace(decision, constant=decision.constant + prior.offset, further=further)


def _scale(unit: float, exponent: float) -> float:
    """The factor for prices of `PriorNumbers`."""
    scale: float = unit * TYPICAL_WORDS ** (0.5 - exponent)
    return scale


def _shares(prior: Prior, labels: Sequence[str]) -> dict[str, float]:
    """The share of each label; a code that stands for several labels gives its share to each."""
    shares: dict[str, float] = {}
    for code, share in prior.languages.items():
        try:
            meant = [labels[place] for place in find(code, labels)]
        except LabelError as error:
            raise LabelError(f"prior: {error}") from None
        for label in meant if share else ():
            shares[label] = max(share, shares.get(label, 0.0))
    return shares
