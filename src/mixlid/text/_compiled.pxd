"""What other compiled parts see of characters, tokens, and words in the form that models know."""

cimport cython
from libc.stdint cimport uint8_t, uint64_t

cdef enum Case:
    IS_UPPER = 1
    #: not a capital letter: a small one, or one that is both
    IS_LOWER = 2
    #: one of 0 to 9
    IS_DIGIT = 4
    #: the bits of `HAN_FORMS`
    IS_HAN_FORM = 24

cdef enum:
    #: The tables of characters end here. What is beyond is left to Python.
    KNOWN = 65536

#: of `Case`
cdef uint8_t cases[KNOWN]
#: after which a capital letter says nothing
cdef uint8_t ends[KNOWN]

#: Fills what normalising needs, if that is still to be done.
cdef int fill_plain() except -1
cdef bint is_known_name(const Py_UCS4* word, Py_ssize_t size) except -1 nogil


#: The code points of one text after the other, with some that may be read after them (`_ascii.pxd`); used by one thread
#: at a time.
cdef class Codes:
    cdef Py_UCS4* codes
    cdef Py_ssize_t size, codes_capacity

    cdef int copy(self, str text) except -1
    cdef int take_units(self, const void* data, int width, Py_ssize_t size) except -1 nogil
    cdef bint take_utf8(self, const uint8_t* data, Py_ssize_t size) except -1 nogil
    cdef str part(self, Py_ssize_t start, Py_ssize_t end)
    cdef void swap_codes(self, Codes other) noexcept nogil
    cdef int reserve_code(self, Py_ssize_t size) except -1 nogil


#: Raises `MemoryError`.
cdef int no_memory() except -1 with gil


#: The kinds of `words.py`, in the order of its `KINDS`.
cdef enum Kind:
    WORD
    NUMBER
    URL
    USER
    HASHTAG
    EMOJI
    PUNCTUATION
    MARKUP


cdef struct Token:
    Py_ssize_t start
    Py_ssize_t end
    uint8_t kind
    #: place in `SCRIPTS`
    uint8_t script
    #: whether `words.is_scored`
    uint8_t scored
    #: for whoever remembers words
    uint64_t hash


#: A text and its tokens.
@cython.final
cdef class Tokens(Codes):
    cdef Token* items
    cdef Py_ssize_t count, items_capacity

    cdef void swap(self, Tokens other) noexcept nogil
    cdef int cut(self) except -1 nogil
    cdef int cut_plain(self, Py_ssize_t start, Py_ssize_t end, int kind) except -1 nogil
    cdef Py_ssize_t put_lone_words(self, Py_ssize_t place, Py_ssize_t end) except -1 nogil
    cdef int cut_with_markup(self, int beginnings) except -1 with gil
    cdef int put_units(self, Py_ssize_t start, Py_ssize_t end, int script) except -1 nogil
    cdef int put(self, Py_ssize_t start, Py_ssize_t end, int kind, int script, bint scored) except -1 nogil
    cdef int reserve_item(self) except -1 nogil
    cdef int read_slowly(self, Py_ssize_t start, Py_ssize_t end) except -1 with gil
    cdef bint read_chunk(self, Py_ssize_t start, Py_ssize_t end) except -1 nogil
    cdef Py_ssize_t read_number(self, Py_ssize_t place, Py_ssize_t end) except -2 nogil
    cdef Py_ssize_t read_word(self, Py_ssize_t first, Py_ssize_t place, Py_ssize_t end) except -2 nogil
    cdef int put_special(self, Py_ssize_t start, Py_ssize_t end, int kind) except -1 nogil
    cdef int put_part(self, Py_ssize_t start, Py_ssize_t end) except -1 nogil
    cdef Py_ssize_t read_punctuation(self, Py_ssize_t place, Py_ssize_t end) except -2 nogil


#: The form of one word after the other; used by one thread at a time.
@cython.final
cdef class WordForm:
    cdef Py_UCS4* codes
    cdef Py_ssize_t size, capacity

    cdef int take(self, const Py_UCS4* word, Py_ssize_t size) except -1 nogil
    cdef int normalise(self, const Py_UCS4* word, Py_ssize_t size) except -1 nogil

    cdef bint lower(self, const Py_UCS4* word, Py_ssize_t size) noexcept nogil
    cdef bint fold(self, const Py_UCS4* word, Py_ssize_t size) noexcept nogil
    cdef void shorten(self) noexcept nogil
    cdef bint is_leet(self) noexcept nogil
    cdef void strip(self) noexcept nogil
    cdef int normalise_slowly(self, const Py_UCS4* word, Py_ssize_t size) except -1 with gil
    cdef int reserve(self, Py_ssize_t size) except -1 nogil
