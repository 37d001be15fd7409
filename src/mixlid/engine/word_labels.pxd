cdef int DOUBTFUL_LENGTH, LONGEST
cdef double TYPICAL_LENGTH, PROBABLE


@cython.locals(found=int, i=Py_ssize_t)
cdef bint are_apart(TextRecord text, Py_ssize_t before, Py_ssize_t after) noexcept nogil

cdef double probability(double log_odds) noexcept nogil


@cython.final
cdef class WordLabels:
    cdef NearLanguages near
    cdef bytes allowed
    cdef double switch_price, longer_before, longer_after, after_punctuation, log_odds_scale
    cdef double guess_constant, guess_lead, guess_price, guess_score, guess_length
    cdef double run_margin, doubtful_score, rare_price, high_score, least_score
    cdef double[::1] language_prices, guess_scores, log_lengths
    cdef LabelChain chain
    cdef int[::1] words, words_of, guesses, common
    cdef int common_count
    cdef bint is_used, is_joint

    cdef int reserve(self, Py_ssize_t words) except -1
    cdef bint has_guess(self, Py_ssize_t t) noexcept nogil
    cdef int apply(self, TextRecord text) except -1 nogil
    @cython.locals(k=int, t=Py_ssize_t, i=Py_ssize_t, width=int, count=Py_ssize_t, own=double, is_clear=bint)
    cdef int label_words(self, TextRecord text) except -1 nogil
    @cython.locals(count=Py_ssize_t, first=Py_ssize_t, t=Py_ssize_t, k=int, score=double, column=int, i=Py_ssize_t)
    cdef int find_outside(self, TextRecord text, bytes allowed) except -1 nogil
    @cython.locals(found=int, most=double, i=int, column=int, value=double, place=Py_ssize_t, lead=double)
    cdef int best_outside(self, TextRecord text, bytes allowed) noexcept nogil
    @cython.locals(lead=double, own=double, letters=int64_t, i=Py_ssize_t, value=double, t=Py_ssize_t, rank=int)
    cdef int weigh_run(self, TextRecord text, Py_ssize_t first, Py_ssize_t end, int column) except -1 nogil
    @cython.locals(own=double, score=double, k=int)
    cdef double take_scores(self, TextRecord text, Py_ssize_t t, Py_ssize_t first) noexcept nogil
    @cython.locals(rank=int)
    cdef bint stays(self, TextRecord text, Py_ssize_t t, double own) except -1 nogil
    @cython.locals(found=int, most=double, length=double, dearest=double, i=int, column=int, value=double, lead=double)
    cdef int guess(self, TextRecord text, Py_ssize_t t, double own) except -1 nogil
    @cython.locals(price=double)
    cdef double log_odds(self, double lead, int column, double own, double length) noexcept nogil
    @cython.locals(times=int, k=int)
    cdef bint is_inside(self, TextRecord text, Py_ssize_t column) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef int label_jointly(self, TextRecord text) except -1 nogil
    @cython.locals(value=double)
    cdef double cost(self, TextRecord text, Py_ssize_t before, Py_ssize_t after) noexcept nogil
    @cython.locals(t=Py_ssize_t, i=Py_ssize_t)
    cdef int find_marginals(self, TextRecord text, double[::1] marginals) except -1 nogil
