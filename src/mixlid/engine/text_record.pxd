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


cdef class Candidate:
    cdef const Py_UCS4* codes
    cdef const Token* tokens
    cdef Py_ssize_t word_count
    cdef int* token_of
    cdef int64_t* lengths
    cdef unsigned char* capitals
    cdef const double* scores
    cdef bint left_out
    cdef const double* others
    cdef StageSettings settings
    cdef int language_count
    cdef int* languages
    cdef int* ranks
    cdef Py_ssize_t width

    cdef double score_of(self, Py_ssize_t word, Py_ssize_t column) noexcept nogil
    @cython.locals(best=double, column=Py_ssize_t, is_inside=bint, k=int)
    cdef double best_outside(self, Py_ssize_t word) noexcept nogil
