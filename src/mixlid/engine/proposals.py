"""The languages that were proposed for a text, and the evidence about them: for explanations and for fitting."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import NamedTuple

from mixlid.engine.evidence import REFUSED, Evidence
from mixlid.engine.long_texts import parts_for
from mixlid.engine.pipeline_parts import PipelineParts
from mixlid.engine.plain_pipeline import PlainAnalyzer
from mixlid.engine.text_record import Candidate
from mixlid.models.added import frequent_bits
from mixlid.models.decision import PLACES
from mixlid.models.interface import FloatArray
from mixlid.results.result import Result
from mixlid.text.frequent_words import FrequentWords
from mixlid.text.labels import split


@dataclass(frozen=True, slots=True)
class Proposal:
    """A set of several languages, and the evidence about its smallest."""

    #: its labels in order, and the smallest and the largest of them
    labels: tuple[str, ...]
    smallest: str
    dominant: str
    #: indices of the tokens in the smallest language
    tokens: tuple[int, ...]
    #: by piece of evidence: its value, and what it adds to the sum
    pieces: dict[str, float]
    added: dict[str, float]
    #: the sum of these and of the constant, and whether that was enough
    sum: float
    kept: bool

    @property
    def languages(self) -> frozenset[str]:
        """By code."""
        return codes_of(self.labels)


class Proposals(NamedTuple):
    """The possible answers for a text: its best single language, by code, and sets, each larger than the last."""

    single: frozenset[str]
    larger: Sequence[Proposal]

    def judged(self, languages: frozenset[str]) -> Iterator[tuple[bool, Proposal]]:
        """The proposals to learn from, and whether each should be kept, if these languages are right."""
        smaller = {self.single}
        for proposal in self.larger:
            is_right = proposal.languages == languages
            if is_right or languages in smaller:
                yield is_right, proposal
            smaller.add(proposal.languages)


class _Recorder(Evidence):
    """Records the evidence for every proposal."""

    def __init__(self, parts: PipelineParts) -> None:
        assert parts.decision is not None
        frequent_words = FrequentWords(parts.labels.of_model, frequent_bits(parts.model))
        super().__init__(*parts.evidence_arguments(frequent_words))
        self.least = parts.least_evidence
        self.proposals: list[Proposal] = []
        self.between = ("", "")
        self.candidate: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]] = ((), (), ())

    def gather(self, candidate: Candidate) -> None:
        super().gather(candidate)
        of_words = slice(candidate.word_count)
        self.candidate = (
            tuple(candidate.languages),
            tuple(candidate.ranks[of_words]),
            tuple(candidate.token_of[of_words]),
        )

    def compare(self) -> None:
        super().compare()
        self.between = (self.labels[self.small], self.labels[self.dominant])

    def add_lead(self, lead: float) -> None:
        super().add_lead(lead)
        languages, ranks, tokens = self.candidate
        proposed = tuple(self.labels[column] for column in languages)
        rank = proposed.index(self.between[0])
        self.proposals.append(
            Proposal(
                proposed,
                *self.between,
                tuple(token for token, of in zip(tokens, ranks, strict=True) if of == rank),
                {name: self.pieces[place] for name, place in PLACES.items()},
                {name: self.weights[place] * self.pieces[place] for name, place in PLACES.items()},
                self.sum,
                self.sum >= self.least,
            )
        )


def weigh(parts: PipelineParts, text: str, scores: FloatArray | None = None) -> tuple[Result, Sequence[Proposal]]:
    """The result for a text, and the proposals that were considered, in order."""
    parts = parts_for(parts, text) if scores is None else parts
    analyzer = PlainAnalyzer(parts)
    if parts.decision is None:
        return analyzer.answer(text, scores), ()
    recorder = _Recorder(parts)
    analyzer.evidence = recorder
    return analyzer.answer(text, scores), recorder.proposals


def proposer(parts: PipelineParts) -> Callable[[str], Proposals]:
    """A function that proposes languages for texts, whatever the evidence says about them.

    Sets refused by a policy, and larger ones, are left out: no evidence could change that.
    """
    parts = replace(parts, calibration=None)
    never, always = (replace(parts, least_evidence=least) for least in (math.inf, -math.inf))

    def propose(text: str) -> Proposals:
        single, refused = weigh(never, text)
        proposed = weigh(always, text)[1] if refused else ()
        return Proposals(codes_of(single.labels), tuple(takewhile(lambda one: one.sum > REFUSED, proposed)))

    return propose


def codes_of(labels: Iterable[str]) -> frozenset[str]:
    """Languages by ISO 639-3 code."""
    return frozenset(split(label)[0] for label in labels)
