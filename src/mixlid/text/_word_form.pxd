"""What other compiled parts see of words in the form that models know."""

cimport cython


#: The form of one word after the other; used by one thread at a time.
@cython.final
cdef class WordForm:
    cdef Py_UCS4* codes
    cdef Py_ssize_t size, room

    cdef int take(self, const Py_UCS4* word, Py_ssize_t size) except -1 nogil
    cdef int normalise_1(self, const Py_UCS4* word, Py_ssize_t size) except -1 nogil
    cdef int normalise_2(self, const Py_UCS4* word, Py_ssize_t size) except -1 nogil

    cdef bint fold(self, const Py_UCS4* word, Py_ssize_t size) noexcept nogil
    cdef void shorten(self) noexcept nogil
    cdef bint is_leet(self) noexcept nogil
    cdef void strip(self) noexcept nogil
    cdef int normalise_slowly(self, const Py_UCS4* word, Py_ssize_t size, int scheme) except -1 with gil
    cdef int make_room(self, Py_ssize_t size) except -1 nogil
