cdef int MOST_WORDS, FEWEST_NAMES, MOST_NAMES, NAME_LETTERS, FEW_LETTERS
cdef double SURE, SURE_OF_STRANGE


@cython.final
cdef class CommonLanguages:
    cdef double[::1] prices, tiny_prices


cdef class ShortCandidate(RenamedCandidate):
    cdef int next_worthy(self, int column, double[::1] prices, double least) noexcept nogil
    @cython.locals(
        letters=int64_t, best=int, most=double, t=Py_ssize_t, column=int, value=double, divisor=double,
        prices="double[::1]",
    )
    cdef int prefer_common(self, CommonLanguages common) except -1 nogil
    @cython.locals(t=Py_ssize_t, value=double, score=double)
    cdef double worth(self, Py_ssize_t column, double divisor) noexcept nogil
    @cython.locals(names=Py_ssize_t, t=Py_ssize_t, token=Token, is_doubtful=bint)
    cdef bint says_nothing(self) except -1 nogil
    @cython.locals(
        names=Py_ssize_t, strange=Py_ssize_t, fitting=Py_ssize_t, t=Py_ssize_t, token=Token, column=Py_ssize_t, is_name=bint,
        is_strange=bint, is_doubtful=bint,
    )
    cdef bint has_strange_names(self, FrequentWords frequent) except -1 nogil
