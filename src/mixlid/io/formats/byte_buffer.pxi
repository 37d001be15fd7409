"""A byte buffer that grows as it is written."""

from libc.stdlib cimport realloc
from libc.string cimport memcpy


cdef struct Output:
    char* data
    Py_ssize_t size
    Py_ssize_t room


cdef inline int make_room(Output* out, Py_ssize_t size) except -1:
    cdef void* block
    if out.size + size > out.room:
        block = realloc(out.data, 2 * (out.size + size) + 4096)
        if block == NULL:
            raise MemoryError
        out.data, out.room = <char*>block, 2 * (out.size + size) + 4096
    return 0


cdef inline int put(Output* out, const char* data, Py_ssize_t size) except -1:
    if not size:  # the buffer may be null, which C does not allow even for copying nothing
        return 0
    make_room(out, size)
    memcpy(out.data + out.size, data, size)
    out.size += size
    return 0
