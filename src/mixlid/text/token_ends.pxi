"""Where words, numbers and the parts of hashtags end, as the regular expression of `words.py` has it."""

from mixlid.text._ascii cimport mixlid_letters_end


cdef inline Py_ssize_t letters_end(const Py_UCS4* codes, Py_ssize_t place, Py_ssize_t end) noexcept nogil:
    """Where the letters of one script end that begin here."""
    cdef Py_ssize_t after = mixlid_letters_end(codes, place, end)
    cdef int script
    if after == end or codes[after] < 128:
        return after
    script = scripts[codes[place]] if codes[place] < CLASSED else 0
    while place < end and script and codes[place] < CLASSED:
        if scripts[codes[place]] != script or classes[codes[place]] != LETTER:
            break
        place += 1
    return place


cdef Py_ssize_t word_end(const Py_UCS4* codes, Py_ssize_t place, Py_ssize_t end, int* script) noexcept nogil:
    """Where the word with a letter at `place` ends, or another script begins; -1 if there is something strange."""
    cdef Py_UCS4 code
    cdef int kind, here
    cdef Py_ssize_t after = place if script[0] else mixlid_letters_end(codes, place, end)
    if after > place:
        script[0], place = scripts[codes[place]], after
    while place < end:
        code = codes[place]
        kind = class_of(code)
        if kind == LETTER:
            here = scripts[code]
            if here:
                if script[0] and script[0] != here:
                    return place
                script[0] = here
        elif kind == UNSURE:
            return -1
        elif kind != DIGIT and kind != MARK:
            if kind != OTHER or code >= KNOWN or not joins[code] or place + 1 == end:
                return place
            kind = class_of(codes[place + 1])
            if kind == UNSURE:
                return -1
            if kind != LETTER and kind != DIGIT and kind != MARK:
                return place
        place += 1
    return place


cdef Py_ssize_t digits_end(const Py_UCS4* codes, Py_ssize_t place, Py_ssize_t end) noexcept nogil:
    while place < end and class_of(codes[place]) == DIGIT:
        place += 1
    return place


cdef inline bint ends_number(Py_UCS4 code) noexcept nogil:
    """Whether a number certainly ends before this character."""
    return class_of(code) != UNSURE and code != KEYCAP and code != PICTURED and not is_of_word(code)


cdef inline bint divides_number(Py_UCS4 code) noexcept nogil:
    return code == u"." or code == u"," or code == u":" or code == u"/"


cdef bint may_be_in_address(const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t place, Py_ssize_t end) noexcept nogil:
    """Whether this full stop or @ may be of an address without a protocol."""
    if place == start or place + 1 == end:
        return False
    if codes[place] == u".":
        return is_of_domain(codes[place - 1]) and u"a" <= codes[place + 1] <= u"z"
    return is_of_user(codes[place - 1]) and is_of_domain(codes[place + 1])


cdef bint says_more(const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    """Whether there is more than signs of hashtags and underscores."""
    cdef Py_ssize_t place
    for place in range(start, end):
        if codes[place] != u"_" and codes[place] != u"#" and codes[place] != u"＃":
            return True
    return False
