"""The scores of a sentence's words in a table: from the cache, or by adding up the rows of their features."""

from libc.math cimport INFINITY, sqrt
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint32_t
from libc.stdlib cimport free, malloc, realloc

from mixlid.models._features cimport list_ngrams, put_feature, write_utf8
from mixlid.models._rows cimport MOST_NARROW, Rows, Table, find_two_best, mixlid_prefetch, row_of, sum_rows
from mixlid.models._word_cache cimport Cache, Slot, hash_word, place_of, sums_of
from mixlid.text._tokens cimport Tokens

import numpy as np

from mixlid.models.vocabulary import END
from mixlid.text.labels import LABEL_PREFIX

cdef enum:
    #: Words whose rows are asked for before the first of them is needed.
    GROUP = 8
    LONGEST_WORD = 65536  # as in `vocabulary.py`


def word_scores(Rows table, words):
    """Scores C[t, l] of words as they stand in a text."""
    cdef Scorer scorer = Scorer(table, None, False)
    cdef Tokens tokens = Tokens()
    cdef double[:, ::1] scores = np.empty((len(words), table.parts.width))
    cdef double[::1] two_best = np.empty(2)
    cdef Item item
    cdef Py_ssize_t i
    item.start = 0
    for i in range(len(words)):
        item.end = len(words[i])
        tokens.copy(words[i])
        scorer.look_up(tokens, words[i], &item, 1, &scores[i, 0], &two_best[0])
        with nogil:
            scorer.add_up()
    return np.asarray(scores)


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
        free(self.features.ids)
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
        if table.normalises == 2:
            tokens.normalise_2(text, start, end)
        elif table.normalises:
            tokens.normalise(text, start, end)
        else:
            tokens.take(start, min(end, start + LONGEST_WORD))
        tokens.word_size = min(tokens.word_size, <Py_ssize_t>LONGEST_WORD)
        if table.parts.nwords:
            form = text[start:min(end, start + LONGEST_WORD)] if not table.normalises else "".join(
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
        """Scores of the words that the cache did not have, a few at a time.

        Features first, then their rows, then the sums: each pass asks the memory for what the next one will read.
        """
        cdef Py_ssize_t start = 0, end, i
        while start < self.missed_count:
            end = min(start + GROUP, self.missed_count)
            self.features.size = 0
            for i in range(start, end):
                list_features(self, &self.missed[i])
            for i in range(start, end):
                find_rows(self, &self.missed[i])
            for i in range(start, end):
                finish(self, &self.missed[i])
            start = end
        return 0


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


cdef int list_features(Scorer s, Missed* word) except -1 nogil:
    """Put the ids of a word's features into `features`."""
    word.rows_begin = s.features.size
    if word.own >= 0:
        put_feature(s.table, <uint32_t>word.own, &s.features)
    if word.has_ngrams:
        list_ngrams(s.table, s.letters + word.begin, word.end - word.begin, &s.features)
    word.rows_end = s.features.size
    return 0


cdef void find_rows(Scorer s, Missed* word) noexcept nogil:
    """Rows in place of features; those that have none are dropped."""
    cdef const Table* table = s.table
    cdef Py_ssize_t i, l, count = word.rows_end - word.rows_begin, there = word.rows_begin
    cdef const int8_t* values
    cdef int64_t row
    for i in range(word.rows_begin, word.rows_end):
        row = row_of(table, s.features.ids[i])
        if row >= 0:
            values = table.rows + row * table.width
            for l in range(0, table.width - 1, 64):
                mixlid_prefetch(values + l)
            mixlid_prefetch(values + table.width - 1)
            s.features.ids[there] = <uint32_t>row
            there += 1
    word.rows_end = there
    if table.skips_absent:
        count = there - word.rows_begin
    word.divisor = sqrt(<double>max(count, 1)) if table.by_root else 1.0


cdef int finish(Scorer s, const Missed* word) except -1 nogil:
    """Add up a word's rows, write its scores, and keep the sums."""
    cdef Py_ssize_t begin = word.rows_begin, end, l, width = s.table.width
    cdef Py_ssize_t start = s.items[word.item].start, size = s.items[word.item].end - start
    cdef bint narrow = word.rows_end - begin <= MOST_NARROW
    cdef int32_t two_best[2]
    cdef int16_t* sums
    cdef Slot* slot
    if narrow:
        sum_rows(s.table, s.features.ids + begin, word.rows_end - begin, s.part)
        find_two_best(s.part, width, two_best)
        write_scores(s, word.item, s.part, NULL, word.divisor, two_best)
        if s.items[word.item].hash and s.cache.acquire():
            slot = s.cache.make(s.codes + start, size, s.items[word.item].hash)
            if slot != NULL:
                slot.divisor, slot.two_best[0], slot.two_best[1] = word.divisor, two_best[0], two_best[1]
                sums = sums_of(slot)
                for l in range(width):
                    sums[l] = s.part[l]
            s.cache.release()
        return 0
    for l in range(width):
        s.totals[l] = 0
    while begin < word.rows_end:
        end = min(begin + MOST_NARROW, word.rows_end)
        sum_rows(s.table, s.features.ids + begin, end - begin, s.part)
        for l in range(width):
            s.totals[l] += s.part[l]
        begin = end
    two_best[0] = two_best[1] = -2147483648
    for l in range(width):
        if s.totals[l] > two_best[1]:
            two_best[1] = min(s.totals[l], two_best[0])
            two_best[0] = max(s.totals[l], two_best[0])
    write_scores(s, word.item, NULL, s.totals, word.divisor, two_best)
    return 0


cdef void write_scores(
    Scorer s, Py_ssize_t item, const int16_t* narrow, const int32_t* wide, double divisor, const int32_t* two_best
) noexcept nogil:
    """Sums to scores, for the labels that are wanted: times scale, by divisor, in this order."""
    cdef double* out = s.scores + item * s.labels
    cdef double* best = s.two_best + 2 * item
    cdef double scale = s.table.scale, value
    cdef Py_ssize_t l, labels = s.labels
    if s.columns == NULL:
        if narrow != NULL:
            for l in range(labels):
                out[l] = narrow[l] * scale / divisor
        else:
            for l in range(labels):
                out[l] = wide[l] * scale / divisor
        best[0], best[1] = two_best[0] * scale / divisor, two_best[1] * scale / divisor
    else:
        best[0] = best[1] = -INFINITY
        for l in range(labels):
            value = (narrow[s.columns[l]] if narrow != NULL else wide[s.columns[l]]) * scale / divisor
            out[l] = value
            if value > best[1]:
                if value > best[0]:
                    best[0], best[1] = value, best[0]
                else:
                    best[1] = value
