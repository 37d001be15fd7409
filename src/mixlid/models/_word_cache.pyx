"""A bounded memory of word scores: words come again and again, and adding up their rows is the work.

Keyed by the word as it stands in the text, but for a capital letter at its beginning, in sets of four of which the one
used longest ago makes room. It does so only for a word that was missed before: most of those that are new do not come
again soon. Whether a word is found never changes an answer. Whoever finds a part of the cache in use by another thread
does without.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

cdef enum:
    #: What the cache may take in bytes, and the most words that it holds whatever that is.
    CACHE_BYTES = 16777216
    MOST_SETS = 16384
    LINE = 64


cdef void* line_of(void* block) noexcept:
    """Where the first cache line of a block begins."""
    return <void*>((<size_t>block + LINE - 1) // LINE * LINE)


cdef class Cache:
    def __cinit__(self, Py_ssize_t width, bint folds):
        """For sums of that many labels; `folds` says that words mean the same in lower case."""
        self.upper = 32 if folds else 0
        self.slot_size = sizeof(Slot) + (width + 3) // 4 * 4 * sizeof(int16_t)
        self.set_count = 1
        while self.set_count < MOST_SETS and 2 * self.set_count * WAYS * self.slot_size <= CACHE_BYTES:
            self.set_count *= 2
        # Zeros that are never written take no memory.
        self.slots_block = calloc(self.set_count * WAYS * self.slot_size + LINE, 1)
        self.sets_block = calloc(self.set_count * sizeof(Set) + LINE, 1)
        self.missed = <uint16_t*>calloc(MISSED_WORDS, sizeof(uint16_t))
        if self.slots_block == NULL or self.sets_block == NULL or self.missed == NULL:
            raise MemoryError
        self.slots, self.sets = <uint8_t*>line_of(self.slots_block), <Set*>line_of(self.sets_block)

    def __dealloc__(self):
        free(self.slots_block)
        free(self.sets_block)
        free(self.missed)

    @property
    def words(self):
        """How many words there is room for."""
        return self.set_count * WAYS

    @property
    def asked(self):
        """How often a word was looked up."""
        return sum([self.stripes[i].asked for i in range(STRIPES)])

    @property
    def hits(self):
        """How often it was there."""
        return sum([self.stripes[i].hits for i in range(STRIPES)])

    cdef Slot* make(self, const Py_UCS4* word, Py_ssize_t size, uint64_t hash) noexcept nogil:
        """A slot for a word that has none yet; its sums are to be filled in before its part is given back.

        NULL for one that does not get a slot.
        """
        cdef Set* of = &self.sets[set_of(self, hash)]
        cdef uint32_t tag = tag_of(hash)
        cdef uint16_t short_tag = <uint16_t>(hash >> 48)
        # Of the same part for any two words that share it, so that one thread at a time uses it.
        cdef uint16_t* missed = &self.missed[(hash >> 1) & (MISSED_WORDS - 1)]
        cdef Slot* slot
        cdef Stripe* stripe = stripe_of(self, hash)
        cdef int way, oldest = 0
        cdef Py_ssize_t i
        for way in range(WAYS):
            slot = slot_of(self, set_of(self, hash), way)
            if of.tags[way] == tag and slot.size == size and same_word(self, slot, word, size):
                return NULL  # the same word twice in a sentence
            if of.used[way] < of.used[oldest]:
                oldest = way
        if of.tags[oldest] and missed[0] != short_tag:
            missed[0] = short_tag
            return NULL
        slot = slot_of(self, set_of(self, hash), oldest)
        slot.size = <uint16_t>size
        slot.key[0] = <uint16_t>first_letter(self, word)
        for i in range(1, size):
            slot.key[i] = <uint16_t><uint32_t>word[i]
        stripe.clock += 1
        of.used[oldest], of.tags[oldest] = stripe.clock, tag
        return slot
