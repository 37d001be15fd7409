cdef double WORD_WEIGHT, NAME_WEIGHT, FUNCTION_WEIGHT, LETTER_WEIGHT


@cython.final
cdef class MainLanguage:
    cdef readonly FrequentWords frequent_words
    cdef readonly WordSet function_words
    cdef double log_odds
    cdef bytes has_capital_nouns
    cdef double[::1] weights, has_function_word

    @cython.locals(k=int, t=Py_ssize_t, rank=int, having=double, weight=double)
    cdef int weigh(self, TextRecord text) except -1 nogil
    @cython.locals(k=int, main=int, t=Py_ssize_t)
    cdef int leave_main(self, TextRecord text) except -1 nogil
    @cython.locals(best=double, k=int)
    cdef double lead(self, TextRecord text, Py_ssize_t t, int rank) noexcept nogil
    @cython.locals(token=Token, value=uint64_t)
    cdef bint is_function_word(self, TextRecord text, Py_ssize_t t, int rank) noexcept nogil
