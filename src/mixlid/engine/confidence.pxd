cdef double UNPROVED, LEAST_OWN, CONTEXT_CONSTANT, CONTEXT_FIRST, CONTEXT_MARGINAL, CONTEXT_LANGUAGES


cdef (double, double, double) sentence_features(
    double margin, int64_t characters, double unit, double evidence
) noexcept nogil

cdef (double, double, double, double, double) word_features(
    double margin, int64_t characters, double unit, (double, double, double) sentence
) noexcept nogil

@cython.locals(i=int, value=double)
cdef double logistic(double[::1] curves, Py_ssize_t first, const double* features, int size) noexcept nogil


cdef double chance(double odds) noexcept nogil


cdef double log_odds(double probability) noexcept nogil


@cython.final
cdef class Confidence:
    cdef double unit, word_unit
    cdef double[::1] of_languages, of_language, of_word
    cdef int kind, count
    cdef (double, double, double) sentence
    cdef readonly double languages, language
    cdef double known, most

    @cython.locals(features=double[3])
    cdef int take(
        self, double margin, int64_t characters, int languages, bint weighed, double evidence, Py_ssize_t words
    ) except -1 nogil
    cdef double least(self) noexcept nogil
    cdef int multiply(self, double known) except -1 nogil
    cdef int reject(self, double known) except -1 nogil
    cdef int limit(self) except -1 nogil
    @cython.locals(within=double)
    cdef void rename(self, double own, double chosen, bint is_first) noexcept nogil
    @cython.locals(value=double)
    cpdef double word_in_context(self, double marginal, bint is_first) noexcept nogil
    @cython.locals(a=double, b=double, c=double, d=double, e=double, features=double[5], value=double)
    cpdef double word(self, double margin, int64_t characters) noexcept nogil
