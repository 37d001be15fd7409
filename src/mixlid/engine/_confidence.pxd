"""C types for `confidence.py`."""

cimport cython
from libc cimport math
from libc.stdint cimport int64_t


cdef (double, double) sentence_features(double margin, int64_t characters, double unit) noexcept

cdef (double, double, double, double) word_features(
    double margin, int64_t characters, double unit, (double, double) sentence
) noexcept

@cython.locals(i=int, value=double)
cdef double logistic(const double* curve, const double* features, int size) noexcept


@cython.final
cdef class Weights:
    cdef double[3] languages
    cdef double[3] language
    cdef double[5] word


@cython.final
cdef class Confidence:
    cdef double unit, word_unit
    cdef Weights one, several, weights
    cdef (double, double) sentence
    cdef readonly double languages, language

    @cython.locals(features=double[2])
    cpdef Confidence judge(self, double margin, int64_t characters, int languages)
    @cython.locals(a=double, b=double, c=double, d=double, features=double[4])
    cpdef double word(self, double margin, int64_t characters) except? -1.0
