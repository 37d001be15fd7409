"""The scores of a sentence's words in a table: from the cache, or by adding up the rows of their features."""

from libc.math cimport sqrt
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint32_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset

from mixlid.models._lanes cimport mixlid_ask_for_rows, mixlid_find_rows, mixlid_sum_rows, mixlid_to_scores
from mixlid.text._compiled cimport Token, Tokens, WordForm, no_memory

cdef extern from "Python.h":
    str PyUnicode_FromKindAndData(int kind, const void* data, Py_ssize_t size)

import numpy as np

from mixlid.models.vocabulary import END as end_of_line
from mixlid.text.labels import LABEL_PREFIX as label_prefix

cdef enum:
    #: Words whose rows are asked for before the first of them is needed.
    GROUP = 64
    LEAD = 1
    LONGEST_WORD = 65536  # as in `vocabulary.py`
    #: That many int8 rows cannot overflow an int16.
    MOST_NARROW = 256
    #: The labels that fit into 16 bits with the facts of a word, and leave some for `NOT_CACHED`.
    MOST_LABELS_OF_FACTS = 16000
    NOT_CACHED = 0xFFFFFFFF
    #: Letters of END and LABEL_PREFIX.
    MOST_LETTERS = 16

cdef Py_UCS4 END[MOST_LETTERS]
cdef Py_UCS4 LABEL_PREFIX[MOST_LETTERS]
cdef Py_ssize_t END_SIZE = len(end_of_line), PREFIX_SIZE = len(label_prefix)
for place, letter in enumerate(end_of_line):
    END[place] = letter
for place, letter in enumerate(label_prefix):
    LABEL_PREFIX[place] = letter


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
        free(self.missed)
        free(self.features.ids)
        free(self.sums)
        free(self.divisors)
        free(self.facts)
        free(self.wide)
        free(self.wide_items)

    cdef uint64_t hash_of(self, Tokens tokens, const Token* token) noexcept nogil:
        """What the cache knows a word by, 0 if it is not looked for there."""
        cdef mixlid_key key
        return hash_word(self.cache, tokens.codes + token.start, token.end - token.start, &key)

    cdef void expect(self, Tokens tokens) noexcept nogil:
        """Set the hashes of the words of a text, and ask the memory for where the cache may have them.

        Time passes until it comes, and again after `expect_found`: whoever has several texts does this two texts ahead, and
        that one text ahead.
        """
        cdef Py_ssize_t i
        cdef Token* token
        for i in range(tokens.count):
            token = &tokens.items[i]
            if token.scored:
                token.hash = self.hash_of(tokens, token)
                ask_for_set(self.cache, token.hash)

    cdef void expect_found(self, Tokens tokens) noexcept nogil:
        """Ask the memory for what the cache has of these words."""
        cdef Py_ssize_t i
        for i in range(tokens.count):
            if tokens.items[i].scored:
                ask_for_slot(self.cache, tokens.items[i].hash)

    cdef int add_up(self, Tokens tokens, Item* items, Py_ssize_t count) except -1 nogil:
        """Set the sums of all words: those that the cache has, then the others, a few at a time.

        Features first, then their rows, then the sums: each pass asks the memory for what the next one will read.
        """
        cdef Py_ssize_t i, start, end, missed = 0
        cdef const Py_UCS4* codes = tokens.codes
        cdef Slot* slot
        cdef mixlid_key key
        cdef Missed none
        none.rows_begin = none.rows_end = 0
        self.items, self.codes = items, codes
        self.missed_count = self.letters_size = self.wide_count = 0
        if count > self.sums_room:
            self.make_room(count)
        for i in range(count):
            slot, self.facts[i] = NULL, NOT_CACHED
            if items[i].hash and acquire(self.cache, items[i].hash):
                hash_word(self.cache, codes + items[i].start, items[i].end - items[i].start, &key)
                slot = find(self.cache, &key, items[i].hash)
                count_use(self.cache, items[i].hash, slot != NULL)
                if slot != NULL:
                    memcpy(self.sums + i * self.stride, sums_of(slot), self.table.width * sizeof(int16_t))
                    self.divisors[i], self.facts[i] = divisor(self.table, slot.counted), slot.facts
                release(self.cache, items[i].hash)
            if slot == NULL:
                self.missed[missed].item, self.missed[missed].key = i, key
                missed += 1
        self.table = self.owner.table(missed)
        for i in range(missed):
            self.miss(self.form, self.missed[i].item)
        start = 0
        while start < self.missed_count:
            end = min(start + GROUP, self.missed_count)
            self.features.size = 0
            for i in range(start, end + 2 * LEAD):
                if i < end:
                    list_features(self, &self.missed[i])
                if start <= i - LEAD < end:
                    find_rows(self, &self.missed[i - LEAD])
                if i - LEAD == start:
                    ask_for_rows(self, &self.missed[start])
                if start <= i - 2 * LEAD:
                    finish(self, &self.missed[i - 2 * LEAD], &self.missed[i - LEAD] if i - LEAD < end else &none)
            start = end
        return 0

    cdef int make_room(self, Py_ssize_t count) except -1 nogil:
        """Room for the words of a sentence."""
        self.sums_room = 0
        free(self.sums)
        free(self.divisors)
        free(self.facts)
        free(self.missed)
        count += count // 2
        self.sums = <int16_t*>malloc(count * self.stride * sizeof(int16_t))
        self.divisors = <double*>malloc(count * sizeof(double))
        self.facts = <uint32_t*>malloc(count * sizeof(uint32_t))
        self.missed = <Missed*>malloc(count * sizeof(Missed))
        if self.sums == NULL or self.divisors == NULL or self.facts == NULL or self.missed == NULL:
            return no_memory()
        memset(self.sums, 0, count * self.stride * sizeof(int16_t))
        self.sums_room = count
        return 0

    cdef int facts_of(self, Py_ssize_t item, Py_ssize_t column) noexcept nogil:
        """What `keep_facts` was told of a word with this label; 0 if nothing."""
        cdef Py_ssize_t label = column if self.columns == NULL else self.columns[column]
        cdef uint32_t last = self.facts[item] & 0xFFFF, before = self.facts[item] >> 16
        cdef int is_last = last >> 2 == label + 1, is_before = before >> 2 == label + 1
        return (last & 3) * is_last | (before & 3) * (is_before & ~is_last)  # which of them cannot be guessed

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

    cdef int miss(self, WordForm form, Py_ssize_t item) except -1 nogil:
        """Note what the model knows a word as."""
        cdef Missed* word = &self.missed[self.missed_count]
        cdef const Py_UCS4* codes = self.codes + self.items[item].start
        cdef Py_ssize_t size = self.items[item].end - self.items[item].start
        cdef int scheme = self.owner.normalises
        cdef void* block
        self.missed_count += 1
        word.item, word.own, word.has_ngrams = item, -1, True
        if scheme == 2:
            form.normalise_2(codes, size)
        elif scheme:
            form.normalise_1(codes, size)
        else:
            form.take(codes, min(size, <Py_ssize_t>LONGEST_WORD))
        form.size = min(form.size, <Py_ssize_t>LONGEST_WORD)
        if self.table.nwords:
            word.own = self.own_feature()
        if not form.size or is_end(form) or (word.own < 0 and is_label(form)):
            word.has_ngrams = False
        if self.letters_size + 4 * form.size + 3 + MIXLID_AT_A_TIME > self.letters_room:
            self.letters_room = 2 * (self.letters_size + 4 * form.size) + 1024
            block = realloc(self.letters, self.letters_room)
            if block == NULL:
                self.letters_room = 0
                return no_memory()
            self.letters = <uint8_t*>block
        word.begin, word.size = self.letters_size, form.size + 2
        self.letters_size = word.end = write_utf8(form.codes, form.size, self.letters, self.letters_size)
        self.letters[word.end] = 0
        self.letters_size += 1
        return 0

    cdef int64_t own_feature(self) except -2 with gil:
        """The id of the word in the model's vocabulary; -1 if it is not there."""
        form = PyUnicode_FromKindAndData(4, self.form.codes, self.form.size)
        return self.owner.vocabulary_ids.get(form.encode("utf-8", "surrogatepass"), -1)

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


cdef bint is_end(WordForm form) noexcept nogil:
    return form.size == END_SIZE and begins_with(form, END, END_SIZE)


cdef bint is_label(WordForm form) noexcept nogil:
    return form.size >= PREFIX_SIZE and begins_with(form, LABEL_PREFIX, PREFIX_SIZE)


cdef bint begins_with(WordForm form, const Py_UCS4* text, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(size):
        if form.codes[i] != text[i]:
            return False
    return True


cdef int list_features(Scorer s, Missed* word) except -1 nogil:
    """Put the ids of a word's features into `features`."""
    word.rows_begin = s.features.size
    if word.own >= 0:
        put_feature(s.table, <uint32_t>word.own, &s.features)
    if word.has_ngrams:
        list_ngrams(s.table, s.letters + word.begin, word.end - word.begin, word.size, &s.features)
    word.rows_end = s.features.size
    return 0


cdef void find_rows(Scorer s, Missed* word) noexcept nogil:
    """Rows in place of features; those that have none are dropped."""
    cdef const Table* table = s.table
    word.counted = word.rows_end - word.rows_begin
    word.rows_end = word.rows_begin + mixlid_find_rows(table.blocks, s.features.ids + word.rows_begin, word.counted)
    if table.skips_absent:
        word.counted = word.rows_end - word.rows_begin
    s.divisors[word.item] = divisor(table, word.counted)


cdef inline double divisor(const Table* table, Py_ssize_t features) noexcept nogil:
    """What the sums over that many features are divided by."""
    return sqrt(<double>max(features, 1)) if table.by_root else 1.0


cdef void ask_for_rows(Scorer s, const Missed* word) noexcept nogil:
    """All at a time, for the first word; rows of the others are asked for while those before are added up."""
    mixlid_ask_for_rows(
        s.table.rows, s.table.width, s.table.step, s.features.ids + word.rows_begin, word.rows_end - word.rows_begin
    )


cdef int finish(Scorer s, const Missed* word, const Missed* next) except -1 nogil:
    """Add up a word's rows, and keep the sums; those of `next` are needed then."""
    cdef const Table* table = s.table
    cdef Py_ssize_t begin = word.rows_begin, width = table.width
    cdef uint64_t hash = s.items[word.item].hash
    cdef int16_t* sums = s.sums + word.item * s.stride
    cdef Slot* slot
    if word.rows_end - begin > MOST_NARROW:
        return add_wide(s, word)
    mixlid_sum_rows(
        table.rows, width, table.step, s.features.ids + begin, word.rows_end - begin, sums,
        s.features.ids + next.rows_begin, next.rows_end - next.rows_begin,
    )
    if hash and acquire(s.cache, hash):
        slot = s.cache.make(&word.key, hash)
        if slot != NULL:
            slot.counted, s.facts[word.item] = <uint32_t>word.counted, slot.facts
            memcpy(sums_of(slot), sums, width * sizeof(int16_t))
        release(s.cache, hash)
    return 0


cdef int add_wide(Scorer s, const Missed* word) except -1 nogil:
    """The same for a word of so many rows that its sums may not fit."""
    cdef Py_ssize_t begin = word.rows_begin, end, l, width = s.table.width, room
    cdef int16_t* part = s.sums + word.item * s.stride
    cdef int32_t* totals
    if s.wide_count == s.wide_room:
        room = 2 * s.wide_room + 1
        totals = <int32_t*>realloc(s.wide, room * (width + 1) * sizeof(int32_t))
        if totals == NULL:
            return no_memory()
        s.wide = totals
        items = <Py_ssize_t*>realloc(s.wide_items, room * sizeof(Py_ssize_t))
        if items == NULL:
            return no_memory()
        s.wide_items, s.wide_room = items, room
    totals = s.wide + s.wide_count * width
    memset(totals, 0, width * sizeof(int32_t))
    while begin < word.rows_end:
        end = min(begin + MOST_NARROW, word.rows_end)
        mixlid_sum_rows(s.table.rows, width, s.table.step, s.features.ids + begin, end - begin, part, NULL, 0)
        for l in range(width):
            totals[l] += part[l]
        begin = end
    s.wide_items[s.wide_count] = word.item
    s.wide_count += 1
    return 0
