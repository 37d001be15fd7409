cdef int ALONE
cdef double OWN_WORD


@cython.final
cdef class NearLanguages:
    cdef StageSettings settings
    cdef Confidence confidence
    cdef int[::1] group_of, firsts, members, numbers, named
    cdef double[::1] offsets, weights, deficit_weights, beforehand, scores, sums, deficits, probabilities
    cdef int group, count, first, best
    cdef Py_ssize_t words
    cdef double probability, own

    cdef bint are_near(self, Py_ssize_t column, Py_ssize_t other) noexcept nogil
    @cython.locals(i=int)
    cdef bint begin(self, Py_ssize_t column) noexcept nogil
    cdef void take(self, int member, double score) noexcept nogil
    @cython.locals(most=double, i=int)
    cdef void add(self) noexcept nogil
    @cython.locals(place=int, total=double, most=double, root=double, i=int)
    cdef void finish(self, Py_ssize_t column) noexcept nogil
    cdef void name_group(self, Py_ssize_t column) noexcept nogil
    @cython.locals(k=int, i=int, t=Py_ssize_t, column=Py_ssize_t, is_group=bint)
    cdef int apply(self, TextRecord text) except -1 nogil
    @cython.locals(j=int, k=int)
    cdef int join_near(self, TextRecord text) except -1 nogil
    @cython.locals(k=int)
    cdef bint has_near(self, TextRecord text, int rank) noexcept nogil
    @cython.locals(t=Py_ssize_t, lead=double)
    cdef bint has_own_words(self, TextRecord text, int rank, int other) noexcept nogil
    @cython.locals(t=Py_ssize_t, k=int)
    cdef int join(self, TextRecord text, int rank, int other) except -1 nogil
