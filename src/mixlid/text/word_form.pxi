"""`normalise` of `words.py`, compiled for most words; the others are left to it.

Letters that stand for themselves are written in lower case one by one. Marks compose with the letter before them by
Unicode's rules: one that comes in the canonical order and is not kept apart from its letter by one of the same class is
looked up with that letter. What is out of order, or rare enough, is left to Python.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.stdlib cimport free, malloc

from mixlid.text._ascii cimport BEYOND, mixlid_are_letters

from mixlid.text import words as slow

cdef enum:
    #: Chinese characters beyond 16 bits stand for themselves, whatever Unicode adds, and compose with nothing.
    FIRST_RARE_IDEOGRAPH = 0x20000
    AFTER_RARE_IDEOGRAPHS = 0x2F800

cdef extern from "Python.h":
    Py_UCS4* PyUnicode_AsUCS4(object text, Py_UCS4* buffer, Py_ssize_t size, int copy_null) except NULL
    str PyUnicode_FromKindAndData(int kind, const void* data, Py_ssize_t size)


def normalise(str word):
    """`words.normalise`, for the tests; who scores words uses a `WordForm`."""
    cdef WordForm form = WordForm(), given = WordForm()
    given.reserve(len(word))
    if word:
        PyUnicode_AsUCS4(word, given.codes, given.capacity, False)
    fill_plain()
    fill_pages(given.codes, len(word))
    form.normalise(given.codes, len(word))
    return PyUnicode_FromKindAndData(4, form.codes, form.size)


cdef class WordForm:
    def __dealloc__(self):
        free(self.codes)

    cdef int take(self, const Py_UCS4* word, Py_ssize_t size) except -1 nogil:
        """The word as it is."""
        cdef Py_ssize_t place
        self.reserve(size)
        for place in range(size):
            self.codes[place] = word[place]
        self.size = size
        return 0

    cdef int normalise(self, const Py_UCS4* word, Py_ssize_t size) except -1 nogil:
        """Its normalised form; most words are ASCII letters, and none of them drawn out."""
        self.reserve(size)
        self.size = size
        if mixlid_are_letters(word, size) and self.lower(word, size):
            return 0
        if self.fold(word, size):
            self.shorten()
            self.strip()
            return 0
        return self.normalise_slowly(word, size)

    cdef bint lower(self, const Py_UCS4* word, Py_ssize_t size) noexcept nogil:
        """ASCII letters in lower case; False if one comes three times in a row."""
        cdef Py_ssize_t place
        cdef bint is_drawn_out = False
        for place in range(size):
            self.codes[place] = <Py_UCS4>(<uint32_t>word[place] | 0x20)
            if place > 1 and self.codes[place] == self.codes[place - 1] and self.codes[place] == self.codes[place - 2]:
                is_drawn_out = True
        return not is_drawn_out

    cdef bint fold(self, const Py_UCS4* word, Py_ssize_t size) noexcept nogil:
        """The word in lower case and composed (NFKC), without what goes; False if Python has to do it."""
        cdef Py_ssize_t place, kept = 0, starter = -1
        # The class of the last mark after the starter, also if it has been composed with it; of the last one kept; and
        # the highest of those that go only at the end.
        cdef uint8_t order = 0, between = 0, late = 0, rank
        cdef uint16_t code, joined
        for place in range(size):
            if FIRST_RARE_IDEOGRAPH <= <uint32_t>word[place] < AFTER_RARE_IDEOGRAPHS:
                self.codes[kept] = word[place]
                kept += 1
                starter, order, between, late = -1, 0, 0, 0
                continue
            code = plain[word[place]] if word[place] < KNOWN else UNKNOWN
            if code == UNKNOWN:
                return False
            if code == DROPPED:
                if order == APART:
                    return False
                late = max(late, late_classes[word[place]])
                if late == APART:  # after which nothing composes with what is before
                    starter, order, between, late = -1, 0, 0, 0
                continue
            rank = mark_classes[code]
            if rank and order > rank or late >= rank and may_join[code] and late:
                return False
            if may_join[code] and starter >= 0 and (between < rank or (not between and starter == kept - 1)):
                joined = composed(<uint16_t>self.codes[starter], code)
                if joined == UNKNOWN:
                    return False
                if joined:
                    self.codes[starter] = joined
                    order = rank
                    continue
            self.codes[kept] = code
            if rank:
                order = between = rank
            else:
                starter, between, late = kept, 0, 0
                # The dot of "İ" goes after everything else is composed, so that nothing may stand between.
                order = APART if word[place] == 0x130 else last_classes[code]
            kept += 1
        self.size = kept
        return True

    cdef void shorten(self) noexcept nogil:
        """Without numbers of several digits, with letters for the digits of leet, and drawn-out letters written once."""
        cdef Py_ssize_t kept = 0, i = 0, run
        while i < self.size:
            run = i
            while run < self.size and u"0" <= self.codes[run] <= u"9":
                run += 1
            if run > i + 1:
                i = run
                continue
            self.codes[kept] = self.codes[i]
            kept += 1
            i += 1
        self.size = kept
        if self.is_leet():
            for i in range(1, self.size):
                if is_small_letter(self.codes[i - 1]):
                    self.codes[i] = letter_of_leet(self.codes[i])
        kept = i = 0
        while i < self.size:
            run = i
            while run < self.size and self.codes[run] == self.codes[i]:
                run += 1
            self.codes[kept] = self.codes[i]
            kept += 1
            if run == i + 2:
                self.codes[kept] = self.codes[i]
                kept += 1
            i = run
        self.size = kept

    cdef bint is_leet(self) noexcept nogil:
        cdef Py_ssize_t i
        for i in range(1, self.size - 1):
            if self.codes[i] in (u"0", u"1", u"4"):
                if is_small_letter(self.codes[i - 1]) and is_small_letter(self.codes[i + 1]):
                    return True
        return False

    cdef int normalise_slowly(self, const Py_UCS4* word, Py_ssize_t size) except -1 with gil:
        fill_pages(word, size)
        form = slow.normalise(PyUnicode_FromKindAndData(4, word, size))
        self.reserve(len(form))
        self.size = len(form)
        if self.size:
            PyUnicode_AsUCS4(form, self.codes, self.capacity, False)
        return 0

    cdef void strip(self) noexcept nogil:
        """Without apostrophes and hyphens at either end."""
        cdef Py_ssize_t place, first = 0, size = self.size
        while size and stripped(self.codes[size - 1]):
            size -= 1
        while first < size and stripped(self.codes[first]):
            first += 1
        if first:
            size -= first
            for place in range(size):
                self.codes[place] = self.codes[place + first]
        self.size = size

    cdef int reserve(self, Py_ssize_t size) except -1 nogil:
        """Room for so many code points, and for `BEYOND` more that may be read and written."""
        if size > self.capacity:
            free(self.codes)
            self.capacity = 0
            self.codes = <Py_UCS4*>malloc((2 * size + 64 + BEYOND) * sizeof(Py_UCS4))
            if self.codes == NULL:
                return no_memory()
            self.capacity = 2 * size + 64
        return 0


cdef inline bint stripped(Py_UCS4 code) noexcept nogil:
    return code == u"'" or code == u"-" or code == u"·"


cdef inline bint is_small_letter(Py_UCS4 code) noexcept nogil:
    return u"a" <= code <= u"z"


cdef inline Py_UCS4 letter_of_leet(Py_UCS4 code) noexcept nogil:
    if code == u"0":
        return u"o"
    if code == u"1":
        return u"i"
    if code == u"3":
        return u"e"
    return u"a" if code == u"4" else code
