"""How common languages are on the web, as a prior: a rare language needs more evidence than English does.

The penalty of a language grows with the logarithm of its rarity. That shares are graded matters; exact ones do not, and
the number of a language's speakers would do nearly as well.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from mixlid.text.label_sets import PAPER
from mixlid.text.labels import is_romanised, split

#: Per cent of pages by main language, Common Crawl CC-MAIN-2024-42 (its published statistics), rounded; a language in
#: the script that its pages are in. The statistics do not tell the two kinds of Chinese characters apart: most pages
#: are in simplified ones. Hindi in Latin letters is common in chats, where pages say nothing, and is counted like
#: Indonesian.
SHARES = {
    "eng_Latn": 43.4, "rus_Cyrl": 6.0, "deu_Latn": 5.3, "jpn_Jpan": 5.0, "spa_Latn": 4.5, "fra_Latn": 4.4,
    "zho_Hans": 4.0, "ita_Latn": 2.5, "por_Latn": 2.3, "nld_Latn": 1.8, "pol_Latn": 1.8, "tur_Latn": 1.2,
    "ces_Latn": 1.1, "hin_Latn": 1.1, "ind_Latn": 1.1, "vie_Latn": 1.0, "kor_Hang": 0.70, "pes_Arab": 0.70,
    "swe_Latn": 0.66, "arb_Arab": 0.65, "ron_Latn": 0.60, "ukr_Cyrl": 0.60, "zho_Hant": 0.60, "hun_Latn": 0.56,
    "ell_Grek": 0.55, "dan_Latn": 0.46, "tha_Thai": 0.40, "slk_Latn": 0.37, "fin_Latn": 0.34, "nob_Latn": 0.31,
}  # fmt: skip
#: What every other language is counted as: Bulgarian, Hebrew, Croatian, Serbian and Hindi in Devanagari have 0.2 to 0.3
#: per cent, and to grade the hundreds below them would only punish those whom few pages help.
RARE = 0.3
#: A language in letters that are not its own, which pages hardly ever are in: without this, every chat in Hindi has
#: some words of Urdu or Punjabi.
ROMANISED = 0.01


def penalties(labels: Iterable[str], lowest: float, slope: float) -> float | dict[str, float]:
    """A penalty by label, `lowest` for English, with `*` for all the rare ones; one number if there is no slope."""
    if not slope:
        return lowest

    def price(share: float) -> float:
        return round(lowest + slope * math.log(SHARES["eng_Latn"] / share), 4)

    common = {label: price(share) for label in labels if (share := _share(label))}
    return {"*": price(RARE), **common}


def _share(label: str) -> float:
    """0 for a rare one. A label that does not say its script is its language in the commonest."""
    language, script = split(label)
    if script:
        rare = ROMANISED if is_romanised(label) and label not in PAPER else 0.0
        return SHARES.get(f"{language}_{script}", rare)
    return max((share for known, share in SHARES.items() if split(known)[0] == language), default=0.0)
