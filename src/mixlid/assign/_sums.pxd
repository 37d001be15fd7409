"""Sums and heaps on plain arrays; `_sums.pyx` says what each does."""


cdef inline double above(double x) noexcept nogil:
    return x if x > 0.0 else 0.0


cdef double pairwise(const double* x, Py_ssize_t n) noexcept nogil
cdef double gain(const double* row, const double* base, double weight, Py_ssize_t n) noexcept nogil
cdef void gains_of_all(
    const double* scores, const double* base, double weight, Py_ssize_t n, Py_ssize_t width, double* eighths,
    double* totals
) noexcept nogil
cdef double largest(const double* x, Py_ssize_t n) noexcept nogil
cdef double least_of_best(const double* x, Py_ssize_t n, Py_ssize_t size) noexcept nogil
cdef void sink(double* keys, int* items, Py_ssize_t place, Py_ssize_t size) noexcept nogil
cdef void heapify(double* keys, int* items, Py_ssize_t size) noexcept nogil
cdef void pop(double* keys, int* items, Py_ssize_t size) noexcept nogil
