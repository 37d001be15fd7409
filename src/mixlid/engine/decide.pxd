@cython.final
cdef class Decide:
    cdef Kernel kernel
    cdef int most_languages
    cdef Evidence evidence
    cdef double least_evidence

    cdef int apply(self, TextRecord text) except -1 nogil
    @cython.locals(
        most=int, count=int, value=double, less=double, is_searched=bint, is_proved=bint, has_gap=bint,
        gap=double, right=double, is_kept=bint,
    )
    cdef int weigh(self, TextRecord text, Evidence evidence) except -1 nogil
    @cython.locals(cut_short=bint, value=double, gap=double)
    cdef int fall_back(self, TextRecord text) except -1 nogil


@cython.locals(k=int, t=Py_ssize_t)
cdef void set_aside(TextRecord text) noexcept nogil
@cython.locals(k=int, t=Py_ssize_t)
cdef void take_back(TextRecord text) noexcept nogil
