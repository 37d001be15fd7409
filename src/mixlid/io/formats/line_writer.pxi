"""Writes lines of output from columns, by a template (`line_writer.py`); the same as the writers do by record.

The type of a column says how a value is written. No field is known here by name.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.mem cimport PyMem_Free
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport strlen

import json
from functools import lru_cache

from mixlid.io.formats import cells, line_writer
from mixlid.io.typed_columns import PartLists, Strings, typed_columns

cdef extern from "Python.h":
    char* PyOS_double_to_string(double value, char code, int precision, int flags, int* kind) except NULL
    double PyOS_string_to_double(const char* text, char** end, void* overflow) except? -1.0
    enum:
        Py_DTSF_ADD_DOT_0

cdef enum:
    FIXED = 0
    OWN = 1
    OWN_WITHOUT_BRACE = 2
    OWN_IN_JSON = 3
    OWN_ON_A_LINE = 4
    OWN_IN_CELL = 5
    JSON = 6
    CELL = 7
    QUOTED_CELL = 8
    #: The longest number that is written without Python.
    NUMBER_SIZE = 32
    #: As in `mixlid_short`.
    DIGITS = 4

cdef enum:
    NUMBER
    FLAG
    STRING
    STRING_LIST
    SHARE_LIST
    INTEGER
    PART_LIST

if (line_writer.OWN_IN_CELL, line_writer.QUOTED_CELL, cells.DIGITS) != (OWN_IN_CELL, QUOTED_CELL, DIGITS):
    raise ImportError("io/formats/_compiled was compiled for another line_writer.py or cells.py")


cdef struct Piece:
    const char* data
    Py_ssize_t size


cdef Piece piece_of(bytes text):
    cdef Piece piece
    piece.data, piece.size = PyBytes_AS_STRING(text), PyBytes_GET_SIZE(text)
    return piece


cdef int put_number(Output* out, double value, bint is_cell) except -1:
    """Write a number with four digits, as JSON or Python write a float, or as `%.4g` for a cell."""
    cdef char* text
    cdef int size
    reserve(out, NUMBER_SIZE)
    size = mixlid_short(value, not is_cell, out.data + out.size)
    if size:
        out.size += size
        return 0
    text = PyOS_double_to_string(value, c"g", DIGITS, 0, NULL)
    try:
        if is_cell:
            return put(out, text, strlen(text))
        value = PyOS_string_to_double(text, NULL, NULL)
    finally:
        PyMem_Free(text)
    text = PyOS_double_to_string(value, c"r", 0, Py_DTSF_ADD_DOT_0, NULL)
    try:
        return put(out, text, strlen(text))
    finally:
        PyMem_Free(text)


def number_text(double value, bint is_cell):
    """A number as it is written, for tests."""
    cdef Output out
    begin(&out)
    try:
        put_number(&out, value, is_cell)
        return (<const char*>out.data)[:out.size].decode()
    finally:
        discard(&out)


cdef int put_integer(Output* out, int64_t value) except -1:
    put(out, "-", value < 0)
    reserve(out, NUMBER_SIZE)
    out.size += mixlid_digits(-value if value < 0 else value, out.data + out.size)
    return 0


cdef int put_optional(Output* out, double value, bint is_cell) except -1:
    if value == value:
        return put_number(out, value, is_cell)
    return 0 if is_cell else put(out, "null", 4)


cdef class Escapes:
    """What is written in place of some bytes."""

    cdef dict alive
    cdef Piece[256] pieces

    def __cinit__(self, dict escapes):
        self.alive = escapes
        for code in range(256):
            self.pieces[code] = piece_of(escapes.get(code, b""))

    cdef int put(self, Output* out, const uint8_t* text, Py_ssize_t size) except -1:
        cdef Py_ssize_t i, start = 0
        cdef const Piece* escape
        for i in range(size):
            escape = &self.pieces[text[i]]
            if escape.size:
                put(out, <const char*>text + start, i - start)
                put(out, escape.data, escape.size)
                start = i + 1
        return put(out, <const char*>text + start, size - start)


#: As `json.dumps` with `ensure_ascii=False`; as `records.one_line` (there are no line feeds); as in a quoted CSV cell.
cdef Escapes IN_JSON = Escapes({code: json.dumps(chr(code))[1:-1].encode() for code in (*range(32), *b'"\\')})
cdef Escapes ON_A_LINE = Escapes({ord("\r"): b"\\r"})
cdef Escapes IN_CELL = Escapes({ord('"'): b'""'})


cdef int put_in_json(Output* out, const uint8_t* text, Py_ssize_t size) except -1:
    put(out, '"', 1)
    IN_JSON.put(out, text, size)
    return put(out, '"', 1)


cdef int put_in_cell(Output* out, const uint8_t* text, Py_ssize_t size, char delimiter) except -1:
    """Write UTF-8 as a CSV cell, quoted if needed; there are no line feeds."""
    cdef Py_ssize_t i
    cdef bint needs = False
    for i in range(size):
        needs |= text[i] == delimiter or text[i] == c'"' or text[i] == c"\r"
    if not needs:
        return put(out, <const char*>text, size)
    put(out, '"', 1)
    IN_CELL.put(out, text, size)
    return put(out, '"', 1)


cdef Py_ssize_t without_brace(const uint8_t* text, Py_ssize_t size) noexcept:
    """The size of a JSON object without its closing brace and the space before it."""
    size -= 1
    while size > 0 and (text[size - 1] == c" " or text[size - 1] == c"\t" or text[size - 1] == c"\r"):
        size -= 1
    return size


cdef class StringTable:
    """The strings of a column's table, ready to be written: as JSON strings, or unchanged for cells."""

    cdef list alive
    cdef Piece* pieces

    def __cinit__(self, tuple table, bint is_cell):
        cdef Py_ssize_t i
        if is_cell and not are_plain(table):
            raise ValueError("these strings need quotes in a cell")
        self.alive = [(text if is_cell else json.dumps(text, ensure_ascii=False)).encode() for text in table]
        self.pieces = <Piece*>malloc((len(table) + 1) * sizeof(Piece))
        if self.pieces == NULL:
            raise MemoryError
        for i in range(len(table)):
            self.pieces[i] = piece_of(self.alive[i])

    def __dealloc__(self):
        free(self.pieces)


#: Shared by all chunks of a run.
string_table = lru_cache(32)(StringTable)


@lru_cache(32)
def are_plain(tuple table):
    """Whether the strings need no quotes in a cell, whatever the delimiter."""
    return not any(sign in '"\\,;|' or sign <= " " for text in table for sign in text)


cdef struct Value:
    int kind
    const int64_t* starts
    const int32_t* indices
    const double* numbers
    const uint8_t* flags
    const Piece* pieces
    #: of lists of words or spans: the columns of these, and how many
    const Value* columns
    int column_count
    #: of such a column: what is written before each value
    Piece key


cdef class Columns:
    """The columns of a template's fields, with references that keep their memory alive."""

    cdef list alive
    cdef Value* value

    def __cinit__(self, Py_ssize_t count):
        self.alive = []
        self.value = <Value*>calloc(count + 1, sizeof(Value))
        if self.value == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.value)

    cdef int set(self, Py_ssize_t place, column, bint is_cell) except -1:
        cdef const int64_t[::1] starts
        cdef const int32_t[::1] indices
        cdef const double[::1] numbers
        cdef const uint8_t[::1] flags
        cdef StringTable table
        cdef Columns parts
        cdef Value* value = &self.value[place]
        self.alive.append(column)
        if isinstance(column, PartLists):
            parts = Columns(len(column.columns))
            for i, (name, part) in enumerate(column.columns.items()):
                key = f"{', ' if i else '{'}{json.dumps(name)}: ".encode()
                parts.set(i, part, False)
                parts.value[i].key = piece_of(key)
                parts.alive.append(key)
            self.alive.append(parts)
            value.kind, starts = PART_LIST, column.starts
            value.starts, value.columns, value.column_count = &starts[0], parts.value, <int>len(column.columns)
        elif isinstance(column, Strings):
            table, indices = string_table(column.table, is_cell), column.indices
            self.alive += [table, indices]
            value.kind, value.pieces = STRING, table.pieces
            value.indices = &indices[0] if indices.shape[0] else NULL
            if column.starts is not None:
                value.kind, starts = STRING_LIST, column.starts
                value.starts = &starts[0]
            if column.shares is not None:
                value.kind, numbers = SHARE_LIST, column.shares
                value.numbers = &numbers[0] if numbers.shape[0] else NULL
        elif column.values.dtype.kind == "f":
            value.kind, numbers = NUMBER, column.values
            value.numbers = &numbers[0] if numbers.shape[0] else NULL
        elif column.values.dtype.kind == "i":
            value.kind, indices = INTEGER, column.values
            value.indices = &indices[0] if indices.shape[0] else NULL
        else:
            value.kind, flags = FLAG, column.values.view("u1")
            value.flags = &flags[0] if flags.shape[0] else NULL
        return 0


cdef int put_parts(Output* out, const Value* value, Py_ssize_t row) except -1:
    """Write a list of words or spans as JSON."""
    cdef int64_t begin = value.starts[row], k
    cdef int i
    put(out, "[", 1)
    for k in range(begin, value.starts[row + 1]):
        put(out, ", ", 2 if k > begin else 0)
        for i in range(value.column_count):
            put(out, value.columns[i].key.data, value.columns[i].key.size)
            put_value(out, &value.columns[i], k, JSON)
        put(out, "}", 1)
    return put(out, "]", 1)


cdef int put_list(Output* out, const Value* value, Py_ssize_t row, int what) except -1:
    """Write a list of strings or of shares: `["a", "b"]` and `{"a": 0.5}`, in a cell `a,b` and `a=0.5`."""
    cdef int64_t begin = value.starts[row], end = value.starts[row + 1], k
    cdef bint is_cell = what != JSON, has_shares = value.kind == SHARE_LIST
    cdef bint quotes = what == QUOTED_CELL and end - begin > 1
    cdef const Piece* piece
    if is_cell:
        put(out, '"', quotes)
    else:
        put(out, "{" if has_shares else "[", 1)
    for k in range(begin, end):
        if k > begin:
            put(out, ", ", 1 if is_cell else 2)
        piece = &value.pieces[value.indices[k]]
        put(out, piece.data, piece.size)
        if has_shares:
            put(out, "=", 1) if is_cell else put(out, ": ", 2)
            put_number(out, value.numbers[k], is_cell)
    if is_cell:
        return put(out, '"', quotes)
    return put(out, "}" if has_shares else "]", 1)


cdef inline int put_value(Output* out, const Value* value, Py_ssize_t row, int what) except -1:
    cdef const Piece* piece
    if value.kind == NUMBER:
        return put_optional(out, value.numbers[row], what != JSON)
    if value.kind == FLAG:
        return put(out, "true", 4) if value.flags[row] else put(out, "false", 5)
    if value.kind == STRING:
        piece = &value.pieces[value.indices[row]]
        return put(out, piece.data, piece.size)
    if value.kind == INTEGER:
        return put_integer(out, value.indices[row])
    return put_parts(out, value, row) if value.kind == PART_LIST else put_list(out, value, row, what)


def write_lines(
    bytes data, const int64_t[::1] starts, const int64_t[::1] ends, answers, list template, others=(), lengths=None
):
    """The lines for records, whose own text has these offsets in `data`, with their answers.

    Between them are `others`: bytes, with the number of records before them. Where spans are written, `lengths` are
    those of the texts.
    """
    cdef const uint8_t* text = <const uint8_t*>PyBytes_AS_STRING(data)
    cdef Py_ssize_t size = len(template), i, s, done = 0
    cdef Py_ssize_t next_other = others[done][0] if others else -1
    cdef Piece other
    cdef Columns columns = Columns(size)
    cdef Piece* fixed = <Piece*>malloc((size + 1) * sizeof(Piece))
    cdef int* kinds = <int*>malloc((size + 1) * sizeof(int))
    cdef Output out
    cdef int what
    begin(&out)
    try:
        if fixed == NULL or kinds == NULL:
            raise MemoryError
        for s in range(size):
            kinds[s], fixed[s] = template[s][0], piece_of(template[s][1])
        typed = iter(typed_columns(answers, [part[2] for part in template if part[0] >= JSON], None, lengths))
        for s in range(size):
            if kinds[s] >= JSON:
                columns.set(s, next(typed), kinds[s] != JSON)
        grow(&out, len(data) + 256 * starts.shape[0] + 4096)
        for i in range(starts.shape[0] + 1):
            while i == next_other:
                other = piece_of(others[done][1])
                put(&out, other.data, other.size)
                done += 1
                next_other = others[done][0] if done < len(others) else -1
            for s in range(size if i < starts.shape[0] else 0):
                what = kinds[s]
                if what == FIXED:
                    put(&out, fixed[s].data, fixed[s].size)
                elif what == OWN:
                    put(&out, <const char*>text + starts[i], ends[i] - starts[i])
                elif what == OWN_WITHOUT_BRACE:
                    put(&out, <const char*>text + starts[i], without_brace(text + starts[i], ends[i] - starts[i]))
                elif what == OWN_IN_JSON:
                    put_in_json(&out, text + starts[i], ends[i] - starts[i])
                elif what == OWN_ON_A_LINE:
                    ON_A_LINE.put(&out, text + starts[i], ends[i] - starts[i])
                elif what == OWN_IN_CELL:
                    put_in_cell(&out, text + starts[i], ends[i] - starts[i], fixed[s].data[0])
                else:
                    put_value(&out, &columns.value[s], i, what)
        return written(&out)
    finally:
        free(fixed)
        free(kinds)
        discard(&out)
