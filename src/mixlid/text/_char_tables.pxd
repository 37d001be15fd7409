"""Facts by code point, for those below `KNOWN`."""

from libc.stdint cimport uint8_t, uint16_t

cdef enum Class:
    OTHER
    LETTER
    DIGIT
    MARK
    #: what this file does not judge
    UNSURE

cdef enum:
    #: Code points from here on are left to the regular expression.
    KNOWN = 65536
    #: What a character becomes in a normalised word: a code point, or one of these.
    DROPPED = 0
    UNKNOWN = 65535

#: one of `Class`
cdef uint8_t classes[KNOWN]
#: place in `SCRIPTS`
cdef uint8_t scripts[KNOWN]
#: whether it may stand between two letters of one word
cdef uint8_t joins[KNOWN]
#: what may follow the full stop at the end of a sentence; after anything else it may be inside a URL
cdef uint8_t closes[KNOWN]
#: after which a capital letter says nothing
cdef uint8_t ends[KNOWN]
#: what it becomes in a normalised word by the schemes `words-1` and `words-2`
cdef uint16_t plain[KNOWN]
cdef uint16_t plain_2[KNOWN]
#: a mark that changes places with its like, so two in a row are left to Unicode's rules
cdef uint8_t moves[KNOWN]
#: by script: how many letters make a unit where there are no spaces, 0 where there are
cdef uint8_t unit_letters[256]
#: whether `plain_2` and `moves` are filled
cdef bint has_plain_2

cdef int fill_plain_2() except -1
