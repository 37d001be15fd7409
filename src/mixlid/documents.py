"""Long texts: cut into sentences, each identified, and summed up for the whole.

    document = identify_document(lid, text)
    document.languages, document.proportions, document.spans, document.sentences

The text is never changed: words, spans and sentences have offsets into it as given, and sentences and spans tile it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from numpy.typing import NDArray

from mixlid import fields
from mixlid.answer_block import AnswerBlock
from mixlid.fields import EVERYWHERE, FILES, SENTENCES, TSV
from mixlid.result import NO_LANGUAGE, UNKNOWN, Answer, Result
from mixlid.text.sentences import split_sentences
from mixlid.text.words import KINDS, script_of
from mixlid.text.written_size import written_size

if TYPE_CHECKING:
    from mixlid.identifier import Identifier

#: A language with a smaller share of a document's letters is not one of its languages: a name, a quotation, an error.
MIN_SHARE = 0.05
#: Characters from which on a text is a document to those who do not say what it is: some sixty words.
LONG = 300
_WORD_KINDS = [KINDS.index("word"), KINDS.index("hashtag")]


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


@dataclass(frozen=True, init=False, eq=False, repr=False)
class DocumentResult(Answer):
    """Every language of a long text, of its sentences and of its words."""

    __slots__ = ()

    languages: Annotated[
        tuple[str, ...],
        "Those with at least the asked share of the letters, ranked by it; the first of all if none has that much; "
        "`zxx` if there is no word, `und` if no word is known.",
        EVERYWHERE | TSV,
    ]
    proportions: Annotated[
        dict[str, float],
        "Share of the letters of all words that each label has, however rare the label.",
        FILES | TSV,
    ]
    fallback: Annotated[bool, "Whether every sentence with words was a guess (`Result.fallback`)."]
    confidence: Annotated[
        float | None,
        "Mean of the sentences' confidence, weighted by their letters: how much of the text to trust; none if no "
        "sentence has it.",
        EVERYWHERE,
    ]
    language_score: Annotated[
        float | None,
        "Mean of `Result.language_score` of the sentences with the document's dominant language, weighted likewise.",
        EVERYWHERE,
    ]
    sentences: Annotated[tuple[SentenceResult, ...], "Its sentences, which tile the text.", SENTENCES]


def identify_document(lid: Identifier, text: str, min_share: float = MIN_SHARE) -> DocumentResult:
    """The languages of a long text by its sentences. Any string gets an answer."""
    text = str.__str__(text)
    places = split_sentences(text)
    answers = lid.identify_columns([text[start:end] for start, end in places], words=True)
    sentences = tuple(
        SentenceResult(start, end, answer.languages, answer.confidence, answer.proportions)
        for (start, end), answer in zip(places, answers, strict=True)
    )
    words = _Words(text, np.array([start for start, _ in places], np.int64), answers)
    letters = words.letters()
    total = sum(letters.values())
    proportions = {label: count / total for label, count in sorted(letters.items(), key=lambda item: -item[1])}
    languages, weights = _languages(proportions, min_share), words.letters_by_sentence()
    scores = [answer.language_score if answer.languages[0] == languages[0] else None for answer in answers]
    return DocumentResult.view(
        words.block(),
        0,
        languages=languages,
        proportions=proportions,
        sentences=sentences,
        confidence=_mean([sentence.confidence for sentence in sentences], weights),
        language_score=_mean(scores, weights),
        fallback=any(weights) and bool(answers.number("fallback")[np.array(weights) > 0].all()),
    )


def identify_auto(lid: Identifier, text: str, min_share: float = MIN_SHARE) -> Result | DocumentResult:
    """A short text as `Identifier.identify` has it, a long one (more than `LONG` characters) as a document."""
    return identify_document(lid, text, min_share) if len(text) > LONG else lid.identify(text)


class _Words:
    """The words of all sentences, with their places in the text."""

    def __init__(self, text: str, sentence_starts: NDArray[np.int64], answers: AnswerBlock) -> None:
        self._text, self._answers = text, answers
        counts = np.diff(answers.starts("words"))
        before = np.repeat(sentence_starts, counts)
        self._sentence = np.repeat(np.arange(len(sentence_starts)), counts)
        self._labels = answers.word_column("label")
        self._starts, self._ends = answers.word_column("start") + before, answers.word_column("end") + before
        self._sizes = self._ends - self._starts
        if not text.isascii():
            places = zip(self._starts.tolist(), self._ends.tolist(), strict=True)
            self._sizes = np.array([written_size(b - a, script_of(text[a:b])) for a, b in places], np.int64)
        #: whether it is a word, which has letters: also one of a text that is not language
        self._is_word = self._labels != answers.names.index(NO_LANGUAGE)
        for place in np.flatnonzero(~self._is_word & np.isin(answers.word_column("kind"), _WORD_KINDS)).tolist():
            self._is_word[place] = any(map(str.isalpha, text[self._starts[place] : self._ends[place]]))

    def block(self) -> AnswerBlock:
        """The words and spans as those of one text."""
        return self._answers.as_one(self._text, self._starts, self._ends, self._spans())

    def letters(self) -> dict[str, int]:
        """How many characters of words each label has, in the order in which they appear."""
        labels, sizes = self._labels[self._is_word], self._sizes[self._is_word]
        found, first, which = np.unique(labels, return_index=True, return_inverse=True)
        counts = np.bincount(which, sizes, len(found))
        return {self._answers.names[found[place]]: int(counts[place]) for place in np.argsort(first).tolist()}

    def letters_by_sentence(self) -> list[int]:
        totals = np.bincount(self._sentence, self._sizes * self._is_word, len(self._answers))
        return [int(total) for total in totals.tolist()]

    def _spans(self) -> list[tuple[int, int]]:
        """Runs of one label that cover the text without gaps: `Labelling.find_runs` for many words."""
        starts, ends = self._starts[self._is_word].tolist(), self._ends[self._is_word].tolist()
        labels = self._labels[self._is_word]
        spans, start = [], 0
        for place in (np.flatnonzero(labels[1:] != labels[:-1]) + 1).tolist():
            cut = starts[place]
            for space in range(starts[place], ends[place - 1], -1):
                if self._text[space - 1].isspace():
                    cut = space
                    break
            spans.append((start, int(labels[place - 1])))
            start = cut
        if self._text:
            last = int(labels[-1]) if len(labels) else self._answers.names.index(NO_LANGUAGE)
            spans.append((start, last))
        return spans


def _languages(proportions: dict[str, float], min_share: float) -> tuple[str, ...]:
    known = [label for label in proportions if label not in (UNKNOWN, NO_LANGUAGE)]
    if not known:
        return (UNKNOWN,) if UNKNOWN in proportions else (NO_LANGUAGE,)
    return tuple(label for label in known if proportions[label] >= min_share) or (known[0],)


def _mean(values: list[float | None], weights: list[int]) -> float | None:
    pairs = [(value, weight) for value, weight in zip(values, weights, strict=True) if value is not None and weight]
    total = sum(weight for _, weight in pairs)
    return sum(value * weight for value, weight in pairs) / total if total else None
