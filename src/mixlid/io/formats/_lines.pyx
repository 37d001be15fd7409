"""Lines of output from columns, written by the steps of `steps.py`: what the writers of formats do record by record."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.mem cimport PyMem_Free
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, strlen

from mixlid.io.formats._decimals cimport mixlid_repr, mixlid_short

from functools import lru_cache

from mixlid.io.formats import steps as numbers
from mixlid.text.labels import language_and_script

cdef extern from "Python.h":
    char* PyOS_double_to_string(double value, char code, int precision, int flags, int* kind) except NULL
    enum:
        Py_DTSF_ADD_DOT_0

cdef enum:
    AS_IT_STANDS = 0
    TEXT_IN_JSON = 1
    TEXT_ON_A_LINE = 2
    LANGUAGES = 3
    LANGUAGE = 4
    SCRIPT = 5
    IS_MIXED = 6
    PROPORTIONS = 7
    LANGUAGE_SCORE = 8
    CONFIDENCE = 9
    MARGIN = 10
    CELL = 32
    #: Characters of a number that Python need not be asked for.
    MOST_DIGITS = 32

if (numbers.LANGUAGES, numbers.MARGIN, numbers.CELL) != (LANGUAGES, MARGIN, CELL):
    raise ImportError("_lines.pyx was compiled for other steps than those of steps.py")


cdef struct Output:
    char* data
    Py_ssize_t size
    Py_ssize_t room


cdef struct Piece:
    const char* data
    Py_ssize_t size


cdef int make_room(Output* out, Py_ssize_t size) except -1:
    cdef void* block
    if out.size + size > out.room:
        block = realloc(out.data, 2 * (out.size + size) + 4096)
        if block == NULL:
            raise MemoryError
        out.data, out.room = <char*>block, 2 * (out.size + size) + 4096
    return 0


cdef inline int put(Output* out, const char* data, Py_ssize_t size) except -1:
    if not size:  # and perhaps no room yet: C does not allow a null pointer, even to copy nothing
        return 0
    make_room(out, size)
    memcpy(out.data + out.size, data, size)
    out.size += size
    return 0


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
    cdef uint8_t code
    cdef char escape[6]
    cdef const char* digits = "0123456789abcdef"
    put(out, '"', 1)
    for i in range(size):
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


def write_lines(bytes data, const int64_t[::1] starts, const int64_t[::1] ends, answers, list steps):
    """The lines for texts that begin and end there in `data`, with their answers."""
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
    cdef bint is_cell
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
                elif kind == TEXT_IN_JSON:
                    put_in_json(&out, text + starts[i], ends[i] - starts[i])
                elif kind == TEXT_ON_A_LINE:
                    put_on_a_line(&out, text + starts[i], ends[i] - starts[i])
                elif kind == LANGUAGES:
                    put(&out, "[", 0 if is_cell else 1)
                    for k in range(language_starts[i], language_starts[i + 1]):
                        piece = &labels[languages[k]]
                        if k > language_starts[i]:
                            put(&out, ", ", 1 if is_cell else 2)
                        put_quoted(&out, piece, is_cell)
                    put(&out, "]", 0 if is_cell else 1)
                elif kind == LANGUAGE or kind == SCRIPT:
                    piece = &labels[(count if kind == LANGUAGE else 2 * count) + languages[language_starts[i]]]
                    put_quoted(&out, piece, is_cell)
                elif kind == IS_MIXED:
                    if language_starts[i + 1] - language_starts[i] > 1:
                        put(&out, "true", 4)
                    else:
                        put(&out, "false", 5)
                elif kind == PROPORTIONS:
                    put(&out, "{", 0 if is_cell else 1)
                    for k in range(share_starts[i], share_starts[i + 1]):
                        piece = &labels[share_labels[k]]
                        if k > share_starts[i]:
                            put(&out, ", ", 1 if is_cell else 2)
                        put(&out, '"', 0 if is_cell else 1)
                        put(&out, piece.data, piece.size)
                        put(&out, "=", 1) if is_cell else put(&out, '": ', 3)
                        put_number(&out, shares[k], is_cell)
                    put(&out, "}", 0 if is_cell else 1)
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
