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

from mixlid_lab.tuning.unknown import CUTS, UNKNOWN_THRESHOLD, Example, Typical, chances, fit

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


def separation_table(found: Sequence[Example], typical: Typical) -> Rows:
    """How well unknown languages, by length and each alone, and made-up text, by kind, are told from known text.

    Some rows are repeated without the two hardest languages, since some languages have a relative that is nearly the
    same.
    """
    frame = cross_validated(found, typical)
    known = frame[(frame.kind == "known") & ~frame.group.str.contains("-")]

    def row(name: str, groups: Sequence[str], cut: float) -> tuple[str, ...] | None:
        others = frame.chance[(frame.kind != "known") & (frame.cut == cut) & frame.group.isin(groups)]
        here = known.chance[known.cut == cut]
        if not len(others) or not len(here):
            return None
        shares = (*separation(here, others), *((one < UNKNOWN_THRESHOLD).mean() for one in (others, here)))
        return (name, str(len(others)), str(len(here)), *(f"{share:.3f}" for share in shares))

    unknown, made_up = (sorted(set(frame.group[frame.kind == kind])) for kind in ("unknown", "none"))
    alone = [one for language in unknown if (one := row(language, [language], 120))]
    hardest = [name for name, *_ in sorted(alone, key=lambda one: one[3])[:2]]
    easier = [language for language in unknown if language not in hardest] if hardest else []
    head = ("", "texts", "of known", "AUROC", "accepted at 1 %", "at 5 %", "rejected", "of known")
    rows = (
        *(row(f"unknown language, {_length(cut)}", unknown, cut) for cut in CUTS),
        *(row(f"{_length(cut)}, without {' and '.join(hardest)}", easier, cut) for cut in CUTS[3:]),
        *(row(group, [group], math.inf) for group in made_up),
    )
    return [head, *filter(None, rows), *sorted(alone, key=lambda one: one[5])]


def _length(cut: float) -> str:
    return "whole sentences" if cut == math.inf else f"{cut} characters"
