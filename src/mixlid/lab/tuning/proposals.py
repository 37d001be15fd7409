"""What the search proposes and what speaks for it, for labelled sentences: the data that a decision is fitted on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mixlid.engine.evidence import Evidence
from mixlid.engine.pipeline import PlainDraft
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


class _Recording(Evidence):
    """Keeps everything that was weighed."""

    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.kept: list[Proposal] = []
        self.proposed: frozenset[str] = frozenset()
        self.largest = ""

    def gather(self, *about: Any) -> None:
        super().gather(*about)
        count, languages = about[-3], about[-2]
        self.proposed = frozenset(split(self.labels[languages[k]])[0] for k in range(count))

    def compare(self, small: str, dominant: str) -> None:
        super().compare(small, dominant)
        self.largest = dominant

    def add_lead(self, lead: float) -> None:
        super().add_lead(lead)
        self.kept.append(Proposal(self.proposed, tuple(self.pieces), self.largest))


def record(identifier: Identifier, datasets: Sequence[Dataset]) -> dict[str, list[Weighed]]:
    """By data set: the proposals of an identifier that refuses none of them by itself."""
    parts = replace(identifier.parts(), decision=_NEUTRAL, least_evidence=float("inf"), calibration=None)
    draft = PlainDraft(parts)
    made: Mapping[str, list[Weighed]] = {dataset.name: [] for dataset in datasets}
    for dataset in datasets:
        for sample in dataset.samples:
            evidence = _Recording(_NEUTRAL, parts.labels.of_model, parts.problem.length_exponent)
            draft.evidence = evidence
            result = draft.identify(sample.text, None)
            last = frozenset(split(label)[0] for label in result.languages)
            made[dataset.name].append(Weighed(sample, tuple(evidence.kept), last))
    return dict(made)
