"""Bytes that grow as they are written, and become an object without a copy; numbers as text, and lengths of texts.

Numbers have four significant digits (`cells.py`); those usual in answers are written without calling Python.
"""

from cpython.ref cimport PyObject, Py_XDECREF
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

import numpy as np

cdef extern from "Python.h":
    PyObject* new_bytes "PyBytes_FromStringAndSize"(const char* data, Py_ssize_t size) except NULL
    int resize_bytes "_PyBytes_Resize"(PyObject** bytes, Py_ssize_t size) except -1
    char* start_of_bytes "PyBytes_AS_STRING"(PyObject* bytes)


cdef struct Output:
    char* data
    Py_ssize_t size
    Py_ssize_t capacity
    #: The object that `data` is in.
    PyObject* held


cdef inline void begin(Output* out) noexcept:
    out.data, out.size, out.capacity, out.held = NULL, 0, 0, NULL


cdef inline int reserve(Output* out, Py_ssize_t size) except -1:
    if out.size + size > out.capacity:
        grow(out, 2 * (out.size + size) + 4096)
    return 0


cdef int grow(Output* out, Py_ssize_t capacity) except -1:
    out.capacity = 0
    if out.held == NULL:
        out.held = new_bytes(NULL, capacity)
    else:
        resize_bytes(&out.held, capacity)  # without memory for it the object is gone
    out.data, out.capacity = start_of_bytes(out.held), capacity
    return 0


cdef inline int put(Output* out, const char* data, Py_ssize_t size) except -1:
    if not size:  # the buffer may be null, which C does not allow even for copying nothing
        return 0
    reserve(out, size)
    memcpy(out.data + out.size, data, size)
    out.size += size
    return 0


cdef bytes written(Output* out):
    """What has been written; nothing more can be."""
    if out.held == NULL:
        return b""
    out.capacity = 0
    resize_bytes(&out.held, out.size)
    return <bytes>out.held


cdef inline void discard(Output* out) noexcept:
    """To be called at the end, whatever has happened."""
    Py_XDECREF(out.held)
    out.held = NULL


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


cdef extern from *:
    """
    #include <math.h>
    #include <stdint.h>
    #include <string.h>

    /* Write the digits of a number, at least one; return how many. */
    static inline int mixlid_digits(uint64_t value, char *out) {
        char last[20];
        int place = 20;
        do last[--place] = (char)('0' + value % 10);
        while (value /= 10);
        memcpy(out, last + place, 20 - place);
        return 20 - place;
    }

    /* digits·10^-places, of which the last digit is not 0 unless there are no places; `point` adds ".0" to integers. */
    static inline int mixlid_fixed(uint64_t digits, int places, int point, char *out) {
        char text[20];
        int size, before;
        while (places > 0 && digits % 10 == 0) {
            digits /= 10;
            places--;
        }
        size = mixlid_digits(digits, text);
        before = size - places;
        if (places == 0) {
            memcpy(out, text, size);
            if (point) memcpy(out + size, ".0", 2);
            return size + 2 * (point != 0);
        }
        if (before > 0) {
            memcpy(out, text, before);
            out[before] = '.';
            memcpy(out + before + 1, text + before, places);
            return size + 1;
        }
        out[0] = '0';
        out[1] = '.';
        memset(out + 2, '0', -before);
        memcpy(out + 2 - before, text, size);
        return 2 - before + size;
    }

    /* With four digits as `%.4g`; `point` adds ".0" to integers. 0 if Python has to do it. */
    static int mixlid_short(double value, int point, char *out) {
        static const double tens[8] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7};
        double scaled, rounded;
        int places = 0;
        if (value == 0.0 && !signbit(value)) {
            return mixlid_fixed(0, 0, point, out);
        }
        if (!(value >= 1e-4 && value < 9999.0)) return 0;
        while (places < 7 && value * tens[places] < 1000.0) places++;
        scaled = value * tens[places];
        rounded = floor(scaled + 0.5);
        /* Too close to a tie, or to another number of digits, for a rounded product to be certain. */
        if (fabs(scaled - floor(scaled) - 0.5) < 1e-6 || scaled < 1000.0 || scaled >= 9999.0) return 0;
        return mixlid_fixed((uint64_t)rounded, places, point, out);
    }
    """
    int mixlid_digits(uint64_t value, char* out) noexcept nogil
    int mixlid_short(double value, bint point, char* out) noexcept nogil
