# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: freethreading_compatible=True
"""Word scores of a table with int8 rows, compiled: what `TableModel.numpy_scores` does, word by word.

    _rows.pyx        rows by feature id, and the words of a sentence
    _rows_cache.pxi  sums of words that came before
    _rows_sums.pxi   n-grams of a word, and the sums of their rows

Sums of integers do not depend on their order, and what follows is done in the order of the NumPy code, so scores are
the same to the last bit. Left out: tables with float32 rows, which stay with NumPy.
"""

from cpython.pythread cimport (
    NOWAIT_LOCK,
    PyThread_acquire_lock,
    PyThread_allocate_lock,
    PyThread_free_lock,
    PyThread_release_lock,
)
from libc.math cimport INFINITY, sqrt
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc

from mixlid.text._tokens cimport Tokens

import numpy as np

from mixlid.text.labels import LABEL_PREFIX
from mixlid.models.vocabulary import END

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define mixlid_prefetch(address) __builtin_prefetch(address)
    #else
    #define mixlid_prefetch(address) ((void)(address))
    #endif
    """
    void mixlid_prefetch(const void* address) noexcept nogil

cdef enum:
    #: Words whose rows are asked for before the first of them is needed.
    GROUP = 8


include "_rows_cache.pxi"


cdef class Rows:
    """The rows of a table and how they become scores; shared by threads."""

    def __cinit__(self, header, ids, values, vocabulary):
        cdef const uint32_t[::1] features = np.ascontiguousarray(ids, dtype=np.uint32)
        cdef Py_ssize_t i, size, before
        cdef Table* t = &self.parts
        spec = header.ngrams
        self.values = np.ascontiguousarray(values)
        t.rows = &self.values[0, 0] if len(ids) else NULL
        t.width = len(header.labels)
        t.minn, t.maxn, t.whole_word = spec.minn, spec.maxn, spec.whole_word
        t.buckets, t.nwords = spec.buckets, len(vocabulary)
        t.mask = t.buckets - 1 if t.buckets and not t.buckets & (t.buckets - 1) else 0
        t.by_root, t.skips_absent = header.pooling == "sqrt", header.absent == "skip"
        t.scale = header.scale
        self.normalises = header.normalisation == "words-1"
        self.vocabulary_ids = vocabulary.ids
        self.cache = Cache(t.width)
        size = (t.nwords + spec.buckets) // 64 + 1
        t.blocks = <Block*>calloc(size, sizeof(Block))
        if t.blocks == NULL:
            raise MemoryError
        for i in range(features.shape[0]):
            t.blocks[features[i] >> 6].there |= <uint64_t>1 << (features[i] & 63)
        before = 0
        for i in range(size):
            t.blocks[i].before = before
            before += count_bits(t.blocks[i].there)

    def __dealloc__(self):
        free(self.parts.blocks)

    def word_scores(self, words):
        """Scores C[t, l] of words as they stand in a text."""
        cdef Scorer scorer = Scorer(self, None, False)
        cdef Tokens tokens = Tokens()
        cdef double[:, ::1] scores = np.empty((len(words), self.parts.width))
        cdef double[::1] two_best = np.empty(2)
        cdef Item item
        cdef Py_ssize_t i
        item.start, item.weight = 0, 1.0
        for i in range(len(words)):
            item.end = len(words[i])
            tokens.copy(words[i])
            scorer.look_up(tokens, words[i], &item, 1, &scores[i, 0], &two_best[0])
            with nogil:
                scorer.add_up()
        return np.asarray(scores)


cdef inline int64_t row_of(const Table* table, uint64_t feature) noexcept nogil:
    """Ids are in ascending order, so a row's number is how many ids with a row come before; -1 for none."""
    cdef const Block* block = &table.blocks[feature >> 6]
    cdef uint64_t bit = <uint64_t>1 << (feature & 63)
    if not block.there & bit:
        return -1
    return block.before + count_bits(block.there & (bit - 1))


cdef inline int count_bits(uint64_t x) noexcept nogil:
    x -= (x >> 1) & <uint64_t>0x5555555555555555
    x = (x & <uint64_t>0x3333333333333333) + ((x >> 2) & <uint64_t>0x3333333333333333)
    x = (x + (x >> 4)) & <uint64_t>0x0F0F0F0F0F0F0F0F
    return <int>((x * <uint64_t>0x0101010101010101) >> 56)


cdef class Scorer:
    def __cinit__(self, Rows table, columns, bint uses_cache=True):
        """`columns` are the labels that are wanted, None for all."""
        cdef Py_ssize_t i
        self.owner, self.table, self.cache, self.uses_cache = table, &table.parts, table.cache, uses_cache
        self.labels = self.table.width if columns is None else len(columns)
        self.part = <int16_t*>malloc((self.table.width + 1) * sizeof(int16_t))
        self.totals = <int32_t*>malloc((self.table.width + 1) * sizeof(int32_t))
        if self.part == NULL or self.totals == NULL:
            raise MemoryError
        if columns is not None:
            self.columns = <Py_ssize_t*>malloc((self.labels + 1) * sizeof(Py_ssize_t))
            if self.columns == NULL:
                raise MemoryError
            for i in range(self.labels):
                self.columns[i] = columns[i]

    def __dealloc__(self):
        free(self.columns)
        free(self.letters)
        free(self.missed)
        free(self.found)
        free(self.part)
        free(self.totals)

    cdef int look_up(
        self, Tokens tokens, str text, Item* items, Py_ssize_t count, double* scores, double* two_best
    ) except -1:
        """Scores of words that the cache has; the others are made ready for `add_up`.

        `scores` has room for a row of labels for each item, `two_best` for two numbers.
        """
        cdef Cache cache = self.cache
        cdef Py_ssize_t i, place
        cdef Slot* slot
        self.items, self.codes, self.scores, self.two_best = items, tokens.codes, scores, two_best
        self.missed_count = self.letters_size = 0
        if count > self.missed_room:
            free(self.missed)
            self.missed_room = 0
            self.missed = <Missed*>malloc(2 * count * sizeof(Missed))
            if self.missed == NULL:
                raise MemoryError
            self.missed_room = 2 * count
        if not self.uses_cache or not cache.acquire():
            for i in range(count):
                items[i].hash = 0
                self.miss(tokens, text, i, items[i].start, items[i].end)
            return 0
        for i in range(count):
            items[i].hash = hash_word(tokens.codes + items[i].start, items[i].end - items[i].start)
            mixlid_prefetch(cache.tags + place_of(cache, items[i].hash))
        for i in range(count):
            slot = NULL
            if items[i].hash:
                slot = cache.find(tokens.codes + items[i].start, items[i].end - items[i].start, items[i].hash)
            if slot != NULL:
                write_scores(self, i, sums_of(slot), NULL, slot.divisor, slot.two_best)
            else:
                self.missed[self.missed_count].item = i
                self.missed_count += 1
        cache.release()
        count, self.missed_count = self.missed_count, 0
        for i in range(count):
            place = self.missed[i].item
            self.miss(tokens, text, place, items[place].start, items[place].end)
        return 0

    cdef int miss(self, Tokens tokens, str text, Py_ssize_t item, Py_ssize_t start, Py_ssize_t end) except -1:
        """Note what the model knows a word as."""
        cdef Missed* word = &self.missed[self.missed_count]
        cdef Rows table = self.owner
        cdef void* block
        self.missed_count += 1
        word.item, word.own, word.has_ngrams = item, -1, True
        if table.normalises:
            tokens.normalise(text, start, end)
        else:
            tokens.take(start, end)
        if table.parts.nwords:
            form = text[start:end] if not table.normalises else "".join(
                [chr(tokens.word[i]) for i in range(tokens.word_size)]
            )
            word.own = table.vocabulary_ids.get(form.encode("utf-8", "surrogatepass"), -1)
        if not tokens.word_size or is_end(tokens) or (word.own < 0 and is_label(tokens)):
            word.has_ngrams = False
        if self.letters_size + 4 * tokens.word_size + 2 > self.letters_room:
            self.letters_room = 2 * (self.letters_size + 4 * tokens.word_size) + 1024
            block = realloc(self.letters, self.letters_room)
            if block == NULL:
                self.letters_room = 0
                raise MemoryError
            self.letters = <uint8_t*>block
        word.begin = self.letters_size
        self.letters_size = word.end = write_utf8(tokens.word, tokens.word_size, self.letters, self.letters_size)
        return 0

    cdef int add_up(self) except -1 nogil:
        """Scores of the words that the cache did not have."""
        return add_up_words(self)


cdef bint is_end(Tokens tokens) noexcept:
    return tokens.word_size == len(END) and begins_with(tokens, END)


cdef bint is_label(Tokens tokens) noexcept:
    return tokens.word_size >= len(LABEL_PREFIX) and begins_with(tokens, LABEL_PREFIX)


cdef bint begins_with(Tokens tokens, str text) noexcept:
    cdef Py_ssize_t i
    for i in range(len(text)):
        if tokens.word[i] != <Py_UCS4>text[i]:
            return False
    return True


include "_rows_sums.pxi"
