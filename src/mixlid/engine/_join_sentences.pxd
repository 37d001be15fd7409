"""C types for `join_sentences.py`."""

cimport cython
from libc.stdint cimport int32_t, int64_t

cdef double NAN
cdef int LETTERS, SUM, MEAN, MEAN_OF_DOMINANT, MAX, ALL, IS_LANGUAGE, IS_UNKNOWN_SCRIPT, IS_NEITHER
cdef int[::1] HOW

@cython.locals(
    to_labels="int[::1]", to_counts="long long[::1]", to_shares="double[::1]", to_whole="double[::1]",
    place_of="long long[::1]", text=Py_ssize_t, sentence=Py_ssize_t, first=Py_ssize_t, end=Py_ssize_t, i=Py_ssize_t,
    j=Py_ssize_t, label=int32_t, total=double,
)
cpdef tuple join_shares(
    const int64_t[:] counts, const int64_t[:] begins, const int32_t[:] labels, const double[:] sizes,
    const unsigned char[:] is_whole, Py_ssize_t label_count,
)
@cython.locals(
    to="int[::1]", to_counts="long long[::1]", text=Py_ssize_t, sentence=Py_ssize_t, share=Py_ssize_t,
    first=Py_ssize_t, end=Py_ssize_t, j=Py_ssize_t, k=Py_ssize_t, label=int32_t, has_unknown=bint, is_one=bint,
    is_near=bint, is_kept=bint,
)
cpdef tuple join_languages(
    const int64_t[:] counts, const int64_t[:] begins, const int32_t[:] own, const int64_t[:] share_counts, const int32_t[:] labels, const double[:] shares, const double[:] whole,
    const int32_t[:] groups, const int32_t[:] kinds, int32_t unknown, int32_t none, double least,
    double least_inserted, double least_near,
)
@cython.locals(
    to="int[:, ::1]", to_counts="long long[::1]", text=Py_ssize_t, sentence=Py_ssize_t, first=Py_ssize_t,
    end=Py_ssize_t, last=Py_ssize_t, row=Py_ssize_t, j=Py_ssize_t, any_words=bint,
)
cpdef tuple join_spans(
    const int64_t[:] counts, const int64_t[:] begins, const int32_t[:, :] spans, const unsigned char[:] has_words
)
@cython.locals(
    to="double[:, ::1]", text=Py_ssize_t, first=Py_ssize_t, end=Py_ssize_t, row=Py_ssize_t, k=Py_ssize_t,
    letters=double,
)
cpdef object join_numbers(const int64_t[:] counts, const double[:, :] numbers, const unsigned char[:] leads)
@cython.locals(
    how=int, total=double, weighed=double, most=double, are_all=double, row=Py_ssize_t, value=double, weight=double
)
cdef double aggregate(
    const double[:, :] numbers, const unsigned char[:] leads, Py_ssize_t first, Py_ssize_t end, Py_ssize_t k,
    double letters,
) noexcept nogil
