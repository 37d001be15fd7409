"""What other compiled parts see of the tokeniser."""

cimport cython
from libc.stdint cimport uint8_t, uint16_t, uint64_t


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


#: A text as plain numbers, and its tokens; used by one thread at a time.
@cython.final
cdef class Tokens:
    cdef Py_UCS4* codes
    cdef Py_ssize_t size, codes_room
    cdef Token* items
    cdef Py_ssize_t count, items_room

    cdef void swap(self, Tokens other) noexcept nogil
    cdef int copy(self, str text) except -1
    cdef int take_units(self, const void* data, int width, Py_ssize_t size) except -1 nogil
    cdef bint take_utf8(self, const uint8_t* data, Py_ssize_t size) except -1 nogil
    cdef str part(self, Py_ssize_t start, Py_ssize_t end)
    cdef int cut(self) except -1 nogil

    cdef int make_code_room(self, Py_ssize_t size) except -1 nogil
    cdef int put_units(self, Py_ssize_t start, Py_ssize_t end, int script) except -1 nogil
    cdef int put(self, Py_ssize_t start, Py_ssize_t end, int kind, int script, bint scored) except -1 nogil
    cdef int read_slowly(self, Py_ssize_t start, Py_ssize_t end) except -1 with gil
    cdef bint read_chunk(self, Py_ssize_t start, Py_ssize_t end) except -1 nogil
    cdef Py_ssize_t digits_end(self, Py_ssize_t place, Py_ssize_t end) noexcept nogil
    cdef bint may_be_url(self, Py_ssize_t start, Py_ssize_t dot, Py_ssize_t place, Py_ssize_t end) noexcept nogil
    cdef bint ends_number(self, Py_ssize_t place, Py_ssize_t end) noexcept nogil
    cdef Py_ssize_t word_end(self, Py_ssize_t place, Py_ssize_t end, int* script) noexcept nogil
    cdef Py_ssize_t punctuation_end(self, Py_ssize_t start, Py_ssize_t place, Py_ssize_t end) noexcept nogil


#: Raises `MemoryError`.
cdef int no_memory() except -1 with gil
