"""A table with int8 rows, ready for the compiled kernel. Left out: tables with float32 rows, which stay with NumPy."""

from libc.stdint cimport int8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from mixlid.models._lanes cimport mixlid_block, mixlid_count_bits
from mixlid.text._compiled cimport fill_plain

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
        t.by_root = header.pooling == "sqrt"
        t.scale = header.scale
        self.normalises = header.normalisation != "none"
        if self.normalises:
            fill_plain()
        self.vocabulary = vocabulary
        self.cache = Cache(t.width, self.normalises)
        size = (t.nwords + spec.buckets) // 64 + 1
        t.blocks = <mixlid_block*>calloc(size, sizeof(mixlid_block))
        if t.blocks == NULL:
            raise MemoryError
        for i in range(features.shape[0]):
            t.blocks[features[i] >> 6].there |= <uint64_t>1 << (features[i] & 63)
        before = 0
        for i in range(size):
            t.blocks[i].before = before
            before += mixlid_count_bits(t.blocks[i].there)

    def __dealloc__(self):
        free(self.parts.blocks)
