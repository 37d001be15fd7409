"""What the compiled tokeniser knows of characters, filled from `words.py` and `data/unicode.json` when it is loaded."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.string cimport memcpy, memset

import unicodedata

cdef extern from "Python.h":
    bint Py_UNICODE_ISUPPER(Py_UCS4 code) noexcept nogil
    bint Py_UNICODE_ISLOWER(Py_UCS4 code) noexcept nogil
    bint Py_UNICODE_ISTITLE(Py_UCS4 code) noexcept nogil

from mixlid.text import words as slow
from mixlid.text.words import UNIT_LETTERS

cdef enum Class:
    OTHER
    LETTER
    DIGIT
    MARK
    #: a letter and a picture, and what is beyond the table: left to the regular expression
    UNSURE
    #: of users' names and hashtags
    SIGN
    PICTURE

cdef enum:
    #: What a character becomes in a normalised word: a code point, or one of these.
    DROPPED = 0
    UNKNOWN = 65535
    #: Above the classes of all marks.
    APART = 255
    #: The classes and scripts of characters end here.
    CLASSED = 0x40000
    #: Room for pairs of letters and marks, a power of two and several times as many as there are.
    PAIRS = 4096

#: one of `Class`
cdef uint8_t classes[CLASSED]
#: place in `SCRIPTS`
cdef uint8_t scripts[CLASSED]
#: whether it may stand between two letters of one word
cdef uint8_t joins[KNOWN]
#: what it becomes in a normalised word
cdef uint16_t plain[KNOWN]
#: for what `plain` has: the class of a mark (0 for what is not one), the class of the last mark in what a letter
#: decomposes to, and whether it may compose with what stands before it
cdef uint8_t mark_classes[KNOWN]
cdef uint8_t last_classes[KNOWN]
cdef uint8_t may_join[KNOWN]
#: for what goes only when all is composed: its class if it is a mark, else `APART`
cdef uint8_t late_classes[KNOWN]
#: what two characters compose to, or `UNKNOWN`: a table by hash, in which 0 is free
cdef uint32_t pair_keys[PAIRS]
cdef uint16_t pair_values[PAIRS]
#: by script: how many letters make a unit where there are no spaces, 0 where there are
cdef uint8_t unit_letters[256]
#: whether what belongs to `plain` is filled, and by the upper half of a code whether it is itself
cdef bint has_plain
cdef uint8_t has_page[256]
#: Classes of marks from here on keep others apart from their letter; those that go (vowel signs of Arabic and Hebrew) are
#: mostly below.
cdef int FIRST_THAT_PARTS = 200


cdef inline int class_of(Py_UCS4 code) noexcept nogil:
    return classes[code] if code < CLASSED else UNSURE


cdef inline uint32_t place_of_pair(uint32_t key) noexcept nogil:
    """Where a pair is in the table, or the free place where it would be."""
    cdef uint32_t place = (key * <uint32_t>0x9E3779B1) >> 20
    while pair_keys[place] and pair_keys[place] != key:
        place = (place + 1) & (PAIRS - 1)
    return place


cdef inline uint16_t composed(uint16_t first, uint16_t second) noexcept nogil:
    """What two characters compose to, 0 if to nothing, `UNKNOWN` if Python has to be asked."""
    return pair_values[place_of_pair(<uint32_t>first << 16 | second)]


cdef int mark_ranges(str packed, int value) except -1:
    cdef Py_ssize_t code, first, last
    for item in packed.split():
        begin, _, end = item.partition("-")
        first, last = int(begin, 16), int(end or begin, 16)
        for code in range(first, min(last + 1, <Py_ssize_t>CLASSED)):
            classes[code] = UNSURE if value == PICTURE and classes[code] else value
    return 0


cdef int mark_chars(uint8_t* table, str chars, int value) except -1:
    for char in chars:
        if <Py_UCS4>char >= KNOWN:
            raise ValueError(f"{char!r} is beyond these tables")
        table[<Py_UCS4>char] = value
    return 0


cdef int fill_char_tables() except -1:
    cdef Py_ssize_t code, first
    cdef int script
    cdef bint is_upper
    for code in range(KNOWN):
        is_upper = Py_UNICODE_ISUPPER(<Py_UCS4>code)
        cases[code] = IS_UPPER if is_upper else 0
        if Py_UNICODE_ISLOWER(<Py_UCS4>code) or (Py_UNICODE_ISTITLE(<Py_UCS4>code) and not is_upper):
            cases[code] |= IS_LOWER
        if 48 <= code <= 57:
            cases[code] = IS_DIGIT
    for char, bit in slow.han_forms().items():
        cases[<Py_UCS4>char] |= <int>bit
    if len(slow.SCRIPTS) > 256:
        raise ValueError(f"{len(slow.SCRIPTS)} scripts do not fit into the bytes of these tables")
    mark_ranges(slow.TABLES["marks"], MARK)
    mark_ranges(slow.TABLES["digits"], DIGIT)
    mark_ranges(slow.TABLES["letters"], LETTER)
    starts = [(int(begin, 16), slow.SCRIPTS.index(name)) for begin, _, name in
              (item.partition(":") for item in slow.TABLES["script_starts"].split())]
    for (begin, place), (end, _) in zip(starts, [*starts[1:], (CLASSED, 0)]):
        first, script = begin, place
        for code in range(first, min(<Py_ssize_t>end, <Py_ssize_t>CLASSED)):
            scripts[code] = script if classes[code] == LETTER else 0
    mark_ranges(slow.TABLES["pictographs"], PICTURE)
    mark_chars(classes, "@＠#＃", SIGN)
    mark_chars(joins, slow.JOINERS, True)
    mark_chars(ends, slow.SENTENCE_ENDS, True)
    for script_name, letters in UNIT_LETTERS.items():
        unit_letters[slow.SCRIPTS.index(script_name)] = letters
    return 0


cdef int fill_plain() except -1:
    """For normalised words, when a model first needs it: what composes. The rest is filled as words need it."""
    global has_plain
    if not has_plain:
        memset(plain, 0xFF, sizeof(plain))
        fill_pairs()
        has_plain = True
    return 0


cdef int fill_pages(const Py_UCS4* word, Py_ssize_t size) except -1:
    """What normalising makes of all characters that are near those of a word: a text has few of the 65,536."""
    cdef Py_ssize_t place, page
    for place in range(size):
        page = <uint32_t>word[place] >> 8
        if page < 256 and not has_page[page]:
            fill_page(page)
            has_page[page] = True
    return 0


cdef int fill_page(Py_ssize_t page) except -1:
    """Whatever becomes one character; `plain` comes last, since other threads may read it meanwhile."""
    cdef Py_ssize_t code
    cdef uint16_t found[256]
    memset(found, 0xFF, sizeof(found))
    for code in range(page << 8, (page + 1) << 8):
        if classes[code] != LETTER and classes[code] != MARK and not joins[code] and chr(code) not in "0123456789#_":
            continue
        if is_alone(code):
            found[code & 255] = code
            continue
        folded = slow.fold(chr(code))
        # The vowels and final consonants of Hangul compose by rule, and surrogates are no characters.
        if len(folded) > 1 or (folded and ord(folded) >= UNKNOWN) or 0x1161 <= code < 0x11C3 or 0xD800 <= code < 0xE000:
            continue
        made = unicodedata.normalize("NFKC", chr(code).lower())
        if made != made.lower() or (folded and unicodedata.normalize("NFKC", folded) != folded):
            continue  # what is made small once more had been composed before
        if not folded and combining(chr(code)) >= FIRST_THAT_PARTS:
            continue
        found[code & 255] = ord(folded) if folded else DROPPED
        if not folded and chr(code).translate(slow._REWRITE):  # it goes after composing
            late_classes[code] = combining(chr(code)) or APART
        if folded:
            *_, last = unicodedata.normalize("NFD", folded)
            mark_classes[ord(folded)] = combining(folded)
            last_classes[ord(folded)] = combining(last)
    # The dot of "İ" is written apart, and then goes; so does one that follows an "i".
    # The last sigma of a Greek word is another letter, if it is written small.
    for code, value in ((0x130, ord("i")), (0x307, UNKNOWN), (0x3A3, UNKNOWN)):
        if code >> 8 == page:
            found[code & 255] = value
    memcpy(&plain[page << 8], found, sizeof(found))
    return 0


cdef inline bint is_alone(Py_ssize_t code) noexcept:
    """Ideographs, Yi, and whole syllables of Hangul, most characters that there are: nothing folds or decomposes one."""
    return 0x3400 <= code < 0xA490 or 0xAC00 <= code < 0xD7A4


cdef object decomposition = unicodedata.decomposition, combining = unicodedata.combining


cdef int fill_pairs() except -1:
    """What composes; a pair of which the result is folded further is left to Python."""
    cdef uint32_t key
    cdef Py_ssize_t code
    for code in range(KNOWN):
        if is_alone(code):
            continue
        form = decomposition(chr(code))
        pair = form.split() if form else ()
        if len(pair) != 2 or pair[0].startswith("<"):
            continue
        first, second = int(pair[0], 16), int(pair[1], 16)
        made = unicodedata.normalize("NFC", chr(first) + chr(second))
        if len(made) == 1 and first < KNOWN and second < KNOWN:
            key = first << 16 | second
            pair_keys[place_of_pair(key)] = key
            pair_values[place_of_pair(key)] = ord(made) if made.lower() == made else UNKNOWN
            may_join[second] = True
    return 0


fill_char_tables()
