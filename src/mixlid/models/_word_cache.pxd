"""What a scorer sees of the cache."""

cimport cython
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    WAYS = 4
    LONGEST_KEY = 19
    #: Parts of the cache that threads use side by side.
    STRIPES = 64


#: A cached word, followed by its sums.
cdef struct Slot:
    uint64_t hash
    double divisor
    uint16_t size
    uint16_t key[LONGEST_KEY]


#: What belongs to every 64th set; as long as a cache line, so that two threads do not wait for one.
cdef struct Stripe:
    int taken
    uint32_t clock
    int64_t asked
    int64_t hits
    int64_t padding[5]


@cython.final
cdef class Cache:
    cdef uint8_t* slots
    cdef uint32_t* tags
    cdef uint32_t* used
    cdef Stripe stripes[STRIPES]
    cdef Py_ssize_t sets, slot_size

    cdef bint acquire(self, uint64_t hash) noexcept nogil
    cdef void release(self, uint64_t hash) noexcept nogil
    cdef void ask_for(self, uint64_t hash) noexcept nogil
    cdef Slot* find(self, const Py_UCS4* word, Py_ssize_t size, uint64_t hash) noexcept nogil
    cdef Slot* make(self, const Py_UCS4* word, Py_ssize_t size, uint64_t hash) noexcept nogil


cdef inline Py_ssize_t place_of(Cache cache, uint64_t hash) noexcept nogil:
    """The first slot of a word's set; the lowest bit of a hash says nothing."""
    return <Py_ssize_t>((hash >> 1) & (cache.sets - 1)) * WAYS


cdef inline Stripe* stripe_of(Cache cache, uint64_t hash) noexcept nogil:
    return &cache.stripes[((hash >> 1) & (cache.sets - 1)) % STRIPES]


cdef inline int16_t* sums_of(Slot* slot) noexcept nogil:
    return <int16_t*>(slot + 1)


cdef uint64_t hash_word(const Py_UCS4* word, Py_ssize_t size) noexcept nogil
