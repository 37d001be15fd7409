cdef int HASHTAG


@cython.final
cdef class WordPolicies:
    cdef StageSettings settings
    cdef MainLanguage main
    cdef WordSet loanwords
    cdef bint is_strict
    cdef int64_t[::1] counted, small

    cdef int apply(self, TextRecord text, WordLabels word_labels) except -1 nogil
    @cython.locals(found=int, t=Py_ssize_t)
    cdef bint has_hashtags(self, TextRecord text) noexcept nogil
    @cython.locals(main=int, least=int, k=int, t=Py_ssize_t, rank=int, is_possible=bint)
    cdef bint drop_one(self, TextRecord text) except -1 nogil
    @cython.locals(k=int, t=Py_ssize_t)
    cdef int begin(self, TextRecord text) except -1 nogil
    cdef bint counts(self, TextRecord text, Py_ssize_t t, int main) noexcept nogil
    @cython.locals(token=Token, place=Py_ssize_t, rank=int, has_nouns=bint, value=uint64_t)
    cdef bint is_name(self, TextRecord text, Py_ssize_t t, int main) noexcept nogil
    @cython.locals(is_one=bint)
    cdef bint is_in_title(self, TextRecord text, Py_ssize_t t) noexcept nogil
    @cython.locals(token=Token, column=Py_ssize_t, value=uint64_t)
    cdef bint is_loanword(self, TextRecord text, Py_ssize_t t, int main) noexcept nogil
