"""Bytes that grow as they are written, and become an object without a copy."""

from cpython.ref cimport PyObject, Py_XDECREF
from libc.string cimport memcpy

cdef extern from "Python.h":
    PyObject* new_bytes "PyBytes_FromStringAndSize"(const char* data, Py_ssize_t size) except NULL
    int resize_bytes "_PyBytes_Resize"(PyObject** bytes, Py_ssize_t size) except -1
    char* start_of_bytes "PyBytes_AS_STRING"(PyObject* bytes)


cdef struct Output:
    char* data
    Py_ssize_t size
    Py_ssize_t room
    #: The object that `data` is in.
    PyObject* held


cdef inline void begin(Output* out) noexcept:
    out.data, out.size, out.room, out.held = NULL, 0, 0, NULL


cdef inline int make_room(Output* out, Py_ssize_t size) except -1:
    if out.size + size > out.room:
        grow(out, 2 * (out.size + size) + 4096)
    return 0


cdef int grow(Output* out, Py_ssize_t room) except -1:
    out.room = 0
    if out.held == NULL:
        out.held = new_bytes(NULL, room)
    else:
        resize_bytes(&out.held, room)  # without memory for it the object is gone
    out.data, out.room = start_of_bytes(out.held), room
    return 0


cdef inline int put(Output* out, const char* data, Py_ssize_t size) except -1:
    if not size:  # the buffer may be null, which C does not allow even for copying nothing
        return 0
    make_room(out, size)
    memcpy(out.data + out.size, data, size)
    out.size += size
    return 0


cdef bytes written(Output* out):
    """What has been written; nothing more can be."""
    if out.held == NULL:
        return b""
    out.room = 0
    resize_bytes(&out.held, out.size)
    return <bytes>out.held


cdef inline void discard(Output* out) noexcept:
    """To be called at the end, whatever has happened."""
    Py_XDECREF(out.held)
    out.held = NULL
