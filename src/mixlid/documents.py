"""Long texts: cut into sentences, each identified, and summed up for the whole.

    document = identify_document(lid, text)
    document.languages, document.proportions, document.spans, document.sentences

The text is never changed: words, spans and sentences have offsets into it as given, and sentences and spans tile it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

from mixlid import fields
from mixlid.engine.pipeline import tile
from mixlid.result import NO_LANGUAGE, UNKNOWN, Answer, Result, letters_by_label
from mixlid.text.sentences import split_sentences

if TYPE_CHECKING:
    from mixlid.identifier import Identifier

#: A language with a smaller share of a document's letters is not one of its languages: a name, a quotation, an error.
MIN_SHARE = 0.05
#: Characters from which on a text is a document to those who do not say what it is: some sixty words.
LONG = 300


@dataclass(frozen=True, slots=True)
class SentenceResult:
    """A sentence of a document, where it stands in the text, and its languages."""

    start: Annotated[int, "Where it begins, in code points of the text as given."]
    end: Annotated[int, "Where it ends, exclusive, which is where the next one begins."]
    languages: Annotated[tuple[str, ...], "Every language of the sentence, the dominant one first."]
    confidence: Annotated[float | None, "Probability that `languages` is exactly right; none if it cannot be judged."]
    proportions: Annotated[dict[str, float], "Share of the letters of its words that each label has."] = field(
        hash=False
    )

    def to_dict(self) -> dict[str, Any]:
        return fields.values(self, self.__slots__)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class DocumentResult(Answer):
    """Every language of a long text, of its sentences and of its words."""

    languages: Annotated[
        tuple[str, ...],
        "Those with at least the asked share of the letters, ranked by it; the first of all if none has that much; "
        "`zxx` if there is no word, `und` if no word is known.",
    ]
    proportions: Annotated[
        dict[str, float], "Share of the letters of all words that each label has, however rare the label."
    ] = field(hash=False)
    fallback: Annotated[bool, "Whether every sentence with words was a guess (`Result.fallback`)."]
    confidence: Annotated[
        float | None,
        "Mean of the sentences' confidence, weighted by their letters: how much of the text to trust; none if no "
        "sentence has it.",
    ]
    language_score: Annotated[
        float | None,
        "Mean of `Result.language_score` of the sentences with the document's dominant language, weighted likewise.",
    ]
    sentences: Annotated[tuple[SentenceResult, ...], "Its sentences, which tile the text."]


def identify_document(lid: Identifier, text: str, min_share: float = MIN_SHARE) -> DocumentResult:
    """The languages of a long text by its sentences. Any string gets an answer."""
    places = split_sentences(text)
    results = list(lid.identify_many([text[start:end] for start, end in places]))
    words = tuple(
        word._replace(start=word.start + start, end=word.end + start)
        for (start, _), result in zip(places, results, strict=True)
        for word in result.words
    )
    letters = letters_by_label(words)
    total = sum(letters.values())
    proportions = {label: count / total for label, count in sorted(letters.items(), key=lambda item: -item[1])}
    languages = _languages(proportions, min_share)
    weights = [sum(letters_by_label(result.words).values()) for result in results]
    return DocumentResult(
        text=text,
        languages=languages,
        proportions=proportions,
        spans=tile(text, words),
        words=words,
        sentences=tuple(
            SentenceResult(start, end, result.languages, result.confidence, result.proportions)
            for (start, end), result in zip(places, results, strict=True)
        ),
        confidence=_mean([result.confidence for result in results], weights),
        language_score=_mean(
            [result.language_score if result.label == languages[0] else None for result in results], weights
        ),
        fallback=any(weights) and all(result.fallback for result in _with_words(results, weights)),
    )


def identify_auto(lid: Identifier, text: str, min_share: float = MIN_SHARE) -> Result | DocumentResult:
    """A short text as `Identifier.identify` has it, a long one (more than `LONG` characters) as a document."""
    return identify_document(lid, text, min_share) if len(text) > LONG else lid.identify(text)


def _languages(proportions: dict[str, float], min_share: float) -> tuple[str, ...]:
    known = [label for label in proportions if label not in (UNKNOWN, NO_LANGUAGE)]
    if not known:
        return (UNKNOWN,) if UNKNOWN in proportions else (NO_LANGUAGE,)
    return tuple(label for label in known if proportions[label] >= min_share) or (known[0],)


def _mean(values: list[float | None], weights: list[int]) -> float | None:
    pairs = [(value, weight) for value, weight in zip(values, weights, strict=True) if value is not None and weight]
    total = sum(weight for _, weight in pairs)
    return sum(value * weight for value, weight in pairs) / total if total else None


def _with_words(results: list[Result], weights: list[int]) -> list[Result]:
    return [result for result, weight in zip(results, weights, strict=True) if weight]
