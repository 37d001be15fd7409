"""What the engine sees of a table and of scoring: the words of one sentence after the other."""

cimport cython
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from mixlid.models._lanes cimport mixlid_block
from mixlid.models._word_keys cimport mixlid_key
from mixlid.text._compiled cimport Token, Tokens, WordForm

cdef enum:
    WAYS = 4
    #: Parts of the cache that threads use side by side.
    STRIPES = 64
    #: Words that are remembered as having been missed once.
    MISSED_WORDS = 32768


#: A cached word, followed by its sums; for a model of 167 labels both together are six cache lines.
cdef struct Slot:
    #: how many features the divisor of its sums counts
    uint32_t counted
    #: what is known of the word as one of a label, for whoever asks (`Scorer.facts_of`): 4 · (label + 1) + facts, or 0; of
    #: the last label in the lower half, of the one before in the upper half
    uint32_t facts
    mixlid_key key


#: By slot of a set: a part of the hash (0 if it is empty), and when it was last used.
cdef struct Set:
    uint32_t tags[WAYS]
    uint32_t used[WAYS]


#: What belongs to every 64th set; as long as a cache line, so that two threads do not wait for one. The clock counts words
#: that were put there.
cdef struct Stripe:
    int taken
    uint32_t version
    uint32_t clock
    uint32_t padding[13]


@cython.final
cdef class Cache:
    cdef uint8_t* slots
    cdef Set* sets
    #: what they are in, which may begin before a cache line does
    cdef void* slots_block
    cdef size_t slots_bytes
    cdef void* sets_block
    cdef uint16_t* missed
    cdef Stripe stripes[STRIPES]
    #: how often a word was looked up, and how often it was there
    cdef readonly int64_t asked, hits
    cdef Py_ssize_t set_count, slot_size
    #: 32 where a first letter from A to Z means the same as from a to z, else 0: in ASCII it depends on nothing else
    cdef uint32_t upper

    cdef Slot* make(self, const mixlid_key* key, uint64_t hash) noexcept nogil


#: The numbers of a table.
cdef struct Table:
    const int8_t* rows
    mixlid_block* blocks
    Py_ssize_t width
    Py_ssize_t minn
    Py_ssize_t maxn
    Py_ssize_t nwords
    uint32_t buckets
    #: buckets - 1 where that is all ones, else 0
    uint32_t mask
    bint whole_word
    bint by_root
    double scale


@cython.final
cdef class Rows:
    #: keeps the memory of `parts.rows`
    cdef object values
    cdef Table parts
    #: whether it knows words in their normalised form, and not as they are
    cdef readonly bint normalises
    cdef object vocabulary
    cdef readonly Cache cache


#: Ids, one word's after the other's.
cdef struct Features:
    uint32_t* ids
    Py_ssize_t size
    Py_ssize_t capacity


#: A word of a sentence: where it is, and its hash for the cache, 0 if it is not looked for there.
cdef struct Item:
    Py_ssize_t start
    Py_ssize_t end
    uint64_t hash


cdef enum:
    #: Words of one text whose rows are found before they are needed.
    MOST_AHEAD = 64


#: A word that is not in the cache: its place among those of the sentence (-1 if that is not known), where it is in the
#: text, its rows, and what its divisor counts.
cdef struct Missed:
    Py_ssize_t item
    Py_ssize_t start
    mixlid_key key
    Py_ssize_t begin
    Py_ssize_t end
    Py_ssize_t counted


cdef struct MissedWords:
    #: what the text was cut into, as far as that is known
    const Token* tokens
    Missed* words
    Py_ssize_t count
    Py_ssize_t capacity
    #: the numbers of rows, how many there are, and for how many the memory was asked
    Features features
    Py_ssize_t found
    Py_ssize_t asked


@cython.final
cdef class Scorer:
    """Sums of rows for one sentence's words, and scores from them; used by one thread at a time."""

    cdef Rows owner
    cdef const Table* table
    cdef Cache cache
    #: the labels that are wanted, NULL for all
    cdef Py_ssize_t* columns
    cdef readonly Py_ssize_t labels
    cdef const Item* items
    cdef const Py_UCS4* codes
    #: by word: the sums of all labels, a row of `stride` for each, and what they are divided by
    cdef int16_t* sums
    cdef double* divisors
    #: by word: `Slot.facts`, or `NOT_CACHED`
    cdef uint32_t* facts
    cdef Py_ssize_t stride, sums_capacity
    #: the same for words whose sums may not fit: which word is in which row
    cdef int32_t* wide
    cdef Py_ssize_t* wide_items
    cdef Py_ssize_t wide_count, wide_capacity
    cdef WordForm form
    cdef uint8_t* letters
    cdef Py_ssize_t letters_capacity
    #: of the last two texts that were prefetched, `last` that of the last one
    cdef MissedWords ahead[2]
    cdef int last
    cdef double* row

    cdef uint64_t hash_of(self, Tokens tokens, const Token* token) noexcept nogil
    cdef void prefetch(self, Tokens tokens) noexcept nogil
    cdef int prefetch_found(self, Tokens tokens) except -1 nogil
    cdef int add_up(self, Tokens tokens, Item* items, Py_ssize_t count) except -1 nogil
    cdef int finish_all(self, MissedWords* missed, MissedWords* later) except -1 nogil
    cdef void write_scores(self, Py_ssize_t item, double* scores) noexcept nogil
    cdef int facts_of(self, Py_ssize_t item, Py_ssize_t column) noexcept nogil
    cdef void keep_facts(self, Py_ssize_t item, Py_ssize_t column, int facts) noexcept nogil
    cdef int reserve(self, Py_ssize_t count) except -1 nogil
