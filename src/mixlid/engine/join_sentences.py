"""From the answers for sentences to those for texts: what is counted by sentence, as loops over columns.

`document_answer.py` says what the columns are, and what becomes of these. `counts` has the number of sentences of each
text. This file runs as Python, and is compiled as `_join_sentences`, where `_join_sentences.pxd` declares C types.
"""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mixlid.results.fields import Aggregate
from mixlid.results.layout import AGGREGATES, NUMBERS

Ints = NDArray[Any]
Floats = NDArray[np.float64]

NAN = float("nan")
LETTERS = NUMBERS.index("letters")
#: How each number of a text is aggregated.
HOW = array("i", AGGREGATES)
SUM, MEAN, MEAN_OF_DOMINANT = int(Aggregate.SUM), int(Aggregate.MEAN), int(Aggregate.MEAN_OF_DOMINANT)
MAX, ALL = int(Aggregate.MAX), int(Aggregate.ALL)
#: What a label may stand for: `und` and `zxx` are never a language of a document with others.
IS_LANGUAGE, IS_UNKNOWN_SCRIPT, IS_NEITHER = range(3)


def join_shares(
    counts: Ints, begins: Ints, labels: Ints, sizes: Floats, is_whole: Ints, label_count: int
) -> tuple[Ints, Ints, Floats, Floats]:
    """The number of labels of each text, the labels, and their shares, in all and in sentences of that language.

    The largest share comes first. `begins` is where the labels of a sentence begin, `sizes` how many letters each has.
    """
    found_labels, found_counts = np.empty(len(labels), np.int32), np.empty(len(counts), np.int64)
    found_shares, found_whole = np.empty(len(labels)), np.empty(len(labels))
    to_labels, to_counts, to_shares, to_whole = found_labels, found_counts, found_shares, found_whole
    place_of = np.full(label_count, -1, np.int64)
    sentence = first = 0
    for text in range(len(counts)):
        end, total = first, 0.0
        for j in range(begins[sentence], begins[sentence + counts[text]]):
            label = labels[j]
            if place_of[label] < 0:
                place_of[label] = end
                to_labels[end], to_shares[end], to_whole[end] = label, 0.0, 0.0
                end += 1
            i = place_of[label]
            to_shares[i] += sizes[j]
            to_whole[i] += sizes[j] if is_whole[j] else 0.0
            total += sizes[j]
        for i in range(first, end):
            place_of[to_labels[i]] = -1
            j = i
            while j > first and to_shares[j] > to_shares[j - 1]:  # the largest first, then the first that came
                to_labels[j], to_labels[j - 1] = to_labels[j - 1], to_labels[j]
                to_shares[j], to_shares[j - 1] = to_shares[j - 1], to_shares[j]
                to_whole[j], to_whole[j - 1] = to_whole[j - 1], to_whole[j]
                j -= 1
        for i in range(first, end):
            to_shares[i] /= total
            to_whole[i] /= total
        to_counts[text] = end - first
        sentence, first = sentence + counts[text], end
    return found_counts, found_labels[:first], found_shares[:first], found_whole[:first]


def join_languages(
    counts: Ints,
    begins: Ints,
    own: Ints,
    share_counts: Ints,
    labels: Ints,
    shares: Floats,
    whole: Floats,
    groups: Ints,
    kinds: Ints,
    unknown: int,
    none: int,
    least: float,
    least_inserted: float,
    least_near: float,
) -> tuple[Ints, Ints]:
    """The number of languages of each text, and the languages: those of its labels with a large enough share.

    Of a text of one sentence they are those of the sentence: `own`, where `begins` is where they begin.
    """
    found = np.empty(len(own) + len(labels) + len(counts), np.int32)
    found_counts = np.empty(len(counts), np.int64)
    to, to_counts = found, found_counts
    sentence = share = first = 0
    for text in range(len(counts)):
        end, has_unknown, is_one = first, False, counts[text] == 1
        for j in range(begins[sentence], begins[sentence + 1] if is_one else begins[sentence]):
            to[end] = own[j]
            end += 1
        for j in range(share, share if is_one else share + share_counts[text]):
            label = labels[j]
            has_unknown = has_unknown or label == unknown
            if kinds[label] == IS_NEITHER:
                continue
            is_near = False
            for k in range(first, end):
                is_near = is_near or groups[to[k]] == groups[label]
            is_kept = end == first or shares[j] >= least
            if end > first and is_near:
                is_kept = shares[j] >= least_near
            elif end > first and kinds[label] == IS_LANGUAGE:  # an unknown script is certain, so it needs no more
                is_kept = whole[j] >= least or shares[j] >= least_inserted
            if is_kept:
                to[end] = label
                end += 1
        if end == first:
            to[end] = unknown if has_unknown else none
            end += 1
        to_counts[text] = end - first
        sentence, share, first = sentence + counts[text], share + share_counts[text], end
    return found_counts, found[:first]


def join_spans(counts: Ints, begins: Ints, spans: Ints, has_words: Ints) -> tuple[Ints, Ints]:
    """The number of spans of each text, and the spans. `begins` is where those of a sentence begin.

    Sentences without a word belong to the span before them, or at the beginning to the first.
    """
    found, found_counts = np.empty((len(spans), 2), np.int32), np.empty(len(counts), np.int64)
    to, to_counts = found, found_counts
    sentence = first = 0
    for text in range(len(counts)):
        end, last, any_words = first, sentence + counts[text], False
        for row in range(sentence, last):
            any_words = any_words or has_words[row]
        for row in range(sentence, last):
            if any_words and not has_words[row]:
                continue
            for j in range(begins[row], begins[row + 1]):
                if end == first or spans[j, 1] != to[end - 1, 1]:
                    to[end, 0], to[end, 1] = spans[j, 0] if end > first else 0, spans[j, 1]
                    end += 1
        to_counts[text] = end - first
        sentence, first = last, end
    return found_counts, found[:first]


def join_numbers(counts: Ints, numbers: Floats, leads: Ints) -> Floats:
    """The rows of numbers, each aggregated as it declares.

    `leads` says of each sentence whether its main language is that of its text.
    """
    made = np.empty((len(counts), len(HOW)))
    to = made
    first = 0
    for text in range(len(counts)):
        end, letters = first + counts[text], 0.0
        for row in range(first, end):
            letters += numbers[row, LETTERS]
        for k in range(len(HOW)):
            to[text, k] = numbers[first, k]
            if counts[text] > 1:
                to[text, k] = aggregate(numbers, leads, first, end, k, letters)
        first = end
    return made


def aggregate(numbers: Floats, leads: Ints, first: int, end: int, k: int, letters: float) -> float:
    """One number of a text with so many letters, from those of its sentences."""
    how, total, weighed, most, are_all = HOW[k], 0.0, 0.0, NAN, 1.0
    for row in range(first, end):
        # where no sentence has letters, all count the same
        value, weight = numbers[row, k], numbers[row, LETTERS] if letters > 0.0 else 1.0
        if how == SUM:
            total += value
        elif how == MAX:
            most = value if value > most or most != most else most
        elif how == ALL:
            are_all = 0.0 if value == 0.0 and weight > 0.0 else are_all
        elif value == value and weight > 0.0 and (how == MEAN or leads[row]):
            weighed += weight
            total += value * weight
    if how == SUM:
        return total
    if how in (MEAN, MEAN_OF_DOMINANT):
        return total / weighed if weighed > 0.0 else NAN
    return are_all if how == ALL else most
