"""What the search proposes and what speaks for it, for labelled sentences: the data that a decision is fitted on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile

from mixlid.engine.processes import ordered_map
from mixlid.engine.weighing import Weighing, codes_of, proposer
from mixlid.identifier import Identifier
from mixlid.lab.evaluation.datasets import Dataset
from mixlid.labelled import Sample
from mixlid.models.decision import Decision

#: Sentences that a process is given at a time.
_CHUNK = 250
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
        return cls(codes_of(weighing.proposed), weighing.pieces, weighing.dominant)


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


def record(identifier: Identifier, datasets: Sequence[Dataset], jobs: int = 1) -> dict[str, list[Weighed]]:
    """By data set: the proposals of an identifier."""
    names = [(dataset.name, sample) for dataset in datasets for sample in dataset.samples]
    made: dict[str, list[Weighed]] = {dataset.name: [] for dataset in datasets}
    chunks = [names[first : first + _CHUNK] for first in range(0, len(names), _CHUNK)]
    for chunk, weighed in zip(chunks, ordered_map(partial(_weigh_all, identifier), chunks, jobs), strict=True):
        for (name, _), one in zip(chunk, weighed, strict=True):
            made[name].append(one)
    return made


def _weigh_all(identifier: Identifier, chunk: Sequence[tuple[str, Sample]]) -> list[Weighed]:
    propose = proposer(replace(identifier.parts(), decision=_NEUTRAL))
    made = []
    for _, sample in chunk:
        single, proposals = propose(sample.text)
        made.append(Weighed(sample, tuple(map(Proposal.of, proposals)), single))
    return made
