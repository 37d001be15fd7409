"""What labelled sentences add to a prior: shares from the labels, and a decision fitted to them.

Everything is shrunk towards what was known without labels, so a few labels change little. Shares are estimated as if
what was known had come from `KNOWN` labelled sentences. The decision gets an offset, which is added to the sum of
evidence for a further language, and factors by which weights of evidence are multiplied. They come from a logistic
regression on the proposals that are right or should be refused, with normal priors around 0 and 1. So they follow how
these annotators treat borrowings, names and single words, which cannot be learnt from unlabelled text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from mixlid.adapt.labelled import Sample
from mixlid.adapt.learning import shares_of
from mixlid.adapt.logistic import regress
from mixlid.engine.pipeline import make_pipeline
from mixlid.engine.pipeline_config import PipelineConfig, WeighedAnswer
from mixlid.inspection import Proposal, Proposals, codes_of, proposer
from mixlid.prior import LIMITS, TOGETHER, Prior
from mixlid.text.labels import split

#: The most labelled sentences that the previous knowledge counts as.
KNOWN = 20.0
#: Standard deviations of the normal priors of offset and factors; chosen on development corpora (docs/adaptation.md).
SPREAD = 1.5
FACTOR_SPREAD = 0.35
#: Folds of the cross-validation.
FOLDS = 5
_DIGITS = 3


@dataclass(frozen=True, slots=True)
class Weigher:
    """An identifier as a function of the prior, through the parts of its pipeline."""

    parts: Callable[[Prior], PipelineConfig]

    def answers(self, prior: Prior) -> Callable[[str], WeighedAnswer]:
        """A function that identifies texts under a prior."""
        return make_pipeline(self.parts(prior)).weigh

    def proposals(self, prior: Prior) -> Callable[[str], Proposals]:
        """A function that proposes languages for texts under a prior."""
        return proposer(self.parts(prior))


@dataclass(frozen=True, slots=True)
class LabelGain:
    """Exact match on labelled sentences, without labels and with those of the other folds (cross-validation)."""

    labels: int
    before: float
    after: float


def learn_labels(known: Prior, labelled: Sequence[Sample], weigher: Weigher, least: float) -> Prior:
    """The prior with what the labels add; `least` is the least sum of evidence that keeps a further language."""
    prior = _with_shares(known, labelled, weigher.answers(known))
    propose = weigher.proposals(prior)
    judged = [one for sample in labelled for one in propose(sample.text).judged(sample.languages)]
    if not judged:
        return prior
    offset, factors = _fitted(judged, least)
    return replace(prior, offset=offset, factors=factors)


def label_gain(known: Prior, labelled: Sequence[Sample], weigher: Weigher, least: float) -> LabelGain:
    """Evaluate each fold with a prior learnt from the others."""
    before = weigher.answers(known)
    without = with_labels = 0
    for part in range(min(FOLDS, len(labelled))):
        others = [sample for place, sample in enumerate(labelled) if place % FOLDS != part]
        after = weigher.answers(learn_labels(known, others, weigher, least) if others else known)
        for sample in labelled[part::FOLDS]:
            without += codes_of(before(sample.text).languages) == sample.languages
            with_labels += codes_of(after(sample.text).languages) == sample.languages
    return LabelGain(len(labelled), without / len(labelled), with_labels / len(labelled))


def _with_shares(known: Prior, labelled: Sequence[Sample], weigh: Callable[[str], WeighedAnswer]) -> Prior:
    languages, sets = dict[str, float](), dict[str, float]()
    for found in _gold_labels(labelled, weigh):
        for label in found:
            languages[label] = languages.get(label, 0.0) + 1 / len(found)
        if len(found) > 1:
            key = TOGETHER.join(found)
            sets[key] = sets.get(key, 0.0) + 1
    count = len(labelled)
    several = sum(len(sample.languages) > 1 for sample in labelled)
    learnt = known.texts is not None  # in a prior written by hand, what is left out is unknown
    weight = KNOWN if known.texts is None else min(KNOWN, known.texts)
    by_hand = bool(known.languages) and not learnt
    usual, sure = (0.5, 2.0) if known.mixed is None else (known.mixed, weight)
    return replace(
        known,
        languages=_blended(known.languages, languages, count, weight if known.languages else 0.0),
        sets=_blended(known.sets, sets, count, weight if known.sets or learnt else 0.0),
        mixed=round((several + sure * usual) / (count + sure), 5),
        texts=None if by_hand else count + (known.texts or 0),
        labels=count,
        offset=None,
        factors={},
    )


def _gold_labels(labelled: Sequence[Sample], weigh: Callable[[str], WeighedAnswer]) -> list[list[str]]:
    """The languages of each sentence as labels with a script, as far as the answers show it.

    People label languages, not scripts; the script of a language in this corpus is taken from answers.
    """
    answers = [{split(label)[0]: label for label in weigh(sample.text).languages} for sample in labelled]
    usual: dict[str, Counter[str]] = {}
    for sample, answer in zip(labelled, answers, strict=True):
        for code in sample.languages & answer.keys():
            usual.setdefault(code, Counter())[answer[code]] += 1
    common = {code: labels.most_common(1)[0][0] for code, labels in usual.items()}
    return [
        sorted(answer.get(code, common.get(code, code)) for code in sample.languages)
        for sample, answer in zip(labelled, answers, strict=True)
    ]


def _blended(known: Mapping[str, float], counts: Mapping[str, float], total: int, weight: float) -> dict[str, float]:
    """Shares from the labels, where the known shares count as `weight` sentences."""
    blended = {
        name: (counts.get(name, 0.0) + weight * known.get(name, 0.0)) / (total + weight) for name in {**known, **counts}
    }
    return shares_of(blended, 1)


def _fitted(judged: Sequence[tuple[bool, Proposal]], least: float) -> tuple[float, dict[str, float]]:
    """The most probable offset and factors."""
    right, proposals = zip(*judged, strict=True)
    names = sorted({name for one in proposals for name, value in one.added.items() if value})
    offset, *changes = (
        regress(
            np.array([[one.added.get(name, 0.0) for name in names] for one in proposals]),
            np.array(right, dtype=np.float64),
            ridge=np.array([SPREAD**-2, *([FACTOR_SPREAD**-2] * len(names))]),
            start=np.array([one.sum - least for one in proposals]),
        )
        .round(_DIGITS)
        .tolist()
    )
    low, high = LIMITS["factors"]
    factors = {name: min(max(1 + change, low), high) for name, change in zip(names, changes, strict=True) if change}
    low, high = LIMITS["offset"]
    return min(max(offset, low), high), {name: round(factor, _DIGITS) for name, factor in factors.items()}
