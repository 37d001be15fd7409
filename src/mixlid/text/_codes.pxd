"""What other compiled parts see of a text as plain numbers."""

from libc.stdint cimport uint8_t


#: The code points of one text after the other; used by one thread at a time.
cdef class Codes:
    cdef Py_UCS4* codes
    cdef Py_ssize_t size, codes_room

    cdef int copy(self, str text) except -1
    cdef int take_units(self, const void* data, int width, Py_ssize_t size) except -1 nogil
    cdef bint take_utf8(self, const uint8_t* data, Py_ssize_t size) except -1 nogil
    cdef str part(self, Py_ssize_t start, Py_ssize_t end)
    cdef void swap_codes(self, Codes other) noexcept nogil
    cdef int make_code_room(self, Py_ssize_t size) except -1 nogil


#: Raises `MemoryError`.
cdef int no_memory() except -1 with gil
