"""What other compiled parts see of a table."""

cimport cython
from libc.stdint cimport int8_t, int64_t, uint32_t, uint64_t

from mixlid.models._word_cache cimport Cache


cdef enum:
    #: That many int8 rows cannot overflow an int16.
    MOST_NARROW = 256


#: 64 feature ids: which of them have a row, and how many rows there are before.
cdef struct Block:
    uint64_t there
    int64_t before


#: The numbers of a table; from one row to the next it is `step` bytes.
cdef struct Table:
    const int8_t* rows
    Py_ssize_t step
    Block* blocks
    Py_ssize_t width
    Py_ssize_t minn
    Py_ssize_t maxn
    Py_ssize_t nwords
    uint32_t buckets
    #: buckets - 1 where that is all ones, else 0
    uint32_t mask
    bint whole_word
    bint by_root
    bint skips_absent
    double scale


@cython.final
cdef class Rows:
    #: keeps the memory of `parts.rows`
    cdef object values
    cdef Table parts
    #: the same with rows that begin with a cache line, when there are any; how many rows there are; words scored so far
    cdef Table aligned
    cdef Py_ssize_t count, scored
    cdef int is_taken
    cdef bint is_mapped
    #: the number of the scheme of words that it knows, 0 for words as they are
    cdef readonly int normalises
    cdef dict vocabulary_ids
    cdef readonly Cache cache

    cdef const Table* table(self, Py_ssize_t words) noexcept nogil
    cdef void align(self) noexcept nogil


cdef inline int count_bits(uint64_t x) noexcept nogil:
    x -= (x >> 1) & <uint64_t>0x5555555555555555
    x = (x & <uint64_t>0x3333333333333333) + ((x >> 2) & <uint64_t>0x3333333333333333)
    x = (x + (x >> 4)) & <uint64_t>0x0F0F0F0F0F0F0F0F
    return <int>((x * <uint64_t>0x0101010101010101) >> 56)


cdef inline int64_t row_of(const Table* table, uint64_t feature) noexcept nogil:
    """Ids are in ascending order, so a row's number is how many ids with a row come before; -1 for none."""
    cdef const Block* block = &table.blocks[feature >> 6]
    cdef uint64_t bit = <uint64_t>1 << (feature & 63)
    if not block.there & bit:
        return -1
    return block.before + count_bits(block.there & (bit - 1))
