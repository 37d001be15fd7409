"""Sums in NumPy's order, and heaps, for the compiled search."""

from libc.math cimport INFINITY

cdef enum:
    #: Languages that are looked at one by one.
    FEW = 8


cdef inline double above(double x) noexcept nogil:
    return x if x > 0.0 else 0.0


cdef double pairwise(const double* x, Py_ssize_t n) noexcept nogil:
    """Σ x in the order in which NumPy adds up a row."""
    cdef double r[8]
    cdef double total = 0.0
    cdef Py_ssize_t i = 0, j, half
    if n > 128:
        half = n // 2
        half -= half % 8
        return pairwise(x, half) + pairwise(x + half, n - half)
    if n >= 8:
        for j in range(8):
            r[j] = x[j]
        for i in range(8, n - n % 8, 8):
            for j in range(8):
                r[j] += x[i + j]
        total = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
        i = n - n % 8
    for j in range(i, n):
        total += x[j]
    return total


cdef double gain(const double* row, const double* base, double weight, Py_ssize_t n) noexcept nogil:
    """Σ max(0, weight · x − base) in NumPy's order."""
    cdef double r[8]
    cdef double total = 0.0
    cdef Py_ssize_t i = 0, j, half
    if n > 128:
        half = n // 2
        half -= half % 8
        return gain(row, base, weight, half) + gain(row + half, base + half, weight, n - half)
    if n >= 8:
        for j in range(8):
            r[j] = above(weight * row[j] - base[j])
        for i in range(8, n - n % 8, 8):
            for j in range(8):
                r[j] += above(weight * row[i + j] - base[i + j])
        total = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
        i = n - n % 8
    for j in range(i, n):
        total += above(weight * row[j] - base[j])
    return total


cdef double largest(const double* x, Py_ssize_t n) noexcept nogil:
    """The largest of n numbers; -inf if there are none."""
    cdef double most[4]
    cdef Py_ssize_t i, j
    if n < FEW:
        most[0] = -INFINITY
        for i in range(n):
            most[0] = x[i] if x[i] > most[0] else most[0]
        return most[0]
    for j in range(4):
        most[j] = -INFINITY
    for i in range(0, n - n % 4, 4):
        for j in range(4):
            most[j] = x[i + j] if x[i + j] > most[j] else most[j]
    for i in range(n - n % 4, n):
        most[0] = x[i] if x[i] > most[0] else most[0]
    return max(max(most[0], most[1]), max(most[2], most[3]))


# A heap with the smallest (key, item) at place 0, in two arrays. What is taken out stays behind its end.

cdef void sink(double* keys, int* items, Py_ssize_t place, Py_ssize_t size) noexcept nogil:
    cdef double key = keys[place]
    cdef int item = items[place]
    cdef Py_ssize_t child
    while True:
        child = 2 * place + 1
        if child >= size:
            break
        if child + 1 < size and (
            keys[child + 1] < keys[child] or (keys[child + 1] == keys[child] and items[child + 1] < items[child])
        ):
            child += 1
        if key < keys[child] or (key == keys[child] and item < items[child]):
            break
        keys[place], items[place] = keys[child], items[child]
        place = child
    keys[place], items[place] = key, item


cdef void heapify(double* keys, int* items, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t place
    for place in range(size // 2 - 1, -1, -1):
        sink(keys, items, place, size)


cdef void pop(double* keys, int* items, Py_ssize_t size) noexcept nogil:
    """Move the first to the end; the heap is then one shorter."""
    keys[0], keys[size - 1] = keys[size - 1], keys[0]
    items[0], items[size - 1] = items[size - 1], items[0]
    sink(keys, items, 0, size - 1)
