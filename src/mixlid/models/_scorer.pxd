"""What other compiled parts see of scoring: the words of one sentence after the other."""

cimport cython
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t

from mixlid.models._features cimport Features
from mixlid.models._rows cimport Rows, Table
from mixlid.models._word_cache cimport Cache
from mixlid.text._tokens cimport Tokens


#: A word of a sentence: where it is.
cdef struct Item:
    Py_ssize_t start
    Py_ssize_t end
    uint64_t hash


#: A word that was not in the cache: its bytes, its own feature, its rows.
cdef struct Missed:
    Py_ssize_t item
    Py_ssize_t begin
    Py_ssize_t end
    int64_t own
    bint has_ngrams
    Py_ssize_t rows_begin
    Py_ssize_t rows_end
    double divisor


@cython.final
cdef class Scorer:
    """Scores of one sentence's words; used by one thread at a time."""

    cdef Rows owner
    cdef const Table* table
    cdef Cache cache
    #: the labels that are wanted, NULL for all
    cdef Py_ssize_t* columns
    cdef readonly Py_ssize_t labels
    cdef bint uses_cache
    cdef const Item* items
    cdef const Py_UCS4* codes
    cdef double* scores
    cdef double* two_best
    cdef uint8_t* letters
    cdef Py_ssize_t letters_size, letters_room
    cdef Missed* missed
    cdef Py_ssize_t missed_count, missed_room
    cdef Features features
    cdef int16_t* part
    cdef int32_t* totals

    cdef int look_up(
        self, Tokens tokens, str text, Item* items, Py_ssize_t count, double* scores, double* two_best
    ) except -1
    cdef int add_up(self) except -1 nogil
    cdef int miss(self, Tokens tokens, str text, Py_ssize_t item, Py_ssize_t start, Py_ssize_t end) except -1
