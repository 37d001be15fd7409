"""Lines of output from columns, written by the steps of `steps.py`: what the writers of formats do record by record."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.mem cimport PyMem_Free
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport strlen

from mixlid.io.formats._decimals cimport mixlid_repr, mixlid_short
from mixlid.io.formats._growing cimport Output, make_room, put

from functools import lru_cache

from mixlid.io.formats import steps as numbers
from mixlid.text.labels import language_and_script

cdef extern from "Python.h":
    char* PyOS_double_to_string(double value, char code, int precision, int flags, int* kind) except NULL
    enum:
        Py_DTSF_ADD_DOT_0

cdef enum:
    AS_IT_STANDS = 0
    OWN = 1
    OWN_WITHOUT_BRACE = 2
    OWN_IN_JSON = 3
    OWN_ON_A_LINE = 4
    OWN_IN_CELL = 5
    LANGUAGES = 8
    LANGUAGE = 9
    SCRIPT = 10
    IS_MIXED = 11
    PROPORTIONS = 12
    LANGUAGE_SCORE = 13
    CONFIDENCE = 14
    MARGIN = 15
    CELL = 32
    QUOTED = 64
    #: Characters of a number that Python need not be asked for.
    MOST_DIGITS = 32

if (numbers.OWN_IN_CELL, numbers.LANGUAGES, numbers.MARGIN, numbers.QUOTED) != (OWN_IN_CELL, LANGUAGES, MARGIN, QUOTED):
    raise ImportError("_lines.pyx was compiled for other steps than those of steps.py")


cdef struct Piece:
    const char* data
    Py_ssize_t size


cdef int put_number(Output* out, double value, bint short) except -1:
    """As `repr` writes it, or with four digits."""
    cdef char* text
    cdef int size
    make_room(out, MOST_DIGITS)
    size = mixlid_short(value, out.data + out.size) if short else mixlid_repr(value, out.data + out.size)
    if size:
        out.size += size
        return 0
    text = (
        PyOS_double_to_string(value, c"g", 4, 0, NULL) if short
        else PyOS_double_to_string(value, c"r", 0, Py_DTSF_ADD_DOT_0, NULL)
    )
    try:
        return put(out, text, strlen(text))
    finally:
        PyMem_Free(text)


def number_text(double value, bint short):
    """A number as it is written, for the tests."""
    cdef Output out
    out.data, out.size, out.room = NULL, 0, 0
    try:
        put_number(&out, value, short)
        return (<const char*>out.data)[:out.size].decode()
    finally:
        free(out.data)


cdef int put_optional(Output* out, double value, bint is_cell) except -1:
    if value == value:
        return put_number(out, value, is_cell)
    return 0 if is_cell else put(out, "null", 4)


cdef int put_quoted(Output* out, const Piece* piece, bint is_cell) except -1:
    """A label, in quotes unless it is for a cell."""
    put(out, '"', 0 if is_cell else 1)
    put(out, piece.data, piece.size)
    return put(out, '"', 0 if is_cell else 1)


cdef int put_in_json(Output* out, const uint8_t* text, Py_ssize_t size) except -1:
    """A JSON string of UTF-8, as `json.dumps` writes it without escapes for what is not ASCII."""
    cdef Py_ssize_t i, start = 0
    cdef uint8_t code, special = 0
    cdef char escape[6]
    cdef const char* digits = "0123456789abcdef"
    for i in range(size):  # many at a time, which one by one with a branch would not be
        special |= (text[i] < 32) | (text[i] == c'"') | (text[i] == c"\\")
    put(out, '"', 1)
    for i in range(size if special else 0):
        code = text[i]
        if code >= 32 and code != c'"' and code != c"\\":
            continue
        put(out, <const char*>text + start, i - start)
        start = i + 1
        escape[0] = c"\\"
        if code == c'"' or code == c"\\":
            escape[1] = code
        elif code == c"\n":
            escape[1] = c"n"
        elif code == c"\r":
            escape[1] = c"r"
        elif code == c"\t":
            escape[1] = c"t"
        elif code == 8:
            escape[1] = c"b"
        elif code == 12:
            escape[1] = c"f"
        else:
            escape[1], escape[2], escape[3] = c"u", c"0", c"0"
            escape[4], escape[5] = digits[code >> 4], digits[code & 15]
            put(out, escape, 6)
            continue
        put(out, escape, 2)
    put(out, <const char*>text + start, size - start)
    return put(out, '"', 1)


cdef int put_on_a_line(Output* out, const uint8_t* text, Py_ssize_t size) except -1:
    """UTF-8 with carriage returns made visible (`records.one_line`); there are no line feeds."""
    cdef Py_ssize_t i, start = 0
    for i in range(size):
        if text[i] == c"\r":
            put(out, <const char*>text + start, i - start)
            put(out, "\\r", 2)
            start = i + 1
    return put(out, <const char*>text + start, size - start)


cdef int put_in_cell(Output* out, const uint8_t* text, Py_ssize_t size, char delimiter) except -1:
    """UTF-8 as a cell of CSV, in quotes if it needs them; there are no line feeds."""
    cdef Py_ssize_t i, start = 0
    cdef bint needs = False
    for i in range(size):
        needs |= text[i] == delimiter or text[i] == c'"' or text[i] == c"\r"
    put(out, '"', needs)
    for i in range(size if needs else 0):
        if text[i] == c'"':
            put(out, <const char*>text + start, i + 1 - start)
            start = i  # which is written a second time
    put(out, <const char*>text + start, size - start)
    return put(out, '"', needs)


cdef Py_ssize_t without_brace(const uint8_t* text, Py_ssize_t size) noexcept:
    """The size of an object that ends in a brace without it, and without the space before it."""
    size -= 1
    while size > 0 and (text[size - 1] == c" " or text[size - 1] == c"\t" or text[size - 1] == c"\r"):
        size -= 1
    return size


cdef Piece piece_of(bytes text):
    cdef Piece piece
    piece.data, piece.size = PyBytes_AS_STRING(text), PyBytes_GET_SIZE(text)
    return piece


cdef class LabelTexts:
    """By label: its name, its language and its script, as bytes."""

    cdef list kept
    cdef Py_ssize_t count
    cdef Piece* pieces

    def __cinit__(self, tuple names):
        cdef Py_ssize_t i
        parts = [language_and_script(name) for name in names]
        self.count = len(names)
        self.kept = [text.encode() for text in (*names, *(part[0] for part in parts), *(part[1] for part in parts))]
        self.pieces = <Piece*>malloc((3 * self.count + 1) * sizeof(Piece))
        if self.pieces == NULL:
            raise MemoryError
        for i in range(3 * self.count):
            self.pieces[i] = piece_of(self.kept[i])

    def __dealloc__(self):
        free(self.pieces)


#: One for all chunks of a run.
label_texts = lru_cache(4)(LabelTexts)


@lru_cache(4)
def plain_labels(tuple names):
    """Whether labels can be written as they are, with no regard for what has a meaning in JSON or in a table."""
    return not any(sign in '"\\,;|' or sign <= " " for name in names for sign in name)


def write_lines(bytes data, const int64_t[::1] starts, const int64_t[::1] ends, answers, list steps):
    """The lines for records whose own part begins and ends there in `data`, with their answers."""
    cdef const int64_t[::1] language_starts = answers.language_starts, share_starts = answers.share_starts
    cdef const int32_t[::1] languages = answers.languages, share_labels = answers.share_labels
    cdef const double[::1] shares = answers.shares, language_score = answers.language_score
    cdef const double[::1] confidence = answers.confidence, margin = answers.margin
    cdef const uint8_t* text = <const uint8_t*>PyBytes_AS_STRING(data)
    cdef LabelTexts texts = label_texts(answers.names)
    cdef const Piece* labels = texts.pieces
    cdef Py_ssize_t count = texts.count, size = len(steps), i, k, s
    cdef Piece* fixed = <Piece*>malloc((size + 1) * sizeof(Piece))
    cdef int* kinds = <int*>malloc((size + 1) * sizeof(int))
    cdef Output out
    cdef int kind
    cdef bint is_cell, quotes
    cdef const Piece* piece
    out.data, out.size, out.room = NULL, 0, 0
    try:
        if fixed == NULL or kinds == NULL:
            raise MemoryError
        for s in range(size):
            kinds[s], fixed[s] = steps[s][0], piece_of(steps[s][1])
        make_room(&out, 2 * len(data) + 256 * starts.shape[0])
        for i in range(starts.shape[0]):
            for s in range(size):
                kind, is_cell = kinds[s] & (CELL - 1), (kinds[s] & CELL) != 0
                if kind == AS_IT_STANDS:
                    put(&out, fixed[s].data, fixed[s].size)
                elif kind == OWN:
                    put(&out, <const char*>text + starts[i], ends[i] - starts[i])
                elif kind == OWN_WITHOUT_BRACE:
                    put(&out, <const char*>text + starts[i], without_brace(text + starts[i], ends[i] - starts[i]))
                elif kind == OWN_IN_JSON:
                    put_in_json(&out, text + starts[i], ends[i] - starts[i])
                elif kind == OWN_ON_A_LINE:
                    put_on_a_line(&out, text + starts[i], ends[i] - starts[i])
                elif kind == OWN_IN_CELL:
                    put_in_cell(&out, text + starts[i], ends[i] - starts[i], fixed[s].data[0])
                elif kind == LANGUAGES:
                    quotes = kinds[s] & QUOTED and language_starts[i + 1] - language_starts[i] > 1
                    put(&out, '"' if is_cell else "[", quotes if is_cell else 1)
                    for k in range(language_starts[i], language_starts[i + 1]):
                        piece = &labels[languages[k]]
                        if k > language_starts[i]:
                            put(&out, ", ", 1 if is_cell else 2)
                        put_quoted(&out, piece, is_cell)
                    put(&out, '"' if is_cell else "]", quotes if is_cell else 1)
                elif kind == LANGUAGE or kind == SCRIPT:
                    piece = &labels[(count if kind == LANGUAGE else 2 * count) + languages[language_starts[i]]]
                    put_quoted(&out, piece, is_cell)
                elif kind == IS_MIXED:
                    if language_starts[i + 1] - language_starts[i] > 1:
                        put(&out, "true", 4)
                    else:
                        put(&out, "false", 5)
                elif kind == PROPORTIONS:
                    quotes = kinds[s] & QUOTED and share_starts[i + 1] - share_starts[i] > 1
                    put(&out, '"' if is_cell else "{", quotes if is_cell else 1)
                    for k in range(share_starts[i], share_starts[i + 1]):
                        piece = &labels[share_labels[k]]
                        if k > share_starts[i]:
                            put(&out, ", ", 1 if is_cell else 2)
                        put(&out, '"', 0 if is_cell else 1)
                        put(&out, piece.data, piece.size)
                        put(&out, "=", 1) if is_cell else put(&out, '": ', 3)
                        put_number(&out, shares[k], is_cell)
                    put(&out, '"' if is_cell else "}", quotes if is_cell else 1)
                elif kind == LANGUAGE_SCORE:
                    put_optional(&out, language_score[i], is_cell)
                elif kind == CONFIDENCE:
                    put_optional(&out, confidence[i], is_cell)
                elif kind == MARGIN:
                    put_optional(&out, margin[i], is_cell)
        return PyBytes_FromStringAndSize(out.data, out.size)
    finally:
        free(fixed)
        free(kinds)
        free(out.data)
