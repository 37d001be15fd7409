"""What the search proposes and what speaks for it, for labelled sentences: the data that a decision is fitted on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from mixlid.engine.weighing import Weighing, weigh
from mixlid.identifier import Identifier
from mixlid.lab.evaluation.datasets import Dataset, Sample
from mixlid.models.decision import EVIDENCE, Decision
from mixlid.text.labels import split

#: Weighs nothing.
_NEUTRAL = Decision(0.0, (0.0,) * len(EVIDENCE), {"*": 0.0})


@dataclass(frozen=True, slots=True)
class Proposal:
    """A set of languages, the evidence about its smallest one, and the label of its largest."""

    languages: frozenset[str]
    pieces: tuple[float, ...]
    dominant: str

    @classmethod
    def of(cls, weighing: Weighing) -> Proposal:
        return cls(_languages(weighing.proposed), tuple(weighing.pieces.values()), weighing.dominant)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A labelled sentence, what was proposed for it, the largest set first, and what is left if all is refused."""

    sample: Sample
    proposals: tuple[Proposal, ...]
    last: frozenset[str]

    def answer(self, sums: Sequence[float], least: float) -> frozenset[str]:
        """The languages that stay, given the sum of evidence for each proposal."""
        chosen = (proposal.languages for proposal, sum_ in zip(self.proposals, sums, strict=True) if sum_ >= least)
        return next(chosen, self.last)


def record(identifier: Identifier, datasets: Sequence[Dataset]) -> dict[str, list[Weighed]]:
    """By data set: the proposals of an identifier that refuses all of them."""
    parts = replace(identifier.parts(), decision=_NEUTRAL, least_evidence=float("inf"), calibration=None)
    made: dict[str, list[Weighed]] = {}
    for dataset in datasets:
        made[dataset.name] = []
        for sample in dataset.samples:
            result, weighings = weigh(parts, sample.text)
            made[dataset.name].append(Weighed(sample, tuple(map(Proposal.of, weighings)), _languages(result.languages)))
    return made


def _languages(labels: Iterable[str]) -> frozenset[str]:
    return frozenset(split(label)[0] for label in labels)
