"""A table with int8 rows, ready for the compiled kernel. Left out: tables with float32 rows, which stay with NumPy.

    _rows.pyx        rows by feature id
    _features.pyx    the features of a word
    _word_cache.pyx  sums of words that came before
    _scorer.pyx      the words of a sentence: what `TableModel.numpy_scores` does

Sums of integers do not depend on their order, and what follows is done in the order of the NumPy code, so scores are
the same to the last bit.
"""

from libc.math cimport INFINITY
from libc.stdint cimport int8_t, int16_t, int32_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from mixlid.models._word_cache cimport Cache
from mixlid.text._char_tables cimport fill_plain_2

import numpy as np


cdef class Rows:
    """The rows of a table and how they become scores; shared by threads."""

    def __cinit__(self, header, ids, values, vocabulary):
        cdef const uint32_t[::1] features = np.ascontiguousarray(ids, dtype=np.uint32)
        cdef const int8_t[:, ::1] rows = np.ascontiguousarray(values)
        cdef Py_ssize_t i, size, before
        cdef Table* t = &self.parts
        spec = header.ngrams
        self.values = rows
        t.rows = &rows[0, 0] if len(ids) else NULL
        t.width = len(header.labels)
        t.minn, t.maxn, t.whole_word = spec.minn, spec.maxn, spec.whole_word
        t.buckets, t.nwords = spec.buckets, len(vocabulary)
        t.mask = t.buckets - 1 if t.buckets and not t.buckets & (t.buckets - 1) else 0
        t.by_root, t.skips_absent = header.pooling == "sqrt", header.absent == "skip"
        t.scale = header.scale
        self.normalises = ("none", "words-1", "words-2").index(header.normalisation)
        if self.normalises == 2:
            fill_plain_2()
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


cdef void sum_rows(const Table* table, const uint32_t* numbers, Py_ssize_t count, int16_t* sums) noexcept nogil:
    """The sums of at most `MOST_NARROW` rows."""
    cdef Py_ssize_t i = 0, l, width = table.width
    cdef const int8_t* a
    cdef const int8_t* b
    cdef const int8_t* c
    cdef const int8_t* d
    for l in range(width):
        sums[l] = 0
    while i + 4 <= count:
        a = table.rows + <Py_ssize_t>numbers[i] * width
        b = table.rows + <Py_ssize_t>numbers[i + 1] * width
        c = table.rows + <Py_ssize_t>numbers[i + 2] * width
        d = table.rows + <Py_ssize_t>numbers[i + 3] * width
        for l in range(width):
            sums[l] += <int16_t>(<int16_t>(a[l] + b[l]) + <int16_t>(c[l] + d[l]))
        i += 4
    while i < count:
        a = table.rows + <Py_ssize_t>numbers[i] * width
        for l in range(width):
            sums[l] += a[l]
        i += 1


cdef void find_two_best(const int16_t* sums, Py_ssize_t width, int32_t* two_best) noexcept nogil:
    """The largest sum, and the largest but for one; passes without a branch, which compilers make short work of."""
    cdef int16_t best = -32768, second = -32768, other
    cdef int32_t times = 0
    cdef Py_ssize_t l
    for l in range(width):
        best = sums[l] if sums[l] > best else best
    for l in range(width):
        times += sums[l] == best
    for l in range(width):
        other = sums[l] if sums[l] != best else -32768
        second = other if other > second else second
    two_best[0], two_best[1] = best, best if times != 1 else second


cdef void two_largest(const double* row, Py_ssize_t width, double* out) noexcept nogil:
    """The largest number and the next, over four lanes, so that no step waits for the one before."""
    cdef double best[4]
    cdef double second[4]
    cdef double value, low
    cdef Py_ssize_t i, lane
    for lane in range(4):
        best[lane] = second[lane] = -INFINITY
    for i in range(0, width - 3, 4):
        for lane in range(4):
            value = row[i + lane]
            low = value if value < best[lane] else best[lane]
            second[lane] = low if low > second[lane] else second[lane]
            best[lane] = value if value > best[lane] else best[lane]
    for i in range(width - width % 4, width):
        value = row[i]
        low = value if value < best[0] else best[0]
        second[0] = low if low > second[0] else second[0]
        best[0] = value if value > best[0] else best[0]
    out[0], out[1] = best[0], second[0]
    for lane in range(1, 4):
        low = best[lane] if best[lane] < out[0] else out[0]
        out[0] = best[lane] if best[lane] > out[0] else out[0]
        out[1] = low if low > out[1] else out[1]
        out[1] = second[lane] if second[lane] > out[1] else out[1]
