"""C types for `confidence.py`."""

cimport cython
from libc cimport math
from libc.stdint cimport int64_t


cdef (double, double, double) sentence_features(
    double margin, int64_t characters, double unit, double evidence
) noexcept

cdef (double, double, double, double, double) word_features(
    double margin, int64_t characters, double unit, (double, double, double) sentence
) noexcept

@cython.locals(i=int, value=double)
cdef double logistic(const double* curve, const double* features, int size) noexcept


@cython.final
cdef class Weights:
    cdef double[4] languages
    cdef double[4] language
    cdef double[6] word


@cython.final
cdef class Confidence:
    cdef double unit, word_unit
    cdef Weights one, refused, several, weights
    cdef (double, double, double) sentence
    cdef readonly double languages, language
    cdef double known

    @cython.locals(features=double[3])
    cpdef Confidence judge(self, double margin, int64_t characters, int languages, bint weighed=*, double evidence=*)
    cpdef int doubt(self, double known) except -1
    cpdef int reject(self, double known) except -1
    @cython.locals(a=double, b=double, c=double, d=double, e=double, features=double[5])
    cpdef double word(self, double margin, int64_t characters) except? -1.0
