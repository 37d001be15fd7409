"""What a scorer sees of the features of words."""

from libc.stdint cimport uint8_t, uint32_t

from mixlid.models._rows cimport Table


#: Ids, one word's after the other's.
cdef struct Features:
    uint32_t* ids
    Py_ssize_t size
    Py_ssize_t room


cdef Py_ssize_t write_utf8(const Py_UCS4* word, Py_ssize_t size, uint8_t* out, Py_ssize_t place) noexcept nogil
cdef int put_feature(const Table* table, uint32_t feature, Features* features) except -1 nogil
cdef int list_ngrams(const Table* table, const uint8_t* letters, Py_ssize_t end, Features* features) except -1 nogil
