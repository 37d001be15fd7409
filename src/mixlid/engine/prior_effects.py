"""What a prior does: it changes prices of languages and pairs, and what the decision about a further one starts from.

How present a language is in a corpus is a number from 0 to 1, from the logarithm of its share. A language that is not
present becomes dearer, one that is present loses a part of what its rarity on the web costs. Two languages that do not
meet in the corpus cost something together, so that the search proposes those that do. These have a higher sum of
evidence when one of them is the further one. Where more than half of the text is mixed, that share is added to the sum
as log odds, since a decision is fitted on data of which one half is mixed; that mixed text is rare takes nothing off.
No language is ever removed, and no pair: prices stay finite, and enough evidence pays them. A restriction, which is
stronger, has a price of its own.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from mixlid.assign.pair_prices import PairPrices
from mixlid.errors import LabelError, SettingsError
from mixlid.models.decision import EVIDENCE, Decision, evidence_of
from mixlid.prior import Prior, together
from mixlid.settings import SETTINGS
from mixlid.text.labels import find


@dataclass(frozen=True, slots=True)
class Strength:
    """How much a prior counts; chosen on development data (docs/adaptation.md)."""

    #: shares from which on a language, or two that meet, are present at all, and present without a doubt
    least: float = 0.003
    enough: float = 0.1
    #: texts from which on what was learnt counts for one half and more
    doubt: float = 20.0
    #: what a language costs that is not present, in typical margins of words and for a text of ten words
    absence: float = 4.0
    #: how much of its price, beyond that of the cheapest language, one that is present loses
    relief: float = 0.75
    #: what two languages cost together that do not meet, in the same measure as `absence`
    unmet: float = 1.5
    #: what is added to the sum of evidence for two languages that meet, and for each unit of the log odds of mixed text
    meeting: float = 0.5
    mixed: float = 0.35
    #: mixed text is never thought to be rarer, nor text in one language
    rarest: float = 0.02
    #: what a language costs that a restriction leaves out, in the same measure as `absence`
    outside: float = 6.0
    #: a restriction to so few languages says that they are expected, which makes rare ones cheaper
    few: int = 10


STRENGTH = Strength()
_WORDS = 10.0
#: Pairs of labels that are gone through for one prior. Its size alone does not bound them: a code may mean many labels.
MOST_PAIRS = 20_000
#: What meets by chance this many times more rarely than would have an effect is left out.
_NEGLIGIBLE = 10


def adapted_prices(
    prices: float | Mapping[str, float],
    prior: Prior,
    labels: Sequence[str],
    unit: float,
    exponent: float,
    strength: Strength = STRENGTH,
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
    strength: Strength = STRENGTH,
) -> dict[str, float]:
    """The price of each of a model's labels where an answer may have only some of them.

    The others stay in the search at a high price: text that is plainly in one of them is then unknown, where it would
    otherwise be forced into a language that it is not in. If the text is known to be in one of the languages
    (`is_closed`), nothing pays that price.
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
    prior: Prior, labels: Sequence[str], unit: float, exponent: float, strength: Strength = STRENGTH
) -> PairPrices | None:
    """What two of a model's labels cost together; None where the prior does not say which of them meet."""
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
    decision: Decision, prior: Prior, labels: Sequence[str], strength: Strength = STRENGTH
) -> Decision:
    """The decision with what the prior adds to the sum of evidence."""
    constant = decision.constant + (prior.offset or 0.0)
    if prior.mixed is not None:
        share = min(max(prior.mixed, strength.rarest), 1 - strength.rarest)
        constant += strength.mixed * max(evidence_of(share), 0.0)  # that mixed text is rare is no verdict
    meeting = {
        pair: strength.meeting * _presence(share, prior, strength)
        for pair, share in _meetings(prior, labels, strength).items()
    }
    if unknown := [name for name in prior.factors if name not in EVIDENCE]:
        raise SettingsError(f"prior: factors, there is no evidence {unknown[0]!r}; there are {', '.join(EVIDENCE)}")
    weights = {name: weight * prior.factors.get(name, 1.0) for name, weight in decision.weights.items()}
    pairs = {pair: term for pair, term in meeting.items() if term}
    return replace(decision, constant=constant, weights=weights, pairs=pairs)


def _measured(price: float, prior: Prior, unit: float, exponent: float, strength: Strength) -> float:
    """A price of `Strength` on the scale of scores, as far as the prior is to be trusted."""
    return _trust(prior, strength) * price * _scale(unit, exponent)


def _scale(unit: float, exponent: float) -> float:
    """What prices of `Strength` are multiplied by."""
    scale: float = unit * _WORDS ** (0.5 - exponent)
    return scale


def _trust(prior: Prior, strength: Strength) -> float:
    """From 0 to 1: that a few texts do not have a language says little."""
    return 1.0 if prior.texts is None else prior.texts / (prior.texts + strength.doubt)


def _presence(share: float, prior: Prior, strength: Strength) -> float:
    """From 0 to 1, by the logarithm of a share."""
    share *= _trust(prior, strength)
    if share <= strength.least:
        return 0.0
    return min(math.log(share / strength.least) / math.log(strength.enough / strength.least), 1.0)


def _commonest_set(prior: Prior, labels: Sequence[str]) -> frozenset[str]:
    """The labels that are mixed most often, which are never thought absent, however rare mixed text is."""
    key = max(prior.sets, key=lambda one: prior.sets[one], default="")
    return frozenset(label for code in together(key) if code for label in _meant(code, labels))


def _by_label(prior: Prior, labels: Sequence[str]) -> dict[str, float]:
    """The share of each label; a code that means several labels gives its share to each."""
    shares: dict[str, float] = {}
    for code, share in prior.languages.items():
        for label in _meant(code, labels):
            shares[label] = max(share, shares.get(label, 0.0))
    return shares


def _meetings(prior: Prior, labels: Sequence[str], strength: Strength) -> dict[frozenset[str], float]:
    """The share of texts that have two labels, perhaps with others.

    Whoever gives languages and a share of mixed text, but no sets, is taken to mean that any two languages meet as
    often as they would by chance.
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
                f"prior: its languages make more than {MOST_PAIRS:,} pairs that meet; name languages rather than "
                "sets of them, or fewer, or leave out how much is mixed"
            )
        for pair in map(frozenset, product(first, second)):
            if len(pair) > 1:  # two codes may mean the same label
                shares[pair] = shares.get(pair, 0.0) + share
    return shares


def _by_chance(
    prior: Prior, labels: Sequence[str], least: float
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...], float]]:
    """What two codes mean, and their share of the texts, in all cases where that is above `least`.

    The largest come first, so those that are too rare together are not gone through. Codes that mean the same are one.
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
