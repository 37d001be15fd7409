"""What a desk sees of the scores of a text's words."""

cimport cython
from libc.stdint cimport uint8_t

from mixlid.engine._settings cimport CompiledSettings
from mixlid.engine._shortlist cimport Shortlist
from mixlid.models._compiled cimport Item, Rows, Scorer
from mixlid.text._compiled cimport Tokens


@cython.final
cdef class WordScores:
    #: None without rows, or without rules that a shortlist fits
    cdef Scorer scorer
    cdef Shortlist shortlist
    cdef Py_ssize_t width, count, room
    #: what the model's block adds to every score
    cdef double certainty
    cdef CompiledSettings settings
    #: what is taken off every word's score, by label, if anything is; how many times, in this text
    cdef const double[::1] prices
    cdef bint has_prices
    cdef double price_times
    #: by word: what its scores are multiplied by
    cdef const double* weights
    #: by word and label, and which words have theirs; the two best of each word, whether they are known
    cdef double* scores
    cdef uint8_t* has_row
    cdef double* two_best
    cdef bint is_complete, has_two_best
    #: by word: its best score for a label that was left out, if any was (`long_texts.py`)
    cdef double* others
    cdef bint left_out
    #: by word, for the labels of the shortlist
    cdef double* listed
    cdef float* approximate

    cdef int make_room(self, Py_ssize_t words) except -1 nogil
    cdef void begin(self, Py_ssize_t words, const double* weights) noexcept nogil
    cdef bint take(self, const double[:, :] given, Py_ssize_t first, const double[:] others) except -1
    cdef int add_up(self, Tokens reader, Item* items) except -1 nogil
    cdef void complete(self) noexcept nogil
    cdef void complete_row(self, Py_ssize_t word) noexcept nogil
    cdef void write_row(self, Py_ssize_t word, Py_ssize_t item) noexcept nogil
    cdef void find_two_best(self) noexcept nogil
    cdef void add_others(self) noexcept nogil
    cdef void find_two_best_of(self, Py_ssize_t word) noexcept nogil
    cdef double score_of(self, Py_ssize_t word, Py_ssize_t column) noexcept nogil
    cdef bint make_list(self, double exponent) except -1 nogil
