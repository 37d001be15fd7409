"""How common languages are on the web, as a prior: a rare language needs more evidence than English does.

The penalty of a language grows with the logarithm of its rarity. That shares are graded matters; exact ones do not, and
the number of a language's speakers would do nearly as well.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from mixlid.text.labels import split

#: Per cent of pages by main language, Common Crawl CC-MAIN-2024-42 (its published statistics), rounded. Hindi there is
#: written in Devanagari; romanised, as our models know it, it is counted like Indonesian.
SHARES = {
    "eng": 43.4, "deu": 5.3, "spa": 4.5, "fra": 4.4, "ita": 2.5, "por": 2.3, "nld": 1.8, "pol": 1.8, "tur": 1.2,
    "ces": 1.1, "hin": 1.1, "ind": 1.1, "vie": 1.0, "swe": 0.66, "ron": 0.60, "hun": 0.56, "dan": 0.46, "slk": 0.37,
    "fin": 0.34, "nob": 0.31,
}  # fmt: skip
#: What every other language is counted as.
RARE = 0.3


def penalties(labels: Iterable[str], lowest: float, slope: float) -> float | dict[str, float]:
    """A penalty by label, `lowest` for English, with `*` for all the rare ones; one number if there is no slope."""
    if not slope:
        return lowest

    def price(share: float) -> float:
        return round(lowest + slope * math.log(SHARES["eng"] / share), 4)

    common = {label: price(SHARES[code]) for label in labels if (code := split(label)[0]) in SHARES}
    return {"*": price(RARE), **common}
