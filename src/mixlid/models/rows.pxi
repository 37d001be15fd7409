"""A table with int8 rows, ready for the compiled kernel. Left out: tables with float32 rows, which stay with NumPy.

A table that is much used gets its rows copied: each begins with a cache line then, and there are pages of 2 MB where the
system has them, for most of the time to read a row goes into finding its page. What was read of the file is let go.
"""

from libc.stdint cimport int8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from mixlid.models._lanes cimport mixlid_block, mixlid_count_bits
from mixlid.text._compiled cimport fill_plain_2

from mmap import mmap

import numpy as np

cdef extern from *:
    """
    #include <stddef.h>
    #if defined(__linux__)
    #include <sys/mman.h>
    #include <unistd.h>
    /* Pages of a file that is mapped are read again if they are needed again. */
    static void mixlid_unload(const void *begin, size_t size) {
        size_t page = (size_t)sysconf(_SC_PAGESIZE), first = ((size_t)begin + page - 1) / page * page;
        size_t last = ((size_t)begin + size) / page * page;
        if (last > first) madvise((void *)first, last - first, MADV_DONTNEED);
    }
    #else
    static void mixlid_unload(const void *begin, size_t size) { (void)begin; (void)size; }
    #endif
    #if defined(_MSC_VER)
    #include <intrin.h>
    #define mixlid_first(flag) (_InterlockedExchange((volatile long *)(flag), 1) == 0)
    #define mixlid_publish(place, value) (*(void *volatile *)(place) = (void *)(value))
    #define mixlid_published(place) (*(void *volatile *)(place))
    #else
    #define mixlid_first(flag) (__atomic_exchange_n(flag, 1, __ATOMIC_ACQUIRE) == 0)
    #define mixlid_publish(place, value) __atomic_store_n(place, value, __ATOMIC_RELEASE)
    #define mixlid_published(place) __atomic_load_n(place, __ATOMIC_ACQUIRE)
    #endif
    """
    void mixlid_unload(const void* begin, size_t size) noexcept nogil
    bint mixlid_first(int* flag) noexcept nogil
    void mixlid_publish(const int8_t** place, const int8_t* value) noexcept nogil
    const int8_t* mixlid_published(const int8_t** place) noexcept nogil

cdef enum:
    #: Words that are scored before a copy pays, and bytes of rows below which there is no need of one.
    MANY_WORDS = 262144
    MANY_BYTES = 8388608
    #: Rows.
    AT_A_TIME = 8192


cdef class Rows:
    """The rows of a table and how they become scores; shared by threads."""

    def __cinit__(self, header, ids, values, vocabulary):
        cdef const uint32_t[::1] features = np.ascontiguousarray(ids, dtype=np.uint32)
        array = np.ascontiguousarray(values)
        cdef const int8_t[:, ::1] rows = array
        cdef Py_ssize_t i, size, before
        cdef Table* t = &self.parts
        spec = header.ngrams
        self.values = rows
        t.rows = &rows[0, 0] if len(ids) else NULL
        t.width = t.step = len(header.labels)
        self.count, self.is_mapped = len(ids), is_mapped(array)
        t.minn, t.maxn, t.whole_word = spec.minn, spec.maxn, spec.whole_word
        t.buckets, t.nwords = spec.buckets, len(vocabulary)
        t.mask = t.buckets - 1 if t.buckets and not t.buckets & (t.buckets - 1) else 0
        t.by_root, t.skips_absent = header.pooling == "sqrt", header.absent == "skip"
        t.scale = header.scale
        self.normalises = ("none", "words-1", "words-2").index(header.normalisation)
        if self.normalises == 2:
            fill_plain_2()
        self.vocabulary_ids = vocabulary.ids
        self.cache = Cache(t.width, self.normalises > 0)
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

    def align_now(self):
        """Without waiting for many words, for the tests; whether there is a copy."""
        if mixlid_first(&self.is_taken):
            self.align()
        return self.aligned.rows != NULL

    def __dealloc__(self):
        free(self.parts.blocks)
        mixlid_free_zeros(self.aligned_block, self.aligned_bytes)

    cdef const Table* table(self, Py_ssize_t words) noexcept nogil:
        """The table to take, for that many more words."""
        if mixlid_published(&self.aligned.rows) != NULL:
            return &self.aligned
        self.scored += words  # by any thread, so it may be less
        if self.scored > MANY_WORDS and self.count * self.parts.width >= MANY_BYTES and mixlid_first(&self.is_taken):
            self.align()
        return &self.aligned if mixlid_published(&self.aligned.rows) != NULL else &self.parts

    cdef void align(self) noexcept nogil:
        """Copy the rows; others go on with those that there are."""
        cdef Py_ssize_t width = self.parts.width, step = (width + LINE - 1) // LINE * LINE, i, first = 0, after
        cdef int8_t* rows
        if not MIXLID_HAS_LARGE:
            return
        self.aligned_bytes = self.count * step
        rows = <int8_t*>mixlid_zeros(self.aligned_bytes, &self.aligned_block)
        if rows == NULL:
            return
        while first < self.count:
            after = min(first + AT_A_TIME, self.count)
            for i in range(first, after):
                memcpy(rows + i * step, self.parts.rows + i * width, width)
            if self.is_mapped:  # so that the same rows are not in memory twice
                mixlid_unload(self.parts.rows + first * width, (after - first) * width)
            first = after
        self.aligned = self.parts
        self.aligned.rows, self.aligned.step = NULL, step
        mixlid_publish(&self.aligned.rows, rows)


cdef bint is_mapped(values) except -1:
    """Whether an array is a part of a file."""
    while values is not None:
        if isinstance(values, mmap):
            return True
        values = values.obj if isinstance(values, memoryview) else getattr(values, "base", None)
    return False
