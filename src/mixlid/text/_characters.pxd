"""`characters.py` for compiled parts, whose texts are code points."""

from libc.stdint cimport uint32_t

from mixlid.text._ascii cimport mixlid_is_small_word
from mixlid.text._compiled cimport IS_DIGIT, IS_HAN_FORM, IS_LOWER, IS_UPPER, KNOWN, Codes, cases, ends
from mixlid.text._compiled cimport is_known_name

cdef extern from "Python.h":
    bint Py_UNICODE_ISUPPER(Py_UCS4 code) noexcept nogil
    bint Py_UNICODE_ISLOWER(Py_UCS4 code) noexcept nogil
    bint Py_UNICODE_ISTITLE(Py_UCS4 code) noexcept nogil
    bint Py_UNICODE_ISSPACE(Py_UCS4 code) noexcept nogil
    Py_UCS4 Py_UNICODE_TOLOWER(Py_UCS4 code) noexcept nogil


cdef inline Codes held(str text):
    cdef Codes codes = Codes()
    codes.copy(text)
    return codes


cdef inline bint is_upper(const Py_UCS4* codes, Py_ssize_t place) noexcept nogil:
    if codes[place] < KNOWN:
        return cases[codes[place]] & IS_UPPER
    return Py_UNICODE_ISUPPER(codes[place])


cdef inline bint is_lower(const Py_UCS4* codes, Py_ssize_t place) noexcept nogil:
    if codes[place] < KNOWN:
        return cases[codes[place]] & IS_LOWER
    return Py_UNICODE_ISLOWER(codes[place]) or (
        Py_UNICODE_ISTITLE(codes[place]) and not Py_UNICODE_ISUPPER(codes[place])
    )


cdef inline bint is_digit(const Py_UCS4* codes, Py_ssize_t place) noexcept nogil:
    return 48 <= codes[place] <= 57


cdef inline bint looks_like_letter(Py_UCS4 code) noexcept nogil:
    return code == 48 or code == 49 or 51 <= code <= 53 or code == 55


cdef inline bint is_of_leet(const Py_UCS4* codes, Py_ssize_t place) noexcept nogil:
    if not looks_like_letter(codes[place]) or place == 0:
        return False
    return is_lower(codes, place - 1) or looks_like_letter(codes[place - 1])


cdef inline bint is_plainly_written(const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    cdef Py_ssize_t place
    cdef int seen = 0
    if not mixlid_is_small_word(codes + start, end - start):
        for place in range(start, end):
            if codes[place] >= KNOWN:
                return False
            seen |= cases[codes[place]] & (IS_DIGIT if place == start else IS_DIGIT | IS_UPPER)
    return not seen and (end <= start + 1 or codes[start] != codes[start + 1])


cdef inline uint32_t folded(const Py_UCS4* codes, Py_ssize_t place) noexcept nogil:
    cdef uint32_t code = <uint32_t>codes[place]
    if code < 128:
        return code + 32 if 65 <= code <= 90 else code
    if code == 0x2018 or code == 0x2019 or code == 0x2BB or code == 0x2BC:
        return 39
    return <uint32_t>Py_UNICODE_TOLOWER(codes[place])


cdef inline bint is_of_code(const Py_UCS4* codes, Py_ssize_t place) noexcept nogil:
    cdef Py_UCS4 code = codes[place]
    if code == 40:  # an opening parenthesis
        return place > 0 and is_lower(codes, place - 1)
    # _ = { } [ ] < > backslash and bar
    return (
        code == 95 or code == 61 or code == 123 or code == 125 or code == 91 or code == 93
        or code == 60 or code == 62 or code == 92 or code == 124
    )


cdef inline int han_forms_in(const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    cdef Py_ssize_t place
    cdef int found = 0
    for place in range(start, end):
        if codes[place] < KNOWN:
            found |= cases[codes[place]] & IS_HAN_FORM
    return found


cdef inline bint is_space(const Py_UCS4* codes, Py_ssize_t place) noexcept nogil:
    return Py_UNICODE_ISSPACE(codes[place])


cdef inline bint ends_sentence(const Py_UCS4* codes, Py_ssize_t place) noexcept nogil:
    return codes[place] < KNOWN and ends[codes[place]]


cdef inline bint is_name(const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t end) except -1 nogil:
    return is_known_name(codes + start, end - start)
