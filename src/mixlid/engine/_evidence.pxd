"""C types for `evidence.py`."""

cimport cython
from libc cimport math
from libc.stdint cimport int64_t

cimport mixlid.text._characters as characters
from mixlid.text._frequent_words cimport FrequentWords as CompiledFrequentWords
from mixlid.text._tokens cimport Token

cdef int PIECES, LEAD, KEPT, CAPITAL
cdef double INFINITY


@cython.final
cdef class Evidence:
    cdef readonly object decision
    cdef tuple labels
    cdef double exponent
    cdef Py_ssize_t width, small, dominant
    cdef int smallest
    cdef int64_t letters
    cdef double[::1] weights, pieces, kept
    cdef long long[::1] kept_pairs
    cdef readonly double sum
    cdef CompiledFrequentWords frequent_words

    @cython.locals(i=int)
    cdef int add_lead(self, double lead) except -1 nogil
    @cython.locals(most=int64_t, largest=int, letters=int64_t, k=int, t=Py_ssize_t)
    cdef int compare_sizes(
        self, Py_ssize_t word_count, const int64_t* lengths, int language_count, const int* languages, const int* ranks
    ) except -1 nogil
    @cython.locals(
        width=Py_ssize_t, smallest=int, k=int, t=Py_ssize_t,
        j=Py_ssize_t, column=Py_ssize_t, is_inside=bint, token=Token,
        gains=double, third=double, capital_gain=double, name_gain=double, gain=double, score=double, inside=double,
        outside=double, inner=int64_t, alone=int64_t, words=int64_t, all_letters=int64_t, frequent=int64_t, power=double, count=double,
    )
    cdef int gather(
        self, const Py_UCS4* codes, const Token* tokens, const int* token_of, Py_ssize_t word_count,
        const int64_t* lengths, const unsigned char* capitals, const double* scores, bint left_out,
        const double* others, int language_count, const int* languages, const int* ranks,
    ) except -1 nogil
    @cython.locals(pair=Py_ssize_t)
    cdef bint knows_pair(self) noexcept nogil
    @cython.locals(pair=Py_ssize_t, place=Py_ssize_t)
    cpdef int look_up(self) except -1
    @cython.locals(place=Py_ssize_t)
    cdef int compare(self) except -1 nogil
