"""`tokenize` of `words.py`, compiled for plain text.

No token crosses white space, and none but markup depends on what is beyond it, so a text is read piece by piece. A piece
that is nothing but words in one script, numbers and punctuation is cut here; whatever might be anything else (a URL, a
user's name, an emoji, a face) is left to the regular expression, which is the definition.
"""

from libc.stdlib cimport free, realloc


from mixlid.text import words as slow
from mixlid.text.markup import BARE, find_markup

cdef extern from "Python.h":
    bint Py_UNICODE_ISSPACE(Py_UCS4 code) noexcept nogil
    bint Py_UNICODE_ISALNUM(Py_UCS4 code) noexcept nogil


cdef enum:
    #: What makes a picture of a digit.
    KEYCAP = 0x20E3
    PICTURED = 0xFE0F

cdef list domain_sizes = [len(domain) for domain in slow.DOMAINS.split("|")]
cdef Py_ssize_t SHORTEST_DOMAIN = min(domain_sizes), LONGEST_DOMAIN = max(domain_sizes)
#: By character: whether markup may begin with it, and what follows it in a placeholder without brackets.
cdef bint[128] begins_markup
cdef int[128] second_of_bare


def _fill_markup():
    for sign in "[]{&<(@*":
        begins_markup[ord(sign)] = True
    for word in BARE:
        begins_markup[ord(word[0])] = True
        second_of_bare[ord(word[0])] = ord(word[1])


_fill_markup()
cdef dict kind_places = {name: place for place, name in enumerate(slow.KINDS)}
cdef dict script_places = {name: place for place, name in enumerate(slow.SCRIPTS)}


def tokenize(str text):
    """`words.tokenize`, for whoever wants tokens as Python objects."""
    cdef Tokens tokens = Tokens()
    cdef Py_ssize_t i
    tokens.copy(text)
    tokens.cut()
    return [
        slow.Token(tokens.items[i].start, tokens.items[i].end, slow.KINDS[tokens.items[i].kind],
                   slow.SCRIPTS[tokens.items[i].script])
        for i in range(tokens.count)
    ]


cdef class Tokens:
    def __dealloc__(self):
        free(self.items)

    cdef int cut(self) except -1 nogil:
        """Cut the text into tokens."""
        self.count = 0
        return self.cut_with_markup() if self.may_have_markup() else self.cut_plain(0, self.size, WORD)

    cdef int cut_plain(self, Py_ssize_t place, Py_ssize_t end, int kind) except -1 nogil:
        """Cut a part without markup, or a piece of `MARKUP`, which is cut at white space alone."""
        cdef Py_ssize_t start, before
        while place < end:
            while place < end and Py_UNICODE_ISSPACE(self.codes[place]):
                place += 1
            start = place
            while place < end and not Py_UNICODE_ISSPACE(self.codes[place]):
                place += 1
            if start == place:
                break
            before = self.count
            if kind == MARKUP:
                self.put(start, place, MARKUP, 0, False)
            elif not self.read_chunk(start, place):
                self.count = before
                self.read_slowly(start, place)
        return 0

    cdef int cut_with_markup(self) except -1 with gil:
        """Markup is found by its regular expression; what is between is cut as if it stood alone."""
        cdef Py_ssize_t place = 0, start, end
        for start, end in find_markup(self.part(0, self.size)):
            self.cut_plain(place, start, WORD)
            self.cut_plain(start, end, MARKUP)
            place = end
        return self.cut_plain(place, self.size, WORD)

    cdef bint may_have_markup(self) noexcept nogil:
        """Whether there is what `markup.py` calls a sign, or what might be one."""
        cdef Py_ssize_t place, last = self.size - 1
        cdef Py_UCS4 code, next
        for place in range(self.size):
            code = self.codes[place]
            if not (code < 128 and begins_markup[code]):
                continue
            if code == u"[" or code == u"]" or code == u"{" or code == u"&":
                return True
            if place == last:
                return False
            next = self.codes[place + 1]
            if code == u"<":
                if next == u"/" or next == u"!" or next == u"?" or is_ascii_letter(next):
                    return True
            elif code == u"(":
                if next == u"(":
                    return True
            elif code == u"@":
                if place and (self.codes[place - 1] == u"_" or Py_UNICODE_ISALNUM(self.codes[place - 1])):
                    return True
            elif code == u"*":
                if u"A" <= next <= u"Z":
                    return True
            elif next == second_of_bare[code]:
                return True
        return False

    cdef void swap(self, Tokens other) noexcept nogil:
        """Take what the other has, and give it what there is here."""
        self.swap_codes(other)
        self.items, other.items = other.items, self.items
        self.count, other.count = other.count, self.count
        self.items_room, other.items_room = other.items_room, self.items_room

    cdef int put(self, Py_ssize_t start, Py_ssize_t end, int kind, int script, bint scored) except -1 nogil:
        cdef void* block
        cdef Token* token
        if self.count == self.items_room:
            block = realloc(self.items, (2 * self.count + 64) * sizeof(Token))
            if block == NULL:
                return no_memory()
            self.items, self.items_room = <Token*>block, 2 * self.count + 64
        token = &self.items[self.count]
        token.start, token.end, token.kind, token.script, token.scored = start, end, kind, script, scored
        self.count += 1
        return 0

    cdef int read_slowly(self, Py_ssize_t start, Py_ssize_t end) except -1 with gil:
        """What the regular expression makes of a piece."""
        piece = self.part(start, end)
        for token in slow.tokenize_plain(piece):
            self.put(
                start + token.start, start + token.end, kind_places[token.kind], script_places[token.script],
                slow.is_scored(token, piece),
            )
        return 0

    cdef bint read_chunk(self, Py_ssize_t start, Py_ssize_t end) except -1 nogil:
        """Cut a piece without white space; False if it may be more than words, numbers and punctuation."""
        cdef Py_ssize_t place = start, first
        cdef Py_UCS4 code
        cdef int kind, script
        cdef bint is_plain
        while place < end:
            first, code, script = place, self.codes[place], 0
            if code >= KNOWN:
                return False
            kind = classes[code]
            if kind == LETTER:
                if (code == u"x" or code == u"X") and place + 1 < end and self.codes[place + 1] == u"D":
                    return False  # a face
                place = self.word_end(place, end, &script)
                if place < 0:
                    return False
                self.put_units(first, place, script)
            elif kind == OTHER:
                place = self.punctuation_end(start, place, end)
                if place < 0:
                    return False
                self.put(first, place, PUNCTUATION, 0, False)
            elif kind == DIGIT and code < 128:
                place = self.digits_end(place, end)
                is_plain = True
                while place + 1 < end and divides_number(self.codes[place]) and is_digit(self.codes[place + 1]):
                    place, is_plain = self.digits_end(place + 1, end), False
                if place == end or self.ends_number(place, end):
                    self.put(first, place, NUMBER, 0, False)
                elif is_plain and self.codes[place] < KNOWN and classes[self.codes[place]] == LETTER and (
                    Py_UNICODE_ISALNUM(self.codes[place])
                ):
                    place = self.word_end(place, end, &script)
                    if place < 0:
                        return False
                    self.put_units(first, place, script)
                else:
                    return False
            else:
                return False
        return True

    cdef Py_ssize_t word_end(self, Py_ssize_t place, Py_ssize_t end, int* script) noexcept nogil:
        """Where the word with a letter at `place` ends, or another script begins; -1 if there is something strange."""
        cdef Py_UCS4 code
        cdef int kind, here
        while place < end:
            code = self.codes[place]
            if code >= KNOWN:
                return -1
            kind = classes[code]
            if kind == LETTER:
                here = scripts[code]
                if here:
                    if script[0] and script[0] != here:
                        return place
                    script[0] = here
            elif kind == UNSURE:
                return -1
            elif kind == OTHER:
                if not joins[code] or place + 1 == end:
                    return place
                code = self.codes[place + 1]
                if code >= KNOWN:
                    return -1
                if classes[code] == OTHER or classes[code] == UNSURE:
                    return place
            place += 1
        return place

    cdef Py_ssize_t digits_end(self, Py_ssize_t place, Py_ssize_t end) noexcept nogil:
        while place < end and is_digit(self.codes[place]):
            place += 1
        return place

    cdef bint ends_number(self, Py_ssize_t place, Py_ssize_t end) noexcept nogil:
        """Whether a number certainly ends before the character at `place`."""
        cdef Py_UCS4 code = self.codes[place]
        if divides_number(code):
            return place + 1 == end or (self.codes[place + 1] < KNOWN and classes[self.codes[place + 1]] != DIGIT)
        if code >= KNOWN or code == u"_" or code == KEYCAP or code == PICTURED or Py_UNICODE_ISALNUM(code):
            return False
        return classes[code] == OTHER

    cdef Py_ssize_t punctuation_end(self, Py_ssize_t start, Py_ssize_t place, Py_ssize_t end) noexcept nogil:
        """Where a run of one character ends; -1 if it may belong to a URL or a face."""
        cdef Py_UCS4 code = self.codes[place], next
        cdef Py_ssize_t first = place
        while place < end and self.codes[place] == code:
            place += 1
        if place == end:
            return place
        next = self.codes[place]
        if code == u".":
            if first > start and may_precede_dot(self.codes[first - 1]) and self.may_be_url(start, first, place, end):
                return -1
        elif code == u":" or code == u";" or code == u"=":
            if next in u"-'^()[]DPpOo3|/\\*":
                return -1
        elif code == u"<" and next == u"3":
            return -1
        return place

    cdef bint may_be_url(self, Py_ssize_t start, Py_ssize_t dot, Py_ssize_t place, Py_ssize_t end) noexcept nogil:
        """Whether a full stop may be in a URL: there is a `www` before it, or after it what is as long as a domain."""
        cdef Py_ssize_t size = 0
        if dot - start >= 3 and self.codes[dot - 1] == u"w" and self.codes[dot - 2] == u"w" and self.codes[dot - 3] == u"w":
            return True
        while place + size < end and u"a" <= self.codes[place + size] <= u"z":
            size += 1
        return SHORTEST_DOMAIN <= size <= LONGEST_DOMAIN

    cdef int put_units(self, Py_ssize_t start, Py_ssize_t end, int script) except -1 nogil:
        """A word, or the units of a run in a script without spaces (`units.py`)."""
        cdef Py_ssize_t place
        cdef int letters = 0, most = unit_letters[script]
        if most:
            for place in range(start, end):
                if scripts[self.codes[place]]:
                    if letters == most:
                        self.put(start, place, WORD, script, True)
                        start, letters = place, 0
                    letters += 1
        return self.put(start, end, WORD, script, True)


cdef inline bint is_digit(Py_UCS4 code) noexcept nogil:
    return u"0" <= code <= u"9"


cdef inline bint is_ascii_letter(Py_UCS4 code) noexcept nogil:
    return u"a" <= code <= u"z" or u"A" <= code <= u"Z"


cdef inline bint divides_number(Py_UCS4 code) noexcept nogil:
    return code == u"." or code == u"," or code == u":" or code == u"/"


cdef inline bint may_precede_dot(Py_UCS4 code) noexcept nogil:
    """Whether a URL may have this character before a full stop."""
    return u"0" <= code <= u"9" or is_ascii_letter(code) or code == u"-"
