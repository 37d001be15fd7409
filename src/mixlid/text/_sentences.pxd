"""C types for `sentences.py`."""

cimport cython

cimport mixlid.text._characters as characters
from mixlid.text._compiled cimport Codes

cdef Py_ssize_t KNOWN, MOST_CHARACTERS, LOOK_BACK, LOOK_AHEAD, LONGEST_ABBREVIATION
cdef int LINE_END, MARK, DOT, WIDE_MARK, CLOSES, OPENS, IS_IN_WORD, ENDS, LONGEST_WWW
cdef const unsigned char[::1] KINDS

@cython.locals(
    held=Codes, codes="const Py_UCS4*", size=Py_ssize_t, start=Py_ssize_t, place=Py_ssize_t, first=Py_ssize_t,
    checked=Py_ssize_t, in_address=bint, closes=bint, kinds=int, kind=int,
)
cpdef list split_sentences(str text, Py_ssize_t max_chars=*)
@cython.locals(code=Py_UCS4)
cdef int kind_at(const Py_UCS4* codes, Py_ssize_t place) noexcept
@cython.locals(place=Py_ssize_t, dots=int)
cdef bint is_in_address(const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t end, bint before) noexcept
@cython.locals(size=Py_ssize_t, place=Py_ssize_t, start=Py_ssize_t, is_plain=bint)
cdef bint ends_at_dot(str text, const Py_UCS4* codes, Py_ssize_t dot, Py_ssize_t after) except -1
@cython.locals(cut=Py_ssize_t)
cdef int add_pieces(list spans, const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t end, Py_ssize_t limit) except -1
@cython.locals(cut=Py_ssize_t, place=Py_ssize_t, far=Py_ssize_t, is_space=bint)
cdef Py_ssize_t piece_end(const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t end, Py_ssize_t limit) noexcept
