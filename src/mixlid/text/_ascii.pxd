"""ASCII letters of a text, sixteen code points at a time: where words end cannot be predicted letter by letter.

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
    /* The most characters that can be looked for at a time, and the most pairs of characters. */
    #define MIXLID_MOST_SIGNS 8
    #define MIXLID_MOST_PAIRS 4

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
    /* One bit for each that is a small letter. */
    static inline unsigned mixlid_small_letters(__m128i bytes) {
        __m128i place = _mm_sub_epi8(bytes, _mm_set1_epi8('a'));
        return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(place, _mm_set1_epi8(25)), place));
    }
    static inline __m128i mixlid_lower(__m128i bytes) { return _mm_or_si128(bytes, _mm_set1_epi8(0x20)); }
    #endif

    /* Where the ASCII letters end that begin here. */
    static inline ptrdiff_t mixlid_letters_end(const Py_UCS4 *codes, ptrdiff_t place, ptrdiff_t end) {
    #ifdef MIXLID_HAS_SIXTEEN
        for (; place < end; place += 16) {
            unsigned others = mixlid_small_letters(mixlid_lower(mixlid_sixteen(codes + place))) ^ 0xFFFF;
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

    /* Whether a word has nothing but ASCII letters. */
    static inline int mixlid_are_letters(const Py_UCS4 *word, ptrdiff_t size) {
        return mixlid_letters_end(word, 0, size) == size;
    }

    /* Whether a word has nothing but ASCII letters, all of them small but for the first. */
    static inline int mixlid_is_small_word(const Py_UCS4 *word, ptrdiff_t size) {
        ptrdiff_t i;
        unsigned first = (unsigned)mixlid_is_letter(word[0]);
    #ifdef MIXLID_HAS_SIXTEEN
        for (i = 0; i < size; i += 16) {
            unsigned here = size - i < 16 ? (1u << (size - i)) - 1 : 0xFFFF;
            if (~(mixlid_small_letters(mixlid_sixteen(word + i)) | first) & here) return 0;
            first = 0;
        }
    #else
        for (i = 1; i < size; i++) first &= word[i] - 'a' < 26u;
        if (!first) return 0;
    #endif
        return 1;
    }

    /* The first place from this one on where one of the signs is, or of the pairs, which are ASCII: `signs` has sixteen
       bytes of each, then of the first and the second of each pair. `is_sign` has those that stand alone or come first, for
       which loops look without the second. */
    #define MIXLID_SIGN(i) _mm_cmpeq_epi8(bytes, _mm_loadu_si128(sign + (i)))
    #define MIXLID_PAIR(i) _mm_and_si128(MIXLID_SIGN(i), _mm_cmpeq_epi8(next, _mm_loadu_si128(sign + (i) + 1)))
    static inline ptrdiff_t mixlid_next_sign(
        const Py_UCS4 *codes, ptrdiff_t place, ptrdiff_t end, const uint8_t *is_sign, const uint8_t *signs) {
    #ifdef MIXLID_HAS_SIXTEEN
        for (; place < end; place += 16) {
            const __m128i *sign = (const __m128i *)signs;
            __m128i bytes = mixlid_sixteen(codes + place), next = mixlid_sixteen(codes + place + 1);
            __m128i found = _mm_or_si128(
                _mm_or_si128(_mm_or_si128(MIXLID_SIGN(0), MIXLID_SIGN(1)), _mm_or_si128(MIXLID_SIGN(2), MIXLID_SIGN(3))),
                _mm_or_si128(_mm_or_si128(MIXLID_SIGN(4), MIXLID_SIGN(5)), _mm_or_si128(MIXLID_SIGN(6), MIXLID_SIGN(7))));
            __m128i pairs = _mm_or_si128(
                _mm_or_si128(MIXLID_PAIR(8), MIXLID_PAIR(10)), _mm_or_si128(MIXLID_PAIR(12), MIXLID_PAIR(14)));
            unsigned bits = (unsigned)_mm_movemask_epi8(_mm_or_si128(found, pairs));
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

    #endif
    """
    enum:
        BEYOND "MIXLID_BEYOND"
        MOST_SIGNS "MIXLID_MOST_SIGNS"
        MOST_PAIRS "MIXLID_MOST_PAIRS"
    Py_ssize_t mixlid_letters_end(const Py_UCS4* codes, Py_ssize_t place, Py_ssize_t end) noexcept nogil
    bint mixlid_are_letters(const Py_UCS4* word, Py_ssize_t size) noexcept nogil
    bint mixlid_is_small_word(const Py_UCS4* word, Py_ssize_t size) noexcept nogil
    Py_ssize_t mixlid_next_sign(
        const Py_UCS4* codes, Py_ssize_t place, Py_ssize_t end, const uint8_t* is_sign, const uint8_t* signs
    ) noexcept nogil
