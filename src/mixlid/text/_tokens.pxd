"""What other compiled parts see of the tokeniser."""

cimport cython
from libc.stdint cimport uint8_t, uint64_t

from mixlid.text._codes cimport Codes


#: The kinds of `words.py`, in the order of its `KINDS`.
cdef enum Kind:
    WORD
    NUMBER
    URL
    USER
    HASHTAG
    EMOJI
    PUNCTUATION


cdef struct Token:
    Py_ssize_t start
    Py_ssize_t end
    uint8_t kind
    #: place in `SCRIPTS`
    uint8_t script
    #: whether `words.is_scored`
    uint8_t scored
    #: for whoever remembers words
    uint64_t hash


#: A text and its tokens.
@cython.final
cdef class Tokens(Codes):
    cdef Token* items
    cdef Py_ssize_t count, items_room

    cdef void swap(self, Tokens other) noexcept nogil
    cdef int cut(self) except -1 nogil

    cdef int put_units(self, Py_ssize_t start, Py_ssize_t end, int script) except -1 nogil
    cdef int put(self, Py_ssize_t start, Py_ssize_t end, int kind, int script, bint scored) except -1 nogil
    cdef int read_slowly(self, Py_ssize_t start, Py_ssize_t end) except -1 with gil
    cdef bint read_chunk(self, Py_ssize_t start, Py_ssize_t end) except -1 nogil
    cdef Py_ssize_t digits_end(self, Py_ssize_t place, Py_ssize_t end) noexcept nogil
    cdef bint may_be_url(self, Py_ssize_t start, Py_ssize_t dot, Py_ssize_t place, Py_ssize_t end) noexcept nogil
    cdef bint ends_number(self, Py_ssize_t place, Py_ssize_t end) noexcept nogil
    cdef Py_ssize_t word_end(self, Py_ssize_t place, Py_ssize_t end, int* script) noexcept nogil
    cdef Py_ssize_t punctuation_end(self, Py_ssize_t start, Py_ssize_t place, Py_ssize_t end) noexcept nogil
