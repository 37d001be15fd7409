@cython.final
cdef class Stages:
    cdef FindWords find_words
    cdef Kernel kernel
    cdef Decide decide
    cdef Confidence confidence
    cdef CommonLanguages common
    cdef RejectUnknown reject_unknown
    cdef bytes allowed
    cdef NearLanguages near
    cdef WordLabels word_labels
    cdef WordPolicies policies
    cdef Labelling labelling
    cdef MainLanguage main

    cdef int reserve(self, TextRecord text, Py_ssize_t tokens, Py_ssize_t words) except -1
    cdef int identify(self, TextRecord text) except -1 nogil
    cdef int leave_main(self, TextRecord text, MainLanguage main) except -1 nogil
    cdef int label(self, TextRecord text, bint with_words) except -1 nogil


@cython.locals(evidence=double, letters=int64_t, t=Py_ssize_t, is_compared=bint)
cdef int find_margin(TextRecord text, Confidence confidence) except -1 nogil
@cython.locals(t=Py_ssize_t, k=int, count=int, inside=int64_t, outside=int64_t, is_kept=bint)
cdef int restrict(TextRecord text, bytes allowed) except -1 nogil
cdef void fill_numbers(TextRecord text, Confidence confidence) noexcept nogil
