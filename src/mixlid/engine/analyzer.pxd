cdef double TITLE


cdef double price_times(StageSettings settings, double words) noexcept nogil


cdef class Analyzer(ShortCandidate):
    cdef bytes readable
    cdef Evidence evidence
    cdef double least_evidence, more_for_two_words
    cdef str solver_name
    cdef Familiar familiar
    cdef bytes allowed
    cdef NearLanguages near
    cdef CommonLanguages common
    cdef bint is_free, is_free_by_word

    cdef Py_ssize_t size
    cdef Py_ssize_t token_count, unread
    cdef int* word_of
    cdef double* weights
    cdef const double* two_best
    cdef double objective, second, second_evidence, kept_objective, gap, margin
    cdef bint has_second, optimal, has_gap, fallback, weighed
    cdef int verdict
    cdef double[::1] numbers

    @cython.locals(is_short=bint)
    cdef int identify(self) except -1 nogil
    cdef void fill_numbers(self) noexcept nogil
    cdef int read(self) except -1 nogil
    cdef int score(self) except -1 nogil
    cdef int complete_scores(self) except -1 nogil
    cdef int find_two_best(self) except -1 nogil
    cdef int solve(self, int most_languages) except -1 nogil
    cdef double best_alone(self) noexcept nogil
    cdef int look_up_pair(self) except -1 nogil
    cdef int known_word(self, Py_ssize_t word, Py_ssize_t column) noexcept nogil
    cdef void remember_word(self, Py_ssize_t word, Py_ssize_t column, int known) noexcept nogil
    cdef int set_aside(self) except -1 nogil
    cdef int take_back(self) except -1 nogil
    @cython.locals(
        least=double, count=int, value=double, less=double, is_searched=bint, is_proved=bint, has_gap=bint, gap=double
    )
    cdef int decide(self, Evidence evidence) except -1 nogil
    cdef bint says_anything(self) except -1 nogil
    cdef int take_best_single(self) except -1 nogil
    @cython.locals(cut_short=bint, value=double, gap=double)
    cdef int fall_back(self) except -1 nogil

    @cython.locals(i=Py_ssize_t, t=Py_ssize_t, count=Py_ssize_t, fresh=bint, is_inside=bint, capital=int, written=Py_ssize_t, capitalised=Py_ssize_t, unread=Py_ssize_t, token=Token)
    cdef int find_words(self) except -1 nogil
    @cython.locals(place=Py_ssize_t)
    cdef bint looks_like_a_name(self, Py_ssize_t start, Py_ssize_t end) noexcept nogil
    @cython.locals(k=int, t=Py_ssize_t)
    cdef int take(self, object solution) except -1
    @cython.locals(evidence=double, characters_read=int64_t, t=Py_ssize_t, is_compared=bint)
    cdef int judge(self) except -1 nogil
    @cython.locals(t=Py_ssize_t, i=Py_ssize_t, rank=int, known=int, column=Py_ssize_t, score=double, token=Token)
    cdef int doubt(self, Familiar familiar) except -1 nogil
    @cython.locals(t=Py_ssize_t, k=int, left=Py_ssize_t, column=Py_ssize_t, score=double, token=Token)
    cdef int leave_out(self, Familiar familiar) except -1 nogil
    @cython.locals(t=Py_ssize_t, k=int, count=int, inside=int64_t, outside=int64_t, is_kept=bint)
    cdef int keep_allowed(self, bytes allowed) except -1 nogil
