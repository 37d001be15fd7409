"""What labelled sentences add to a prior: shares by what people say, and an offset of the decision.

Everything is shrunk towards what was known without labels, so a few of them change little. Shares are counted as if
what was known had come from `KNOWN` labelled sentences. The offset is added to the sum of evidence for a further
language: it is the constant of a logistic regression over sentences for which either one language or several are right,
with a normal distribution around 0 as its prior. So it follows how these annotators see borrowings, names and single
words, which no text shows.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from mixlid.engine.learning import shares_of
from mixlid.engine.pipeline_parts import WeighedAnswer
from mixlid.labelled import Sample
from mixlid.models.decision import probability_of
from mixlid.prior import TOGETHER, Prior
from mixlid.text.labels import split

#: How many labelled sentences what was known before counts for, at most.
KNOWN = 50.0
#: The standard deviation of offsets; chosen on development corpora, each left out in turn (docs/adaptation.md).
SPREAD = 1.5
#: Parts in which labels are cross-validated.
FOLDS = 5
#: Thresholds with which no further language stays, or every one that is proposed.
_NEVER, _ALWAYS = 1.0, 1e-200
_DIGITS = 3


class Weigher(Protocol):
    """What weighs texts under a prior, perhaps with another threshold for a further language."""

    def __call__(self, prior: Prior, mixed_threshold: float | None = None) -> Callable[[str], WeighedAnswer]: ...


@dataclass(frozen=True, slots=True)
class LabelGain:
    """Exact match on labelled sentences without labels, and with those of the other sentences (cross-validation)."""

    labels: int
    before: float
    after: float


class _Case(NamedTuple):
    """A sentence for which one language is right, or several: which of the two, and the sum of evidence for several."""

    several: bool
    evidence: float


def learn_labels(known: Prior, labelled: Sequence[Sample], weigher: Weigher, least: float) -> Prior:
    """The prior with what the labels add; `least` is the sum of evidence from which on a further language stays."""
    prior = _with_shares(known, labelled, weigher(known))
    cases = _cases(prior, labelled, weigher)
    return replace(prior, offset=round(_offset(cases, least), _DIGITS)) if cases else prior


def label_gain(known: Prior, labelled: Sequence[Sample], weigher: Weigher, least: float) -> LabelGain:
    """Each part of the labels by what the others say."""
    before = weigher(known)
    without = with_labels = 0
    for part in range(min(FOLDS, len(labelled))):
        others = [sample for place, sample in enumerate(labelled) if place % FOLDS != part]
        after = weigher(learn_labels(known, others, weigher, least) if others else known)
        for sample in labelled[part::FOLDS]:
            without += languages_of(before(sample.text)) == sample.languages
            with_labels += languages_of(after(sample.text)) == sample.languages
    return LabelGain(len(labelled), without / len(labelled), with_labels / len(labelled))


def languages_of(answer: WeighedAnswer) -> frozenset[str]:
    """By ISO 639-3 code."""
    return frozenset(split(label)[0] for label in answer.languages)


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
    learnt = known.texts is not None  # by hand, what is left out is not known
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
    )


def _gold_labels(labelled: Sequence[Sample], weigh: Callable[[str], WeighedAnswer]) -> list[list[str]]:
    """The languages of each sentence as labels with a script, as far as answers have them.

    People label languages, not scripts; what script a language has in this corpus can be seen in answers.
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
    """Shares by labels, where those that were known count for `weight` of them."""
    blended = {
        name: (counts.get(name, 0.0) + weight * known.get(name, 0.0)) / (total + weight) for name in {**known, **counts}
    }
    return shares_of(blended, 1)


def _cases(prior: Prior, labelled: Sequence[Sample], weigher: Weigher) -> list[_Case]:
    never, always = weigher(prior, _NEVER), weigher(prior, _ALWAYS)
    cases = []
    for sample in labelled:
        proposed = always(sample.text)
        if proposed.evidence is None:
            continue
        if languages_of(proposed) == sample.languages:
            cases.append(_Case(True, proposed.evidence))
        elif languages_of(never(sample.text)) == sample.languages:
            cases.append(_Case(False, proposed.evidence))
    return cases


def _offset(cases: Sequence[_Case], least: float) -> float:
    """The most probable offset: the slope of its log probability falls all the way, so its zero is found by halving."""

    def slope(offset: float) -> float:
        errors = (case.several - probability_of(case.evidence - least + offset) for case in cases)
        return math.fsum(errors) - offset / SPREAD**2

    reach = SPREAD**2 * len(cases)
    low, high = -reach, reach
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    return (low + high) / 2
