"""A text as code points, from wherever it is stored."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from mixlid.text._ascii cimport BEYOND

cdef extern from "Python.h":
    Py_UCS4* PyUnicode_AsUCS4(object text, Py_UCS4* buffer, Py_ssize_t size, int copy_null) except NULL
    str PyUnicode_FromKindAndData(int kind, const void* data, Py_ssize_t size)


cdef int no_memory() except -1 with gil:
    raise MemoryError


cdef class Codes:
    def __dealloc__(self):
        free(self.codes)

    cdef void swap_codes(self, Codes other) noexcept nogil:
        """Take the text that the other has, and give it the one that is here."""
        self.codes, other.codes = other.codes, self.codes
        self.size, other.size = other.size, self.size
        self.codes_capacity, other.codes_capacity = other.codes_capacity, self.codes_capacity

    cdef int copy(self, str text) except -1:
        """Code points of the text."""
        self.reserve_code(len(text))
        self.size = len(text)
        if self.size:
            PyUnicode_AsUCS4(text, self.codes, self.codes_capacity, False)
        return 0

    cdef int take_units(self, const void* data, int width, Py_ssize_t size) except -1 nogil:
        """Code points of a text that Python stores in units of that many bytes."""
        cdef Py_ssize_t i
        self.reserve_code(size)
        self.size = size
        if width == 4:
            memcpy(self.codes, data, 4 * size)
        elif width == 2:
            for i in range(size):
                self.codes[i] = (<const uint16_t*>data)[i]
        else:
            for i in range(size):
                self.codes[i] = (<const uint8_t*>data)[i]
        return 0

    cdef bint take_utf8(self, const uint8_t* data, Py_ssize_t size) except -1 nogil:
        """Code points of a text in UTF-8; False if it is not."""
        cdef Py_ssize_t i = 0, count = 0, more, k
        cdef uint32_t code, least
        cdef uint64_t eight
        cdef Py_UCS4* codes
        self.reserve_code(size)
        codes, self.size = self.codes, 0
        while i < size:
            code = data[i]
            if code < 0x80 and i + 8 <= size:
                memcpy(&eight, data + i, 8)
                if not eight & <uint64_t>0x8080808080808080:
                    for k in range(8):
                        codes[count + k] = <Py_UCS4>data[i + k]
                    i, count = i + 8, count + 8
                    continue
            i += 1
            if code >= 0x80:
                if code < 0xC2 or code > 0xF4:
                    return False
                if code < 0xE0:
                    more, least, code = 1, 0x80, code & 0x1F
                elif code < 0xF0:
                    more, least, code = 2, 0x800, code & 0x0F
                else:
                    more, least, code = 3, 0x10000, code & 0x07
                if i + more > size:
                    return False
                for k in range(i, i + more):
                    if data[k] & 0xC0 != 0x80:
                        return False
                    code = code << 6 | (data[k] & 0x3F)
                i += more
                if code < least or code > 0x10FFFF or 0xD800 <= code < 0xE000:
                    return False
            codes[count] = <Py_UCS4>code
            count += 1
        self.size = count
        return True

    cdef int reserve_code(self, Py_ssize_t size) except -1 nogil:
        """Room for so many, and for `BEYOND` more that may be read."""
        if size > self.codes_capacity:
            free(self.codes)
            self.codes_capacity = 0
            self.codes = <Py_UCS4*>malloc((size + size // 2 + 64 + BEYOND) * sizeof(Py_UCS4))
            if self.codes == NULL:
                return no_memory()
            self.codes_capacity = size + size // 2 + 64
        return 0

    cdef str part(self, Py_ssize_t start, Py_ssize_t end):
        """A part of the text."""
        return PyUnicode_FromKindAndData(4, self.codes + start, end - start)
