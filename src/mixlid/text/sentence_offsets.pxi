"""`sentences.sentence_offsets`, compiled."""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int64_t, uint8_t, uint32_t
from libc.stdlib cimport free, realloc

import numpy as np

from mixlid.text.sentences import SentenceOffsets


#: By byte: whether it may begin a character that ends a sentence or a line.
cdef uint8_t may_end[256]


cdef int fill_may_end() except -1:
    for char in rules.LINE_ENDS + rules.MARKS + rules.WIDE:
        may_end[char.encode()[0]] = True
    return 0


fill_may_end()


cdef bint is_surely_one(const uint8_t* text, Py_ssize_t size) noexcept nogil:
    """Whether a text is one sentence because nothing in it can end one, as its bytes show."""
    cdef Py_ssize_t i
    if size > MAX_CHARS:
        return False
    for i in range(size):
        if may_end[text[i]]:
            return False
    return True


cdef class Integers:
    """A list that grows."""

    cdef int64_t* items
    cdef Py_ssize_t size, capacity

    def __dealloc__(self):
        free(self.items)

    cdef int add(self, int64_t item) except -1 nogil:
        cdef void* block
        if self.size == self.capacity:
            block = realloc(self.items, (2 * self.capacity + 64) * sizeof(int64_t))
            if block == NULL:
                return no_memory()
            self.items, self.capacity = <int64_t*>block, 2 * self.capacity + 64
        self.items[self.size] = item
        self.size += 1
        return 0

    cdef object as_array(self):
        return np.frombuffer(PyBytes_FromStringAndSize(<char*>self.items, self.size * sizeof(int64_t)), np.int64)


def sentence_offsets(
    const uint8_t[::1] data, const int64_t[::1] starts, const int64_t[::1] ends, Py_ssize_t longest
):
    cdef Codes codes = Codes()
    cdef Integers counts = Integers(), places = Integers(), first = Integers(), last = Integers()
    cdef Py_ssize_t row, size
    with nogil:
        for row in range(starts.shape[0]):
            size = places.size
            if ends[row] - starts[row] > longest and not is_surely_one(&data[starts[row]], ends[row] - starts[row]):
                if not codes.take_utf8(&data[starts[row]], ends[row] - starts[row]):
                    with gil:
                        return None
                if codes.size > longest:
                    add_sentences(codes, starts[row], ends[row], places, first, last)
            if places.size == size:
                places.add(0)
                first.add(starts[row])
                last.add(ends[row])
            counts.add(places.size - size)
    if counts.size == places.size:
        return None
    return SentenceOffsets(counts.as_array(), places.as_array(), first.as_array(), last.as_array())


cdef int add_sentences(
    Codes text, int64_t begin, int64_t end, Integers places, Integers first, Integers last
) except -1 nogil:
    """The sentences of a text that has those bytes."""
    cdef Py_ssize_t start = 0, cut = 0, sentence, i, checked = 0
    cdef bint in_address = False
    cdef uint32_t code
    while start < text.size:
        sentence = next_end(text, start, &checked, &in_address)
        while start < sentence:
            cut = piece_end(text.codes, start, sentence, MAX_CHARS)
            places.add(start)
            first.add(begin)
            if cut == text.size:
                begin = end
            elif end - begin == text.size - start:  # ASCII from here on
                begin += cut - start
            else:
                for i in range(start, cut):
                    code = <uint32_t>text.codes[i]
                    begin += 1 + (code >= 0x80) + (code >= 0x800) + (code >= 0x10000)
            last.add(begin)
            start = cut
    return 0
