"""Whether a text may have markup, for which alone the regular expression of `markup.py` is asked.

A sign that is there without what must follow it is no reason to ask: most brackets and ampersands are none of it.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from mixlid.text._ascii cimport MOST_PAIRS, MOST_SIGNS, mixlid_next_sign

from mixlid.text.markup import BARE, BEGINNINGS

cdef enum:
    MOST_BARE = 8

#: By character: which of `BEGINNINGS` it is among, from 1 on, or 0.
cdef uint8_t beginning_of[128]
#: The same characters, but for placeholders their first two letters; as `mixlid_next_sign` wants them.
cdef uint8_t beginning_signs[16 * (MOST_SIGNS + 2 * MOST_PAIRS)]
#: Placeholders without brackets.
cdef list bare_words = [word.encode() for word in BARE]
cdef const char* bare[MOST_BARE]
cdef int bare_count = 0
#: What they begin with.
cdef str BARE_LETTERS = "".join([word[0] for word in BARE])


cdef int fill_markup() except -1:
    global bare_count
    for number, letters in enumerate(BEGINNINGS):
        for letter in letters:
            beginning_of[ord(letter)] = number + 1
    signs = "".join([letters for letters in BEGINNINGS if letters != BARE_LETTERS])
    if len(signs) > MOST_SIGNS or len(BARE) > MOST_PAIRS:
        raise ValueError("markup has too many beginnings to look for at a time")
    signs = signs.ljust(MOST_SIGNS, signs[0]) + "".join([word[:2] for word in BARE]).ljust(2 * MOST_PAIRS, "\0")
    for place, letter in enumerate(signs):
        memset(&beginning_signs[16 * place], ord(letter), 16)
    for word in bare_words:
        bare[bare_count] = word
        bare_count += 1
    return 0


fill_markup()


cdef int find_beginnings(const Py_UCS4* codes, Py_ssize_t size) noexcept nogil:
    """Which `BEGINNINGS` of markup a text may have, one bit for each."""
    cdef Py_ssize_t place = mixlid_next_sign(codes, 0, size - 1, beginning_of, beginning_signs)
    cdef int found = 0
    while place < size - 1:
        if may_be_markup(codes, size, place):
            found |= 1 << beginning_of[codes[place]] - 1
        place = mixlid_next_sign(codes, place + 1, size - 1, beginning_of, beginning_signs)
    return found


cdef bint may_be_markup(const Py_UCS4* codes, Py_ssize_t size, Py_ssize_t place) noexcept nogil:
    """Whether markup may begin with this character, which is not the last."""
    cdef Py_UCS4 code = codes[place], next = codes[place + 1]
    if code == u"[":
        return Py_UNICODE_ISALNUM(next) or next in u"/?*#!<>^=:%-+"
    if code == u"]":
        return next == u"]"
    if code == u"{":
        return Py_UNICODE_ISALNUM(next)
    if code == u"(":
        return next == u"(" and place + 2 < size and Py_UNICODE_ISALNUM(codes[place + 2])
    if code == u"&":
        return next == u"#" or next == u"=" or (is_ascii_letter(next) and may_be_entity(codes, size, place + 1))
    if code == u"<":
        return next == u"/" or next == u"!" or next == u"?" or is_ascii_letter(next)
    if code == u"@":
        if not (place and u"a" <= next <= u"z" and is_of_word(codes[place - 1])):
            return False
        # A code has one letter or two, and then no more of a word.
        return place + 3 >= size or not (is_of_word(codes[place + 2]) and is_of_word(codes[place + 3]))
    if code == u"*":
        return u"A" <= next <= u"Z" and (place == 0 or codes[place - 1] == u"\n")
    return may_be_placeholder(codes, size, place)


cdef bint may_be_placeholder(const Py_UCS4* codes, Py_ssize_t size, Py_ssize_t place) noexcept nogil:
    """Whether one without brackets begins here, and not inside a word."""
    cdef int i
    if place and is_of_word(codes[place - 1]):
        return False
    for i in range(bare_count):
        if begins_with(codes, place, size, bare[i]):
            return True
    return False


cdef bint may_be_entity(const Py_UCS4* codes, Py_ssize_t size, Py_ssize_t place) noexcept nogil:
    """Whether a semicolon ends the letters and digits from here on."""
    while place < size and codes[place] < 128 and Py_UNICODE_ISALNUM(codes[place]):
        place += 1
    return place < size and codes[place] == u";"
