"""From the answers for sentences to those for documents: a batch with a row for each text.

    labels          those with a large enough share (`join_languages`), the main one of most text first
    proportions     shares of the letters of all sentences
    words, spans    those of the sentences, concatenated, with offsets into the text
    numbers         as each declares it (`Aggregate`)

A text of one sentence has the answer of that sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from types import ModuleType
from typing import NamedTuple

import numpy as np

from mixlid._kernel import kernel
from mixlid.engine import join_sentences
from mixlid.engine.join_sentences import IS_LANGUAGE, IS_NEITHER, IS_UNKNOWN_SCRIPT, Ints
from mixlid.models.fitted import DocumentNumbers
from mixlid.results.batch import AnswerBatch, Maker
from mixlid.results.layout import NUMBERS, places
from mixlid.text.groups import group_of
from mixlid.text.labels import NO_LANGUAGE, UNKNOWN, is_unknown

#: The share of a document that a language with whole sentences needs, unless another is set.
MIN_SHARE = 0.03
CONFIDENCE, LANGUAGE_SCORE = places(NUMBERS, "confidence", "language_score")


class Needed(NamedTuple):
    """The least share of a language of whole sentences, of one whose words are inserted, and of a near one."""

    whole: float
    inserted: float
    near: float

    @classmethod
    def of(cls, min_share: float, fitted: DocumentNumbers) -> Needed:
        usual = (fitted.inserted_share, fitted.near_share)
        inserted, near = (max(min_share, min(least, least / MIN_SHARE * min_share)) for least in usual)
        return cls(min_share, inserted, near)


class LabelFacts(NamedTuple):
    """By label: a number that near languages share, and what it stands for; the labels `und` and `zxx`."""

    groups: Ints
    kinds: Ints
    unknown: int
    none: int


@lru_cache(8)
def label_facts(names: tuple[str, ...]) -> LabelFacts:
    nothing = (UNKNOWN, NO_LANGUAGE)
    scripts = frozenset(filter(is_unknown, names))
    kinds = [IS_NEITHER if one in nothing else IS_UNKNOWN_SCRIPT if one in scripts else IS_LANGUAGE for one in names]
    groups = {group: number for number, group in enumerate(dict.fromkeys(map(group_of, names)))}
    numbers = [groups[group_of(name)] for name in names]
    return LabelFacts(np.array(numbers, np.int32), np.array(kinds, np.int32), *map(names.index, nothing))


def whole_texts(
    sentences: AnswerBatch,
    texts: Sequence[str],
    counts: Ints,
    starts: Ints,
    min_share: float,
    fitted: DocumentNumbers,
    main_only: bool,
    maker: Maker | None,
) -> AnswerBatch:
    """A row for each text; `counts` has its number of sentences, and `starts` where each begins in its text."""
    join, needed, facts = _kernel(), Needed.of(min_share, fitted), label_facts(sentences.names)
    share_starts, label_starts, span_starts = map(sentences.starts, ("shares", "labels", "spans"))
    letters = np.repeat(sentences.number("letters"), np.diff(share_starts))
    is_whole = (sentences.shares >= fitted.whole).view(np.uint8)
    sizes = np.rint(sentences.shares * letters)
    share_counts, share_labels, shares, whole = join.join_shares(
        counts, share_starts, sentences.share_labels, sizes, is_whole, len(sentences.names)
    )
    language_counts, languages = join.join_languages(
        counts, label_starts, sentences.labels, share_counts, share_labels, shares, whole, *facts, *needed
    )
    languages = _main_first(sentences, counts, language_counts, languages)
    if main_only:
        languages = languages[np.cumsum(language_counts) - language_counts]
        language_counts = np.ones_like(language_counts)
    spans = sentences.part("spans").copy()
    spans[:, 0] += np.repeat(starts, np.diff(span_starts)).astype(spans.dtype)
    has_words = (np.diff(share_starts) > 0).view(np.uint8)
    span_counts, spans = join.join_spans(counts, span_starts, spans, has_words)
    first = languages[np.cumsum(language_counts) - language_counts]
    leads = sentences.labels[label_starts[:-1]] == np.repeat(first, counts)
    numbers = join.join_numbers(counts, sentences.part("numbers"), leads.view(np.uint8))
    if main_only:
        numbers[:, CONFIDENCE] = numbers[:, LANGUAGE_SCORE]
    lists = (language_counts, share_counts, _sums(sentences.starts("words"), counts), span_counts)
    parts = {
        "numbers": numbers,
        "shares": shares,
        "word_numbers": sentences.part("word_numbers"),
        "ends": np.cumsum(np.array(lists, np.int64), axis=1).T,
        "labels": languages,
        "share_labels": share_labels,
        "words": _words(sentences, starts),
        "spans": spans,
    }
    return sentences.with_parts(texts, parts, maker)


def _kernel() -> ModuleType:
    """What joins the columns of sentences."""
    if kernel() == "numpy":
        return join_sentences
    from mixlid.engine import _join_sentences

    return _join_sentences


def _main_first(sentences: AnswerBatch, counts: Ints, language_counts: Ints, languages: Ints) -> Ints:
    """The languages of each text by the letters of the sentences whose main language they are; else as they were."""
    if len(languages) == len(counts):
        return languages
    texts, width = np.arange(len(counts)), len(sentences.names)
    keys = np.repeat(texts, counts) * width + sentences.labels[sentences.starts("labels")[:-1]]
    led = np.bincount(keys, sentences.number("letters"), len(counts) * width)
    text_of = np.repeat(texts, language_counts)
    ordered: Ints = languages[np.lexsort((-led[text_of * width + languages], text_of))]
    return ordered


def _words(sentences: AnswerBatch, starts: Ints) -> Ints:
    """Words with offsets into the texts."""
    words: Ints = sentences.part("words").copy()
    if len(words):
        words[:, :2] += np.repeat(starts, np.diff(sentences.starts("words")))[:, None].astype(words.dtype)
    return words


def _sums(starts: Ints, counts: Ints) -> Ints:
    """How many items the sentences of each text have."""
    ends: Ints = starts[np.cumsum(counts)]
    return np.diff(ends, prepend=0)
