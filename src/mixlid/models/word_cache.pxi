"""A bounded cache of word scores: words come again and again, and adding up their rows is the work.

Keyed by the word as it stands in the text, but for a capital letter at its beginning, in sets of four of which the one
used longest ago makes room. It does so only for a word that was missed before: most of those that are new do not come
again soon. Whether a word is found never changes an answer.

Threads share it. Whoever changes a part of it takes that part, and does without if another thread has it. Whoever reads
takes nothing, since what two processors write goes back and forth between them: a part has a number that is odd while it
is being changed, and what was read does not count if the number is another one afterwards.
"""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from mixlid.models._word_keys cimport (
    MIXLID_LONGEST_KEY, mixlid_hash_key, mixlid_key, mixlid_lowest_of_four, mixlid_same_key, mixlid_same_tags, mixlid_set_key
)
from mixlid.text._prefetch cimport mixlid_prefetch

cdef extern from *:
    """
    #ifndef MIXLID_WORD_CACHE
    #define MIXLID_WORD_CACHE
    #if defined(_MSC_VER)
    #include <intrin.h>
    #define mixlid_take(flag) (_InterlockedExchange((volatile long *)(flag), 1) == 0)
    #define mixlid_let_go(flag) _InterlockedExchange((volatile long *)(flag), 0)
    #define mixlid_add(number, more) _InterlockedExchangeAdd64((volatile __int64 *)(number), (more))
    #define mixlid_begin_change(version) _InterlockedIncrement((volatile long *)(version))
    #define mixlid_end_change(version) _InterlockedIncrement((volatile long *)(version))
    #define mixlid_version(version) ((uint32_t)_InterlockedOr((volatile long *)(version), 0))
    #define mixlid_version_after(version) mixlid_version(version)
    #else
    #define mixlid_take(flag) (__atomic_exchange_n(flag, 1, __ATOMIC_ACQUIRE) == 0)
    #define mixlid_let_go(flag) __atomic_store_n(flag, 0, __ATOMIC_RELEASE)
    #define mixlid_add(number, more) __atomic_fetch_add(number, more, __ATOMIC_RELAXED)
    #define mixlid_begin_change(version) ( \\
        __atomic_store_n(version, *(version) + 1, __ATOMIC_RELAXED), __atomic_thread_fence(__ATOMIC_RELEASE))
    #define mixlid_end_change(version) __atomic_store_n(version, *(version) + 1, __ATOMIC_RELEASE)
    #define mixlid_version(version) __atomic_load_n(version, __ATOMIC_ACQUIRE)
    /* No read that comes before may be put off until after it. */
    #define mixlid_version_after(version) ( \\
        __atomic_thread_fence(__ATOMIC_ACQUIRE), __atomic_load_n(version, __ATOMIC_RELAXED))
    #endif
    #include <stdint.h>
    #include <stdlib.h>
    #define MIXLID_LARGE ((size_t)1 << 21)
    #if defined(__linux__)
    #include <sys/mman.h>
    /* Zeros that take no memory until they are written, in pages of 2 MB where the system has them: words are at random
       places, and each would take a page, and time to find it. `whole` is to be given back. */
    static void *mixlid_zeros(size_t size, void **whole) {
        char *begin = mmap(NULL, size + MIXLID_LARGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (begin == MAP_FAILED) return NULL;
        *whole = begin;
        begin += (MIXLID_LARGE - (uintptr_t)begin % MIXLID_LARGE) % MIXLID_LARGE;
        madvise(begin, size, MADV_HUGEPAGE);
        return begin;
    }
    static void mixlid_free_zeros(void *whole, size_t size) { if (whole) munmap(whole, size + MIXLID_LARGE); }
    #else
    static void *mixlid_zeros(size_t size, void **whole) { return *whole = calloc(size, 1); }
    static void mixlid_free_zeros(void *whole, size_t size) { (void)size; free(whole); }
    #endif
    #endif
    """
    void* mixlid_zeros(size_t size, void** whole) noexcept nogil
    void mixlid_free_zeros(void* whole, size_t size) noexcept nogil
    bint mixlid_take(int* flag) noexcept nogil
    void mixlid_let_go(int* flag) noexcept nogil
    void mixlid_add(int64_t* number, int64_t more) noexcept nogil
    void mixlid_begin_change(uint32_t* version) noexcept nogil
    void mixlid_end_change(uint32_t* version) noexcept nogil
    uint32_t mixlid_version(const uint32_t* version) noexcept nogil
    uint32_t mixlid_version_after(const uint32_t* version) noexcept nogil

cdef enum:
    #: What the cache may take in bytes, and the most words that it holds whatever that is: half of them where there are few
    #: labels, whose rows are quickly added up, since a model may have such a part for every script.
    CACHE_BYTES = 16777216
    MOST_SETS = 8192
    FEW_LABELS = 64
    LINE = 64


cdef void* line_of(void* block) noexcept:
    """Where the first cache line of a block begins."""
    return <void*>((<size_t>block + LINE - 1) // LINE * LINE)


cdef class Cache:
    def __cinit__(self, Py_ssize_t width, bint folds):
        """For sums of that many labels; `folds` says that words mean the same in lower case."""
        cdef Py_ssize_t most
        self.upper = 32 if folds else 0
        self.slot_size = sizeof(Slot) + (width + 3) // 4 * 4 * sizeof(int16_t)
        most = MOST_SETS if width > FEW_LABELS else MOST_SETS // 2
        self.set_count = 1
        while self.set_count < most and 2 * self.set_count * WAYS * self.slot_size <= CACHE_BYTES:
            self.set_count *= 2
        self.slots_bytes = self.set_count * WAYS * self.slot_size + LINE
        self.slots = <uint8_t*>line_of(mixlid_zeros(self.slots_bytes, &self.slots_block))
        self.sets_block = calloc(self.set_count * sizeof(Set) + LINE, 1)
        self.missed = <uint16_t*>calloc(MISSED_WORDS, sizeof(uint16_t))
        if self.slots_block == NULL or self.sets_block == NULL or self.missed == NULL:
            raise MemoryError
        self.sets = <Set*>line_of(self.sets_block)

    def __dealloc__(self):
        mixlid_free_zeros(self.slots_block, self.slots_bytes)
        free(self.sets_block)
        free(self.missed)

    @property
    def words(self):
        """How many words there is room for."""
        return self.set_count * WAYS

    cdef Slot* make(self, const mixlid_key* key, uint64_t hash) noexcept nogil:
        """A slot for a word that has none yet, whose part was taken; `keep` is to be called when it is filled.

        NULL for one that does not get a slot.
        """
        cdef Set* of = &self.sets[set_of(self, hash)]
        # Of the same part for any two words that share it, so that one thread at a time uses it.
        cdef uint16_t* missed = &self.missed[(hash >> 1) & (MISSED_WORDS - 1)]
        cdef uint16_t short_tag = <uint16_t>(hash >> 48)
        cdef Slot* slot
        cdef Stripe* stripe = stripe_of(self, hash)
        cdef int way, oldest = 0
        if find(self, key, hash) != NULL:
            return NULL  # the same word twice in a sentence
        for way in range(WAYS):
            if of.used[way] < of.used[oldest]:
                oldest = way
        if of.tags[oldest] and missed[0] != short_tag:
            missed[0] = short_tag
            return NULL
        slot = slot_of(self, set_of(self, hash), oldest)
        mixlid_begin_change(&stripe.version)
        slot.facts, slot.key = 0, key[0]
        stripe.clock += 1
        of.used[oldest], of.tags[oldest] = stripe.clock, tag_of(hash)
        return slot


cdef inline Py_ssize_t set_of(Cache cache, uint64_t hash) noexcept nogil:
    """The number of a word's set; the lowest bit of a hash says nothing."""
    return <Py_ssize_t>((hash >> 1) & (cache.set_count - 1))


cdef inline uint32_t tag_of(uint64_t hash) noexcept nogil:
    return <uint32_t>(hash >> 32) | 1


cdef inline Slot* slot_of(Cache cache, Py_ssize_t number, int way) noexcept nogil:
    return <Slot*>(cache.slots + (number * WAYS + way) * cache.slot_size)


cdef inline int16_t* sums_of(const Slot* slot) noexcept nogil:
    return <int16_t*>(slot + 1)


cdef inline Stripe* stripe_of(Cache cache, uint64_t hash) noexcept nogil:
    return &cache.stripes[set_of(cache, hash) % STRIPES]


cdef inline bint acquire(Cache cache, uint64_t hash) noexcept nogil:
    """Take the part that a word is in, to change it; False if another thread has it."""
    return mixlid_take(&stripe_of(cache, hash).taken)


cdef inline void release(Cache cache, uint64_t hash) noexcept nogil:
    mixlid_let_go(&stripe_of(cache, hash).taken)


cdef inline void keep(Cache cache, uint64_t hash) noexcept nogil:
    """What `make` gave is filled."""
    mixlid_end_change(&stripe_of(cache, hash).version)


cdef inline void prefetch_set(Cache cache, uint64_t hash) noexcept nogil:
    """Prefetch what `prefetch_slot` looks at."""
    mixlid_prefetch(&cache.sets[set_of(cache, hash)])


cdef inline bint prefetch_slot(Cache cache, uint64_t hash) noexcept nogil:
    """Prefetch what a word may have, whoever uses it; False if it has nothing."""
    cdef Py_ssize_t number = set_of(cache, hash), i
    cdef int ways = mixlid_same_tags(cache.sets[number].tags, tag_of(hash))
    cdef const uint8_t* slot
    if ways:
        slot = <const uint8_t*>slot_of(cache, number, mixlid_lowest_of_four(ways))
        for i in range(0, cache.slot_size, 64):
            mixlid_prefetch(slot + i)
    return ways != 0


cdef inline Slot* find(Cache cache, const mixlid_key* key, uint64_t hash) noexcept nogil:
    """The word's slot, or NULL; whoever has not taken its part looks at its version before and after."""
    cdef Py_ssize_t number = set_of(cache, hash)
    cdef Set* of = &cache.sets[number]
    cdef Slot* slot
    cdef int way, ways = mixlid_same_tags(of.tags, tag_of(hash))
    while ways:
        way = mixlid_lowest_of_four(ways)
        slot = slot_of(cache, number, way)
        if mixlid_same_key(&slot.key, key):
            of.used[way] = stripe_of(cache, hash).clock
            return slot
        ways &= ways - 1
    return NULL


cdef inline uint64_t hash_word(Cache cache, const Py_UCS4* word, Py_ssize_t size, mixlid_key* key) noexcept nogil:
    """Set the key of a word; its hash, or 0 for words that the cache does not hold: long ones, and those beyond 16 bits."""
    if not 0 < size <= MIXLID_LONGEST_KEY or not mixlid_set_key(<const uint32_t*>word, size, cache.upper, key):
        return 0
    return mixlid_hash_key(key) | 1
