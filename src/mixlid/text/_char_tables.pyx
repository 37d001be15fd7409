"""What the compiled tokeniser knows of characters, filled from `words.py` and `unicode_tables.py` when it is loaded."""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from mixlid.text import unicode_tables as tables
from mixlid.text import words as slow


cdef int mark_ranges(str packed, int value) except -1:
    cdef Py_ssize_t code, first, last
    for item in packed.split():
        begin, _, end = item.partition("-")
        first, last = int(begin, 16), int(end or begin, 16)
        for code in range(first, min(last + 1, <Py_ssize_t>KNOWN)):
            classes[code] = value
    return 0


cdef int mark_chars(uint8_t* table, str chars, int value) except -1:
    for char in chars:
        if <Py_UCS4>char >= KNOWN:
            raise ValueError(f"{char!r} is beyond the tables of _tokens.pyx")
        table[<Py_UCS4>char] = value
    return 0


cdef int fill_tables() except -1:
    cdef Py_ssize_t code, first
    cdef int script
    if len(slow.SCRIPTS) > 256:
        raise ValueError(f"{len(slow.SCRIPTS)} scripts do not fit into the bytes of _tokens.pyx")
    mark_ranges(tables.MARKS, MARK)
    mark_ranges(tables.DIGITS, DIGIT)
    mark_ranges(tables.LETTERS, LETTER)
    starts = [(int(begin, 16), slow.SCRIPTS.index(name)) for begin, _, name in
              (item.partition(":") for item in tables.SCRIPT_STARTS.split())]
    for (begin, place), (end, _) in zip(starts, [*starts[1:], (KNOWN, 0)]):
        first, script = begin, place
        for code in range(first, min(<Py_ssize_t>end, <Py_ssize_t>KNOWN)):
            scripts[code] = script if classes[code] == LETTER else 0
    mark_ranges(tables.PICTOGRAPHS, UNSURE)
    mark_chars(classes, "@＠#＃", UNSURE)
    mark_chars(joins, slow.JOINERS, True)
    mark_chars(closes, slow.URL_NEVER_ENDS_WITH, True)
    # Latin and Cyrillic: their letters never combine with what stands before them.
    memset(plain, 0xFF, sizeof(plain))
    for code in (*range(0x250), *range(0x400, 0x482), *range(0x48A, 0x530), *range(0x1E00, 0x1F00)):
        if classes[code] == LETTER or joins[code] or chr(code) in "0123456789#_":
            folded = slow.fold(chr(code))
            if len(folded) < 2:
                plain[code] = ord(folded) if folded else DROPPED
    for char in slow.JOINERS:
        folded = slow.fold(char)
        plain[ord(char)] = ord(folded) if folded else DROPPED
    return 0


fill_tables()
