"""A block, while it is filled."""

cimport cython

from libc.stdint cimport int32_t

from mixlid.engine._desk cimport Desk


#: Items of one size, one after the other.
cdef struct Column:
    char* data
    Py_ssize_t size
    Py_ssize_t room


#: The parts of a block, in the order of `mixlid.answer_block.PARTS`.
cdef struct Parts:
    Column numbers
    Column shares
    Column word_numbers
    Column ends
    Column languages
    Column share_labels
    Column words
    Column spans


@cython.final
cdef class BlockBuilder:
    """Adds one answer after the other. Used by one thread at a time."""

    cdef bint has_words
    cdef readonly Py_ssize_t count
    #: by number of a label; the number of `zxx`
    cdef tuple names
    cdef str solver
    cdef int none
    #: bytes of a row of numbers, by text and by word
    cdef Py_ssize_t number_bytes, word_number_bytes
    cdef Parts parts

    cdef void clear(self, bint has_words) noexcept nogil
    cdef int add(self, Desk desk) except -1 nogil
    cdef int add_words(self, Desk desk) except -1 nogil
    cdef int32_t label(self, Desk desk, int label) noexcept nogil
    cdef object block(self, list texts, Py_ssize_t first, Py_ssize_t end, object maker)
    cdef tuple make_words(self, str text)
    cdef tuple make_spans(self, str text)
    cdef double number(self, Py_ssize_t row, int place) noexcept nogil
