"""Offsets of the texts in CSV and TSV, and ends of rows; parses no more than needed.

What the `csv` module refuses, or reads in an unusual way (a quoted cell that continues after its quote, a carriage
return without a line feed), is left to `csv.py`.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport int64_t, uint8_t

import numpy as np


cdef struct Cell:
    #: Inside its quotes, if it has any.
    Py_ssize_t start
    Py_ssize_t end
    #: Whether it has doubled quotes.
    bint doubled
    #: The offset after it and its quotes, of a delimiter or of the end of the row.
    Py_ssize_t after


cdef bint read_cell(const uint8_t* data, Py_ssize_t at, Py_ssize_t size, uint8_t delimiter, Cell* cell) noexcept:
    """Whether the cell that begins here can be read with certainty. The last row ends in a line feed."""
    cell.start, cell.doubled = at, False
    if data[at] != c'"':
        while data[at] != delimiter and data[at] != c"\n" and data[at] != c"\r" and data[at]:
            at += 1
            if at == size:
                return False
        cell.end = cell.after = at
    else:
        at += 1
        cell.start = at
        while True:
            while at < size and data[at] != c'"' and data[at]:
                at += 1
            if at + 1 >= size or not data[at]:
                return False
            if data[at + 1] != c'"':
                break
            cell.doubled = True
            at += 2
        cell.end, cell.after = at, at + 1
        at += 1
    if data[at] == c"\r":
        return at + 1 < size and data[at + 1] == c"\n"
    return data[at] == delimiter or data[at] == c"\n"


def end_of_rows(bytes data, str delimiter):
    """How many bytes are certainly complete rows."""
    cdef const uint8_t* text = <const uint8_t*>PyBytes_AS_STRING(data)
    cdef Py_ssize_t size = PyBytes_GET_SIZE(data), at = 0, end = 0
    cdef uint8_t sign = ord(delimiter)
    cdef Cell cell
    while at < size and read_cell(text, at, size, sign, &cell):
        at = cell.after + 1
        if text[cell.after] != sign:
            at += text[cell.after] == c"\r"
            end = at
    return end


def csv_offsets(bytes data, str delimiter, Py_ssize_t columns, Py_ssize_t column):
    """For CSV rows: the texts that had doubled quotes, and offsets of texts and of what is written back.

    Offsets beyond the end of `data` are in the texts that had doubled quotes, which are appended to it. Where a row has
    another number of columns, the text starts at -1. So it does for all bytes from the first row that is not certain.
    """
    cdef const uint8_t* text = <const uint8_t*>PyBytes_AS_STRING(data)
    cdef Py_ssize_t size = PyBytes_GET_SIZE(data), at = 0, count = 0, place, start, k
    cdef uint8_t sign = ord(delimiter)
    cdef bint certain = True
    cdef Cell cell
    cdef Output meant
    places = np.empty((4, data.count(b"\n") + 1), np.int64)
    cdef int64_t[:, ::1] found = places
    begin(&meant)
    try:
        while at < size and certain:
            start, place = at, 0
            found[0, count] = found[1, count] = -1
            while True:
                certain = read_cell(text, at, size, sign, &cell)
                if not certain:
                    place = -1
                    cell.after = size
                    break
                if place == column:
                    found[0, count], found[1, count] = cell.start, cell.end
                    if cell.doubled:
                        found[0, count] = size + meant.size
                        k = cell.start
                        while k < cell.end:
                            put(&meant, <const char*>text + k, 1)
                            k += 2 if text[k] == c'"' else 1
                        found[1, count] = size + meant.size
                place += 1
                at = cell.after + 1
                if text[cell.after] != sign:
                    at += text[cell.after] == c"\r"
                    break
            if cell.after == start:  # an empty line is not a row
                continue
            if place != columns:
                found[0, count] = -1
            found[2, count], found[3, count] = start, cell.after
            count += 1
        return written(&meant), places[:, :count]
    finally:
        discard(&meant)


def tsv_offsets(bytes data, const int64_t[::1] starts, const int64_t[::1] ends, Py_ssize_t column):
    """For lines with these offsets: the offsets of the texts in this column (-1: the last).

    Where a line has too few columns, the text starts at -1.
    """
    cdef const uint8_t* text = <const uint8_t*>PyBytes_AS_STRING(data)
    cdef Py_ssize_t i, at, place
    places = np.empty((2, starts.shape[0]), np.int64)
    cdef int64_t[:, ::1] found = places
    for i in range(starts.shape[0]):
        found[0, i], found[1, i], place = starts[i], ends[i], 0
        for at in range(starts[i], ends[i]):
            if text[at] == c"\t":
                if place == column:
                    found[1, i] = at
                    break
                found[0, i] = at + 1
                place += 1
        if place < column:
            found[0, i] = -1
    return places
