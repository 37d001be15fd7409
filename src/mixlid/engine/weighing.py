"""What was proposed for a text, what spoke for it and what became of it: for explanations and for fitting."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from mixlid.engine.evidence import REFUSED, Candidate, Evidence
from mixlid.engine.long_texts import parts_for
from mixlid.engine.pipeline_parts import PipelineParts
from mixlid.engine.plain_pipeline import PlainAnalyzer
from mixlid.models.decision import PLACES
from mixlid.models.interface import FloatArray
from mixlid.result import Result
from mixlid.text.frequent_words import FrequentWords
from mixlid.text.labels import split


@dataclass(frozen=True, slots=True)
class Weighing:
    """A proposal of several languages and the evidence about its smallest."""

    #: labels of the proposal in its order, the smallest of them and the largest
    proposed: tuple[str, ...]
    language: str
    dominant: str
    #: places of the smallest language's words among the tokens
    tokens: tuple[int, ...]
    #: by piece of evidence: how much of it there is, and what that adds to the sum
    pieces: dict[str, float]
    added: dict[str, float]
    #: the sum of all that is added, and of what does not depend on evidence; whether that was enough
    sum: float
    kept: bool


class _Recorder(Evidence):
    """Keeps everything that is weighed."""

    def __init__(self, parts: PipelineParts) -> None:
        assert parts.decision is not None
        labels = parts.labels.of_model
        super().__init__(parts.decision, labels, parts.settings.length_exponent, FrequentWords(labels))
        self.least = parts.least_evidence
        self.weighings: list[Weighing] = []
        self.between = ("", "")
        self.proposal: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]] = ((), (), ())

    def gather(self, candidate: Candidate) -> None:
        super().gather(candidate)
        of_words = slice(candidate.word_count)
        self.proposal = (
            tuple(candidate.languages),
            tuple(candidate.ranks[of_words]),
            tuple(candidate.token_of[of_words]),
        )

    def compare(self) -> None:
        super().compare()
        self.between = (self.labels[self.small], self.labels[self.dominant])

    def add_lead(self, lead: float) -> None:
        super().add_lead(lead)
        languages, ranks, tokens = self.proposal
        proposed = tuple(self.labels[column] for column in languages)
        rank = proposed.index(self.between[0])
        self.weighings.append(
            Weighing(
                proposed,
                *self.between,
                tuple(token for token, of in zip(tokens, ranks, strict=True) if of == rank),
                {name: self.pieces[place] for name, place in PLACES.items()},
                {name: self.weights[place] * self.pieces[place] for name, place in PLACES.items()},
                self.sum,
                self.sum >= self.least,
            )
        )


def weigh(parts: PipelineParts, text: str, scores: FloatArray | None = None) -> tuple[Result, Sequence[Weighing]]:
    """The result for a text, and what was weighed on the way, in order."""
    parts = parts_for(parts, text) if scores is None else parts
    analyzer = PlainAnalyzer(parts)
    if parts.decision is None:
        return analyzer.answer(text, scores), ()
    recorder = _Recorder(parts)
    analyzer.evidence = recorder
    return analyzer.answer(text, scores), recorder.weighings


def proposer(parts: PipelineParts) -> Callable[[str], tuple[frozenset[str], Sequence[Weighing]]]:
    """What proposes languages for texts: the best single one, by code, and the larger sets, all of which stay.

    A set that a policy refuses, and those beyond it, are left out: no evidence could bring them back.
    """
    parts = replace(parts, calibration=None)
    never, always = (replace(parts, least_evidence=least) for least in (math.inf, -math.inf))

    def propose(text: str) -> tuple[frozenset[str], Sequence[Weighing]]:
        single, refused = weigh(never, text)
        proposed = weigh(always, text)[1] if refused else ()
        return codes_of(single.languages), tuple(takewhile(lambda one: one.sum > REFUSED, proposed))

    return propose


def codes_of(labels: Iterable[str]) -> frozenset[str]:
    """Languages by ISO 639-3 code."""
    return frozenset(split(label)[0] for label in labels)
