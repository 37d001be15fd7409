"""Answers for documents from those for their sentences, compiled; `document_answer.py` is the definition."""

from libc.math cimport NAN, fmax, isnan, rint
from libc.stdint cimport int32_t, int64_t

import numpy as np

from mixlid.results.fields import Aggregate
from mixlid.results.layout import AGGREGATES, LISTS, NUMBERS, places
from mixlid.engine import document_answer
from mixlid.engine.document_answer import Shares, label_facts

cdef int IS_LANGUAGE = document_answer.IS_LANGUAGE, IS_NEITHER = document_answer.IS_NEITHER
#: How each of the numbers of a text is aggregated, and where the letters are among them.
cdef int NO_AGGREGATE = Aggregate.NONE, SUM = Aggregate.SUM, MEAN = Aggregate.MEAN, MAX = Aggregate.MAX
cdef int MEAN_OF_DOMINANT = Aggregate.MEAN_OF_DOMINANT, ALL = Aggregate.ALL
cdef const int32_t[::1] aggregates = np.array(AGGREGATES, np.int32)
cdef int LETTERS = NUMBERS.index("letters")
#: Where these are among the lists of a text.
cdef int LANGUAGES, SHARES, SPANS
LANGUAGES, SHARES, SPANS = places(LISTS, "labels", "shares", "spans")


cdef inline int64_t begin_of(const int64_t[:, ::1] ends, Py_ssize_t row, int which) noexcept nogil:
    """Where one of the lists begins for a sentence."""
    return ends[row - 1, which] if row else 0


def join_shares(sentences, const int64_t[::1] counts, double least_whole):
    cdef const double[:, ::1] numbers = sentences.part("numbers"), shares = sentences.part("shares")
    cdef const int64_t[:, ::1] ends = sentences.part("ends")
    cdef const int32_t[:, ::1] labels = sentences.part("share_labels")
    cdef Py_ssize_t text, i, j, sentence = 0, row, first = 0, size
    cdef int32_t label
    cdef double letters, total
    found, values, whole, sizes = (
        np.empty(len(shares), np.int32), np.empty(len(shares)), np.empty(len(shares)), np.empty(len(counts), np.int64)
    )
    cdef int32_t[::1] to_labels = found
    cdef double[::1] to_values = values, to_whole = whole
    cdef int64_t[::1] to_sizes = sizes
    cdef int32_t[::1] place_of = np.full(len(sentences.names), -1, np.int32)
    for text in range(counts.shape[0]):
        size, total = 0, 0.0
        for row in range(sentence, sentence + counts[text]):
            for j in range(begin_of(ends, row, SHARES), ends[row, SHARES]):
                letters, label = rint(shares[j, 0] * numbers[row, LETTERS]), labels[j, 0]
                if place_of[label] < 0:
                    place_of[label], i = <int32_t>size, first + size
                    to_labels[i], to_values[i], to_whole[i] = label, 0.0, 0.0
                    size += 1
                i = first + place_of[label]
                to_values[i] += letters
                to_whole[i] += letters if shares[j, 0] >= least_whole else 0.0
                total += letters
        for i in range(first, first + size):
            place_of[to_labels[i]] = -1
            j = i
            while j > first and to_values[j] > to_values[j - 1]:  # the largest first, then the first that came
                to_labels[j], to_labels[j - 1] = to_labels[j - 1], to_labels[j]
                to_values[j], to_values[j - 1] = to_values[j - 1], to_values[j]
                to_whole[j], to_whole[j - 1] = to_whole[j - 1], to_whole[j]
                j -= 1
        for i in range(first, first + size):
            to_values[i] /= total
            to_whole[i] /= total
        to_sizes[text] = size
        sentence, first = sentence + counts[text], first + size
    return Shares(sizes, found[:first], values[:first], whole[:first])


def join_languages(sentences, const int64_t[::1] counts, shares, needed):
    cdef const int64_t[:, ::1] ends = sentences.part("ends")
    cdef const int32_t[:, ::1] own = sentences.part("labels")
    cdef const int64_t[::1] sizes = shares.counts
    cdef const int32_t[::1] labels = shares.labels
    cdef const double[::1] values = shares.values, whole = shares.whole
    facts = label_facts(sentences.names)
    cdef const int32_t[::1] groups = facts.groups, kinds = facts.kinds
    cdef int32_t unknown = facts.unknown, none = facts.none
    cdef double least = needed.whole, least_inserted = needed.inserted, least_near = needed.near
    cdef Py_ssize_t text, j, k, sentence = 0, share = 0, first = 0, size
    cdef bint is_kept, is_near, has_unknown
    found, made = np.empty(len(own) + len(labels) + len(counts), np.int32), np.empty(len(counts), np.int64)
    cdef int32_t[::1] to = found
    cdef int64_t[::1] to_sizes = made
    for text in range(counts.shape[0]):
        size, has_unknown = 0, False
        if counts[text] == 1:
            for j in range(begin_of(ends, sentence, LANGUAGES), ends[sentence, LANGUAGES]):
                to[first + size] = own[j, 0]
                size += 1
        for j in range(share, share + sizes[text] if counts[text] > 1 else share):
            has_unknown = has_unknown or labels[j] == unknown
            if kinds[labels[j]] == IS_NEITHER:
                continue
            is_near = False
            for k in range(first, first + size):
                is_near = is_near or groups[to[k]] == groups[labels[j]]
            if not size:
                is_kept = True
            elif is_near:
                is_kept = values[j] >= least_near
            elif kinds[labels[j]] == IS_LANGUAGE:
                is_kept = whole[j] >= least or values[j] >= least_inserted
            else:
                is_kept = values[j] >= least
            if is_kept:
                to[first + size] = labels[j]
                size += 1
        if not size:
            to[first], size = unknown if has_unknown else none, 1
        to_sizes[text] = size
        sentence, share, first = sentence + counts[text], share + sizes[text], first + size
    return made, found[:first]


def join_spans(sentences, const int64_t[::1] counts, const int64_t[::1] starts):
    cdef const int64_t[:, ::1] ends = sentences.part("ends")
    cdef const int32_t[:, ::1] spans = sentences.part("spans")
    cdef Py_ssize_t text, row, j, sentence = 0, first = 0, size
    cdef bint has_words
    found, sizes = np.empty((len(spans), 2), np.int32), np.empty(len(counts), np.int64)
    cdef int32_t[:, ::1] to_spans = found
    cdef int64_t[::1] to_sizes = sizes
    for text in range(counts.shape[0]):
        has_words, size = False, 0
        for row in range(sentence, sentence + counts[text]):
            has_words = has_words or ends[row, SHARES] > begin_of(ends, row, SHARES)
        for row in range(sentence, sentence + counts[text]):
            if has_words and ends[row, SHARES] == begin_of(ends, row, SHARES):
                continue
            for j in range(begin_of(ends, row, SPANS), ends[row, SPANS]):
                if not size or spans[j, 1] != to_spans[first + size - 1, 1]:
                    to_spans[first + size, 0] = <int32_t>(spans[j, 0] + starts[row]) if size else 0
                    to_spans[first + size, 1] = spans[j, 1]
                    size += 1
        to_sizes[text] = size
        sentence, first = sentence + counts[text], first + size
    return sizes, found[:first]


def join_numbers(sentences, const int64_t[::1] counts, const int64_t[::1] firsts):
    cdef const double[:, ::1] numbers = sentences.part("numbers")
    cdef const int64_t[:, ::1] ends = sentences.part("ends")
    cdef const int32_t[:, ::1] languages = sentences.part("labels")
    cdef Py_ssize_t text, row, k, first = 0
    cdef double letters
    made, weights = np.empty((len(counts), len(NUMBERS))), np.empty((2, len(sentences)))
    cdef double[:, ::1] to = made, weigh = weights
    for text in range(counts.shape[0]):
        letters = 0.0
        for row in range(first, first + counts[text]):
            letters += numbers[row, LETTERS]
            weigh[0, row] = weigh[1, row] = numbers[row, LETTERS]
            if languages[begin_of(ends, row, LANGUAGES), 0] != firsts[text]:
                weigh[1, row] = 0.0
        for k in range(numbers.shape[1]):
            to[text, k] = numbers[first, k]
            if counts[text] > 1:
                to[text, k] = joined(numbers[first : first + counts[text], k], aggregates[k], letters, weigh[:, first:])
        first += counts[text]
    return made


cdef double joined(const double[:] values, int aggregate, double letters, const double[:, :] weights) noexcept nogil:
    """One number of a text from those of its sentences, with so many letters in all; `weights` are for the means."""
    cdef double total = 0.0, most = NAN, weight, weighed = 0.0
    cdef bint are_all = True
    cdef Py_ssize_t i
    for i in range(values.shape[0]):
        if aggregate == SUM:
            total += values[i]
        elif aggregate == MAX:
            most = fmax(most, values[i])
        elif aggregate == ALL:
            are_all = are_all and (values[i] != 0.0 or (letters > 0.0 and weights[0, i] == 0.0))
        elif aggregate != NO_AGGREGATE:
            weight = 0.0 if isnan(values[i]) else weights[aggregate == MEAN_OF_DOMINANT, i]
            weighed += weight
            total += values[i] * weight if weight > 0.0 else 0.0
    if aggregate == SUM:
        return total
    if aggregate == ALL:
        return are_all
    return total / weighed if aggregate == MEAN or aggregate == MEAN_OF_DOMINANT else most
