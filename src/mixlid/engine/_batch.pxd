"""Answers as columns, while they are filled."""

cimport cython
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t

from mixlid.engine._desk cimport Desk


#: Items of one size, one after the other.
cdef struct Column:
    char* data
    Py_ssize_t size
    Py_ssize_t room


#: All columns, and nothing else.
cdef struct Parts:
    #: by text: where its part of the lists ends, its numbers (not a number for none), its flags
    Column language_ends
    Column share_ends
    Column word_ends
    Column span_ends
    Column confidence
    Column language_score
    Column margin
    Column objective
    Column gap
    Column code_mixing
    Column evidence
    Column flags
    #: by language of a text, by share
    Column languages
    Column share_labels
    Column shares
    #: by word
    Column starts
    Column ends
    Column kinds
    Column labels
    Column scores
    Column margins
    Column confidences
    #: by span
    Column span_starts
    Column span_labels
    #: by text: what was decided on it, and where its ranks end; by word that the model can read: its rank
    Column decided
    Column rank_ends
    Column ranks


#: What there is besides the columns by text: nothing, spans, words and spans, or what both can be made from later.
cdef enum Extent:
    BRIEF
    WITH_SPANS
    WITH_WORDS
    WORDS_LATER


cdef enum Flag:
    FALLBACK = 1
    OPTIMAL = 2


@cython.final
cdef class Batch:
    """The answers of many texts: `answer_columns.py` says what is in each column. Used by one thread at a time."""

    cdef Extent extent
    cdef readonly Py_ssize_t count
    #: by number of a label; the number of `zxx`
    cdef readonly list names
    cdef int none
    cdef Parts parts

    cdef void clear(self, Extent extent) noexcept nogil
    cdef int add(self, Desk desk) except -1 nogil
    cdef int add_words(self, Desk desk) except -1 nogil
    cdef int add_spans(self, Desk desk) except -1 nogil
    cdef int add_decision(self, Desk desk) except -1 nogil


cdef inline int64_t first_of(const Column* ends, Py_ssize_t text) noexcept nogil:
    """Where a text's part of a list begins."""
    return (<int64_t*>ends.data)[text - 1] if text else 0


cdef inline int64_t end_of(const Column* ends, Py_ssize_t text) noexcept nogil:
    return (<int64_t*>ends.data)[text]


cdef inline int32_t label_at(const Column* column, Py_ssize_t place) noexcept nogil:
    return (<int32_t*>column.data)[place]


cdef inline double number_at(const Column* column, Py_ssize_t place) noexcept nogil:
    return (<double*>column.data)[place]
