"""Facts by code point, for those below `KNOWN`."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t

cdef enum Class:
    OTHER
    LETTER
    DIGIT
    MARK
    #: what this file does not judge
    UNSURE

cdef enum Case:
    IS_UPPER = 1
    #: not a capital letter: a small one, or one that is both
    IS_LOWER = 2

cdef enum:
    #: Code points from here on are left to the regular expression.
    KNOWN = 65536
    #: What a character becomes in a normalised word: a code point, or one of these.
    DROPPED = 0
    UNKNOWN = 65535
    #: Above the classes of all marks.
    APART = 255
    #: Room for pairs of letters and marks, a power of two and several times as many as there are.
    PAIRS = 4096

#: one of `Class`
cdef uint8_t classes[KNOWN]
#: of `Case`
cdef uint8_t cases[KNOWN]
#: place in `SCRIPTS`
cdef uint8_t scripts[KNOWN]
#: whether it may stand between two letters of one word
cdef uint8_t joins[KNOWN]
#: after which a capital letter says nothing
cdef uint8_t ends[KNOWN]
#: what it becomes in a normalised word by the schemes `words-1` and `words-2`
cdef uint16_t plain[KNOWN]
cdef uint16_t plain_2[KNOWN]
#: for what `plain_2` has: the class of a mark (0 for what is not one), the class of the last mark in what a letter
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
#: whether `plain_2` and what belongs to it are filled
cdef bint has_plain_2

cdef int fill_plain_2() except -1


cdef inline uint32_t place_of_pair(uint32_t key) noexcept nogil:
    """Where a pair is in the table, or the free place where it would be."""
    cdef uint32_t place = (key * <uint32_t>0x9E3779B1) >> 20
    while pair_keys[place] and pair_keys[place] != key:
        place = (place + 1) & (PAIRS - 1)
    return place


cdef inline uint16_t composed(uint16_t first, uint16_t second) noexcept nogil:
    """What two characters compose to, 0 if to nothing, `UNKNOWN` if Python has to be asked."""
    return pair_values[place_of_pair(<uint32_t>first << 16 | second)]
