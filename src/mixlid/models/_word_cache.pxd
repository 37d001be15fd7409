"""What a scorer sees of the cache."""

cimport cython
from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from mixlid.text._prefetch cimport mixlid_prefetch

cdef enum:
    WAYS = 4
    LONGEST_KEY = 19
    #: Parts of the cache that threads use side by side.
    STRIPES = 64
    #: Words that are remembered as having been missed once.
    MISSED_WORDS = 32768


#: A cached word, followed by its sums; for a model of 167 labels both together are six cache lines.
cdef struct Slot:
    double divisor
    uint16_t size
    uint16_t key[LONGEST_KEY]


#: By slot of a set: a part of the hash (0 if it is empty), and when it was last used.
cdef struct Set:
    uint32_t tags[WAYS]
    uint32_t used[WAYS]


#: What belongs to every 64th set; as long as a cache line, so that two threads do not wait for one.
cdef struct Stripe:
    int taken
    uint32_t clock
    int64_t asked
    int64_t hits
    int64_t padding[5]


cdef extern from *:
    """
    #ifndef MIXLID_WORD_CACHE
    #define MIXLID_WORD_CACHE
    #if defined(_MSC_VER)
    #include <intrin.h>
    #define mixlid_take(flag) (_InterlockedExchange((volatile long *)(flag), 1) == 0)
    #define mixlid_let_go(flag) _InterlockedExchange((volatile long *)(flag), 0)
    #else
    #define mixlid_take(flag) (__atomic_exchange_n(flag, 1, __ATOMIC_ACQUIRE) == 0)
    #define mixlid_let_go(flag) __atomic_store_n(flag, 0, __ATOMIC_RELEASE)
    #endif
    #endif
    """
    bint mixlid_take(int* flag) noexcept nogil
    void mixlid_let_go(int* flag) noexcept nogil


@cython.final
cdef class Cache:
    cdef uint8_t* slots
    cdef Set* sets
    #: what they are in, which may begin before a cache line does
    cdef void* slots_block
    cdef void* sets_block
    cdef uint16_t* missed
    cdef Stripe stripes[STRIPES]
    cdef Py_ssize_t set_count, slot_size
    #: 32 where a first letter in upper case makes no difference to a word, else 0
    cdef uint32_t upper

    cdef Slot* make(self, const Py_UCS4* word, Py_ssize_t size, uint64_t hash) noexcept nogil


cdef inline Py_ssize_t set_of(Cache cache, uint64_t hash) noexcept nogil:
    """The number of a word's set; the lowest bit of a hash says nothing."""
    return <Py_ssize_t>((hash >> 1) & (cache.set_count - 1))


cdef inline uint32_t tag_of(uint64_t hash) noexcept nogil:
    return <uint32_t>(hash >> 32) | 1


cdef inline Slot* slot_of(Cache cache, Py_ssize_t number, int way) noexcept nogil:
    return <Slot*>(cache.slots + (number * WAYS + way) * cache.slot_size)


cdef inline int16_t* sums_of(Slot* slot) noexcept nogil:
    return <int16_t*>(slot + 1)


cdef inline Stripe* stripe_of(Cache cache, uint64_t hash) noexcept nogil:
    return &cache.stripes[set_of(cache, hash) % STRIPES]


cdef inline bint acquire(Cache cache, uint64_t hash) noexcept nogil:
    """Take the part that a word is in; False if another thread has it."""
    return mixlid_take(&stripe_of(cache, hash).taken)


cdef inline void release(Cache cache, uint64_t hash) noexcept nogil:
    mixlid_let_go(&stripe_of(cache, hash).taken)


cdef inline void ask_for_set(Cache cache, uint64_t hash) noexcept nogil:
    """Ask the memory for what `ask_for_slot` looks at."""
    mixlid_prefetch(&cache.sets[set_of(cache, hash)])


cdef inline void ask_for_slot(Cache cache, uint64_t hash) noexcept nogil:
    """Ask the memory for what a word may have, whether it is there or not, and whoever uses it."""
    cdef Py_ssize_t number = set_of(cache, hash), i
    cdef uint32_t tag = tag_of(hash)
    cdef int way
    cdef const uint8_t* slot
    for way in range(WAYS):
        if cache.sets[number].tags[way] == tag:
            slot = <const uint8_t*>slot_of(cache, number, way)
            for i in range(0, cache.slot_size, 64):
                mixlid_prefetch(slot + i)


cdef inline Slot* find(Cache cache, const Py_UCS4* word, Py_ssize_t size, uint64_t hash) noexcept nogil:
    """The word's slot, or NULL. Its part must have been taken, as for `make`."""
    cdef Py_ssize_t number = set_of(cache, hash)
    cdef uint32_t tag = tag_of(hash)
    cdef Stripe* stripe = stripe_of(cache, hash)
    cdef Slot* slot
    cdef int way
    stripe.asked += 1
    for way in range(WAYS):
        if cache.sets[number].tags[way] == tag:
            slot = slot_of(cache, number, way)
            if slot.size == size and same_word(cache, slot, word, size):
                stripe.clock += 1
                cache.sets[number].used[way] = stripe.clock
                stripe.hits += 1
                return slot
    return NULL


cdef inline uint32_t first_letter(Cache cache, const Py_UCS4* word) noexcept nogil:
    """Of a word, in lower case where that makes no difference: only for ASCII, where it depends on nothing else."""
    cdef uint32_t code = <uint32_t>word[0]
    return code | cache.upper if 65 <= code <= 90 else code


cdef inline bint same_word(Cache cache, const Slot* slot, const Py_UCS4* word, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t i
    if slot.key[0] != first_letter(cache, word):
        return False
    for i in range(1, size):
        if slot.key[i] != <uint32_t>word[i]:
            return False
    return True


cdef inline uint64_t hash_word(Cache cache, const Py_UCS4* word, Py_ssize_t size) noexcept nogil:
    """A hash for the cache; 0 for words that it does not hold: long ones, and those beyond 16 bits."""
    cdef uint64_t value = <uint64_t>0x9E3779B97F4A7C15
    cdef uint32_t beyond, code
    cdef Py_ssize_t i
    if not 0 < size <= LONGEST_KEY:
        return 0
    code = beyond = first_letter(cache, word)
    for i in range(1, size + 1):
        value = (value ^ code) * <uint64_t>0xFF51AFD7ED558CCD
        value ^= value >> 32
        if i < size:
            code = <uint32_t>word[i]
            beyond |= code
    return 0 if beyond >> 16 else value | 1
