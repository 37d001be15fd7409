cdef double TITLE


@cython.final
cdef class FindWords:
    cdef bytes readable
    cdef StageSettings settings

    @cython.locals(
        i=Py_ssize_t, t=Py_ssize_t, count=Py_ssize_t, fresh=bint, is_inside=bint, capital=int, written=Py_ssize_t,
        capitalised=Py_ssize_t, unread=Py_ssize_t, token=Token,
    )
    cdef int apply(self, TextRecord text) except -1 nogil


@cython.locals(place=Py_ssize_t)
cdef bint looks_like_a_name(const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t end) noexcept nogil
