"""C types for `familiar.py`."""

cimport cython
from libc cimport math
from libc.stdint cimport int64_t

cimport mixlid.text._characters as characters
from mixlid.text._tokens cimport Token

cdef int COUNT, SIZE, KEYS, REPEATED, _NUMBER, _PUNCTUATION
cdef double INFINITY, HARDLY, NOT_AT_ALL


@cython.final
cdef class Familiar:
    cdef double[::1] typical, known_weights, language_weights, signs
    cdef readonly double known
    cdef readonly bint is_language

    @cython.locals(
        total=double, usual=double, loss=double, gain=double, letters=int64_t, low=int64_t, none=int64_t, odd=int64_t,
        best=int64_t, symbols=int64_t, t=Py_ssize_t, i=Py_ssize_t, column=Py_ssize_t, size=int64_t, expected=double,
        score=double, margin=double, other=double, token=Token, words=double, all_letters=double,
    )
    cdef int look(
        self, const Py_UCS4* codes, const Token* tokens, Py_ssize_t token_count, const int* token_of,
        Py_ssize_t word_count, const int64_t* lengths, const double* scores, const double* two_best, Py_ssize_t width,
        int language_count, const int* languages, const int* ranks,
    ) except -1 nogil
    @cython.locals(place=Py_ssize_t, same=Py_ssize_t, keys=int)
    cdef bint is_odd(self, const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t end) noexcept nogil
    @cython.locals(value=double, length=double, i=int)
    cdef double weigh(self, double[::1] weights) noexcept nogil
