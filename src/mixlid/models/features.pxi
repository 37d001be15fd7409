"""The features of a word, compiled; `ngrams.py` is the definition."""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t
from libc.stdlib cimport realloc

cimport mixlid.models._lanes  # for what its C defines
from mixlid.text._prefetch cimport mixlid_prefetch
from mixlid.text._compiled cimport no_memory

cdef extern from *:
    """
    #ifndef MIXLID_NGRAMS
    #define MIXLID_NGRAMS
    #define MIXLID_AT_A_TIME 8
    #ifdef MIXLID_TWICE
    /* The ids of n-grams where each byte is a letter, those that begin at eight letters at a time; how many there are. Up to
       eight more bytes are read, and eight more ids written. */
    MIXLID_AVX2 static ptrdiff_t mixlid_ngrams_avx2(
        const uint8_t *letters, ptrdiff_t size, ptrdiff_t minn, ptrdiff_t maxn, uint32_t mask, uint32_t first_id, uint32_t *ids) {
        const __m256i prime = _mm256_set1_epi32(16777619), kept = _mm256_set1_epi32((int)mask);
        const __m256i added = _mm256_set1_epi32((int)first_id);
        ptrdiff_t first, n, left, found = 0;
        for (first = 0; first < size; first += MIXLID_AT_A_TIME) {
            __m256i value = _mm256_set1_epi32((int)2166136261u);
            for (n = 1; n <= maxn && first + n <= size; n++) {
                __m256i bytes = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(letters + first + n - 1)));
                value = _mm256_mullo_epi32(_mm256_xor_si256(value, bytes), prime);
                if (n < minn) continue;
                _mm256_storeu_si256((__m256i *)(ids + found), _mm256_add_epi32(_mm256_and_si256(value, kept), added));
                left = size - first - n + 1;
                found += left < MIXLID_AT_A_TIME ? left : MIXLID_AT_A_TIME;
            }
        }
        return found;
    }
    #endif
    /* The same; -1 where the processor cannot. */
    static ptrdiff_t mixlid_ngrams(
        const uint8_t *letters, ptrdiff_t size, ptrdiff_t minn, ptrdiff_t maxn, uint32_t mask, uint32_t first_id, uint32_t *ids) {
    #ifdef MIXLID_TWICE
        if (mixlid_is_wide()) return mixlid_ngrams_avx2(letters, size, minn, maxn, mask, first_id, ids);
    #else
        (void)letters, (void)size, (void)minn, (void)maxn, (void)mask, (void)first_id, (void)ids;
    #endif
        return -1;
    }
    #endif
    """
    enum:
        MIXLID_AT_A_TIME
    Py_ssize_t mixlid_ngrams(
        const uint8_t* letters, Py_ssize_t size, Py_ssize_t minn, Py_ssize_t maxn, uint32_t mask, uint32_t first_id,
        uint32_t* ids
    ) noexcept nogil


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

    There are MIXLID_AT_A_TIME more bytes that may be read, of which the first is 0.
    """
    cdef Py_ssize_t last, n, begin = features.size, found = -1
    cdef uint32_t value
    cdef uint32_t* ids
    reserve(features, end * table.maxn + 1 + MIXLID_AT_A_TIME)
    ids = features.ids + begin
    if size == end and table.minn > 1 and table.mask:  # each byte is a letter
        found = mixlid_ngrams(letters, end, table.minn, table.maxn, table.mask, <uint32_t>table.nwords, ids)
    ids = ids + found if found >= 0 else put_letterwise(table, letters, end, ids)
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


cdef uint32_t* put_letterwise(const Table* table, const uint8_t* letters, Py_ssize_t end, uint32_t* ids) noexcept nogil:
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
