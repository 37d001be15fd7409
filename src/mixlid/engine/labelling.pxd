cdef int NONE, CODE_MIXING, LETTERS, WORD_SCORE, WORD_MARGIN, WORD_CONFIDENCE, GUESS_SCORE, WIDTH


@cython.final
cdef class Labelling:
    cdef int[::1] numbers
    cdef bytes is_script, is_japanese, is_kana, is_known, worth
    cdef Py_ssize_t run_count
    cdef NearLanguages near
    cdef Confidence confidence
    cdef WordLabels word_labels
    cdef MainLanguage main
    cdef int[::1] of_rank, label_of, guess_of, run_labels, ranked, seen
    cdef double[::1] word_numbers, shares, marginals, weights
    cdef long long[::1] run_starts, letters, words
    cdef int ranked_count, seen_count

    @cython.locals(labels=int)
    cdef int apply(self, TextRecord text, bint with_words) except -1 nogil
    cdef int reserve(self, Py_ssize_t tokens) except -1
    @cython.locals(width=Py_ssize_t, japanese=bint, i=Py_ssize_t, token=Token, t=Py_ssize_t, label=int, rank=int, k=int)
    cdef int label_tokens(self, TextRecord text) except -1 nogil
    @cython.locals(column=Py_ssize_t, label=int)
    cdef int label_of_rank(self, TextRecord text, int rank) noexcept nogil
    @cython.locals(is_none=bint)
    cdef int none_of(self, TextRecord text, int rank) noexcept nogil
    @cython.locals(i=Py_ssize_t, token=Token)
    cdef bint has_unread_kana(self, TextRecord text) noexcept nogil
    @cython.locals(
        width=Py_ssize_t, i=Py_ssize_t, t=Py_ssize_t, score=double, margin=double,
        confidence=double, guess_score=double, other=double, token=Token, is_first=bint,
    )
    cdef int measure_words(self, TextRecord text) except -1 nogil
    @cython.locals(
        start=Py_ssize_t, end=Py_ssize_t, last=int, i=Py_ssize_t, token=Token, label=int, cut=Py_ssize_t,
        place=Py_ssize_t,
    )
    cdef int find_runs(
        self, const Py_UCS4* codes, Py_ssize_t size, const Token* tokens, Py_ssize_t count, int[::1] label_of
    ) except -1 nogil
    cdef void add_run(self, Py_ssize_t start, int label) noexcept nogil
    @cython.locals(k=int, i=int)
    cdef int rank(self, TextRecord text) except -1 nogil
    @cython.locals(script=int, k=int, label=int, place=int, is_new=bint)
    cdef int insert_scripts(self) except -1 nogil
    @cython.locals(k=int, times=int)
    cdef bint is_ranked(self, int label) noexcept nogil
    @cython.locals(total=int64_t, known=int64_t, most=int64_t, k=int, i=int, count=int, none=int)
    cdef int share_out(self, TextRecord text) except -1 nogil
