"""What stages saw in a text: proposals with their evidence. For explanations and for fitting."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

from mixlid.engine.evidence import REFUSED, Evidence
from mixlid.engine.main_language import main_language_of
from mixlid.engine.pipeline_config import PipelineConfig
from mixlid.engine.plain_pipeline import PlainAnalyzer
from mixlid.engine.text_record import TextRecord
from mixlid.engine.word_policies import WordPolicies
from mixlid.models.decision import PLACES
from mixlid.models.interface import FloatArray
from mixlid.results.result import Result
from mixlid.text.labels import split


class Proposal(NamedTuple):
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
        """The proposals to learn from, and whether each should be kept, if these languages are right.

        Those before the right one should be, and those after it should not. If none is right, those that are part of
        it should be, and the first other one should not.
        """
        sets = [self.single, *(proposal.languages for proposal in self.larger)]
        if languages in sets:
            right = sets.index(languages)
            yield from ((number <= right, proposal) for number, proposal in enumerate(self.larger, 1))
        elif self.single < languages:
            parts = list(takewhile(lambda proposal: proposal.languages < languages, self.larger))
            yield from ((True, proposal) for proposal in parts)
            yield from ((False, proposal) for proposal in self.larger[len(parts) : len(parts) + 1])


class _Recorder(Evidence):
    """Records the evidence for every proposal."""

    def __init__(self, parts: PipelineConfig) -> None:
        assert parts.decision is not None
        labels, likes = parts.labels.of_model, parts.likes()
        main = main_language_of(labels, likes, parts.model)
        super().__init__(parts.decision, labels, likes, parts.settings, main, WordPolicies(parts.settings, main))
        self.least = parts.least_evidence
        self.proposals: list[Proposal] = []
        self.between = ("", "")
        self.candidate: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]] = ((), (), ())

    def gather(self, text: TextRecord) -> None:
        super().gather(text)
        of_words = slice(text.word_count)
        self.candidate = (
            tuple(text.languages[: text.language_count]),
            tuple(text.ranks[of_words]),
            tuple(text.token_of[of_words]),
        )
        self.between = (self.labels[self.small], self.labels[self.dominant])

    def add_lead(self, lead: float) -> None:
        super().add_lead(lead)
        languages, ranks, tokens = self.candidate
        proposed = tuple(self.labels[column] for column in languages)
        rank = proposed.index(self.between[0])
        weights = self.further_weights if len(proposed) > 2 else self.weights
        self.proposals.append(
            Proposal(
                proposed,
                *self.between,
                tuple(token for token, of in zip(tokens, ranks, strict=True) if of == rank),
                {name: self.pieces[place] for name, place in PLACES.items()},
                {name: weights[place] * self.pieces[place] for name, place in PLACES.items()},
                self.sum,
                self.sum >= self.least,
            )
        )


#: From a text, and its word scores if they are known, to the result and the proposals that were considered, in order.
Weigher = Callable[[str, "FloatArray | None"], "tuple[Result, Sequence[Proposal]]"]


def weigher(parts: PipelineConfig) -> Weigher:
    """Answers texts, and records the proposals."""
    analyzer = PlainAnalyzer(parts)
    if parts.decision is None:
        return lambda text, scores: (analyzer.answer(text, scores), ())
    recorder = _Recorder(parts)
    analyzer.stages.decide.evidence = recorder

    def weigh(text: str, scores: FloatArray | None) -> tuple[Result, Sequence[Proposal]]:
        recorder.proposals = []
        return analyzer.answer(text, scores), recorder.proposals

    return weigh


def proposer(parts: PipelineConfig) -> Callable[[str], Proposals]:
    """A function that proposes languages for texts, whatever the evidence says about them.

    Sets refused by a policy, and larger ones, are left out: no evidence could change that.
    """
    parts = replace(parts, calibration=None)
    never, always = (weigher(replace(parts, least_evidence=least)) for least in (math.inf, -math.inf))

    def propose(text: str) -> Proposals:
        single, refused = never(text, None)
        proposed = always(text, None)[1] if refused else ()
        return Proposals(codes_of(single.labels), tuple(takewhile(lambda one: one.sum > REFUSED, proposed)))

    return propose


def codes_of(labels: Iterable[str]) -> frozenset[str]:
    """Languages by ISO 639-3 code."""
    return frozenset(split(label)[0] for label in labels)
