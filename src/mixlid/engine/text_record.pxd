cdef double INFINITY, NAN
cdef int WORD, PUNCTUATION, CAPITAL, INSIDE, OF_NONE, NO_WORD, STANDS, IS_UNKNOWN, IS_NO_LANGUAGE
cdef int OBJECTIVE, MARGIN, OPTIMAL, GAP, FALLBACK, CONFIDENCE, LANGUAGE_SCORE, EVIDENCE


@cython.final
cdef class StageSettings:
    cdef public int max_languages
    cdef public double length_exponent
    cdef public double capital_weight
    cdef public double short_price
    cdef public double unknown_threshold
    cdef public double group
    cdef public int min_words
    cdef public int count_hashtags
    cdef public int count_names
    cdef public int count_loanwords
    cdef public int main_only


cdef class TextRecord  # declared below


cdef class Scores:
    cdef Py_ssize_t width
    cdef double* scores
    cdef double* two_best

    cdef double score_of(self, Py_ssize_t word, Py_ssize_t column) noexcept nogil
    @cython.locals(best=double, column=Py_ssize_t, is_inside=bint, k=int)
    cdef double best_outside(self, TextRecord text, Py_ssize_t word) noexcept nogil
    cdef int find_two_best(self) except -1 nogil
    @cython.locals(i=Py_ssize_t)
    cdef bint says_anything(self, Py_ssize_t words) except -1 nogil
    cdef int next_worthy(self, int column, double[::1] prices, double least) noexcept nogil
    cdef int cached_facts(self, Py_ssize_t word, Py_ssize_t column) noexcept nogil
    cdef void cache_facts(self, Py_ssize_t word, Py_ssize_t column, int facts) noexcept nogil


@cython.final
cdef class TextRecord:
    cdef const Py_UCS4* codes
    cdef Py_ssize_t size
    cdef const Token* tokens
    cdef Py_ssize_t token_count, unread
    cdef int[::1] word_of
    cdef Py_ssize_t word_count
    cdef int[::1] token_of
    cdef long long[::1] lengths
    cdef unsigned char[::1] capitals
    cdef double[::1] weights
    cdef Py_ssize_t width
    cdef Scores scores
    cdef int language_count, aside_count
    cdef int[::1] languages, ranks, aside_languages, aside_ranks
    cdef double objective, second, gap, aside_objective, aside_second
    cdef bint has_second, optimal, has_gap, fallback, aside_has_second, aside_optimal
    cdef bint weighed
    cdef double evidence, second_evidence
    cdef double margin
    cdef bint is_sure
    cdef int verdict
    cdef double[::1] numbers
    cdef Py_ssize_t token_capacity, word_capacity

    cdef int reserve(self, Py_ssize_t tokens, Py_ssize_t words) except -1


cdef class Kernel:
    cdef int score(self, TextRecord text) except -1 nogil
    cdef int propose(self, TextRecord text, int most_languages) except -1 nogil
    cdef int propose_single(self, TextRecord text) except -1 nogil
    cdef double best_alone(self) noexcept nogil


cdef double price_times(StageSettings settings, double words) noexcept nogil
@cython.locals(k=int, t=Py_ssize_t)
cdef int take_solution(TextRecord text, object solution, str solver) except -1
