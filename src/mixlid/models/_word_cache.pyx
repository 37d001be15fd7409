"""A bounded memory of word scores: words come again and again, and adding up their rows is the work.

Keyed by the word as it stands in the text, in sets of four of which the one used longest ago makes room. Whether a word
is found never changes an answer. Whoever finds a part of the cache in use by another thread does without.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    #define mixlid_fetch(address) ((void)(address))
    #define mixlid_take(flag) (_InterlockedExchange((volatile long *)(flag), 1) == 0)
    #define mixlid_let_go(flag) _InterlockedExchange((volatile long *)(flag), 0)
    #else
    #define mixlid_fetch(address) __builtin_prefetch(address)
    #define mixlid_take(flag) (__atomic_exchange_n(flag, 1, __ATOMIC_ACQUIRE) == 0)
    #define mixlid_let_go(flag) __atomic_store_n(flag, 0, __ATOMIC_RELEASE)
    #endif
    """
    void mixlid_fetch(const void* address) noexcept nogil
    bint mixlid_take(int* flag) noexcept nogil
    void mixlid_let_go(int* flag) noexcept nogil

cdef enum:
    #: What the cache may take in bytes, and the most words that it holds whatever that is.
    CACHE_BYTES = 16777216
    MOST_SETS = 16384


cdef class Cache:
    def __cinit__(self, Py_ssize_t width):
        self.slot_size = sizeof(Slot) + (width + 3) // 4 * 4 * sizeof(int16_t)
        self.sets = 1
        while self.sets < MOST_SETS and 2 * self.sets * WAYS * self.slot_size <= CACHE_BYTES:
            self.sets *= 2
        # Zeros that are never written take no memory.
        self.slots = <uint8_t*>calloc(self.sets * WAYS, self.slot_size)
        self.tags = <uint32_t*>calloc(self.sets * WAYS, sizeof(uint32_t))
        self.used = <uint32_t*>calloc(self.sets * WAYS, sizeof(uint32_t))
        if self.slots == NULL or self.tags == NULL or self.used == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.slots)
        free(self.tags)
        free(self.used)

    @property
    def words(self):
        """How many words there is room for."""
        return self.sets * WAYS

    @property
    def asked(self):
        """How often a word was looked up."""
        return sum([self.stripes[i].asked for i in range(STRIPES)])

    @property
    def hits(self):
        """How often it was there."""
        return sum([self.stripes[i].hits for i in range(STRIPES)])

    cdef bint acquire(self, uint64_t hash) noexcept nogil:
        """Take the part that a word is in; False if another thread has it."""
        return mixlid_take(&stripe_of(self, hash).taken)

    cdef void release(self, uint64_t hash) noexcept nogil:
        mixlid_let_go(&stripe_of(self, hash).taken)

    cdef void ask_for(self, uint64_t hash) noexcept nogil:
        """Ask the memory for what a word may have, whether it is there or not, and whoever uses it."""
        cdef Py_ssize_t place = place_of(self, hash), way, i
        cdef uint32_t tag = (hash >> 32) | 1
        for way in range(place, place + WAYS):
            if self.tags[way] == tag:
                for i in range(0, self.slot_size, 64):
                    mixlid_fetch(self.slots + way * self.slot_size + i)

    cdef Slot* find(self, const Py_UCS4* word, Py_ssize_t size, uint64_t hash) noexcept nogil:
        """The word's slot, or NULL. Its part must have been taken, as for `make`."""
        cdef Py_ssize_t place = place_of(self, hash), way
        cdef uint32_t tag = (hash >> 32) | 1  # an empty slot has 0
        cdef Slot* slot
        cdef Stripe* stripe = stripe_of(self, hash)
        stripe.asked += 1
        for way in range(place, place + WAYS):
            if self.tags[way] == tag:
                slot = <Slot*>(self.slots + way * self.slot_size)
                if slot.hash == hash and slot.size == size and same_word(slot, word, size):
                    stripe.clock += 1
                    self.used[way] = stripe.clock
                    stripe.hits += 1
                    return slot
        return NULL

    cdef Slot* make(self, const Py_UCS4* word, Py_ssize_t size, uint64_t hash) noexcept nogil:
        """A slot for a word that has none yet; its sums are to be filled in before its part is given back."""
        cdef Py_ssize_t place = place_of(self, hash), way, oldest = place, i
        cdef uint32_t tag = (hash >> 32) | 1
        cdef Slot* slot
        cdef Stripe* stripe = stripe_of(self, hash)
        for way in range(place, place + WAYS):
            slot = <Slot*>(self.slots + way * self.slot_size)
            if self.tags[way] == tag and slot.hash == hash and slot.size == size and same_word(slot, word, size):
                return NULL  # the same word twice in a sentence
            if self.used[way] < self.used[oldest]:
                oldest = way
        slot = <Slot*>(self.slots + oldest * self.slot_size)
        slot.hash, slot.size = hash, <uint16_t>size
        for i in range(size):
            slot.key[i] = <uint16_t><uint32_t>word[i]
        stripe.clock += 1
        self.used[oldest], self.tags[oldest] = stripe.clock, tag
        return slot


cdef inline bint same_word(const Slot* slot, const Py_UCS4* word, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(size):
        if slot.key[i] != <uint32_t>word[i]:
            return False
    return True


cdef uint64_t hash_word(const Py_UCS4* word, Py_ssize_t size) noexcept nogil:
    """A hash for the cache; 0 for words that it does not hold: long ones, and those beyond 16 bits."""
    cdef uint64_t value = <uint64_t>0x9E3779B97F4A7C15
    cdef uint32_t beyond = 0
    cdef Py_ssize_t i
    if not 0 < size <= LONGEST_KEY:
        return 0
    for i in range(size):
        beyond |= <uint32_t>word[i]
        value = (value ^ <uint32_t>word[i]) * <uint64_t>0xFF51AFD7ED558CCD
        value ^= value >> 32
    return 0 if beyond >> 16 else value | 1
