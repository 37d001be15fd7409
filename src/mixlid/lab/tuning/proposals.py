"""What the search proposes and what speaks for it, for labelled sentences: the data that a decision is fitted on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from mixlid.engine.evidence import REFUSED
from mixlid.engine.weighing import Weighing, weigh
from mixlid.identifier import Identifier
from mixlid.lab.evaluation.datasets import Dataset
from mixlid.labelled import Sample
from mixlid.models.decision import Decision
from mixlid.text.labels import split

#: Weighs nothing.
_NEUTRAL = Decision(0.0, {}, {"*": 0.0})


@dataclass(frozen=True, slots=True)
class Proposal:
    """A set of languages, the evidence about its smallest one, and the label of its largest."""

    languages: frozenset[str]
    #: by name
    pieces: Mapping[str, float]
    dominant: str

    @classmethod
    def of(cls, weighing: Weighing) -> Proposal:
        return cls(_languages(weighing.proposed), weighing.pieces, weighing.dominant)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A labelled sentence, its best single language, and what was proposed beyond that, the smallest set first."""

    sample: Sample
    proposals: tuple[Proposal, ...]
    single: frozenset[str]

    def answer(self, sums: Sequence[float], least: float) -> frozenset[str]:
        """The languages that stay, given the sum of evidence for each proposal."""
        kept = takewhile(lambda item: item[1] >= least, zip(self.proposals, sums, strict=True))
        return [self.single, *(proposal.languages for proposal, _ in kept)][-1]


def record(identifier: Identifier, datasets: Sequence[Dataset]) -> dict[str, list[Weighed]]:
    """By data set: the proposals of an identifier."""
    parts = replace(identifier.parts(), decision=_NEUTRAL, least_evidence=float("inf"), calibration=None)
    willing = replace(parts, least_evidence=-float("inf"))
    made: dict[str, list[Weighed]] = {}
    for dataset in datasets:
        made[dataset.name] = []
        for sample in dataset.samples:
            result, weighings = weigh(parts, sample.text)
            if weighings:
                _, weighings = weigh(willing, sample.text)
            counted = takewhile(lambda weighing: weighing.sum > REFUSED, weighings)
            made[dataset.name].append(Weighed(sample, tuple(map(Proposal.of, counted)), _languages(result.languages)))
    return made


def _languages(labels: Iterable[str]) -> frozenset[str]:
    return frozenset(split(label)[0] for label in labels)
