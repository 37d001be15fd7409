"""What labelled sentences add to a prior: shares from the labels, and an offset fitted to them.

Everything is shrunk towards what was known without labels, so a few labels change little. Shares are estimated as if
what was known had come from `KNOWN` labelled sentences. The offset, which is added to the sum of evidence for a further
language, comes from a logistic regression on the proposals that are right or should be refused, with a normal prior
around 0. So it follows how these annotators treat borrowings and names, which cannot be learnt from unlabelled text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from mixlid.adapt.labelled import Sample
from mixlid.adapt.learning import Weigher, shares_of
from mixlid.adapt.logistic import regress
from mixlid.inspection import Proposal, codes_of
from mixlid.prior import LARGEST_OFFSET, Prior

#: The most labelled sentences that the previous knowledge counts as.
KNOWN = 20.0
#: Standard deviation of the normal prior of the offset; chosen on development corpora (docs/adaptation.md).
SPREAD = 1.5
#: Folds of the cross-validation.
FOLDS = 5
_DIGITS = 3


@dataclass(frozen=True, slots=True)
class LabelGain:
    """Exact match on labelled sentences, without labels and with those of the other folds (cross-validation)."""

    labels: int
    before: float
    after: float


def learn_labels(known: Prior, labelled: Sequence[Sample], weigher: Weigher) -> Prior:
    """The prior with what the labels add."""
    prior = _with_shares(known, labelled)
    propose = weigher.proposals(prior)
    judged = [one for sample in labelled for one in propose(sample.text).judged(sample.languages)]
    return replace(prior, offset=_fitted(judged, weigher.least_evidence())) if judged else prior


def label_gain(known: Prior, labelled: Sequence[Sample], weigher: Weigher) -> LabelGain:
    """Evaluate each fold with a prior learnt from the others."""
    before = weigher.answers(known)
    without = with_labels = 0
    for part in range(min(FOLDS, len(labelled))):
        others = [sample for place, sample in enumerate(labelled) if place % FOLDS != part]
        after = weigher.answers(learn_labels(known, others, weigher) if others else known)
        for sample in labelled[part::FOLDS]:
            without += codes_of(before(sample.text).languages) == sample.languages
            with_labels += codes_of(after(sample.text).languages) == sample.languages
    return LabelGain(len(labelled), without / len(labelled), with_labels / len(labelled))


def _with_shares(known: Prior, labelled: Sequence[Sample]) -> Prior:
    counts: dict[str, float] = {}
    for sample in labelled:
        for code in sorted(sample.languages):
            counts[code] = counts.get(code, 0.0) + 1 / len(sample.languages)
    return replace(
        known,
        languages=_blended(known, counts, len(labelled)),
        texts=None if known.languages and known.texts is None else len(labelled) + (known.texts or 0),
        labels=len(labelled),
        offset=None,
    )


def _blended(known: Prior, counts: Mapping[str, float], total: int) -> dict[str, float]:
    """Shares from the labels, where the known ones count as `KNOWN` sentences, or as one in another language."""
    weight = min(KNOWN, KNOWN if known.texts is None else known.texts) if known.languages else 1.0
    names = {**known.languages, **counts}
    blended = {name: counts.get(name, 0.0) + weight * known.languages.get(name, 0.0) for name in names}
    return shares_of(blended, total + weight)


def _fitted(judged: Sequence[tuple[bool, Proposal]], least: float) -> float:
    """The most probable offset."""
    right, proposals = zip(*judged, strict=True)
    (offset,) = regress(
        np.zeros((len(proposals), 0)),
        np.array(right, dtype=np.float64),
        ridge=np.array([SPREAD**-2]),
        start=np.array([one.sum - least for one in proposals]),
    ).tolist()
    within: float = min(max(offset, -LARGEST_OFFSET), LARGEST_OFFSET)
    return round(within, _DIGITS)
