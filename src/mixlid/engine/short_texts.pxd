cdef int MOST_WORDS, FEW_LETTERS


@cython.final
cdef class CommonLanguages:
    cdef StageSettings settings
    cdef double[::1] prices, tiny_prices

    @cython.locals(
        letters=int64_t, best=int, most=double, t=Py_ssize_t, column=int, value=double, divisor=double,
        prices="double[::1]",
    )
    cdef int apply(self, TextRecord text) except -1 nogil


@cython.locals(t=Py_ssize_t, value=double, score=double)
cdef double worth(TextRecord text, Py_ssize_t column, double divisor) noexcept nogil
