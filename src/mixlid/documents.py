"""Documents with a list of their sentences: what `Identifier.identify_document` returns.

    document = lid.identify_document(text)
    document.labels, document.proportions, document.spans, document.sentences

Offsets of words, spans and sentences are into the text as given; sentences and spans cover all of it.
`engine/document_answer.py` explains how the answer for the whole document is made.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

from mixlid.engine.document_pipeline import Answered
from mixlid.results import fields
from mixlid.results.fields import SENTENCES
from mixlid.results.result import Result, languages_of


@dataclass(frozen=True, slots=True)
class SentenceResult:
    """A sentence of a document: its position in the text and its languages."""

    start: Annotated[int, "Where it begins, in code points of the text as given."]
    end: Annotated[int, "Where it ends, exclusive, which is where the next one begins."]
    labels: Annotated[tuple[str, ...], "Every language of the sentence with its script, the main one first."]
    confidence: Annotated[float | None, "Probability that `labels` is exactly right; 1 or none as for a text."]
    proportions: Annotated[dict[str, float], "Share of each label in the letters of its words."] = field(hash=False)

    @property
    def label(self) -> str:
        """The first of `labels`."""
        return self.labels[0]

    @property
    def language(self) -> str:
        """The main language without its script."""
        return self.languages[0]

    @property
    def languages(self) -> tuple[str, ...]:
        """Every language without its script, each once, in the order of `labels`."""
        return languages_of(self.labels)

    def to_dict(self) -> dict[str, Any]:
        return fields.values(self, self.__slots__)


@dataclass(frozen=True, init=False, eq=False, repr=False)
class DocumentResult(Result):
    """The result for a document, with its sentences."""

    __slots__ = ()

    sentences: Annotated[tuple[SentenceResult, ...], "Its sentences, which cover the text.", SENTENCES]


def document_results(answered: Answered) -> list[DocumentResult]:
    """A result for each text, each with a batch of its own, so that none keeps the others in memory."""
    answers, made = iter(answered.sentences), []
    for row, places in enumerate(answered.cut):
        sentences = tuple(
            SentenceResult(start, end, answer.labels, answer.confidence, answer.proportions)
            for (start, end), answer in zip(places, answers, strict=False)
            if start < end  # an empty text has no sentence
        )
        made.append(DocumentResult._view(answered.texts.rows(row, row + 1), 0, {"sentences": sentences}))
    return made
