"""How a prior is applied: it changes the prices of languages and pairs, and the constant of the decision.

The presence of a language in a corpus is a number from 0 to 1, from the logarithm of its share. An absent language
becomes more expensive; a present one loses part of its price for being rare on the web. Two languages that are not
mixed in the corpus cost extra together, so that the search proposes those that are. For these the sum of evidence is
higher when one of them is the further language. If more than half of the text is mixed, the log odds of that share are
added to the sum, since the decision was fitted on data half of which is mixed; if less is mixed, nothing is subtracted.
No language and no pair is ever excluded: prices are finite, and enough evidence outweighs them. A restriction is
stronger, and has a price of its own.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product

from mixlid.engine.pipeline_config import TYPICAL_WORDS
from mixlid.errors import LabelError, SettingsError
from mixlid.models.decision import EVIDENCE, Decision, evidence_of
from mixlid.models.fitted import PriorNumbers
from mixlid.prior import Prior, together
from mixlid.settings import SETTINGS
from mixlid.solvers.pair_prices import PairPrices
from mixlid.text.labels import find

#: For a model that says nothing of it.
STRENGTH = PriorNumbers()
#: The most pairs of labels for one prior. Its size does not bound them, since a code may stand for many labels.
MOST_PAIRS = 20_000
#: Pairs expected by chance are left out if they are this many times too rare to have an effect.
_NEGLIGIBLE = 10


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
    if not prior.languages:
        return before
    shares, expected = _by_label(prior, labels), _commonest_set(prior, labels)
    lowest, (low, high) = min(before.values()), SETTINGS["penalty"].limits
    dear = _measured(strength.absence, prior, unit, exponent, strength)
    after = {}
    for label, price in before.items():
        here = 1.0 if label in expected else _presence(shares.get(label, 0.0), prior, strength)
        changed = price - strength.relief * here * (price - lowest) + dear * (1 - here)
        after[label] = min(max(changed, low), high)
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
    relief = strength.relief if len(allowed) <= strength.few else 0.0
    outside = highest if is_closed else strength.outside * _scale(unit, exponent)
    return {
        label: price - relief * (price - lowest) if label in allowed else min(price + outside, highest)
        for label, price in before.items()
    }


def adapted_pairs(
    prior: Prior, labels: Sequence[str], unit: float, exponent: float, strength: PriorNumbers = STRENGTH
) -> PairPrices | None:
    """What two of a model's labels cost together; None if the prior does not say which of them are mixed."""
    if not prior.sets and not (prior.languages and prior.mixed is not None):
        return None
    usual = _measured(strength.unmet, prior, unit, exponent, strength)
    expected = _commonest_set(prior, labels)
    near = {
        pair: 1.0 if pair <= expected else _presence(share, prior, strength)
        for pair, share in _meetings(prior, labels, strength).items()
    }
    place = {label: number for number, label in enumerate(labels)}
    less = {frozenset(place[label] for label in pair): usual * (1 - here) for pair, here in near.items() if here}
    return PairPrices(usual, less) if usual else None


def adapted_decision(
    decision: Decision, prior: Prior, labels: Sequence[str], strength: PriorNumbers = STRENGTH
) -> Decision:
    """The decision, with what the prior adds to the sum of evidence."""
    constant = decision.constant + (prior.offset or 0.0)
    if prior.mixed is not None:
        share = min(max(prior.mixed, strength.rarest), 1 - strength.rarest)
        constant += strength.mixed * max(evidence_of(share), 0.0)  # rare mixed text is not evidence against this one
    meeting = {
        pair: strength.meeting * _presence(share, prior, strength)
        for pair, share in _meetings(prior, labels, strength).items()
    }
    if unknown := [name for name in prior.factors if name not in EVIDENCE]:
        raise SettingsError(f"prior: factors has no evidence {unknown[0]!r}; there are {', '.join(EVIDENCE)}")
    weights = {name: weight * prior.factors.get(name, 1.0) for name, weight in decision.weights.items()}
    pairs = {pair: term for pair, term in meeting.items() if term}
    further = decision.further and adapted_decision(decision.further, prior, labels, strength)
    return replace(decision, constant=constant, weights=weights, pairs=pairs, further=further)


def _measured(price: float, prior: Prior, unit: float, exponent: float, strength: PriorNumbers) -> float:
    """A price of `PriorNumbers` on the scale of scores, reduced if the prior is based on few texts."""
    return _trust(prior, strength) * price * _scale(unit, exponent)


def _scale(unit: float, exponent: float) -> float:
    """The factor for prices of `PriorNumbers`."""
    scale: float = unit * TYPICAL_WORDS ** (0.5 - exponent)
    return scale


def _trust(prior: Prior, strength: PriorNumbers) -> float:
    """How far to trust a prior, from 0 to 1: that a few texts lack a language says little."""
    return 1.0 if prior.texts is None else prior.texts / (prior.texts + strength.doubt)


def _presence(share: float, prior: Prior, strength: PriorNumbers) -> float:
    """The presence from 0 to 1, by the logarithm of a share."""
    share *= _trust(prior, strength)
    if share <= strength.least:
        return 0.0
    return min(math.log(share / strength.least) / math.log(strength.enough / strength.least), 1.0)


def _commonest_set(prior: Prior, labels: Sequence[str]) -> frozenset[str]:
    """The labels that are mixed most often, which never count as absent, however rare mixed text is."""
    key = max(prior.sets, key=lambda one: prior.sets[one], default="")
    return frozenset(label for code in together(key) if code for label in _meant(code, labels))


def _by_label(prior: Prior, labels: Sequence[str]) -> dict[str, float]:
    """The share of each label; a code that stands for several labels gives its share to each."""
    shares: dict[str, float] = {}
    for code, share in prior.languages.items():
        for label in _meant(code, labels):
            shares[label] = max(share, shares.get(label, 0.0))
    return shares


def _meetings(prior: Prior, labels: Sequence[str], strength: PriorNumbers) -> dict[frozenset[str], float]:
    """The share of texts that have both labels of a pair, perhaps with others.

    A prior with languages and a share of mixed text, but without sets, is taken to mean that any two languages are
    mixed as often as expected by chance.
    """
    met: Iterator[tuple[tuple[str, ...], tuple[str, ...], float]]
    if prior.sets:
        sets = (([_meant(code, labels) for code in together(key)], share) for key, share in prior.sets.items())
        met = ((one, other, share) for meant, share in sets for one, other in combinations(meant, 2))
    else:
        met = _by_chance(prior, labels, strength.least / _NEGLIGIBLE)
    shares: dict[frozenset[str], float] = {}
    count = 0
    for first, second, share in met:
        count += len(first) * len(second)
        if count > MOST_PAIRS:
            raise LabelError(
                f"prior: its languages make more than {MOST_PAIRS:,} pairs; give single languages instead of names for "
                "many of them, or fewer languages, or leave out the share of mixed text"
            )
        for pair in map(frozenset, product(first, second)):
            if len(pair) > 1:  # two codes may stand for the same label
                shares[pair] = shares.get(pair, 0.0) + share
    return shares


def _by_chance(
    prior: Prior, labels: Sequence[str], least: float
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...], float]]:
    """The labels of two codes, and their share of the texts, for all pairs whose share is above `least`.

    The largest shares come first, so that rare pairs need not be enumerated. Codes for the same labels are merged.
    """
    by_meaning: dict[tuple[str, ...], float] = {}
    for code, share in prior.languages.items():
        meant = _meant(code, labels)
        by_meaning[meant] = by_meaning.get(meant, 0.0) + share
    ordered = sorted(by_meaning.items(), key=lambda item: -item[1])
    chances = (math.fsum(by_meaning.values()) ** 2 - math.fsum(share**2 for share in by_meaning.values())) / 2
    if not prior.mixed or chances <= 0:
        return
    for place, (one, share) in enumerate(ordered):
        for after in range(place + 1, len(ordered)):
            other, second = ordered[after]
            together_share = prior.mixed * share * second / chances
            if together_share <= least:
                break
            yield one, other, together_share


def _meant(code: str, labels: Sequence[str]) -> tuple[str, ...]:
    try:
        return tuple(labels[place] for place in find(code, labels))
    except LabelError as error:
        raise LabelError(f"prior: {error}") from None
