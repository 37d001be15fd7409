"""What other compiled parts see of a table: word scores of one sentence after the other."""

cimport cython
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from mixlid.text._tokens cimport Tokens


#: 64 feature ids: which of them have a row, and how many rows there are before.
cdef struct Block:
    uint64_t there
    int64_t before


#: The numbers of a table.
cdef struct Table:
    const int8_t* rows
    Block* blocks
    Py_ssize_t width
    Py_ssize_t minn
    Py_ssize_t maxn
    Py_ssize_t nwords
    uint32_t buckets
    #: buckets - 1 where that is all ones, else 0
    uint32_t mask
    bint whole_word
    bint by_root
    bint skips_absent
    double scale


#: A word of a sentence: where it is, and what its scores are multiplied by.
cdef struct Item:
    Py_ssize_t start
    Py_ssize_t end
    double weight
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


#: A cached word, followed by its sums.
cdef struct Slot:
    uint64_t hash
    double divisor
    int32_t two_best[2]
    uint16_t size
    uint16_t key[19]


@cython.final
cdef class Cache:
    cdef void* lock
    cdef uint8_t* slots
    cdef uint32_t* tags
    cdef uint32_t* used
    cdef uint32_t clock
    cdef Py_ssize_t sets, slot_size
    cdef readonly int64_t asked, found

    cdef bint acquire(self) noexcept nogil
    cdef void release(self) noexcept nogil
    cdef Slot* find(self, const Py_UCS4* word, Py_ssize_t size, uint64_t hash) noexcept nogil
    cdef Slot* make(self, const Py_UCS4* word, Py_ssize_t size, uint64_t hash) noexcept nogil


@cython.final
cdef class Rows:
    cdef const int8_t[:, ::1] values
    cdef Table parts
    cdef readonly bint normalises
    cdef dict vocabulary_ids
    cdef readonly Cache cache


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
    cdef uint32_t* found
    cdef Py_ssize_t found_size, found_room
    cdef int16_t* part
    cdef int32_t* totals

    cdef int look_up(
        self, Tokens tokens, str text, Item* items, Py_ssize_t count, double* scores, double* two_best
    ) except -1
    cdef int add_up(self) except -1 nogil
    cdef int miss(self, Tokens tokens, str text, Py_ssize_t item, Py_ssize_t start, Py_ssize_t end) except -1
