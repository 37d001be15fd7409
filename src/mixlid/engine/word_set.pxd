cdef Py_ssize_t NEAR


@cython.final
cdef class WordSet:
    cdef unsigned int[::1] hashes
    cdef Py_ssize_t size

    @cython.locals(first=Py_ssize_t, end=Py_ssize_t, middle=Py_ssize_t, place=Py_ssize_t, half=uint64_t)
    cdef bint has(self, uint64_t value) noexcept nogil
