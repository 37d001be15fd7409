"""`tokenize` of `words.py`, compiled for plain text.

No token crosses white space, and none but markup depends on what is beyond it, so a text is read piece by piece. Words,
numbers and punctuation are cut here, and what `special_tokens.pxi` knows; markup, and a piece that is unusual (a picture of
a digit, characters of a newer Unicode), are left to the regular expressions, which are the definition.
"""

from libc.stdint cimport uint8_t, uint32_t
from libc.stdlib cimport free, realloc

from mixlid.text import words as slow
from mixlid.text.markup import find_markup

cdef extern from "Python.h":
    bint Py_UNICODE_ISSPACE(Py_UCS4 code) noexcept nogil
    bint Py_UNICODE_ISALNUM(Py_UCS4 code) noexcept nogil


#: By character: whether it is punctuation and nothing else where it ends a piece, after letters.
cdef uint8_t is_plain_sign[128]
mark_chars(is_plain_sign, ",.!?:;)\"", True)

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
        cdef int beginnings = find_beginnings(self.codes, self.size)
        self.count = 0
        if not beginnings:
            return self.cut_plain(0, self.size, WORD)
        return self.cut_with_markup(beginnings)

    cdef int cut_plain(self, Py_ssize_t place, Py_ssize_t end, int kind) except -1 nogil:
        """Cut a part without markup, or a piece of `MARKUP`, which is cut at white space alone."""
        cdef Py_ssize_t start, before
        while True:
            if kind == WORD:
                place = self.put_lone_words(place, end)
            while place < end and Py_UNICODE_ISSPACE(self.codes[place]):
                place += 1
            start = place
            while place < end and not Py_UNICODE_ISSPACE(self.codes[place]):
                place += 1
            if start == place:
                return 0
            before = self.count
            if kind == MARKUP:
                self.put(start, place, MARKUP, 0, False)
            elif not self.read_chunk(start, place):
                self.count = before
                self.read_slowly(start, place)

    cdef Py_ssize_t put_lone_words(self, Py_ssize_t place, Py_ssize_t end) except -1 nogil:
        """Put words between white space, as most are, with one sign at most after each; where something else begins."""
        cdef const Py_UCS4* codes = self.codes
        cdef Py_ssize_t word_end, after
        cdef int script
        while place < end:
            if Py_UNICODE_ISSPACE(codes[place]):
                place += 1
                continue
            word_end = after = letters_end(codes, place, end)
            if after < end:
                after += is_plain_sign[min(<uint32_t>codes[after], <uint32_t>127)]
            if word_end == place or (after < end and not Py_UNICODE_ISSPACE(codes[after])):
                break
            if codes[place] == u"x" or codes[place] == u"X":  # which faces begin with
                break
            script = scripts[codes[place]]
            if unit_letters[script]:
                self.put_units(place, word_end, script)
                if after > word_end:
                    self.put(word_end, after, PUNCTUATION, 0, False)
            else:
                if self.count + 2 > self.items_capacity:
                    self.reserve_item()
                set_token(&self.items[self.count], place, word_end, WORD, script, True)
                # Whether there is a sign cannot be predicted: it is written in any case, and counted if it is there.
                set_token(&self.items[self.count + 1], word_end, after, PUNCTUATION, 0, False)
                self.count += 1 + (after - word_end)
            place = min(after + 1, end)  # beyond white space
        return place

    cdef int cut_with_markup(self, int beginnings) except -1 with gil:
        """Markup is found by its regular expression; what is between is cut as if it stood alone."""
        cdef Py_ssize_t place = 0, start, end
        for start, end in find_markup(self.part(0, self.size), beginnings):
            self.cut_plain(place, start, WORD)
            self.cut_plain(start, end, MARKUP)
            place = end
        return self.cut_plain(place, self.size, WORD)

    cdef void swap(self, Tokens other) noexcept nogil:
        """Take what the other has, and give it what there is here."""
        self.swap_codes(other)
        self.items, other.items = other.items, self.items
        self.count, other.count = other.count, self.count
        self.items_capacity, other.items_capacity = other.items_capacity, self.items_capacity

    cdef int put(self, Py_ssize_t start, Py_ssize_t end, int kind, int script, bint scored) except -1 nogil:
        if self.count == self.items_capacity:
            self.reserve_item()
        set_token(&self.items[self.count], start, end, kind, script, scored)
        self.count += 1
        return 0

    cdef int reserve_item(self) except -1 nogil:
        """Room for more tokens than there are."""
        cdef void* block = realloc(self.items, (2 * self.count + 64) * sizeof(Token))
        if block == NULL:
            return no_memory()
        self.items, self.items_capacity = <Token*>block, 2 * self.count + 64
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
        """Cut a piece without white space; False if it is unusual, or may have an address without a protocol."""
        cdef Py_ssize_t place = start, first
        cdef Py_UCS4 code
        cdef int kind, special
        while place < end:
            first, code = place, self.codes[place]
            kind = class_of(code)
            if (code == u"." or code == u"@") and may_be_in_address(self.codes, start, place, end):
                return False
            if kind >= SIGN or (code < 128 and begins_special[code]):
                place = special_end(self.codes, start, place, end, &special)
                if place < 0:
                    return False
                if place > first:
                    self.put_special(first, place, special)
                    continue
            if kind == LETTER:
                place = self.read_word(place, place, end)
            elif kind == DIGIT:
                place = self.read_number(place, end)
            elif kind != UNSURE:
                place = self.read_punctuation(place, end)
            if kind == UNSURE or place < 0:
                return False
        return True

    cdef Py_ssize_t read_number(self, Py_ssize_t place, Py_ssize_t end) except -2 nogil:
        """A number, or a word that begins with one; where it ends, -1 for what is left to the regular expression."""
        cdef Py_ssize_t first = place, divider = -1
        if not Py_UNICODE_ISALNUM(self.codes[place]):
            return -1  # known to our tables alone
        place = digits_end(self.codes, place, end)
        while place + 1 < end and divides_number(self.codes[place]) and class_of(self.codes[place + 1]) == DIGIT:
            divider, place = place, digits_end(self.codes, place + 1, end)
        if place == end or ends_number(self.codes[place]):
            self.put(first, place, NUMBER, 0, False)
            return place
        if class_of(self.codes[place]) == UNSURE or not is_of_word(self.codes[place]):
            return -1
        if divider >= 0:  # after which something else begins
            self.put(first, divider, NUMBER, 0, False)
            return divider
        if class_of(self.codes[place]) == LETTER:
            return self.read_word(first, place, end)
        for divider in range(first, place):
            if not Py_UNICODE_ISALNUM(self.codes[divider]):
                return -1
        while first < place:  # neither a number nor a word: a token for each run of one digit
            first = self.read_punctuation(first, place)
        return place

    cdef Py_ssize_t read_word(self, Py_ssize_t first, Py_ssize_t place, Py_ssize_t end) except -2 nogil:
        """A word from `first` on, which has a letter at `place`, cut where another script begins; where it ends."""
        cdef int script = 0
        while True:
            place = word_end(self.codes, place, end, &script)
            if place < 0:
                return place
            self.put_units(first, place, script)
            if place == end or class_of(self.codes[place]) != LETTER:
                return place
            first, script = place, 0

    cdef int put_special(self, Py_ssize_t start, Py_ssize_t end, int kind) except -1 nogil:
        """A hashtag is cut where capital letters or underscores show its words."""
        cdef Py_ssize_t place
        cdef Py_UCS4 before, code
        cdef bint begins
        if kind != HASHTAG:
            return self.put(start, end, kind, 0, False)
        for place in range(start + 2, end):
            before, code = self.codes[place - 1], self.codes[place]
            begins = Py_UNICODE_ISUPPER(code) and (Py_UNICODE_ISLOWER(before) or (
                Py_UNICODE_ISUPPER(before) and place + 1 < end and Py_UNICODE_ISLOWER(self.codes[place + 1])
            ))
            if begins or (before == u"_" and code != u"_" and says_more(self.codes, start, place)):
                self.put_part(start, place)
                start = place
        return self.put_part(start, end)

    cdef int put_part(self, Py_ssize_t start, Py_ssize_t end) except -1 nogil:
        """A part of a hashtag, which is scored if it has letters, in the script of the first that has one."""
        cdef Py_ssize_t place
        cdef bint scored = False
        cdef int script = 0
        for place in range(start, end):
            if classes[self.codes[place]] == LETTER:
                scored = True
                script = script or scripts[self.codes[place]]
        return self.put(start, end, HASHTAG, script, scored)

    cdef Py_ssize_t read_punctuation(self, Py_ssize_t place, Py_ssize_t end) except -2 nogil:
        """Put a run of one character; where it ends, -1 if that may be a picture of a digit."""
        cdef Py_UCS4 code = self.codes[place]
        cdef Py_ssize_t first = place
        while place < end and self.codes[place] == code:
            place += 1
        if code == u"*" and place < end and (self.codes[place] == KEYCAP or self.codes[place] == PICTURED):
            return -1
        self.put(first, place, PUNCTUATION, 0, False)
        return place

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


cdef inline void set_token(
    Token* token, Py_ssize_t start, Py_ssize_t end, int kind, int script, bint scored
) noexcept nogil:
    token.start, token.end, token.kind, token.script, token.scored = start, end, kind, script, scored
