"""From the answers for sentences to those for documents: a batch with a row for each text.

    labels          those with a large enough share (`_languages`), the main one of most text first
    proportions     shares of the letters of all sentences
    words, spans    those of the sentences, concatenated, with offsets into the text
    numbers         as each declares it (`Aggregate`)

A text of one sentence has the answer of that sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mixlid._kernel import kernel
from mixlid.models.fitted import DocumentNumbers
from mixlid.results.batch import AnswerBatch, Maker
from mixlid.results.fields import Aggregate
from mixlid.results.layout import AGGREGATES, NUMBERS, places
from mixlid.text.groups import group_of
from mixlid.text.labels import NO_LANGUAGE, UNKNOWN, is_unknown

#: The share of a document that a language with whole sentences needs, unless another is set.
MIN_SHARE = 0.03
CONFIDENCE, LANGUAGE_SCORE = places(NUMBERS, "confidence", "language_score")

Ints = NDArray[Any]
Floats = NDArray[np.float64]


#: What a label may stand for: `und` and `zxx` are never a language of a document with others.
IS_LANGUAGE, IS_UNKNOWN_SCRIPT, IS_NEITHER = range(3)


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


class Shares(NamedTuple):
    """The labels of each text and their sizes, text after text, the largest first."""

    #: how many labels each text has
    counts: Ints
    labels: Ints
    values: Floats
    #: the part of the size that is in sentences of that language
    whole: Floats


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
    join_shares, join_languages, join_spans, join_numbers = _joiners()
    shares = join_shares(sentences, counts, fitted.whole)
    language_counts, languages = join_languages(sentences, counts, shares, Needed.of(min_share, fitted))
    languages = _main_first(sentences, counts, language_counts, languages)
    if main_only:
        languages = languages[np.cumsum(language_counts) - language_counts]
        language_counts = np.ones_like(language_counts)
    span_counts, spans = join_spans(sentences, counts, starts)
    first = languages[np.cumsum(language_counts) - language_counts].astype(np.int64)
    numbers = join_numbers(sentences, counts, first)
    if main_only:
        numbers[:, CONFIDENCE] = numbers[:, LANGUAGE_SCORE]
    lists = (language_counts, shares.counts, _sums(sentences.starts("words"), counts), span_counts)
    parts = {
        "numbers": numbers,
        "shares": shares.values,
        "word_numbers": sentences.part("word_numbers"),
        "ends": np.cumsum(np.array(lists, np.int64), axis=1).T,
        "labels": languages,
        "share_labels": shares.labels,
        "words": _words(sentences, starts),
        "spans": spans,
    }
    return sentences.with_parts(texts, parts, maker)


def _joiners() -> tuple[Callable[..., Any], ...]:
    """What joins the shares, the languages, the spans and the numbers of sentences."""
    if kernel() == "numpy":
        return join_shares, join_languages, join_spans, join_numbers
    from mixlid.engine import _compiled

    return _compiled.join_shares, _compiled.join_languages, _compiled.join_spans, _compiled.join_numbers


def join_shares(sentences: AnswerBatch, counts: Ints, least_whole: float) -> Shares:
    text_of, texts = np.repeat(np.arange(len(counts)), counts), len(counts)
    sentence_of = np.repeat(np.arange(len(sentences)), np.diff(sentences.starts("shares")))
    sizes = np.rint(sentences.shares * sentences.number("letters")[sentence_of])
    keys = text_of[sentence_of] * len(sentences.names) + sentences.share_labels
    found, seen, which = np.unique(keys, return_index=True, return_inverse=True)
    text, label = np.divmod(found, len(sentences.names))
    written = np.bincount(which, sizes, len(found))
    whole = np.bincount(which, sizes * (sentences.shares >= least_whole), len(found))
    total = np.bincount(text, written, texts)[text]
    order = np.lexsort((seen, -written, text))
    counts = np.bincount(text, minlength=texts)
    return Shares(counts, label[order], (written / total)[order], (whole / total)[order])


def join_languages(sentences: AnswerBatch, counts: Ints, shares: Shares, needed: Needed) -> tuple[Ints, Ints]:
    """The number of languages of each text, and the languages: of those with several sentences, `_languages`."""
    made, own, known, first, place = [], sentences.starts("labels").tolist(), sentences.labels.tolist(), 0, 0
    labels, values, whole = shares.labels.tolist(), shares.values.tolist(), shares.whole.tolist()
    facts = label_facts(sentences.names)
    for count, size in zip(counts.tolist(), shares.counts.tolist(), strict=True):
        if count == 1:
            made.append(known[own[first] : own[first + 1]])
        else:
            here = slice(place, place + size)
            made.append(_languages(facts, labels[here], values[here], whole[here], needed))
        first, place = first + count, place + size
    return np.array([len(one) for one in made], np.int64), np.array([label for one in made for label in one], np.int32)


def _languages(
    facts: LabelFacts, labels: list[int], shares: list[float], whole: list[float], needed: Needed
) -> list[int]:
    """Which labels of its words become languages of a document."""
    kept: list[int] = []
    for label, share, alone in zip(labels, shares, whole, strict=True):
        if facts.kinds[label] == IS_NEITHER:
            continue
        is_kept = share >= needed.whole
        if not kept:  # the first
            is_kept = True
        elif any(facts.groups[label] == facts.groups[other] for other in kept):
            is_kept = share >= needed.near
        elif facts.kinds[label] == IS_LANGUAGE:  # an unknown script is certain, so it needs no more
            is_kept = alone >= needed.whole or share >= needed.inserted
        if is_kept:
            kept.append(label)
    return kept or [facts.unknown if facts.unknown in labels else facts.none]


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


def join_spans(sentences: AnswerBatch, counts: Ints, starts: Ints) -> tuple[Ints, Ints]:
    """The number of spans of each text, and the spans.

    Sentences without a word belong to the span before them, or at the beginning to the first.
    """
    text_of, texts = np.repeat(np.arange(len(counts)), counts), len(counts)
    sentence_of = np.repeat(np.arange(len(sentences)), np.diff(sentences.starts("spans")))
    spans, text = sentences.part("spans").copy(), text_of[sentence_of]
    spans[:, 0] += starts[sentence_of].astype(spans.dtype)
    has_words = np.diff(sentences.starts("shares")) > 0
    is_kept = has_words[sentence_of] | ~(np.bincount(text_of, has_words, texts) > 0)[text]
    spans, text = spans[is_kept], text[is_kept]
    begins = np.append(True, text[1:] != text[:-1])[: len(text)]
    is_kept = begins | np.append(True, spans[1:, 1] != spans[:-1, 1])[: len(text)]
    spans[begins, 0] = 0
    return np.bincount(text[is_kept], minlength=texts), spans[is_kept]


def join_numbers(sentences: AnswerBatch, counts: Ints, first: Ints) -> Floats:
    """The rows of numbers, each aggregated as it declares; `first` has the first language of each text."""
    text_of, numbers = np.repeat(np.arange(len(counts)), counts), sentences.part("numbers")
    letters = numbers[:, NUMBERS.index("letters")]
    is_first = sentences.labels[sentences.starts("labels")[:-1]] == first[text_of]

    def total(values: Any) -> Any:
        return np.bincount(text_of, values, len(counts))

    def joined(aggregate: Aggregate, values: Floats) -> Any:
        if aggregate is Aggregate.SUM:
            return total(values)
        if aggregate is Aggregate.MAX:
            most = np.full(len(counts), np.nan)
            np.fmax.at(most, text_of, values)
            return most
        if aggregate is Aggregate.ALL:  # where no sentence has letters, all of them count
            return total((values == 0) & ((letters > 0) | (total(letters)[text_of] == 0))) == 0
        if aggregate is Aggregate.NONE:
            return np.full(len(counts), np.nan)
        weights = np.where(np.isnan(values), 0.0, letters)
        if aggregate is Aggregate.MEAN_OF_DOMINANT:
            weights = weights * is_first
        with np.errstate(invalid="ignore"):
            return total(np.where(weights > 0, values, 0.0) * weights) / total(weights)

    made = np.column_stack([joined(*one) for one in zip(AGGREGATES, numbers.T, strict=True)])
    alone: Floats = numbers[np.cumsum(counts) - counts]
    return np.where((counts > 1)[:, None], made, alone)


def _sums(starts: Ints, counts: Ints) -> Ints:
    """How many items the sentences of each text have."""
    ends: Ints = starts[np.cumsum(counts)]
    return np.diff(ends, prepend=0)
