cdef int COUNT, SIZE, REPEATED, LONG, ORDINARY, LEET, ODD, NOT_WRITTEN, NUMBER
cdef int NOTHING_KNOWN, KNOWN_RARE, KNOWN_FREQUENT
cdef int64_t ENOUGH_LETTERS, ENOUGH_LANGUAGES
cdef double HARDLY, NOT_AT_ALL, FEW, MOST_FREQUENT, MISSING, SAYS_NOTHING


@cython.locals(place=Py_ssize_t, same=Py_ssize_t, looks=int)
cdef int look_closely(const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t end) noexcept nogil


@cython.final
cdef class UnknownSigns:
    cdef double[::1] typical, usually_frequent, offsets, known_weights, language_weights, signs
    cdef FrequentWords frequent_words
    cdef double total, usual, expected
    cdef int64_t letters, low, none, odd, symbols, code, frequent, odd_low, telling, unusual
    cdef readonly double known
    cdef readonly bint is_language

    cpdef int begin(self) except -1 nogil
    @cython.locals(frequent=int, looks=int, is_plain=bint, is_telling=bint)
    cdef int add_word(
        self, Py_ssize_t column, double score, const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t end
    ) except -1 nogil
    cdef void add_known_word(self, Py_ssize_t column, double score, int64_t size, int known) noexcept nogil
    @cython.locals(usual=double, low=int64_t)
    cdef void add(
        self, Py_ssize_t column, double score, int64_t size, int looks, int frequent, bint is_telling
    ) noexcept nogil
    @cython.locals(looks=int)
    cdef bint is_no_word(
        self, Py_ssize_t column, double score, const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t end
    ) noexcept nogil
    @cython.locals(place=Py_ssize_t)
    cdef int add_other(
        self, int kind, const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t end
    ) except -1 nogil
    @cython.locals(letters=double, odds=double)
    cdef int finish(self, Py_ssize_t column, int language_count) except -1 nogil
    cdef void say_nothing(self) noexcept nogil
    @cython.locals(written=int64_t, strange=int64_t)
    cdef bint misses_language(self) noexcept nogil
    @cython.locals(value=double, length=double, i=int)
    cdef double weigh(self, double[::1] weights) noexcept nogil
