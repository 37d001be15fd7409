"""`split_sentences` of `sentences.py`, compiled but for words before a full stop that may be abbreviations."""

from libc.stdint cimport uint8_t, uint64_t

from mixlid.text import sentences as rules

cdef extern from "Python.h":
    bint Py_UNICODE_ISSPACE(Py_UCS4 code) noexcept nogil
    bint Py_UNICODE_ISLOWER(Py_UCS4 code) noexcept nogil
    bint Py_UNICODE_ISALNUM(Py_UCS4 code) noexcept nogil

#: What a character may be at the end of a sentence, as bits.
cdef enum:
    ENDS_LINE = 1
    IS_MARK = 2
    IS_DOT = 4
    IS_WIDE = 8
    CLOSES = 16
    OPENS = 32
    #: in a word, besides letters and digits; those of them that are no part of a word at its end
    IN_WORD = 64
    AT_END = 128
    MOST_OPENING = 4
    MOST_ABBREVIATIONS = 4096

cdef uint8_t at_ends[KNOWN]
cdef Py_ssize_t LOOK_BACK = rules.LOOK_BACK, MAX_CHARS = rules.MAX_CHARS
cdef Py_ssize_t LONGEST_ABBREVIATION = max(map(len, rules.ABBREVIATIONS))
#: By a part of their hash: whether there is one.
cdef uint8_t abbreviation_hashes[MOST_ABBREVIATIONS]


cdef int fill_ends() except -1:
    cdef uint64_t hash
    for chars, bit in (
        (rules.LINE_ENDS, ENDS_LINE), (rules.MARKS, IS_MARK), (rules.DOTS, IS_DOT), (rules.WIDE, IS_WIDE),
        (rules.CLOSING, CLOSES), (rules.OPENING, OPENS), (rules.IN_WORD, IN_WORD), (".'’-", AT_END),
    ):
        for char in chars:
            at_ends[ord(char)] |= bit
    for word in rules.ABBREVIATIONS:
        hash = 0
        for char in word:
            hash = with_letter(hash, ord(char))
        abbreviation_hashes[hash % MOST_ABBREVIATIONS] = True
    return 0


fill_ends()


cdef bint is_no_abbreviation(const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    """Whether it is certainly none: two letters of ASCII or more, and not what the table has."""
    cdef uint64_t hash = 0
    cdef Py_ssize_t place
    for place in range(start, end):
        if not is_ascii_letter(codes[place]):
            return False
        hash = with_letter(hash, <uint64_t>codes[place] | 0x20)
    return end - start > 1 and not abbreviation_hashes[hash % MOST_ABBREVIATIONS]


cdef inline int at_end(Py_UCS4 code) noexcept nogil:
    return at_ends[code] if code < KNOWN else 0


def split_sentences(str text not None, Py_ssize_t max_chars=rules.MAX_CHARS):
    cdef Codes codes = Codes()
    cdef Py_ssize_t start = 0, end = 0, cut, checked = 0
    cdef bint in_address = False
    cdef list spans = []
    codes.copy(text)
    while start < codes.size:
        end = next_end(codes, start, &checked, &in_address)
        while start < end:
            cut = piece_end(codes.codes, start, end, max_chars)
            spans.append((start, cut))
            start = cut
    return spans


cdef Py_ssize_t next_end(Codes text, Py_ssize_t place, Py_ssize_t* checked, bint* in_address) except -1 nogil:
    """Where the sentence ends that goes on at `place`; until `checked` addresses have been looked for."""
    cdef const Py_UCS4* codes = text.codes
    cdef Py_ssize_t size = text.size, first, closed
    cdef int kind, kinds
    while True:
        while place < size and not at_end(codes[place]) & (ENDS_LINE | IS_MARK | IS_WIDE):
            place += 1
        if place == size:
            break
        kinds, first = at_end(codes[place]), place
        kind = kinds & (ENDS_LINE | IS_MARK | IS_WIDE)
        place += 1
        while kind != ENDS_LINE and place < size and at_end(codes[place]) & kind:
            kinds &= at_end(codes[place])
            place += 1
        closed = place
        while kind != ENDS_LINE and place < size and at_end(codes[place]) & CLOSES:
            place += 1
        closed = place - closed
        if kind == IS_MARK and (place == size or not Py_UNICODE_ISSPACE(codes[place])):
            continue
        while place < size and Py_UNICODE_ISSPACE(codes[place]):
            place += 1
        if place == size:
            break
        if kind == IS_MARK and kinds & IS_DOT and not ends_at_dot(text, first, place):
            continue
        if kind == IS_MARK and closed and Py_UNICODE_ISLOWER(codes[place]):
            continue
        if kind == IS_WIDE:
            in_address[0] = is_in_address(codes, checked[0], first, in_address[0])
            checked[0] = first
            if in_address[0] and not Py_UNICODE_ISSPACE(codes[place - 1]):
                continue
        return place
    return size


cdef bint is_in_address(const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t end, bint before) noexcept nogil:
    """Whether an address or a user's name goes on at `end`, if it is known whether one did at `start`."""
    cdef Py_ssize_t place = end
    cdef bint found = False
    while place > start and not Py_UNICODE_ISSPACE(codes[place - 1]):
        place -= 1
        if codes[place] == u"@" or codes[place] == u"＠" or codes[place] == u"/":
            found = True
        if begins_with(codes, place, end, b"www."):
            found = True
    return found or (before and place == start)


cdef bint ends_at_dot(Codes text, Py_ssize_t dot, Py_ssize_t after) except -1 nogil:
    """Whether a full stop with white space behind it ends a sentence, and not an abbreviation or a number."""
    cdef const Py_UCS4* codes = text.codes
    cdef Py_ssize_t place = after, start = dot, first = max(dot - LOOK_BACK, 0)
    cdef bint is_plain = True
    while place < text.size and place < after + MOST_OPENING and at_end(codes[place]) & OPENS:
        place += 1
    if place < text.size and Py_UNICODE_ISLOWER(codes[place]):
        return False
    while start > first and (Py_UNICODE_ISALNUM(codes[start - 1]) or at_end(codes[start - 1]) & IN_WORD):
        start -= 1
        is_plain = is_plain and not at_end(codes[start]) & AT_END
    if start == dot or begins_with(codes, dot, text.size, b".."):
        return True
    if is_plain and (dot - start > LONGEST_ABBREVIATION or is_no_abbreviation(codes, start, dot)):
        return True
    return ends_after(text, start, dot)


cdef bint ends_after(Codes text, Py_ssize_t start, Py_ssize_t end) except -1 with gil:
    return rules.ends_after(text.part(start, end))


cdef Py_ssize_t piece_end(const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t end, Py_ssize_t limit) noexcept nogil:
    """Where the first of `pieces` ends."""
    cdef Py_ssize_t place = start + limit, i
    cdef int step
    if end - start <= limit:
        return end
    while place > start and not Py_UNICODE_ISSPACE(codes[place - 1]):
        place -= 1
    for i in range(start, place):
        if not Py_UNICODE_ISSPACE(codes[i]):
            return place
    place = start + limit  # no word ends before it
    for step in range(3):  # over white space, a word, and white space
        while place < end and (not Py_UNICODE_ISSPACE(codes[place])) == (step == 1):
            place += 1
    return place
