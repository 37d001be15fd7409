"""How well unknown languages and made-up text are told from known text.

The probabilities come from cross-validation: each half is judged by a fit on the other half, with which it shares no
text, no unknown language and no kind of made-up text.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd
from sklearn.metrics import roc_auc_score

from mixlid_lab.tuning.unknown import UNKNOWN_THRESHOLD, Example, Typical, chances, fit

Rows = list[tuple[str, ...]]
#: Texts are shown by their number of letters, up to these.
BANDS = (15, 30, 60, 120, math.inf)
#: The unknown languages that are shown: those that most of the text is accepted of.
_HARDEST = 10
_KINDS = {"known": "known", "mixed": "known", "unknown": "unknown", "none": "none"}


def cross_validated(found: Sequence[Example], typical: Typical) -> pd.DataFrame:
    """Every example that people have labelled, with its probability from a fit on the other half."""
    groups = sorted({(one.kind, one.group) for one in found})
    half_of = {group: place % 2 for place, group in enumerate(groups)}
    halves: tuple[list[Example], list[Example]] = ([], [])
    for number, one in enumerate(found):
        # The languages of the model are known when it is used, those that are unknown are not.
        by_group = one.kind in ("unknown", "none")
        halves[half_of[one.kind, one.group] if by_group else number % 2].append(one)
    rows = [
        (_KINDS[one.kind], one.group, _band(one), chance)
        for fitted, judged in (halves, halves[::-1])
        for one, chance in zip(judged, chances(fit(fitted, typical), judged).tolist(), strict=True)
        if not one.silver
    ]
    return pd.DataFrame(rows, columns=["kind", "group", "band", "chance"])


def _band(example: Example) -> float:
    letters = math.exp(example.signs[-1])
    return next(band for band in BANDS if letters <= band + 0.5)


def separation(known: pd.Series[float], others: pd.Series[float]) -> tuple[float, float, float]:
    """The area under the ROC curve, and the shares of other text accepted if 1 % and 5 % of known text are rejected."""
    area = roc_auc_score([1] * len(known) + [0] * len(others), [*known, *others])
    at_1, at_5 = (float((others > np.quantile(known, share)).mean()) for share in (0.01, 0.05))
    return float(area), at_1, at_5


def separation_table(found: Sequence[Example], typical: Typical) -> Rows:
    """How well unknown languages, by letters and the hardest alone, and made-up text are told from known text."""
    frame = cross_validated(found, typical)

    def row(name: str, others: pd.DataFrame, known: pd.DataFrame) -> tuple[str, ...] | None:
        if not len(others) or not len(known):
            return None
        shares = (
            *separation(known.chance, others.chance),
            *((one.chance < UNKNOWN_THRESHOLD).mean() for one in (others, known)),
        )
        return (name, str(len(others)), str(len(known)), *(f"{share:.3f}" for share in shares))

    known, unknown, made_up = (frame[frame.kind == kind] for kind in ("known", "unknown", "none"))
    by_language = [row(language, texts, known) for language, texts in unknown.groupby("group")]
    hardest = sorted(filter(None, by_language), key=lambda one: one[6])[:_HARDEST]
    head = ("", "texts", "of known", "AUROC", "accepted at 1 %", "at 5 %", "rejected", "of known")
    rows = (
        row("unknown languages", unknown, known),
        *(
            row(f"  {_length(low, high)}", unknown[unknown.band == high], known[known.band == high])
            for low, high in zip((0, *BANDS), BANDS, strict=False)
        ),
        *(row(group, texts, known) for group, texts in made_up.groupby("group")),
        *hardest,
    )
    return [head, *filter(None, rows)]


def _length(low: float, high: float) -> str:
    return f"over {low} letters" if high == math.inf else f"up to {high} letters"
