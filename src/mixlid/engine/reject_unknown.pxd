cdef int FEWEST_NAMES, MOST_NAMES, NAME_LETTERS
cdef double SURE, SURE_OF_STRANGE


@cython.final
cdef class RejectUnknown:
    cdef StageSettings settings
    cdef UnknownSigns signs
    cdef Confidence confidence
    cdef bint rejects_names, is_free

    @cython.locals(t=Py_ssize_t)
    cdef int apply(self, TextRecord text) except -1 nogil
    @cython.locals(
        t=Py_ssize_t, i=Py_ssize_t, rank=int, facts=int, column=Py_ssize_t, score=double, token=Token
    )
    cdef int gather(self, TextRecord text) except -1 nogil
    @cython.locals(t=Py_ssize_t, k=int, left=Py_ssize_t, column=Py_ssize_t, score=double, token=Token)
    cdef int leave_out(self, TextRecord text) except -1 nogil
    cdef bint is_less_sure(self, TextRecord text, double limit) noexcept nogil
    @cython.locals(names=Py_ssize_t, t=Py_ssize_t, token=Token)
    cdef bint has_only_names(self, TextRecord text) except -1 nogil
    @cython.locals(
        names=Py_ssize_t, strange=Py_ssize_t, fitting=Py_ssize_t, t=Py_ssize_t, token=Token, column=Py_ssize_t, is_name=bint,
        is_strange=bint,
    )
    cdef bint has_strange_names(self, TextRecord text) except -1 nogil
