"""The scores of a sentence's words in a table: from the cache, or by adding up the rows of their features."""

from libc.stdint cimport int16_t, int32_t, uint32_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset

from mixlid.models._lanes cimport mixlid_to_scores
from mixlid.text._compiled cimport Token, Tokens, WordForm, no_memory

cdef extern from "Python.h":
    str PyUnicode_FromKindAndData(int kind, const void* data, Py_ssize_t size)

import numpy as np

cdef enum:
    #: The labels that fit into 16 bits with the facts of a word, and leave some for `NOT_CACHED`.
    MOST_LABELS_OF_FACTS = 16000
    NOT_CACHED = 0xFFFFFFFF


def word_scores(Rows table, words):
    """Scores C[t, l] of words as they stand in a text."""
    cdef Scorer scorer = Scorer(table, None)
    cdef Tokens tokens = Tokens()
    cdef double[:, ::1] scores = np.empty((len(words), table.parts.width))
    cdef Item item
    cdef Py_ssize_t i
    item.start = item.hash = 0
    for i in range(len(words)):
        item.end = len(words[i])
        tokens.copy(words[i])
        with nogil:
            scorer.add_up(tokens, &item, 1)
            scorer.write_scores(0, &scores[i, 0])
    return np.asarray(scores)


cdef class Scorer:
    def __cinit__(self, Rows table, columns):
        """`columns` are the labels that are wanted, None for all."""
        cdef Py_ssize_t i
        self.owner, self.table, self.cache = table, &table.parts, table.cache
        self.form = WordForm()
        self.labels = self.table.width if columns is None else len(columns)
        self.stride = (self.table.width + 15) // 16 * 16
        if columns is not None:
            self.columns = <Py_ssize_t*>malloc((self.labels + 1) * sizeof(Py_ssize_t))
            self.row = <double*>malloc((self.table.width + 1) * sizeof(double))
            if self.columns == NULL or self.row == NULL:
                raise MemoryError
            for i in range(self.labels):
                self.columns[i] = columns[i]

    def __dealloc__(self):
        free(self.columns)
        free(self.row)
        free(self.letters)
        for missed in self.ahead:
            free(missed.words)
            free(missed.features.ids)
        free(self.sums)
        free(self.divisors)
        free(self.facts)
        free(self.wide)
        free(self.wide_items)

    cdef uint64_t hash_of(self, Tokens tokens, const Token* token) noexcept nogil:
        """What the cache knows a word by, 0 if it is not looked for there."""
        cdef mixlid_key key
        return hash_word(self.cache, tokens.codes + token.start, token.end - token.start, &key)

    cdef void prefetch(self, Tokens tokens) noexcept nogil:
        """Set the hashes of the words of a text, and prefetch where the cache may have them.

        Time passes until it comes, and again after `prefetch_found`: whoever has several texts does this two texts ahead, and
        that one text ahead.
        """
        cdef Py_ssize_t i
        cdef Token* token
        for i in range(tokens.count):
            token = &tokens.items[i]
            if token.scored:
                token.hash = self.hash_of(tokens, token)
                prefetch_set(self.cache, token.hash)

    cdef int prefetch_found(self, Tokens tokens) except -1 nogil:
        """Prefetch what the cache has of these words, and find the rows of some that it does not have."""
        cdef MissedWords* missed
        cdef Py_ssize_t i
        cdef const Token* token
        cdef mixlid_key key
        self.last = 1 - self.last
        missed = &self.ahead[self.last]
        forget_words(missed)
        missed.tokens = tokens.items
        for i in range(tokens.count):
            token = &tokens.items[i]
            if token.scored and not prefetch_slot(self.cache, token.hash) and token.hash and missed.count < MOST_AHEAD:
                hash_word(self.cache, tokens.codes + token.start, token.end - token.start, &key)
                add_word(self, self.form, missed, tokens.codes, token.start, token.end, &key, -1)
        find_rows(self.table, missed, 0)
        return 0

    cdef int add_up(self, Tokens tokens, Item* items, Py_ssize_t count) except -1 nogil:
        """Set the sums of all words: of those that the cache has, then of the others."""
        cdef MissedWords* known = &self.ahead[self.last]
        cdef MissedWords* later = &self.ahead[1 - self.last]
        cdef Py_ssize_t i, next = 0, asked = 0, hits = 0, ahead, found
        cdef uint32_t version, facts
        cdef Stripe* stripe
        cdef const Slot* slot
        cdef mixlid_key key
        self.items, self.codes, self.wide_count = items, tokens.codes, 0
        if known.tokens != tokens.items:
            known, later = later, known
        if known.tokens != tokens.items:
            forget_words(known)
        ahead = found = known.count
        if count > self.sums_capacity:
            self.reserve(count)
        for i in range(count):
            self.facts[i] = NOT_CACHED
            if items[i].hash:
                asked += 1
                hash_word(self.cache, self.codes + items[i].start, items[i].end - items[i].start, &key)
                stripe = stripe_of(self.cache, items[i].hash)
                version = mixlid_version(&stripe.version)
                slot = find(self.cache, &key, items[i].hash)
                if slot != NULL:
                    memcpy(self.sums + i * self.stride, sums_of(slot), self.table.width * sizeof(int16_t))
                    self.divisors[i], facts = divisor(self.table, slot.counted), slot.facts
                    if not version & 1 and mixlid_version_after(&stripe.version) == version:
                        self.facts[i] = facts
                        hits += 1
                        continue
            while next < ahead and known.words[next].start < items[i].start:
                next += 1
            if next < ahead and items[i].hash and mixlid_same_key(&known.words[next].key, &key):
                known.words[next].item = i
                continue
            add_word(self, self.form, known, self.codes, items[i].start, items[i].end, &key, i)
            if known.count - found == MOST_AHEAD:  # before what was prefetched of the table is gone
                find_rows(self.table, known, found)
                found = known.count
        mixlid_add(&self.cache.asked, asked)
        mixlid_add(&self.cache.hits, hits)
        find_rows(self.table, known, found)
        self.finish_all(known, later)
        forget_words(known)
        known.tokens = NULL
        return 0

    cdef int finish_all(self, MissedWords* missed, MissedWords* later) except -1 nogil:
        """Add up the rows of words, and keep the sums."""
        cdef Py_ssize_t i, item, width = self.table.width
        cdef uint64_t hash
        cdef int16_t* sums
        cdef Slot* slot
        cdef Missed* word
        for i in range(missed.count):
            word = &missed.words[i]
            item = word.item
            if item < 0:  # the cache had it after all
                continue
            word.item, sums, hash = -1, self.sums + item * self.stride, self.items[item].hash
            self.divisors[item] = divisor(self.table, word.counted)
            if word.end - word.begin > MOST_NARROW:
                add_wide(self, missed, word, item)
                continue
            sum_rows(self.table, missed, word, sums, later)
            if hash and acquire(self.cache, hash):
                slot = self.cache.make(&word.key, hash)
                if slot != NULL:
                    slot.counted, self.facts[item] = <uint32_t>word.counted, slot.facts
                    memcpy(sums_of(slot), sums, width * sizeof(int16_t))
                    keep(self.cache, hash)
                release(self.cache, hash)
        return 0

    cdef int reserve(self, Py_ssize_t count) except -1 nogil:
        """Room for the words of a sentence."""
        self.sums_capacity = 0
        free(self.sums)
        free(self.divisors)
        free(self.facts)
        count += count // 2
        self.sums = <int16_t*>malloc(count * self.stride * sizeof(int16_t))
        self.divisors = <double*>malloc(count * sizeof(double))
        self.facts = <uint32_t*>malloc(count * sizeof(uint32_t))
        if self.sums == NULL or self.divisors == NULL or self.facts == NULL:
            return no_memory()
        memset(self.sums, 0, count * self.stride * sizeof(int16_t))
        self.sums_capacity = count
        return 0

    cdef int facts_of(self, Py_ssize_t item, Py_ssize_t column) noexcept nogil:
        """What `keep_facts` was told of a word with this label; 0 if nothing."""
        cdef Py_ssize_t label = column if self.columns == NULL else self.columns[column]
        cdef uint32_t last = self.facts[item] & 0xFFFF, before = self.facts[item] >> 16
        cdef int is_last = last >> 2 == label + 1, is_before = before >> 2 == label + 1
        return (last & 3) * is_last | (before & 3) * (is_before & ~is_last)  # which of them cannot be predicted

    cdef void keep_facts(self, Py_ssize_t item, Py_ssize_t column, int facts) noexcept nogil:
        """Remember 1 or 2 for a word with this label, in place of an earlier one, if the cache has the word."""
        cdef Py_ssize_t label = column if self.columns == NULL else self.columns[column]
        cdef const Item* word = &self.items[item]
        cdef mixlid_key key
        cdef Slot* slot
        if label >= MOST_LABELS_OF_FACTS or self.facts[item] == NOT_CACHED:
            return
        if acquire(self.cache, word.hash):
            self.facts[item] = self.facts[item] << 16 | <uint32_t>(label + 1 << 2 | facts)
            hash_word(self.cache, self.codes + word.start, word.end - word.start, &key)
            slot = find(self.cache, &key, word.hash)
            if slot != NULL:
                slot.facts = self.facts[item]
            release(self.cache, word.hash)

    cdef void write_scores(self, Py_ssize_t item, double* scores) noexcept nogil:
        """The scores of a word for the labels that are wanted: its sums times scale, by divisor, in this order."""
        cdef double* row = scores if self.columns == NULL else self.row
        cdef double scale = self.table.scale, divisor = self.divisors[item]
        cdef Py_ssize_t l, i
        mixlid_to_scores(self.sums + item * self.stride, self.table.width, scale, divisor, row)
        for i in range(self.wide_count):
            if self.wide_items[i] == item:
                for l in range(self.table.width):
                    row[l] = self.wide[i * self.table.width + l] * scale / divisor
        if self.columns != NULL:
            for l in range(self.labels):
                scores[l] = row[self.columns[l]]


cdef int add_wide(Scorer s, MissedWords* missed, const Missed* word, Py_ssize_t item) except -1 nogil:
    """Add up the rows of a word that has so many that its sums may not fit."""
    cdef Py_ssize_t begin = word.begin, end, l, width = s.table.width, capacity
    cdef int16_t* part = s.sums + item * s.stride
    cdef int32_t* totals
    if s.wide_count == s.wide_capacity:
        capacity = 2 * s.wide_capacity + 1
        totals = <int32_t*>realloc(s.wide, capacity * (width + 1) * sizeof(int32_t))
        if totals == NULL:
            return no_memory()
        s.wide = totals
        items = <Py_ssize_t*>realloc(s.wide_items, capacity * sizeof(Py_ssize_t))
        if items == NULL:
            return no_memory()
        s.wide_items, s.wide_capacity = items, capacity
    totals = s.wide + s.wide_count * width
    memset(totals, 0, width * sizeof(int32_t))
    while begin < word.end:
        end = min(begin + MOST_NARROW, word.end)
        mixlid_sum_rows(s.table.rows, width, missed.features.ids + begin, end - begin, part, NULL, 0)
        for l in range(width):
            totals[l] += part[l]
        begin = end
    s.wide_items[s.wide_count] = item
    s.wide_count += 1
    return 0
