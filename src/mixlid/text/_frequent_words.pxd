"""C types for `frequent_words.py`."""

cimport cython
from libc.stdint cimport uint64_t

cimport mixlid.text._prefetch as prefetch
cimport mixlid.text._word_hashes as word_hashes

cdef int RARE, FREQUENT, UNSURE, ROOM
cdef uint64_t START


@cython.final
cdef class FrequentWords:
    cdef const unsigned char[::1] bits
    cdef unsigned long long[::1] salts
    cdef long long[::1] starts
    cdef unsigned long long[::1] hashes
    cdef Py_ssize_t column, last
    cdef int prefetched, next

    cpdef void begin_prefetch(self, Py_ssize_t column) noexcept nogil
    @cython.locals(value=uint64_t)
    cdef void prefetch_word(self, const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t end) noexcept nogil
    cdef uint64_t prefetched_hash(self, Py_ssize_t start) noexcept nogil
    @cython.locals(value=uint64_t)
    cdef uint64_t prefetch_any(
        self, Py_ssize_t column, const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t end
    ) noexcept nogil
    @cython.locals(value=uint64_t)
    cdef int look_up(self, Py_ssize_t column, const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t end) noexcept nogil
    cdef int find(self, uint64_t value) noexcept nogil
    cdef uint64_t hash_of(
        self, Py_ssize_t column, const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t end
    ) noexcept nogil


@cython.locals(value=uint64_t)
cpdef uint64_t salt_of(str label)
