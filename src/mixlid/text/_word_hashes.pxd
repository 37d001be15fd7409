"""`word_hashes.py` for compiled parts, whose texts are code points."""

from libc.stdint cimport uint32_t, uint64_t

from mixlid.text._ascii cimport mixlid_are_letters
from mixlid.text._characters cimport folded

cdef enum:
    PROBES = 4
    BLOCK = 9
    BLOCK_BYTES = 64  # of 1 << BLOCK bits
    BLOCKS = 32768  # in 1 << 24 bits


cdef inline uint64_t mix(uint64_t value, uint64_t code) noexcept nogil:
    value = (value ^ code) * <uint64_t>0x9E3779B97F4A7C15
    return value ^ (value >> 29)


cdef inline uint64_t hash_word(uint64_t value, const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    cdef Py_ssize_t place
    cdef uint32_t code
    if mixlid_are_letters(codes + start, end - start):
        for place in range(start, end):
            value = mix(value, <uint32_t>codes[place] | 0x20)
        return value
    for place in range(start, end):
        code = folded(codes, place)
        if 0x300 <= code < 0x370:
            return 0
        value = mix(value, code)
    return value


cdef inline size_t byte_of(uint64_t value) noexcept nogil:
    """The first byte of the block of a hash, which is in the same cache line as all others."""
    return <size_t>(value >> PROBES * BLOCK & BLOCKS - 1) * BLOCK_BYTES


cdef inline int bit_at(const unsigned char* block, uint64_t place) noexcept nogil:
    return block[place >> 3 & BLOCK_BYTES - 1] >> (place & 7)


cdef inline bint are_set(const unsigned char[::1] bits, uint64_t value) noexcept nogil:
    """All are looked at: which is the first that is not set cannot be predicted."""
    cdef const unsigned char* block = &bits[byte_of(value)]
    return (
        bit_at(block, value) & bit_at(block, value >> BLOCK) & bit_at(block, value >> 2 * BLOCK)
        & bit_at(block, value >> 3 * BLOCK) & 1
    )
