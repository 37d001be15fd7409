"""Names, for texts that are code points: `names.py` for letters whose lower case is one letter, which it is asked for
otherwise."""

from libc.stdint cimport uint16_t, uint32_t

from mixlid.text.names import is_name, numbers

cdef extern from "Python.h":
    enum:
        PyUnicode_4BYTE_KIND
    str PyUnicode_FromKindAndData(int kind, const void* data, Py_ssize_t size)

cdef enum:
    #: Letters of Latin, Greek and Cyrillic are below; all take at most two bytes.
    FOLDED = 0x800

#: By code: what it is folded_letters to, 0 if Python has to be asked.
cdef uint16_t folded_letters[FOLDED]
#: CRC-32 of each byte.
cdef uint32_t remainders[256]
#: The numbers of names, when the first is asked for; `name_array` holds them.
cdef object name_array = None
cdef const uint32_t* name_numbers = NULL
cdef Py_ssize_t name_count = 0


cdef int fill_name_tables() except -1:
    cdef uint32_t code, value, i
    for code in range(1, FOLDED):
        letters = chr(code).casefold()
        if len(letters) == 1 and ord(letters) < FOLDED:
            folded_letters[code] = ord(letters)
    for code in range(256):
        value = code
        for i in range(8):
            value = (value >> 1) ^ (<uint32_t>0xEDB88320 if value & 1 else 0)
        remainders[code] = value
    return 0


cdef bint is_known_name(const Py_UCS4* word, Py_ssize_t size) except -1 nogil:
    cdef uint32_t value = 0xFFFFFFFF
    cdef uint16_t code
    cdef Py_ssize_t i, low, high, middle
    for i in range(size):
        code = folded_letters[word[i]] if word[i] < FOLDED else 0
        if not code:
            return look_up_name(word, size)
        if code < 0x80:
            value = (value >> 8) ^ remainders[(value ^ code) & 0xFF]
        else:
            value = (value >> 8) ^ remainders[(value ^ (0xC0 | code >> 6)) & 0xFF]
            value = (value >> 8) ^ remainders[(value ^ (0x80 | (code & 0x3F))) & 0xFF]
    value = ~value
    if name_numbers == NULL:
        load_names()
    low, high = 0, name_count
    while low < high:
        middle = (low + high) // 2
        if name_numbers[middle] < value:
            low = middle + 1
        else:
            high = middle
    return low < name_count and name_numbers[low] == value


cdef int load_names() except -1 with gil:
    """Have the numbers at hand; all threads would get the same."""
    global name_array, name_numbers, name_count
    cdef const unsigned int[::1] values = numbers()
    name_array, name_count = values, values.shape[0]
    name_numbers = <const uint32_t*>&values[0]
    return 0


cdef bint look_up_name(const Py_UCS4* word, Py_ssize_t size) except -1 with gil:
    return is_name(PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, word, size))


def is_name_of_codes(str word):
    """`names.is_name`, for the tests."""
    codes = word.encode("utf-32-le", "surrogatepass")
    return is_known_name(<const Py_UCS4*><const char*>codes, len(word))


fill_name_tables()
