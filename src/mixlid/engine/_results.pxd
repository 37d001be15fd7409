"""C types for `results.py`. Arrays belong to whoever fills them (`_pipeline.pyx`)."""

cimport cython
from libc.stdint cimport int64_t

from mixlid.engine._confidence cimport Confidence as CompiledConfidence
from mixlid.engine._evidence cimport Evidence as CompiledEvidence
from mixlid.text._tokens cimport Token

cdef int NONE, _WORD, _PUNCTUATION
cdef double INFINITY
cdef str NO_LANGUAGE, UNKNOWN, SENTENCE_ENDS
cdef tuple KINDS


cdef class Draft:
    cdef tuple labels
    cdef Py_ssize_t width
    cdef list names
    cdef int[::1] numbers
    cdef bytes is_script, is_japanese, is_kana, readable
    cdef double capital_weight
    cdef int most_languages
    cdef CompiledEvidence evidence
    cdef double least_evidence
    cdef CompiledConfidence confidence
    cdef str solver_name

    cdef str text
    cdef const Py_UCS4* codes
    cdef const Token* tokens
    cdef Py_ssize_t token_count
    cdef int* word_of
    cdef int* label_of
    cdef Py_ssize_t word_count
    cdef int* token_of
    cdef int64_t* lengths
    cdef unsigned char* capitals
    cdef double* weights
    cdef const double* scores
    cdef const double* two_best
    cdef int language_count
    cdef int* languages
    cdef int* ranks
    cdef double objective, second, second_evidence, kept_objective
    cdef bint has_second, optimal, fallback, weighed
    cdef object gap
    cdef int seen_count
    cdef int[::1] seen
    cdef long long[::1] letters

    cdef object identify(self, str text, object scores)
    cdef int read(self) except -1
    cdef int score(self, object scores) except -1
    cdef int solve(self, int most_languages) except -1
    cdef int set_aside(self) except -1
    cdef int take_back(self) except -1
    @cython.locals(count=int, value=double, less=double, is_proved=bint)
    cdef int decide(self, CompiledEvidence evidence) except -1
    cpdef object mixed_evidence(self)
    cdef bint says_anything(self) except -1
    cdef int take_best_single(self) except -1
    cdef object make_word(
        self, str text, Py_ssize_t start, Py_ssize_t end, str label, double score, double margin, str kind,
        object confidence
    )
    cdef object make_span(self, Py_ssize_t start, Py_ssize_t end, str label)
    cdef object make_result(self, tuple values)

    @cython.locals(i=Py_ssize_t, count=Py_ssize_t, fresh=bint, is_capital=bint, token=Token)
    cdef int find_words(self) except -1
    @cython.locals(place=Py_ssize_t)
    cdef bint begins_like_a_name(self, Py_ssize_t start, Py_ssize_t end) noexcept
    @cython.locals(k=int, t=Py_ssize_t)
    cdef int take(self, object solution) except -1

    @cython.locals(margin=double, evidence=double, sure=CompiledConfidence, characters=int64_t, t=Py_ssize_t)
    cdef object build(self)
    @cython.locals(
        words=list, width=Py_ssize_t, i=Py_ssize_t, t=Py_ssize_t, token=Token, label=int, rank=int, column=Py_ssize_t,
        score=double, margin=double, other=double, japanese=bint,
    )
    cdef tuple label_words(self, CompiledConfidence sure)
    @cython.locals(i=Py_ssize_t, token=Token)
    cdef bint has_unread_kana(self) except -1
    @cython.locals(
        spans=list, start=Py_ssize_t, end=Py_ssize_t, cut=Py_ssize_t, place=Py_ssize_t, i=Py_ssize_t, last=int,
        label=int, token=Token,
    )
    cdef tuple tile(self)
    @cython.locals(languages=list, k=int)
    cdef tuple ranked(self)
    @cython.locals(total=int64_t, k=int, i=int, label=int)
    cdef dict proportions(self)
