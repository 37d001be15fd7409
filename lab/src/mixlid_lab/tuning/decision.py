"""Fit the decision whether another language is present (`mixlid.models.decision`): logistic regression on proposals.

All data sets weigh the same, and so do mixed and monolingual text. Spliced lines (`splicing.py`) take part in the fit
beside them: with a small weight for a second language, which corpora have examples of, and a large one for further
languages, which they hardly have. The evaluation is a cross-validation: all data sets of the same languages are held
out in turn, and for monolingual text half of the languages.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice, takewhile

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from mixlid._processes import ordered_map
from mixlid.adapt.labelled import Sample
from mixlid.adapt.logistic import Floats, regress
from mixlid.identifier import Identifier
from mixlid.inspection import Proposals, proposer
from mixlid.models.decision import PLACES, Decision, in_order
from mixlid_lab.evaluation.adapting import FEWEST
from mixlid_lab.evaluation.datasets import Dataset
from mixlid_lab.tuning.web_share import rarity

#: Sentences handed to a process at a time.
_CHUNK = 250
#: A decision that gives no weight to any evidence.
_NEUTRAL = Decision(0.0, {}, {"*": 0.0})
#: The data count as this many sentences, against a prior that keeps weights small.
_SENTENCES = 4000.0
_RIDGE = 1.0
#: The constant is not regularised.
_FREE = 1e-6
#: Stronger regularisation for what hardly any data set has, mixed text of two words.
_CAUTION = {"two_words": 100.0}
#: Names of sets of spliced lines begin so, and end in the number of their languages, or in what they have.
SPLICED = "extra-spliced-"
#: The weight of all of them together in the decision on a second language and on further ones, where mixed and
#: monolingual text have 1 each; and of some of them as a multiple of the others'.
_SECOND_WEIGHT, _FURTHER_WEIGHT = 0.3, 3.0
_SPLICED_WEIGHTS = {SPLICED + "2": 3.0, SPLICED + "names": 2.0, SPLICED + "loanwords": 5.0}
#: What a decision on a second language does not weigh, and what one on a further language does. Each was chosen
#: because corpora and languages that are left out of the fit do better so.
NOT_FOR_SECOND = ("lead", "third", "run_gain", "log_run_gain", "least_gain", "text_letters")
FOR_FURTHER = (
    "lead", "mean_gain", "third", "names", "titles", "plain", "share", "frequent", "near", "run", "run_gain",
    "log_run_gain", "least_gain", "text_letters",
)  # fmt: skip
_ENGLISH = "eng_Latn"
#: Features of the dominant language that are fitted besides the evidence: how rare it is, and whether it is English. A
#: feature for romanised text was tried too; it does not help on corpora that are left out.
_DOMINANT = ("rarity", "English")
_FEATURES = (*PLACES, *_DOMINANT)


@dataclass(frozen=True, slots=True)
class ProposedSample:
    """A labelled sentence and the proposals of the search for it, with the evidence for each."""

    sample: Sample
    proposals: Proposals

    def answer(self, sums: Sequence[float], least: float) -> frozenset[str]:
        """The languages that remain, given the sum of evidence for each proposal."""
        single, larger = self.proposals
        kept = takewhile(lambda item: item[1] >= least, zip(larger, sums, strict=True))
        return [single, *(proposal.languages for proposal, _ in kept)][-1]


ProposedSets = Mapping[str, Sequence[ProposedSample]]


def propose(identifier: Identifier, datasets: Sequence[Dataset], jobs: int = 1) -> dict[str, list[ProposedSample]]:
    """An identifier's proposals, by data set."""
    samples = [sample for dataset in datasets for sample in dataset.samples]
    chunks = [samples[first : first + _CHUNK] for first in range(0, len(samples), _CHUNK)]
    proposed = chain.from_iterable(ordered_map(partial(_propose_all, identifier), chunks, jobs))
    return {dataset.name: list(islice(proposed, len(dataset.samples))) for dataset in datasets}


def _propose_all(identifier: Identifier, samples: Sequence[Sample]) -> list[ProposedSample]:
    proposals = proposer(replace(identifier._config(), decision=_NEUTRAL))
    return [ProposedSample(sample, proposals(sample.text)) for sample in samples]


@dataclass(frozen=True, slots=True)
class Shares:
    """Exact match by data set, for its mixed and its monolingual part."""

    mixed: dict[str, float]
    mono: dict[str, float]

    @property
    def mean(self) -> float:
        """The mean over all data sets, silver ones included."""
        return (float(np.mean(list(self.mixed.values()))) + float(np.mean(list(self.mono.values())))) / 2

    def without(self, names: Collection[str]) -> Shares:
        """The same without some data sets."""
        mixed, mono = (
            {name: value for name, value in part.items() if name not in names} for part in (self.mixed, self.mono)
        )
        return Shares(mixed, mono)


def fit_decision(records: ProposedSets, labels: Sequence[str]) -> Decision:
    """The decision for a model with these labels."""
    second = _fit(_examples(records, False), labels, {*_FEATURES} - {*NOT_FOR_SECOND})
    examples = _examples(records, True)
    if len(set(examples[1].tolist())) < 2:
        return second
    return replace(second, further=_fit(examples, labels, FOR_FURTHER))


def _fit(examples: tuple[Floats, Floats, Floats], labels: Sequence[str], among: Collection[str]) -> Decision:
    """A decision from features, correctness and weights of proposals, with the features named in `among`."""
    features, right, weights = examples
    used = [place for place, name in enumerate(_FEATURES) if name in among]
    middle, spread = features.mean(axis=0), features.std(axis=0) + 1e-9
    ridges = np.array([_FREE, *(_RIDGE * _CAUTION.get(_FEATURES[place], 1.0) for place in used)])
    solution = regress(((features - middle) / spread)[:, used], right, ridges, weights)
    slopes = np.zeros(features.shape[1])
    slopes[used] = solution[1:]
    slopes /= spread
    constant = float(solution[0] - slopes @ middle)
    by_name = dict(zip(_FEATURES, slopes.tolist(), strict=True))
    slopes_of_dominant = [by_name.pop(name) for name in _DOMINANT]
    dominant = {label: float(np.dot(slopes_of_dominant, _of_dominant(label))) for label in labels}
    usual = float(np.dot(slopes_of_dominant, _of_dominant("")))
    named = {label: round(value, 4) for label, value in dominant.items() if value != usual}
    pieces = {name: round(value, 5) for name, value in by_name.items() if value}
    return Decision(round(constant, 4), pieces, {"*": round(usual, 4), **named})


def has_examples(records: ProposedSets, judged_only: Collection[str] = ()) -> bool:
    """Whether every training fold has both correct proposals and proposals that must be refused."""
    return all(len(set(_examples(rest, False)[1].tolist())) == 2 for _, rest in _training_folds(records, judged_only))


def held_out_sums(
    records: ProposedSets, labels: Sequence[str], judged_only: Collection[str] = ()
) -> dict[str, list[list[float]]]:
    """The sum of evidence for each proposal, by data set and sentence, from a decision fitted without its fold."""
    found: dict[str, list[list[float]]] = {name: [[] for _ in members] for name, members in records.items()}
    for held, rest in _training_folds(records, judged_only):
        decision = fit_decision(rest, labels)
        for name, members in records.items():
            for place in np.flatnonzero(held[name]).tolist():
                found[name][place] = sums(decision, members[place])
    return found


def sums(decision: Decision, record: ProposedSample) -> list[float]:
    """The sum of evidence for each proposal."""
    found = []
    for one in record.proposals.larger:
        step = decision.further or decision if len(one.labels) > 2 else decision
        found.append(step.offset(one.dominant) + float(np.dot(in_order(step.weights), in_order(one.pieces))))
    return found


def exact_match(records: ProposedSets, evidence: Mapping[str, Sequence[Sequence[float]]], least: float) -> Shares:
    """Share of sentences whose languages are exactly right if proposals need a sum of at least `least`."""
    rows = [
        (one.sample.is_mixed, name, one.answer(found, least) == one.sample.languages)
        for name, members in records.items()
        for one, found in zip(members, evidence[name], strict=True)
    ]
    judged = pd.DataFrame(rows, columns=["mixed", "name", "right"]).groupby(["mixed", "name"], sort=False).right
    shares = judged.mean()[judged.size() >= FEWEST].reset_index("mixed")
    return Shares(*(shares[shares.mixed == kind].right.to_dict() for kind in (True, False)))


def _training_folds(
    records: ProposedSets, judged_only: Collection[str]
) -> Iterator[tuple[dict[str, NDArray[np.bool_]], dict[str, list[ProposedSample]]]]:
    """Which sentences are held out, and the others to fit on, without the data sets in `judged_only`."""
    for held in _folds(records):
        yield (
            held,
            {
                name: [one for one, out in zip(members, held[name], strict=True) if not out]
                for name, members in records.items()
                if name not in judged_only
            },
        )


def _folds(records: ProposedSets) -> Iterator[dict[str, NDArray[np.bool_]]]:
    """Which sentences are held out together: mixed data sets of the same languages, then each half of the other
    languages.
    """
    languages = {
        name: frozenset().union(*(one.sample.languages for one in members)) for name, members in records.items()
    }
    is_mixed = {name: any(one.sample.is_mixed for one in members) for name, members in records.items()}
    natural = [name for name in records if not name.startswith(SPLICED)]
    for key in dict.fromkeys(languages[name] for name in natural if is_mixed[name]):
        held = [name for name in natural if is_mixed[name] and languages[name] == key]
        yield {name: np.full(len(members), name in held) for name, members in records.items()}
    mono = [name for name in natural if not is_mixed[name]]
    for half in (0, 1):
        yield {
            name: np.array([name in mono and _half(one) == half for one in members], dtype=bool)
            for name, members in records.items()
        }


def _of_dominant(label: str) -> tuple[float, float]:
    """The values of `_DOMINANT`.

    No label counts as rarer than the default for rare labels: that few pages are romanised says nothing about how often
    romanised text is mixed.
    """
    return min(rarity(label), rarity("")), float(label == _ENGLISH)


def _half(record: ProposedSample) -> int:
    return zlib.crc32(" ".join(sorted(record.sample.languages)).encode()) % 2


def _examples(records: ProposedSets, is_further: bool) -> tuple[Floats, Floats, Floats]:
    """Features, correctness and weights of the proposals to learn from, of a second language or of a further one."""
    rows, right, weights = [], [], []
    sizes = {(name, several): sum(one.sample.is_mixed is several for one in members)
             for name, members in records.items() for several in (True, False)}  # fmt: skip
    spliced = [name for name in records if name.startswith(SPLICED)]
    counted = {
        several: sum(size >= FEWEST for (name, kind), size in sizes.items() if kind is several and name not in spliced)
        for several in (True, False)
    }
    for name, members in records.items():
        for one in members:
            several = one.sample.is_mixed
            if sizes[name, several] < FEWEST:
                continue
            if name in spliced:
                weight = (_FURTHER_WEIGHT if is_further else _SECOND_WEIGHT) / (len(members) * len(spliced))
                weight *= _SPLICED_WEIGHTS.get(name, 1.0)
            else:
                weight = 1 / (sizes[name, several] * counted[several])
            for stays, proposal in one.proposals.judged(one.sample.languages):
                if (len(proposal.labels) > 2) is is_further:
                    rows.append([*in_order(proposal.pieces), *_of_dominant(proposal.dominant)])
                    right.append(stays)
                    weights.append(weight)
    chosen = np.array(weights)
    features = np.array(rows, dtype=np.float64).reshape(-1, len(_FEATURES))
    return features, np.array(right, dtype=np.float64), chosen * (_SENTENCES / max(float(chosen.sum()), 1e-9))
