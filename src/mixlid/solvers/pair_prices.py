"""The price of two languages in one answer.

In a corpus a few pairs are common and all others are rare, so there is one price for any pair, and exceptions. Prices
are never negative, so upper bounds may ignore them; values may not.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from mixlid.errors import SettingsError

#: Languages by their index.
Pair = frozenset[int]


@dataclass(frozen=True)
class PairPrices:
    """Q: the usual price of a pair, and the pairs with their own."""

    usual: float
    exceptions: Mapping[Pair, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for price in (self.usual, *self.exceptions.values()):
            if not 0 <= price < math.inf:
                raise SettingsError(f"the price of a pair of languages must be a number from 0, not {price!r}")
        for pair in self.exceptions:
            if len(pair) != 2 or min(pair) < 0:
                raise SettingsError(f"a pair must be the indices of two different languages, not {sorted(pair)}")

    def of(self, one: int, other: int) -> float:
        return self.exceptions.get(frozenset((one, other)), self.usual)

    def total(self, languages: Iterable[int]) -> float:
        """The price of all pairs of these languages; compiled code adds in the same order."""
        return sum((self.of(*pair) for pair in combinations(languages, 2)), 0.0)

    def row(self, language: int, count: int) -> NDArray[np.float64]:
        """The price of this language with each of `count` others; its own entry is never used."""
        prices = np.full(count, self.usual)
        for other, price in self.by_language.get(language, {}).items():
            prices[other] = price
        return prices

    def among(self, chosen: Sequence[int]) -> PairPrices:
        """The same prices for a choice of languages, in this order."""
        place = {language: index for index, language in enumerate(chosen)}
        inside = {pair: price for pair, price in self.exceptions.items() if pair <= place.keys()}
        return PairPrices(self.usual, {frozenset(place[one] for one in pair): price for pair, price in inside.items()})

    @cached_property
    def by_language(self) -> Mapping[int, Mapping[int, float]]:
        """The exceptions of each language that has any."""
        found: dict[int, dict[int, float]] = {}
        for pair, price in self.exceptions.items():
            one, other = sorted(pair)
            found.setdefault(one, {})[other] = price
            found.setdefault(other, {})[one] = price
        return found
