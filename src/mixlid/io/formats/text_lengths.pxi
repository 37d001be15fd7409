"""The lengths of texts in UTF-8."""

from libc.stdint cimport int64_t, uint8_t

import numpy as np


cdef inline Py_ssize_t characters_in(const uint8_t* data, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    """All bytes but those that continue a character."""
    cdef Py_ssize_t i, count = 0
    for i in range(start, end):
        count += data[i] & 0xC0 != 0x80
    return count


def text_lengths(const uint8_t[::1] data, const int64_t[::1] starts, const int64_t[::1] ends):
    """Of the texts with these offsets, in code points."""
    made = np.empty(starts.shape[0], np.int64)
    cdef int64_t[::1] lengths = made
    cdef Py_ssize_t row
    for row in range(starts.shape[0]):
        lengths[row] = characters_in(&data[0], starts[row], ends[row]) if data.shape[0] else 0
    return made
