"""What the compiled pipeline sees of a crew."""

cimport cython
from libc.stdint cimport int64_t, uint8_t

from mixlid.engine._block_builder cimport BlockBuilder
from mixlid.engine._desk cimport Desk
from mixlid.text._compiled cimport Tokens

cdef enum:
    #: as many as there are scripts, and one
    MOST_DESKS = 257
    #: for `Units.width`
    IN_UTF8 = 0


#: A text as Python stores it, in that many bytes a character, or in UTF-8.
cdef struct Units:
    const void* data
    int width
    Py_ssize_t size


@cython.final
cdef class Crew:
    """Readers, and the desks that texts are handed to: one for each block, and one for all labels; for one thread."""

    #: `make_desk(reader, number)`, `make_long_desk(reader)`
    cdef object make_desk, make_long_desk
    #: the text at hand, and the next one
    cdef Tokens reader, ahead
    cdef BlockBuilder builder
    #: by script: its block from 1 on, if there are blocks, and whether the model can read it
    cdef bytes block_of, readable
    cdef const unsigned char* block_bytes
    cdef const unsigned char* readable_bytes
    #: by number of a block from 1 on, and for all labels; `kept` holds them
    cdef void* desks[MOST_DESKS]
    cdef list kept
    #: the text whose answer a desk still has, if any
    cdef str answered
    cdef Desk desk

    cdef Desk take(self, str text, bint by_block)
    cdef int identify_all(self, list texts, bint words) except -1
    cdef Py_ssize_t identify_utf8(
        self, const uint8_t* data, const int64_t[::1] starts, const int64_t[::1] ends, bint words
    ) except -2
    cdef Py_ssize_t answer_all(self, const Units* units, Py_ssize_t count, bint words) except -2 nogil
    cdef int answer(self, Desk desk) except -1 nogil
    cdef int answer_long(self) except -1 with gil
    cdef bint is_long(self, Desk desk) noexcept nogil
    cdef int add(self, Desk desk) except -1 nogil
    cdef void* read(self, Tokens reader, bint by_block) except NULL nogil
    cdef int add_desk(self, int number) except -1 with gil
    cdef int only_block(self, Tokens reader) noexcept nogil
