"""How well unknown languages and made-up text are told from known text.

The probabilities come from cross-validation: each half of the languages and of the kinds of made-up text is judged by a
fit on the other half.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd
from sklearn.metrics import roc_auc_score

from mixlid_lab.tuning.familiarity import CUTS, UNKNOWN_THRESHOLD, Example, Typical, chances, fit

Rows = list[tuple[str, ...]]


def cross_validated(found: Sequence[Example], typical: Typical) -> pd.DataFrame:
    """Every example that people have labelled, with its probability from a fit on the other half of the groups.

    The halves share no known language, no unknown language and no kind of made-up text.
    """
    first = {*sorted({(one.kind, one.group) for one in found})[::2]}
    halves = [[one for one in found if ((one.kind, one.group) in first) is half] for half in (True, False)]
    rows = [
        (one.kind, one.group, one.cut, one.taken_for, chance)
        for fitted, judged in (halves, halves[::-1])
        for one, chance in zip(judged, chances(fit(fitted, typical), judged).tolist(), strict=True)
        if not one.silver
    ]
    return pd.DataFrame(rows, columns=["kind", "group", "cut", "taken_for", "chance"])


def separation(known: pd.Series[float], others: pd.Series[float]) -> tuple[float, float, float]:
    """The area under the ROC curve, and the shares of other text accepted if 1 % and 5 % of known text are rejected."""
    area = roc_auc_score([1] * len(known) + [0] * len(others), [*known, *others])
    at_1, at_5 = (float((others > np.quantile(known, share)).mean()) for share in (0.01, 0.05))
    return float(area), at_1, at_5


def separation_tables(found: Sequence[Example], typical: Typical, cut: float = 120) -> tuple[Rows, Rows]:
    """How well unknown languages, by length and each alone, and made-up text, by kind, are told from known text.

    Some rows are repeated without the two hardest languages, since some languages have a relative that is nearly the
    same.
    """
    frame = cross_validated(found, typical)
    unknown, made_up = (sorted(set(frame.group[frame.kind == kind])) for kind in ("unknown", "none"))
    known = frame[(frame.kind == "known") & ~frame.group.str.contains("-")]
    at_cut = frame[frame.cut == cut]
    by_language: Rows = []
    areas = {}
    for language in unknown:
        own, all_known = at_cut[at_cut.group == language], at_cut.chance[at_cut.kind == "known"]
        own = own[own.kind == "unknown"]
        if len(own) and len(all_known):
            area, _, accepted = separation(all_known, own.chance)
            areas[language] = area
            taken = own.taken_for.value_counts()
            label = f"{taken.index[0]} {taken.iloc[0] / len(own):.0%}"
            by_language.append((language, str(len(own)), f"{area:.3f}", f"{accepted:.3f}", label))
    hardest = sorted(areas, key=lambda language: areas[language])[:2]
    easier = [language for language in unknown if language not in hardest] if hardest else []
    rows: Rows = [("", "texts", "of known", "AUROC", "accepted at 1 %", "at 5 %", "rejected", "of known")]
    for name, groups, length in (
        *((f"unknown language, {_length(cut)}", unknown, cut) for cut in CUTS),
        *((f"{_length(cut)}, without {' and '.join(hardest)}", easier, cut) for cut in CUTS[3:]),
        *((group, [group], math.inf) for group in made_up),
    ):
        others = frame.chance[(frame.kind != "known") & (frame.cut == length) & frame.group.isin(groups)]
        here = known.chance[known.cut == length]
        if len(others) and len(here):
            rejected = ((one < UNKNOWN_THRESHOLD).mean() for one in (others, here))
            shares = (*separation(here, others), *rejected)
            rows.append((name, str(len(others)), str(len(here)), *(f"{share:.3f}" for share in shares)))
    head = ("", "texts", "AUROC", "accepted at 5 %", "taken for")
    return rows, [head, *sorted(by_language, key=lambda row: row[3])]


def _length(cut: float) -> str:
    return "whole sentences" if cut == math.inf else f"{cut} characters"
