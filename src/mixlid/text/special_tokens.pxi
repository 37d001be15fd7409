"""Where users' names, hashtags, pictures and faces end, as the regular expression of `words.py` has it.

A piece is what stands between white space, from `start` to `end`. Where no such token begins at `place`, that is what is
returned; -1 stands for what is left to the regular expression, as web addresses are.
"""

from libc.stdint cimport uint8_t

from mixlid.text import words as slow

cdef extern from "Python.h":
    bint Py_UNICODE_ISALNUM(Py_UCS4 code) noexcept nogil

cdef enum:
    #: What makes a picture of a digit.
    KEYCAP = 0x20E3
    PICTURED = 0xFE0F
    JOINS_PICTURES = 0x200D

#: By character: whether one of these tokens may begin with it; whether it is of a mouth.
cdef uint8_t begins_special[128]
cdef uint8_t is_mouth[128]


cdef int fill_special() except -1:
    for sign in "hfwxX:;=<@#":
        begins_special[ord(sign)] = True
    for sign in slow.MOUTHS:
        is_mouth[ord(sign)] = True
    return 0


fill_special()


cdef inline bint is_of_word(Py_UCS4 code) noexcept nogil:
    r"""`\\w`."""
    return code == u"_" or Py_UNICODE_ISALNUM(code)


cdef inline bint follows_word(const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t place) noexcept nogil:
    return place > start and is_of_word(codes[place - 1])


cdef inline bint is_picture(Py_UCS4 code) noexcept nogil:
    return code < CLASSED and (classes[code] == PICTURE or classes[code] == UNSURE)


cdef inline bint is_ascii_letter(Py_UCS4 code) noexcept nogil:
    return u"a" <= code <= u"z" or u"A" <= code <= u"Z"


cdef inline bint is_of_domain(Py_UCS4 code) noexcept nogil:
    return is_ascii_letter(code) or u"0" <= code <= u"9" or code == u"-"


cdef inline bint is_of_user(Py_UCS4 code) noexcept nogil:
    """Whether it may stand before the @ of an address."""
    return is_of_domain(code) or code == u"." or code == u"_" or code == u"%" or code == u"+"


cdef inline bint is_flag(Py_UCS4 code) noexcept nogil:
    return 0x1F1E6 <= code <= 0x1F1FF


cdef inline bint changes_picture(Py_UCS4 code) noexcept nogil:
    return code == PICTURED or 0x1F3FB <= code <= 0x1F3FF


cdef Py_ssize_t special_end(
    const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t place, Py_ssize_t end, int* kind
) noexcept nogil:
    """Where the one of these tokens that begins here ends, and its kind."""
    cdef Py_UCS4 code = codes[place]
    if code == u"@" or code == u"＠":
        kind[0] = USER
        return user_end(codes, start, place, end)
    if code == u"#" or code == u"＃":
        kind[0] = HASHTAG
        return hashtag_end(codes, start, place, end)
    if code == u"h" or code == u"f" or code == u"w":
        return -1 if begins_address(codes, place, end) else place
    kind[0] = EMOJI
    return picture_end(codes, place, end) if is_picture(code) else face_end(codes, start, place, end)


cdef bint begins_with(const Py_UCS4* codes, Py_ssize_t place, Py_ssize_t end, const char* sign) noexcept nogil:
    cdef Py_ssize_t i = 0
    while sign[i] and place + i < end and codes[place + i] == <Py_UCS4>sign[i]:
        i += 1
    return sign[i] == 0


cdef bint begins_address(const Py_UCS4* codes, Py_ssize_t place, Py_ssize_t end) noexcept nogil:
    """Whether an address with a protocol or `www` may begin here; others are found by their full stop."""
    return (
        begins_with(codes, place, end, b"http") or begins_with(codes, place, end, b"ftp:")
        or begins_with(codes, place, end, b"www.")
    )


cdef Py_ssize_t user_end(
    const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t place, Py_ssize_t end
) noexcept nogil:
    if follows_word(codes, start, place) or place + 1 == end or not is_of_word(codes[place + 1]):
        return place
    place += 1
    while place < end and is_of_word(codes[place]):
        place += 1
        if place + 1 < end and codes[place] == u"." and is_of_word(codes[place + 1]):
            place += 1
    return place


cdef Py_ssize_t hashtag_end(
    const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t place, Py_ssize_t end
) noexcept nogil:
    cdef Py_ssize_t last = place + 1
    cdef int kind
    if last < end and (codes[last] == KEYCAP or codes[last] == PICTURED):
        return -1
    if follows_word(codes, start, place):
        return place
    while last < end:
        kind = class_of(codes[last])
        if kind == UNSURE:
            return -1
        if kind != LETTER and kind != DIGIT and kind != MARK and codes[last] != u"_":
            break
        last += 1
    return last if last > place + 1 else place


cdef Py_ssize_t picture_end(const Py_UCS4* codes, Py_ssize_t place, Py_ssize_t end) noexcept nogil:
    """Of a flag, or of a picture with what changes it and others that are joined to it."""
    if is_flag(codes[place]) and place + 1 < end and is_flag(codes[place + 1]):
        return place + 2
    place += 1
    while place < end and (
        changes_picture(codes[place]) or codes[place] == KEYCAP or 0xE0020 <= codes[place] <= 0xE007F
    ):
        place += 1
    while place + 1 < end and codes[place] == JOINS_PICTURES and is_picture(codes[place + 1]):
        place += 2
        while place < end and changes_picture(codes[place]):
            place += 1
    return place


cdef Py_ssize_t face_end(
    const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t place, Py_ssize_t end
) noexcept nogil:
    """Of eyes, perhaps a nose, and mouths, the last of which is not in a word; of xD, or of a heart."""
    cdef Py_UCS4 code = codes[place], mouth
    cdef Py_ssize_t first = place + 1, last
    if follows_word(codes, start, place):
        return place
    if code == u"x" or code == u"X" or code == u"<":
        mouth, last = u"3" if code == u"<" else u"D", first
        while last < end and codes[last] == mouth:
            last += 1
        return place if last == first or (last < end and is_of_word(codes[last])) else last
    if first < end and (codes[first] == u"-" or codes[first] == u"'" or codes[first] == u"^"):
        first += 1
    last = first
    while last < end and codes[last] < 128 and is_mouth[codes[last]]:
        last += 1
    while last > first and last < end and is_of_word(codes[last]):
        last -= 1
    return last if last > first else place
