"""The features of a word, compiled; `ngrams.py` is the definition."""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t
from libc.stdlib cimport realloc

from mixlid.text._prefetch cimport mixlid_prefetch
from mixlid.text._compiled cimport no_memory

cdef Py_ssize_t write_utf8(const Py_UCS4* word, Py_ssize_t size, uint8_t* out) noexcept nogil:
    """`<word>` in UTF-8, surrogates like any other, and a zero; how many bytes there are before that."""
    cdef Py_ssize_t i, place = 0
    cdef uint32_t code
    out[place] = c"<"
    place += 1
    for i in range(size):
        code = <uint32_t>word[i]
        if code < 0x80:
            out[place] = <uint8_t>code
            place += 1
            continue
        if code < 0x800:
            out[place] = <uint8_t>(0xC0 | (code >> 6))
        else:
            if code < 0x10000:
                out[place] = <uint8_t>(0xE0 | (code >> 12))
            else:
                out[place] = <uint8_t>(0xF0 | (code >> 18))
                place += 1
                out[place] = <uint8_t>(0x80 | ((code >> 12) & 0x3F))
            place += 1
            out[place] = <uint8_t>(0x80 | ((code >> 6) & 0x3F))
        out[place + 1] = <uint8_t>(0x80 | (code & 0x3F))
        place += 2
    out[place], out[place + 1] = c">", 0
    return place + 1


cdef inline uint32_t extend(uint32_t value, uint8_t byte) noexcept nogil:
    """One more byte, widened as a signed char."""
    return (value ^ <uint32_t>(<int32_t>(<int8_t>byte))) * <uint32_t>16777619


cdef int list_ngrams(
    const Table* table, const uint8_t* letters, Py_ssize_t end, Py_ssize_t size, Features* features
) except -1 nogil:
    """Put the ids of the n-grams of a word of `size` letters into `features`; they end with the `>` before `end`.

    One more byte may be read, and is 0.
    """
    cdef Py_ssize_t last, n, begin = features.size
    cdef uint32_t value
    cdef uint32_t* ids
    reserve(features, end * table.maxn + 2)
    ids = put_ngrams(table, letters, end, features.ids + begin)
    if table.whole_word and size > table.maxn:
        value = <uint32_t>2166136261
        for last in range(end):
            value = extend(value, letters[last])
        ids[0] = feature_of(table, value)
        ids += 1
    features.size = ids - features.ids
    for n in range(begin, features.size):
        mixlid_prefetch(table.blocks + (features.ids[n] >> 6))
    return 0


cdef uint32_t* put_ngrams(const Table* table, const uint8_t* letters, Py_ssize_t end, uint32_t* ids) noexcept nogil:
    """The ids of all n-grams; the place after them. Which bytes end a letter cannot be predicted: every id is written."""
    cdef Py_ssize_t first = 0, last, n
    cdef uint32_t value
    cdef Table known = table[0]  # which nothing that is written here can change
    cdef bint ends_letter, is_border
    while first < end:
        value, n, last = <uint32_t>2166136261, 0, first
        is_border = first == 0 or first == end - 1  # which is no feature by itself
        while n < known.maxn and last < end:
            value = extend(value, letters[last])
            last += 1
            ends_letter = letters[last] & 0xC0 != 0x80
            n += ends_letter
            ids[0] = feature_of(&known, value)
            ids += ends_letter & (n >= known.minn) & ~(is_border & (n == 1))
        first += 1
        while letters[first] & 0xC0 == 0x80:
            first += 1
    return ids


cdef inline uint32_t feature_of(const Table* table, uint32_t value) noexcept nogil:
    return <uint32_t>table.nwords + (value & table.mask if table.mask else value % table.buckets)


cdef int put_feature(const Table* table, uint32_t feature, Features* features) except -1 nogil:
    reserve(features, 1)
    mixlid_prefetch(table.blocks + (feature >> 6))
    features.ids[features.size] = feature
    features.size += 1
    return 0


cdef int reserve(Features* features, Py_ssize_t more) except -1 nogil:
    cdef Py_ssize_t capacity = 2 * (features.size + more) + 1024
    cdef void* block
    if features.size + more > features.capacity:
        block = realloc(features.ids, capacity * sizeof(uint32_t))
        if block == NULL:
            return no_memory()
        features.ids, features.capacity = <uint32_t*>block, capacity
    return 0
