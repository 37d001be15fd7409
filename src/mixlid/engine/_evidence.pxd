"""C types for `evidence.py`."""

cimport cython
from libc cimport math
from libc.stdint cimport int64_t, uint64_t

cimport mixlid.text._characters as characters
from mixlid.engine._settings cimport CompiledSettings
from mixlid.text._frequent_words cimport FrequentWords as CompiledFrequentWords
from mixlid.text._compiled cimport Token

cdef int LEAD, MEAN_GAIN, THIRD, CAPITAL_GAIN, NAME_GAIN, CAPITALS, SHARE, FOREIGN_LETTERS, STRANGERS, FURTHER, FREQUENT
cdef int NEAR
cdef int PIECES, REMEMBERED, CAPITAL, HASHTAG
cdef double INFINITY, REFUSED


cdef class Candidate:
    cdef const Py_UCS4* codes
    cdef const Token* tokens
    cdef Py_ssize_t word_count
    cdef int* token_of
    cdef int64_t* lengths
    cdef unsigned char* capitals
    cdef const double* scores
    cdef bint left_out
    cdef const double* others
    cdef CompiledSettings settings
    cdef int language_count
    cdef int* languages
    cdef int* ranks
    cdef Py_ssize_t width

    cdef double score_of(self, Py_ssize_t word, Py_ssize_t column) noexcept nogil
    @cython.locals(best=double, column=Py_ssize_t, is_inside=bint, k=int)
    cdef double best_outside(self, Py_ssize_t word) noexcept nogil


@cython.final
cdef class Evidence:
    cdef readonly object decision
    cdef tuple labels, likes
    cdef double exponent
    cdef Py_ssize_t width, small, dominant
    cdef int smallest
    cdef int64_t letters
    cdef double[::1] weights, pieces, pair_strangers, pair_near, pair_offset, pair_nouns
    cdef long long[::1] pairs
    cdef readonly double sum
    cdef bint is_counted
    cdef CompiledFrequentWords frequent_words

    @cython.locals(most=int64_t, largest=int, letters=int64_t, k=int, t=Py_ssize_t)
    cdef int compare_sizes(self, Candidate candidate) except -1 nogil
    @cython.locals(
        smallest=int, k=int, t=Py_ssize_t, language_count=int, column=Py_ssize_t, token=Token,
        gains=double, third=double, capital_gain=double, name_gain=double, gain=double, score=double, inside=double,
        inner=int64_t, alone=int64_t, words=int64_t, all_letters=int64_t, frequent=int64_t,
        power=double, count=double, counted=int64_t, is_name=bint, word=uint64_t,
    )
    cdef int gather(self, Candidate candidate) except -1 nogil
    cdef bint counts(self, Candidate candidate, Token token, bint is_name) noexcept nogil
    @cython.locals(pair=Py_ssize_t)
    cdef bint knows_pair(self) noexcept nogil
    @cython.locals(pair=Py_ssize_t, place=Py_ssize_t)
    cpdef int look_up(self) except -1
    @cython.locals(place=Py_ssize_t)
    cdef int compare(self) except -1 nogil
    @cython.locals(i=int)
    cdef int add_lead(self, double lead) except -1 nogil
