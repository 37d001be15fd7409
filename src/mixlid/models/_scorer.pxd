"""What other compiled parts see of scoring: the words of one sentence after the other."""

cimport cython
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t

from mixlid.models._features cimport Features
from mixlid.models._rows cimport Rows, Table
from mixlid.models._word_cache cimport Cache
from mixlid.text._tokens cimport Tokens
from mixlid.text._word_form cimport WordForm


#: A word of a sentence: where it is, and its hash for the cache, 0 if it is not looked for there.
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


@cython.final
cdef class Scorer:
    """Sums of rows for one sentence's words, and scores from them; used by one thread at a time."""

    cdef Rows owner
    cdef const Table* table
    cdef Cache cache
    #: the labels that are wanted, NULL for all
    cdef Py_ssize_t* columns
    cdef readonly Py_ssize_t labels
    cdef const Item* items
    cdef const Py_UCS4* codes
    #: by word: the sums of all labels, a row of `stride` for each, and what they are divided by
    cdef int16_t* sums
    cdef double* divisors
    cdef Py_ssize_t stride, sums_room
    #: the same for words whose sums may not fit: which word is in which row
    cdef int32_t* wide
    cdef Py_ssize_t* wide_items
    cdef Py_ssize_t wide_count, wide_room
    cdef WordForm form
    cdef uint8_t* letters
    cdef Py_ssize_t letters_size, letters_room
    cdef Missed* missed
    cdef Py_ssize_t missed_count
    cdef Features features
    cdef double* row

    cdef void expect(self, Tokens tokens) noexcept nogil
    cdef int add_up(self, Tokens tokens, Item* items, Py_ssize_t count) except -1 nogil
    cdef void write_scores(self, Py_ssize_t item, double* scores) noexcept nogil
    cdef int make_room(self, Py_ssize_t count) except -1 nogil
    cdef int miss(self, WordForm form, Py_ssize_t item) except -1 nogil
    cdef int64_t own_feature(self) except -2 with gil
