"""How common languages are on the web, as a prior: a rare language needs more evidence than English.

The penalty of a language grows with the logarithm of its rarity. What matters is that shares are graded, not their
exact values: numbers of speakers would do nearly as well.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from mixlid.text.label_sets import PAPER
from mixlid.text.labels import is_romanised, split

#: Per cent of pages by main language, Common Crawl CC-MAIN-2024-42 (its published statistics), rounded; each language
#: in the script of its pages. The statistics do not distinguish the two kinds of Chinese characters: most pages are in
#: simplified ones. Hindi in Latin letters is common in chats, which pages do not show, so it counts like Indonesian.
SHARES = {
    "eng_Latn": 43.4, "rus_Cyrl": 6.0, "deu_Latn": 5.3, "jpn_Jpan": 5.0, "spa_Latn": 4.5, "fra_Latn": 4.4,
    "zho_Hans": 4.0, "ita_Latn": 2.5, "por_Latn": 2.3, "nld_Latn": 1.8, "pol_Latn": 1.8, "tur_Latn": 1.2,
    "ces_Latn": 1.1, "hin_Latn": 1.1, "ind_Latn": 1.1, "vie_Latn": 1.0, "kor_Hang": 0.70, "pes_Arab": 0.70,
    "swe_Latn": 0.66, "arb_Arab": 0.65, "ron_Latn": 0.60, "ukr_Cyrl": 0.60, "zho_Hant": 0.60, "hun_Latn": 0.56,
    "ell_Grek": 0.55, "dan_Latn": 0.46, "tha_Thai": 0.40, "slk_Latn": 0.37, "fin_Latn": 0.34, "nob_Latn": 0.31,
}  # fmt: skip
#: The share of every other language. Bulgarian, Hebrew, Croatian, Serbian and Hindi in Devanagari have 0.2 to 0.3 per
#: cent, and grading the hundreds below them would only punish languages with few pages.
RARE = 0.3
#: A language in a script that is not its own, which pages hardly ever use: otherwise every chat in Hindi has some words
#: of Urdu or Punjabi.
ROMANISED = 0.01
#: Added to the rarity of a language that is nearly the same as another one far more often written in this script:
#: otherwise half of the Hindi on social media comes out as Urdu.
TWINS = {"urd_Latn": 10.0}
#: The shares for single words. Words of rare languages look like names and misspellings of common ones, so rare
#: languages count as rarer here, and labels that were never among the paper's as rarer still.
RARE_WORDS, RARER_WORDS = 0.1, 0.05
#: But languages of schools, press and offices count as common: their words are seen alone more often than the same
#: words of a neighbour that is mostly spoken, such as Filipino's compared with Cebuano's.
WRITTEN_WORDS = 0.5
WRITTEN = frozenset({
    "afr", "als", "azj", "bos", "bre", "cat", "cym", "ekk", "eus", "fil", "gle", "glg", "hat", "hrv", "isl", "kin",
    "kmr", "lit", "ltz", "lvs", "mlt", "plt", "slv", "sna", "som", "srp", "swh", "tuk", "uzn", "zsm",
})  # fmt: skip


def rarity(label: str) -> float:
    """The logarithm of how many times rarer a label is than English; an unknown label counts as rare."""
    return math.log(SHARES["eng_Latn"] / (_share(label) or RARE))


def by_rarity(labels: Iterable[str], lowest: float, slope: float) -> float | dict[str, float]:
    """A price by label, `lowest` for English, with `*` for all rare ones; a single number if there is no slope."""
    if not slope:
        return lowest
    common = {
        label: round(lowest + slope * (rarity(label) + TWINS.get(label, 0.0)), 4) for label in labels if _share(label)
    }
    return {"*": round(lowest + slope * rarity(""), 4), **common}


def word_prices(labels: Iterable[str], slope: float) -> dict[str, float]:
    """A price for each word by label, 0 for English and for scripts other than Latin, which have few labels to choose
    from.
    """
    prices = {"*": 0.0}
    for label in labels:
        language, script = split(label)
        if script in ("", "Latn"):
            rare = WRITTEN_WORDS if language in WRITTEN else RARE_WORDS if label in PAPER else RARER_WORDS
            prices[label] = round(slope * math.log(SHARES["eng_Latn"] / (SHARES.get(label) or rare)), 4)
    return prices


def _share(label: str) -> float:
    """The share of a label, 0 if it is rare. A label without a script counts as its language in the most common one."""
    language, script = split(label)
    if script:
        rare = ROMANISED if is_romanised(label) and label not in PAPER else 0.0
        return SHARES.get(f"{language}_{script}", rare)
    return max((share for known, share in SHARES.items() if split(known)[0] == language), default=0.0)
