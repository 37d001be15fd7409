cdef double WORD_WEIGHT, FUNCTION_WEIGHT, LETTER_WEIGHT


@cython.final
cdef class MainLanguage:
    cdef readonly FrequentWords frequent_words
    cdef readonly WordSet function_words
    cdef double[::1] weights

    @cython.locals(k=int, t=Py_ssize_t, rank=int, other=int)
    cdef int weigh(self, TextRecord text) except -1 nogil
    @cython.locals(k=int, main=int, t=Py_ssize_t)
    cdef int leave_main(self, TextRecord text) except -1 nogil
    @cython.locals(found=int, k=int)
    cdef int only_other(self, TextRecord text, Py_ssize_t t, int rank) noexcept nogil
    @cython.locals(token=Token, value=uint64_t)
    cdef bint is_function_word(self, TextRecord text, Py_ssize_t t, int rank) noexcept nogil
