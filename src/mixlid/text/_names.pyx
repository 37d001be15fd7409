"""Names, for texts that are code points."""

from mixlid.text.names import is_name

cdef extern from "Python.h":
    enum:
        PyUnicode_4BYTE_KIND
    str PyUnicode_FromKindAndData(int kind, const void* data, Py_ssize_t size)


cdef bint is_known_name(const Py_UCS4* word, Py_ssize_t size) except -1 nogil:
    return look_up(word, size)


cdef bint look_up(const Py_UCS4* word, Py_ssize_t size) except -1 with gil:
    return is_name(PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, word, size))
