"""Proposals of the search for labelled sentences, with the evidence for each: the data that a decision is fitted on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile

from mixlid.adapt.labelled import Sample
from mixlid.engine.processes import ordered_map
from mixlid.engine.proposals import Proposals, proposer
from mixlid.identifier import Identifier
from mixlid.models.decision import Decision
from mixlid_lab.evaluation.datasets import Dataset

#: Sentences handed to a process at a time.
_CHUNK = 250
#: A decision that gives no weight to any evidence.
_NEUTRAL = Decision(0.0, {}, {"*": 0.0})


@dataclass(frozen=True, slots=True)
class ProposedSample:
    """A labelled sentence and the proposals for it."""

    sample: Sample
    proposals: Proposals

    def answer(self, sums: Sequence[float], least: float) -> frozenset[str]:
        """The languages that remain, given the sum of evidence for each proposal."""
        single, larger = self.proposals
        kept = takewhile(lambda item: item[1] >= least, zip(larger, sums, strict=True))
        return [single, *(proposal.languages for proposal, _ in kept)][-1]


def record(identifier: Identifier, datasets: Sequence[Dataset], jobs: int = 1) -> dict[str, list[ProposedSample]]:
    """An identifier's proposals, by data set."""
    names = [(dataset.name, sample) for dataset in datasets for sample in dataset.samples]
    made: dict[str, list[ProposedSample]] = {dataset.name: [] for dataset in datasets}
    chunks = [names[first : first + _CHUNK] for first in range(0, len(names), _CHUNK)]
    for chunk, proposed in zip(chunks, ordered_map(partial(_propose_all, identifier), chunks, jobs), strict=True):
        for (name, _), one in zip(chunk, proposed, strict=True):
            made[name].append(one)
    return made


def _propose_all(identifier: Identifier, chunk: Sequence[tuple[str, Sample]]) -> list[ProposedSample]:
    propose = proposer(replace(identifier.parts(), decision=_NEUTRAL))
    return [ProposedSample(sample, propose(sample.text)) for _, sample in chunk]
