"""What a scorer sees of the cache."""

cimport cython
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    WAYS = 4
    LONGEST_KEY = 19


#: A cached word, followed by its sums.
cdef struct Slot:
    uint64_t hash
    double divisor
    int32_t two_best[2]
    uint16_t size
    uint16_t key[LONGEST_KEY]


@cython.final
cdef class Cache:
    cdef void* lock
    cdef uint8_t* slots
    cdef uint32_t* tags
    cdef uint32_t* used
    cdef uint32_t clock
    cdef Py_ssize_t sets, slot_size
    cdef readonly int64_t asked, hits

    cdef bint acquire(self) noexcept nogil
    cdef void release(self) noexcept nogil
    cdef Slot* find(self, const Py_UCS4* word, Py_ssize_t size, uint64_t hash) noexcept nogil
    cdef Slot* make(self, const Py_UCS4* word, Py_ssize_t size, uint64_t hash) noexcept nogil


cdef inline Py_ssize_t place_of(Cache cache, uint64_t hash) noexcept nogil:
    """The first slot of a word's set; the lowest bit of a hash says nothing."""
    return <Py_ssize_t>((hash >> 1) & (cache.sets - 1)) * WAYS


cdef inline int16_t* sums_of(Slot* slot) noexcept nogil:
    return <int16_t*>(slot + 1)


cdef uint64_t hash_word(const Py_UCS4* word, Py_ssize_t size) noexcept nogil
