"""Long texts: cut into sentences, each identified, and summed up for the whole.

    document = identify_document(lid, text)
    document.languages, document.proportions, document.spans, document.sentences

The text is never changed: words, spans and sentences have offsets into it as given, and sentences and spans tile it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np

from mixlid import fields
from mixlid.engine.answer_columns import AnswerColumns
from mixlid.result import NO_LANGUAGE, UNKNOWN, Answer, Result, Span, Word, with_words_later
from mixlid.text.sentences import split_sentences
from mixlid.text.words import KINDS

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
    text = str.__str__(text)
    places = split_sentences(text)
    answers = lid.identify_columns([text[start:end] for start, end in places], words=True)
    tokens = _Tokens(text, [start for start, _ in places], answers)
    letters = tokens.letters()
    total = sum(letters.values())
    proportions = {label: count / total for label, count in sorted(letters.items(), key=lambda item: -item[1])}
    languages = _languages(proportions, min_share)
    weights = tokens.letters_by_sentence()
    sentences = _sentences(places, answers)
    scores = _or_none(answers.language_score)
    return with_words_later(
        DocumentResult,
        tokens,
        text=text,
        languages=languages,
        proportions=proportions,
        sentences=sentences,
        confidence=_mean([sentence.confidence for sentence in sentences], weights),
        language_score=_mean(
            [
                score if sentence.languages[0] == languages[0] else None
                for sentence, score in zip(sentences, scores, strict=True)
            ],
            weights,
        ),
        fallback=any(weights) and bool(answers.fallback[np.array(weights) > 0].all()),
    )


def identify_auto(lid: Identifier, text: str, min_share: float = MIN_SHARE) -> Result | DocumentResult:
    """A short text as `Identifier.identify` has it, a long one (more than `LONG` characters) as a document."""
    return identify_document(lid, text, min_share) if len(text) > LONG else lid.identify(text)


class _Tokens:
    """The tokens of all sentences, with their places in the text, as columns."""

    def __init__(self, text: str, sentence_starts: list[int], answers: AnswerColumns) -> None:
        assert answers.words is not None
        self._text, self._names, self._columns = text, answers.names, answers.words
        self._lock, self._made = Lock(), dict[str, tuple[Word, ...] | tuple[Span, ...]]()
        counts = np.diff(answers.words.word_starts)
        before = np.repeat(np.array(sentence_starts, np.int64), counts)
        self._sentence = np.repeat(np.arange(len(sentence_starts)), counts)
        self._starts, self._ends = answers.words.start + before, answers.words.end + before
        #: whether it is a word, which has letters: also one of a text that is not language
        self._is_word = answers.words.label != answers.names.index(NO_LANGUAGE)
        for place in np.flatnonzero(~self._is_word & np.isin(answers.words.kind, _WORD_KINDS)).tolist():
            self._is_word[place] = any(map(str.isalpha, text[self._starts[place] : self._ends[place]]))

    def make(self, answer: Answer, name: str) -> Any:
        """Set the words or spans of an answer, and give them back: the same ones to every thread."""
        with self._lock:
            if name not in self._made:
                self._made[name] = self.words() if name == "words" else self.spans()
        object.__setattr__(answer, name, self._made[name])
        return self._made[name]

    def words(self) -> tuple[Word, ...]:
        starts, ends, columns = self._starts.tolist(), self._ends.tolist(), self._columns
        fields_of_words = zip(
            [self._text[start:end] for start, end in zip(starts, ends, strict=True)],
            starts,
            ends,
            [self._names[label] for label in columns.label.tolist()],
            columns.score.tolist(),
            columns.margin.tolist(),
            [KINDS[kind] for kind in columns.kind.tolist()],
            _or_none(columns.confidence),
            strict=True,
        )
        return tuple(map(Word._make, fields_of_words))

    def letters(self) -> dict[str, int]:
        """How many characters of words each label has, in the order in which they appear."""
        labels, sizes = self._columns.label[self._is_word], (self._ends - self._starts)[self._is_word]
        found, first, which = np.unique(labels, return_index=True, return_inverse=True)
        counts = np.bincount(which, sizes, len(found))
        return {self._names[found[place]]: int(counts[place]) for place in np.argsort(first).tolist()}

    def letters_by_sentence(self) -> list[int]:
        sizes = (self._ends - self._starts) * self._is_word
        totals = np.bincount(self._sentence, sizes, len(self._columns.word_starts) - 1)
        return [int(total) for total in totals.tolist()]

    def spans(self) -> tuple[Span, ...]:
        """Runs of one label that cover the text without gaps: `Labelling.find_runs` for many words."""
        starts, ends = self._starts[self._is_word].tolist(), self._ends[self._is_word].tolist()
        labels = self._columns.label[self._is_word]
        spans, start = [], 0
        for place in (np.flatnonzero(labels[1:] != labels[:-1]) + 1).tolist():
            cut = starts[place]
            for space in range(starts[place], ends[place - 1], -1):
                if self._text[space - 1].isspace():
                    cut = space
                    break
            spans.append(Span(start, cut, self._names[labels[place - 1]]))
            start = cut
        if self._text:
            spans.append(Span(start, len(self._text), self._names[labels[-1]] if len(labels) else NO_LANGUAGE))
        return tuple(spans)


def _sentences(places: list[tuple[int, int]], answers: AnswerColumns) -> tuple[SentenceResult, ...]:
    names, languages, language_starts = answers.names, answers.languages.tolist(), answers.language_starts.tolist()
    labels, shares, share_starts = answers.share_labels.tolist(), answers.shares.tolist(), answers.share_starts.tolist()
    return tuple(
        SentenceResult(
            start,
            end,
            tuple(names[label] for label in languages[language_starts[i] : language_starts[i + 1]]),
            confidence,
            {names[labels[k]]: shares[k] for k in range(share_starts[i], share_starts[i + 1])},
        )
        for i, ((start, end), confidence) in enumerate(zip(places, _or_none(answers.confidence), strict=True))
    )


def _or_none(values: Any) -> list[float | None]:
    return [None if value != value else value for value in values.tolist()]


def _languages(proportions: dict[str, float], min_share: float) -> tuple[str, ...]:
    known = [label for label in proportions if label not in (UNKNOWN, NO_LANGUAGE)]
    if not known:
        return (UNKNOWN,) if UNKNOWN in proportions else (NO_LANGUAGE,)
    return tuple(label for label in known if proportions[label] >= min_share) or (known[0],)


def _mean(values: list[float | None], weights: list[int]) -> float | None:
    pairs = [(value, weight) for value, weight in zip(values, weights, strict=True) if value is not None and weight]
    total = sum(weight for _, weight in pairs)
    return sum(value * weight for value, weight in pairs) / total if total else None
