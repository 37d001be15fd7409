"""The words of a text in several scripts, for a model of partitions (`models/partitions.py`): a word is scored by the
partition of its script, and has no score for the labels of others.

Texts in one script go to an analyzer for its labels alone. This is for the others: tweets with a word in other letters, and
Japanese, whose scripts are two partitions.
"""

cimport cython
from libc.math cimport INFINITY
from libc.stdint cimport int16_t
from libc.stdlib cimport free

from mixlid.models._compiled cimport Item, Rows, Scorer
from mixlid.text._compiled cimport Token, Tokens

import numpy as np

cdef enum:
    #: as many as there are scripts, and one
    MOST_PARTITIONS = 257


@cython.final
cdef class ScriptPartition:
    """A partition's labels among all labels of the model, and its words in the text at hand."""

    #: None for a partition without rows
    cdef Scorer scorer
    cdef double certainty
    #: by label of the partition that is wanted: its number among all, its column in the sums; and by number: which it is, or -1
    cdef int[::1] labels
    cdef int[::1] columns
    cdef int[::1] place_of
    cdef Item* items
    cdef Py_ssize_t size, capacity

    def __cinit__(self, Rows rows, columns, double certainty, labels, Py_ssize_t width):
        """`columns` are the wanted ones of the partition's labels, None for all; `labels` their numbers, of `width`."""
        self.certainty, self.labels = certainty, np.array(labels, dtype=np.intc)
        self.columns = np.arange(len(labels), dtype=np.intc) if columns is None else np.array(columns, dtype=np.intc)
        places = np.full(width, -1, dtype=np.intc)
        places[labels] = np.arange(len(labels))
        self.place_of = places
        if rows is not None:
            self.scorer = Scorer(rows, columns)

    def __dealloc__(self):
        free(self.items)

    cdef int reserve(self, Py_ssize_t words) except -1 nogil:
        self.size = 0
        if words > self.capacity:
            self.capacity = 0
            renew(<void**>&self.items, 2 * words, sizeof(Item))
            self.capacity = 2 * words
        return 0

    cdef void add(self, Tokens reader, const Token* token) noexcept nogil:
        """One more word; there must be room."""
        cdef Item* item = &self.items[self.size]
        item.start, item.end, item.hash = token.start, token.end, 0
        if self.scorer is not None:
            item.hash = self.scorer.hash_of(reader, token)
        self.size += 1

    cdef bint add_up(self, Tokens reader) except -1 nogil:
        """Let the scorer have the sums of its words; whether some have so many rows that their sums may not fit."""
        if not self.size or self.scorer is None:
            return False
        self.scorer.add_up(reader, self.items, self.size)
        return self.scorer.wide_count > 0

    cdef double score_of(self, Py_ssize_t item, Py_ssize_t label) noexcept nogil:
        """With the partition's constant; minus infinity for a label of other partitions."""
        cdef Py_ssize_t place = self.place_of[label]
        cdef double value = 0.0
        if place < 0:
            return -INFINITY
        if self.scorer is not None:
            value = self.scorer.sums[item * self.scorer.stride + self.columns[place]] * self.scorer.table.scale
            value = value / self.scorer.divisors[item]
        return value + self.certainty

    cdef void write_scores(self, Py_ssize_t item, double* own, double* scores) noexcept nogil:
        """The same for all labels of the partition, whether the word is wide or not; `own` is room for them."""
        cdef Py_ssize_t i
        if self.scorer is not None:
            self.scorer.write_scores(item, own)
        for i in range(self.labels.shape[0]):
            scores[self.labels[i]] = (0.0 if self.scorer is None else own[i]) + self.certainty

    cdef double write_sums(self, Py_ssize_t item, int16_t* sums) noexcept nogil:
        """Sums of all labels of the partition; what makes scores of them, but for the constant, if they are divided by it."""
        cdef Py_ssize_t i
        cdef const int16_t* own
        if self.scorer is None:
            for i in range(self.labels.shape[0]):
                sums[self.labels[i]] = 0
            return 1.0
        own = self.scorer.sums + item * self.scorer.stride
        for i in range(self.labels.shape[0]):
            sums[self.labels[i]] = own[self.columns[i]]
        return self.scorer.divisors[item] / self.scorer.table.scale


@cython.final
cdef class ScriptWords:
    """For one text after the other, by one thread."""

    #: `make_partition(number)`; by script the number of its partition from 1 on, 0 if it has none
    cdef object make_partition
    cdef bytes partition_of
    cdef const unsigned char* partition_bytes
    #: by number, those that were met so far; `kept` holds them, `met` has their numbers
    cdef void* partitions[MOST_PARTITIONS]
    cdef list kept
    cdef int met[MOST_PARTITIONS]
    cdef int met_count
    cdef Py_ssize_t width, stride, capacity
    #: by word: its partition, and its place among the words of that
    cdef void** of_word
    cdef Py_ssize_t* item_of
    #: for bounds, by word: sums of all labels, what they are divided by, and the constant of the partition
    cdef int16_t* sums
    cdef double* divisors
    cdef double* constants
    cdef double* row
    #: whether a word has so many rows that its sums may not fit
    cdef bint is_wide

    def __cinit__(self, make_partition, bytes partition_of not None, Py_ssize_t width):
        self.make_partition, self.partition_of, self.kept, self.width = make_partition, partition_of, [], width
        self.partition_bytes, self.stride = self.partition_of, (width + 15) // 16 * 16
        renew(<void**>&self.row, width, sizeof(double))

    def __dealloc__(self):
        free(self.of_word)
        free(self.item_of)
        free(self.sums)
        free(self.divisors)
        free(self.constants)
        free(self.row)

    cdef int reserve(self, Py_ssize_t words) except -1 nogil:
        if words > self.capacity:
            self.capacity = 0
            renew(<void**>&self.of_word, words, sizeof(void*))
            renew(<void**>&self.item_of, words, sizeof(Py_ssize_t))
            renew(<void**>&self.sums, words, self.stride * sizeof(int16_t))
            renew(<void**>&self.divisors, words, sizeof(double))
            renew(<void**>&self.constants, words, sizeof(double))
            self.capacity = words
        return 0

    cdef int meet(self, int number, Py_ssize_t words) except -1 with gil:
        """Make a partition when the first word comes that belongs to it."""
        cdef ScriptPartition partition = self.make_partition(number)
        partition.reserve(words)
        self.kept.append(partition)
        self.partitions[number], self.met[self.met_count] = <void*>partition, number
        self.met_count += 1
        return 0

    cdef bint add_up(self, Tokens reader, const int* token_of, Py_ssize_t count) except -1 nogil:
        """Let the scorers have the sums of all words; False if one belongs to no partition, and the model must be asked."""
        cdef Py_ssize_t t
        cdef int number, i
        cdef const Token* token
        self.reserve(count)
        for i in range(self.met_count):
            (<ScriptPartition>self.partitions[self.met[i]]).reserve(count)
        for t in range(count):
            token = &reader.items[token_of[t]]
            number = self.partition_bytes[token.script]
            if not number:
                return False
            if self.partitions[number] == NULL:
                self.meet(number, count)
            self.of_word[t], self.item_of[t] = self.partitions[number], (<ScriptPartition>self.partitions[number]).size
            (<ScriptPartition>self.partitions[number]).add(reader, token)
        self.is_wide = False
        for i in range(self.met_count):
            if (<ScriptPartition>self.partitions[self.met[i]]).add_up(reader):
                self.is_wide = True
        return True

    cdef double score_of(self, Py_ssize_t word, Py_ssize_t label) noexcept nogil:
        """One score with the partition's constant; no word may be wide."""
        return (<ScriptPartition>self.of_word[word]).score_of(self.item_of[word], label)

    cdef void write_scores(self, Py_ssize_t word, double* scores) noexcept nogil:
        cdef Py_ssize_t l
        for l in range(self.width):
            scores[l] = -INFINITY
        (<ScriptPartition>self.of_word[word]).write_scores(self.item_of[word], self.row, scores)

    cdef void write_sums(self, Py_ssize_t count) noexcept nogil:
        """Set what bounds look at."""
        cdef Py_ssize_t t, l
        cdef int16_t* sums
        for t in range(count):
            sums = self.sums + t * self.stride
            for l in range(self.stride):
                sums[l] = ABSENT
            self.divisors[t] = (<ScriptPartition>self.of_word[t]).write_sums(self.item_of[t], sums)
            self.constants[t] = (<ScriptPartition>self.of_word[t]).certainty
