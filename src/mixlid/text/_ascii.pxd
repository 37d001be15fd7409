"""ASCII letters of a text, sixteen code points at a time: where words end cannot be guessed letter by letter.

The vectors are those that every x86-64 processor has; elsewhere loops do the same. There must be `BEYOND` code points that
may be read after those that are asked about, whatever they are.
"""

from libc.stdint cimport uint8_t

cdef extern from *:
    """
    #ifndef MIXLID_ASCII
    #define MIXLID_ASCII
    #include <stddef.h>
    #include <stdint.h>
    #define MIXLID_BEYOND 32
    /* The most characters that can be looked for at a time. */
    #define MIXLID_MOST_SIGNS 12

    static inline int mixlid_is_letter(Py_UCS4 code) { return (code | 0x20) - 'a' < 26u; }

    #if defined(__SSE2__) || defined(_M_X64)
    #define MIXLID_HAS_SIXTEEN 1
    #include <emmintrin.h>
    #ifdef _MSC_VER
    #include <intrin.h>
    static __inline int mixlid_lowest_bit(unsigned bits) { unsigned long place; _BitScanForward(&place, bits); return place; }
    #else
    static inline int mixlid_lowest_bit(unsigned bits) { return __builtin_ctz(bits); }
    #endif
    /* Code points as bytes: what is not ASCII becomes 127, which nobody looks for. */
    static inline __m128i mixlid_sixteen(const Py_UCS4 *codes) {
        const __m128i *from = (const __m128i *)codes;
        return _mm_packs_epi16(
            _mm_packs_epi32(_mm_loadu_si128(from), _mm_loadu_si128(from + 1)),
            _mm_packs_epi32(_mm_loadu_si128(from + 2), _mm_loadu_si128(from + 3)));
    }
    /* One bit for each that is a letter; `lower` has them in lower case. */
    static inline unsigned mixlid_letters(__m128i lower) {
        __m128i place = _mm_sub_epi8(lower, _mm_set1_epi8('a'));
        return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(place, _mm_set1_epi8(25)), place));
    }
    static inline __m128i mixlid_lower(__m128i bytes) { return _mm_or_si128(bytes, _mm_set1_epi8(0x20)); }
    #endif

    /* Where the ASCII letters end that begin here. */
    static inline ptrdiff_t mixlid_letters_end(const Py_UCS4 *codes, ptrdiff_t place, ptrdiff_t end) {
    #ifdef MIXLID_HAS_SIXTEEN
        for (; place < end; place += 16) {
            unsigned others = mixlid_letters(mixlid_lower(mixlid_sixteen(codes + place))) ^ 0xFFFF;
            if (others) {
                place += mixlid_lowest_bit(others);
                break;
            }
        }
        return place < end ? place : end;
    #else
        while (place < end && mixlid_is_letter(codes[place])) place++;
        return place;
    #endif
    }

    /* Write a word in lower case, if it has nothing but ASCII letters and none of them three times in a row. There must be
       room for more, as there is after the word. */
    static inline int mixlid_lower_word(const Py_UCS4 *word, ptrdiff_t size, Py_UCS4 *to) {
        ptrdiff_t i;
    #ifdef MIXLID_HAS_SIXTEEN
        unsigned before = 0; /* whether the last letter is the one before it */
        for (i = 0; i < size; i += 16) {
            unsigned here = size - i < 16 ? (1u << (size - i)) - 1 : 0xFFFF;
            __m128i lower = mixlid_lower(mixlid_sixteen(word + i)), next = mixlid_lower(mixlid_sixteen(word + i + 1));
            unsigned twice = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(lower, next));
            int part;
            twice &= size - i > 16 ? 0xFFFF : here >> 1;
            if ((~mixlid_letters(lower) & here) | (twice & (twice << 1 | before))) return 0;
            before = twice >> 15;
            for (part = 0; part < 16; part += 4) {
                __m128i codes = _mm_loadu_si128((const __m128i *)(word + i + part));
                _mm_storeu_si128((__m128i *)(to + i + part), _mm_or_si128(codes, _mm_set1_epi32(0x20)));
            }
        }
    #else
        for (i = 0; i < size; i++) {
            if (!mixlid_is_letter(word[i])) return 0;
            to[i] = word[i] | 0x20;
            if (i > 1 && to[i - 1] == to[i] && to[i - 2] == to[i]) return 0;
        }
    #endif
        return 1;
    }

    /* The first place from this one on where one of the signs is, which are ASCII; `is_sign` is a table of the same, and
       `signs` has sixteen bytes of each. */
    static inline ptrdiff_t mixlid_next_sign(
        const Py_UCS4 *codes, ptrdiff_t place, ptrdiff_t end, const uint8_t *is_sign, const uint8_t *signs) {
    #ifdef MIXLID_HAS_SIXTEEN
        for (; place < end; place += 16) {
            __m128i bytes = mixlid_sixteen(codes + place), found = _mm_setzero_si128();
            unsigned bits;
            int i;
            for (i = 0; i < MIXLID_MOST_SIGNS; i++) {
                __m128i sign = _mm_loadu_si128((const __m128i *)(signs + 16 * i));
                found = _mm_or_si128(found, _mm_cmpeq_epi8(bytes, sign));
            }
            bits = (unsigned)_mm_movemask_epi8(found);
            if (bits) {
                place += mixlid_lowest_bit(bits);
                break;
            }
        }
        (void)is_sign;
        return place < end ? place : end;
    #else
        while (place < end && !(codes[place] < 128 && is_sign[codes[place]])) place++;
        (void)signs;
        return place;
    #endif
    }

    /* Code points of bytes, which are the first 256. */
    static inline void mixlid_widen(const uint8_t *from, ptrdiff_t size, Py_UCS4 *to) {
        ptrdiff_t i = 0;
    #ifdef MIXLID_HAS_SIXTEEN
        const __m128i zero = _mm_setzero_si128();
        for (; size - i >= 16; i += 16) {
            __m128i bytes = _mm_loadu_si128((const __m128i *)(from + i));
            __m128i low = _mm_unpacklo_epi8(bytes, zero), high = _mm_unpackhi_epi8(bytes, zero);
            __m128i *out = (__m128i *)(to + i);
            _mm_storeu_si128(out, _mm_unpacklo_epi16(low, zero));
            _mm_storeu_si128(out + 1, _mm_unpackhi_epi16(low, zero));
            _mm_storeu_si128(out + 2, _mm_unpacklo_epi16(high, zero));
            _mm_storeu_si128(out + 3, _mm_unpackhi_epi16(high, zero));
        }
    #endif
        for (; i < size; i++) to[i] = from[i];
    }
    #endif
    """
    enum:
        BEYOND "MIXLID_BEYOND"
        MOST_SIGNS "MIXLID_MOST_SIGNS"
    Py_ssize_t mixlid_letters_end(const Py_UCS4* codes, Py_ssize_t place, Py_ssize_t end) noexcept nogil
    bint mixlid_lower_word(const Py_UCS4* word, Py_ssize_t size, Py_UCS4* to) noexcept nogil
    Py_ssize_t mixlid_next_sign(
        const Py_UCS4* codes, Py_ssize_t place, Py_ssize_t end, const uint8_t* is_sign, const uint8_t* signs
    ) noexcept nogil
    void mixlid_widen(const uint8_t* data, Py_ssize_t size, Py_UCS4* to) noexcept nogil
