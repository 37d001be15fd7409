"""Offsets of the texts in JSON Lines, and of what is written back; parses no more than needed.

If it is not certain that the `json` module would read a record as an object with this text, the caller parses it with
`jsonl.py`, which reports errors.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport int64_t, uint8_t, uint32_t
from libc.string cimport memcmp, strchr

import numpy as np

cdef enum:
    #: Below Python's own limits for nesting and for the digits of a number, which can be set.
    MAX_DEPTH = 100
    MAX_DIGITS = 600


cdef inline Py_ssize_t after_space(const uint8_t* data, Py_ssize_t at, Py_ssize_t end) noexcept:
    while at < end and (data[at] == c" " or data[at] == c"\t" or data[at] == c"\r"):
        at += 1
    return at


cdef inline int digit_of(uint8_t code) noexcept:
    if c"0" <= code <= c"9":
        return code - c"0"
    code |= 32
    return code - c"a" + 10 if c"a" <= code <= c"f" else -1


cdef long unit_of(const uint8_t* data, Py_ssize_t at, Py_ssize_t end) noexcept:
    """The value of four hexadecimal digits, or -1."""
    cdef long unit = 0
    cdef int digit
    cdef Py_ssize_t i
    if at + 4 > end:
        return -1
    for i in range(at, at + 4):
        digit = digit_of(data[i])
        if digit < 0:
            return -1
        unit = 16 * unit + digit
    return unit


cdef Py_ssize_t after_string(const uint8_t* data, Py_ssize_t at, Py_ssize_t end, bint* escapes) noexcept:
    """The offset after the closing quote of a string whose content begins here, or -1."""
    escapes[0] = False
    while at < end:
        if data[at] == c'"':
            return at + 1
        if data[at] < 32:
            return -1
        if data[at] == c"\\":
            escapes[0] = True
            at += 1
            if at >= end:
                return -1
            if data[at] == c"u":
                if unit_of(data, at + 1, end) < 0:
                    return -1
                at += 4
            elif data[at] not in b'"\\/bfnrt':
                return -1
        at += 1
    return -1


cdef Py_ssize_t after_digits(const uint8_t* data, Py_ssize_t at, Py_ssize_t end) noexcept:
    """The offset after one or more digits, or -1."""
    cdef Py_ssize_t start = at
    while at < end and c"0" <= data[at] <= c"9":
        at += 1
    return at if start < at <= start + MAX_DIGITS else -1


cdef inline Py_ssize_t after_word(
    const uint8_t* data, Py_ssize_t at, Py_ssize_t end, const char* word, Py_ssize_t size
) noexcept:
    return at + size if at + size <= end and memcmp(data + at, word, size) == 0 else -1


cdef Py_ssize_t after_number(const uint8_t* data, Py_ssize_t at, Py_ssize_t end) noexcept:
    """The offset after a number, or -1."""
    if at < end and data[at] == c"-":
        at += 1
    if at < end and data[at] == c"0":
        at += 1
    else:
        at = after_digits(data, at, end)
        if at < 0:
            return -1
    if at < end and data[at] == c".":
        at = after_digits(data, at + 1, end)
        if at < 0:
            return -1
    if at < end and (data[at] | 32) == c"e":
        at += 1
        if at < end and (data[at] == c"+" or data[at] == c"-"):
            at += 1
        at = after_digits(data, at, end)
    return at


cdef Py_ssize_t after_value(const uint8_t* data, Py_ssize_t at, Py_ssize_t end, int depth) noexcept:
    """The offset after the value that begins here, or -1."""
    cdef uint8_t code, closing
    cdef bint escapes
    if at >= end or depth > MAX_DEPTH:
        return -1
    code = data[at]
    if code == c'"':
        return after_string(data, at + 1, end, &escapes)
    if code == c"{" or code == c"[":
        closing = code + 2  # in ASCII
        at = after_space(data, at + 1, end)
        if at < end and data[at] == closing:
            return at + 1
        while True:
            if code == c"{":
                if at >= end or data[at] != c'"':
                    return -1
                at = after_colon(data, after_string(data, at + 1, end, &escapes), end)
            if at < 0:
                return -1
            at = after_value(data, at, end, depth + 1)
            if at < 0:
                return -1
            at = after_space(data, at, end)
            if at >= end or (data[at] != c"," and data[at] != closing):
                return -1
            if data[at] == closing:
                return at + 1
            at = after_space(data, at + 1, end)
    if code == c"t":
        return after_word(data, at, end, "true", 4)
    if code == c"f":
        return after_word(data, at, end, "false", 5)
    if code == c"n":
        return after_word(data, at, end, "null", 4)
    return after_number(data, at, end)


cdef inline Py_ssize_t after_colon(const uint8_t* data, Py_ssize_t at, Py_ssize_t end) noexcept:
    """The offset of the value after a name that ends here; -1 if there is none."""
    if at < 0:
        return -1
    at = after_space(data, at, end)
    return after_space(data, at + 1, end) if at < end and data[at] == c":" else -1


cdef int put_character(Output* out, uint32_t code) except -1:
    """Write a character as UTF-8."""
    cdef char made[4]
    if code < 0x80:
        made[0] = code
        return put(out, made, 1)
    if code < 0x800:
        made[0], made[1] = 0xC0 | code >> 6, 0x80 | code & 63
        return put(out, made, 2)
    if code < 0x10000:
        made[0], made[1], made[2] = 0xE0 | code >> 12, 0x80 | code >> 6 & 63, 0x80 | code & 63
        return put(out, made, 3)
    made[0], made[1] = 0xF0 | code >> 18, 0x80 | code >> 12 & 63
    made[2], made[3] = 0x80 | code >> 6 & 63, 0x80 | code & 63
    return put(out, made, 4)


cdef bint put_string(Output* out, const uint8_t* data, Py_ssize_t at, Py_ssize_t end) except -1:
    """Write a string with its escapes resolved; False if it has a lone surrogate, which has no UTF-8 form."""
    cdef long unit, second
    cdef Py_ssize_t start
    cdef const char* letters = "nbrtf"
    cdef const char* meanings = "\n\b\r\t\f"
    cdef const char* sign
    while at < end:
        start = at
        while at < end and data[at] != c"\\":
            at += 1
        put(out, <const char*>data + start, at - start)
        if at == end:
            break
        at += 2
        if data[at - 1] != c"u":
            sign = strchr(letters, data[at - 1])
            put(out, <const char*>data + at - 1 if sign == NULL else meanings + (sign - letters), 1)
        else:
            unit = unit_of(data, at, end)
            at += 4
            if 0xD800 <= unit <= 0xDFFF:
                second = unit_of(data, at + 2, end) if data[at] == c"\\" and data[at + 1] == c"u" else -1
                if unit >= 0xDC00 or not 0xDC00 <= second <= 0xDFFF:
                    return False
                unit = 0x10000 + (unit - 0xD800 << 10 | second - 0xDC00)
                at += 6
            put_character(out, unit)
    return True


cdef enum:
    NAME_OF_TEXT = 1
    NAME_TAKEN = 2


cdef class _Record:
    """Reads one record at a time; collects the texts that had escapes."""

    #: For each object on the path to the text: what its names mean.
    cdef list kinds
    cdef Output meant
    #: The text between its quotes, and whether it has escapes.
    cdef Py_ssize_t text_start, text_end
    cdef bint text_escapes

    def __cinit__(self, list path, list taken):
        self.kinds = [{name: NAME_OF_TEXT} for name in path]
        self.kinds[0] |= dict.fromkeys(taken, NAME_TAKEN)
        begin(&self.meant)

    def __dealloc__(self):
        discard(&self.meant)

    cdef Py_ssize_t read(self, const uint8_t* data, Py_ssize_t at, Py_ssize_t end, int depth) except -2:
        """The offset after the object that begins here; -1 if it may not be one, or has a name that is taken.

        `text_start` is -1 if it has no text.
        """
        cdef Py_ssize_t name, name_end
        cdef bint escapes
        cdef int kind
        self.text_start = -1
        if at >= end or data[at] != c"{":
            return -1
        at = after_space(data, at + 1, end)
        while at < end and data[at] == c'"':
            name = at + 1
            name_end = after_string(data, name, end, &escapes)
            at = after_colon(data, name_end, end)
            if at < 0:
                return -1
            kind = self.kinds[depth].get(data[name : name_end - 1], 0)
            if kind == NAME_TAKEN or escapes:
                return -1
            if kind != NAME_OF_TEXT:
                at = after_value(data, at, end, depth + 1)
            elif depth + 1 < len(self.kinds):
                at = self.read(data, at, end, depth + 1)  # the last of several fields counts
            else:
                self.text_start = -1
                if at < end and data[at] == c'"':
                    self.text_start = at + 1
                    at = after_string(data, at + 1, end, &self.text_escapes)
                    self.text_end = at - 1
                else:
                    at = after_value(data, at, end, depth + 1)
            if at < 0:
                return -1
            at = after_space(data, at, end)
            if at < end and data[at] == c"}":
                return at + 1
            if at >= end or data[at] != c",":
                return -1
            at = after_space(data, at + 1, end)
        return -1


def json_offsets(bytes data, const int64_t[::1] starts, const int64_t[::1] ends, list path, list taken):
    """For lines with these offsets: the texts that had escapes, and offsets of texts and of what is written back.

    Offsets beyond the end of `data` are in the texts that had escapes, which are appended to it. A text starts at -1
    unless its line is certainly a record that has it at this path of names, and no name that is taken.
    """
    cdef _Record record = _Record(path, taken)
    cdef const uint8_t* text = <const uint8_t*>PyBytes_AS_STRING(data)
    cdef Py_ssize_t size = PyBytes_GET_SIZE(data), i, at, end, begun, count = 0
    places = np.empty((4, starts.shape[0]), np.int64)
    cdef int64_t[:, ::1] found = places
    for i in range(starts.shape[0]):
        end = ends[i]
        at = after_space(text, starts[i], end)
        while end > at and (text[end - 1] == c" " or text[end - 1] == c"\t" or text[end - 1] == c"\r"):
            end -= 1
        if at == end:  # not a record
            continue
        found[0, count] = found[1, count] = -1
        found[2, count], found[3, count] = at, end
        if record.read(text, at, end, 0) == end and record.text_start >= 0:
            if not record.text_escapes:
                found[0, count], found[1, count] = record.text_start, record.text_end
            else:
                begun = size + record.meant.size
                if put_string(&record.meant, text, record.text_start, record.text_end):
                    found[0, count], found[1, count] = begun, size + record.meant.size
        if found[0, count] < 0:  # whose messages count from the beginning of the line
            found[2, count], found[3, count] = starts[i], ends[i]
        count += 1
    return written(&record.meant), places[:, :count]
