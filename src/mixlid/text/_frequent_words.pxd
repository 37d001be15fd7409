"""C types for `frequent_words.py`."""

cimport cython
from libc.stdint cimport uint32_t, uint64_t

cimport mixlid.text._characters as characters
cimport mixlid.text._prefetch as prefetch

cdef int PROBES, BLOCK, RARE, FREQUENT, UNSURE, ROOM
cdef uint64_t SIZE, START, PRIME, MASK


@cython.final
cdef class FrequentWords:
    cdef const unsigned char[::1] bits
    cdef unsigned long long[::1] salts
    cdef long long[::1] starts
    cdef unsigned long long[::1] hashes
    cdef Py_ssize_t column, last
    cdef int expected, next

    cpdef void expect(self, Py_ssize_t column) noexcept nogil
    @cython.locals(value=uint64_t)
    cdef void expect_word(self, const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t end) noexcept nogil
    cdef uint64_t expected_hash(self, Py_ssize_t start) noexcept nogil
    @cython.locals(value=uint64_t)
    cdef uint64_t announce(
        self, Py_ssize_t column, const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t end
    ) noexcept nogil
    @cython.locals(value=uint64_t)
    cdef int look_up(self, Py_ssize_t column, const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t end) noexcept nogil
    @cython.locals(bit=uint64_t, probe=int)
    cdef int find(self, uint64_t value) noexcept nogil
    @cython.locals(value=uint64_t, code=uint32_t, place=Py_ssize_t)
    cdef uint64_t hash_of(
        self, Py_ssize_t column, const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t end
    ) noexcept nogil


@cython.locals(block=uint64_t)
cdef uint64_t bit_of(uint64_t value, uint64_t probe) noexcept nogil
cdef uint64_t mix(uint64_t value, uint64_t code) noexcept nogil
@cython.locals(value=uint64_t)
cpdef uint64_t salt_of(str label)
