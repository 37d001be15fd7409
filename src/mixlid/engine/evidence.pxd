cdef int LEAD, MEAN_GAIN, THIRD, CAPITAL_GAIN, SHARE, FOREIGN_LETTERS, STRANGERS, FREQUENT, NEAR
cdef int TWO_WORDS, ROOT_LEAD, RUN, SCATTERED, RUN_GAIN, LOG_RUN_GAIN, LEAST_GAIN, TEXT_LETTERS, STRANGERS_RUN, FOREIGN_RUN
cdef int NAMES, TITLES, PLAIN
cdef int PIECES, REMEMBERED, LONG_RUN, CLEARLY_MORE, CERTAIN_LETTERS
cdef double REFUSED, CERTAIN


@cython.final
cdef class Evidence:
    cdef readonly object decision
    cdef object further
    cdef tuple labels, likes
    cdef StageSettings settings
    cdef Py_ssize_t width, small, dominant
    cdef int smallest, largest
    cdef int64_t letters
    cdef double[::1] weights, further_weights, pieces
    cdef double[::1] offsets, further_offsets, pair_strangers, pair_near, pair_nouns
    cdef long long[::1] pairs
    cdef readonly double sum
    cdef bint is_counted, is_certain, is_further
    cdef bytes is_alone, forms
    cdef WordPolicies policies
    cdef MainLanguage main
    cdef FrequentWords frequent_words

    cdef int gather(self, TextRecord text) except -1 nogil
    @cython.locals(most=int64_t, letters=int64_t, k=int, t=Py_ssize_t)
    cdef int compare_sizes(self, TextRecord text) except -1 nogil
    @cython.locals(
        smallest=int, k=int, t=Py_ssize_t, language_count=int, column=Py_ssize_t, token=Token,
        gains=double, third=double, capital_gain=double, gain=double, score=double, inside=double,
        alone=int64_t, words=int64_t, all_letters=int64_t, frequent=int64_t, names=int64_t, in_titles=int64_t,
        has_title=bint, pending=int64_t, plain=int64_t, is_plain=bint, power=double, count=double, counted=int64_t, is_name=bint, word=uint64_t,
        run=int64_t, longest=int64_t, weighs_third=bint, form=int, run_gain=double, best_run_gain=double, least_gain=double,
    )
    cdef int gather_words(self, TextRecord text) except -1 nogil
    @cython.locals(pair=Py_ssize_t)
    cdef bint knows_pair(self) noexcept nogil
    @cython.locals(pair=Py_ssize_t, place=Py_ssize_t)
    cdef int look_up_pair(self) except -1 with gil
    @cython.locals(place=Py_ssize_t)
    cdef int compare(self) except -1 nogil
    @cython.locals(i=int, weight=double)
    cdef int add_lead(self, double lead) except -1 nogil
