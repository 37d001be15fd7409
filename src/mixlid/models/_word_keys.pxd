"""What the cache of words knows a word by: its letters in 16 bits each, and zeros up to the longest.

No word has a letter 0. A word takes the same few steps whatever its length: how long the next one is cannot be
predicted, and a branch that is mispredicted costs more. Reads `MIXLID_LONGEST_KEY` letters from the first on, so that
many must be there, and are (`BEYOND` in `text/_ascii.pxd`).
"""

from libc.stdint cimport uint32_t, uint64_t

cdef extern from *:
    """
    #ifndef MIXLID_WORD_KEYS
    #define MIXLID_WORD_KEYS
    #include <stddef.h>
    #include <stdint.h>
    #include <string.h>
    #define MIXLID_LONGEST_KEY 20
    #define MIXLID_KEY_PARTS 5
    typedef struct { uint64_t parts[MIXLID_KEY_PARTS]; } mixlid_key;

    #if defined(__SSE2__) || defined(_M_X64)
    #include <emmintrin.h>
    #define MIXLID_HAS_KEYS_OF_FOUR 1
    /* Four letters from `first` on, 0 from `size` on; `all` gets their bits. */
    static inline __m128i mixlid_four_letters(const uint32_t *codes, int first, __m128i size, __m128i *all) {
        __m128i places = _mm_add_epi32(_mm_set_epi32(3, 2, 1, 0), _mm_set1_epi32(first));
        __m128i four = _mm_loadu_si128((const __m128i *)(codes + first));
        four = _mm_and_si128(four, _mm_cmpgt_epi32(size, places));
        *all = _mm_or_si128(*all, four);
        return _mm_srai_epi32(_mm_slli_epi32(four, 16), 16); /* as `_mm_packs_epi32` keeps all 16 bits */
    }
    #endif

    /* Set the key of a word of 1 to MIXLID_LONGEST_KEY letters; 0 if a letter has more than 16 bits. `upper` is what is added to
       a first letter from A to Z. */
    static inline int mixlid_set_key(const uint32_t *codes, ptrdiff_t size, uint32_t upper, mixlid_key *key) {
        uint32_t first = codes[0] - 65u < 26u ? upper : 0;
    #ifdef MIXLID_HAS_KEYS_OF_FOUR
        __m128i length = _mm_set1_epi32((int)size), all = _mm_setzero_si128();
        __m128i a = mixlid_four_letters(codes, 0, length, &all), b = mixlid_four_letters(codes, 4, length, &all);
        __m128i c = mixlid_four_letters(codes, 8, length, &all), d = mixlid_four_letters(codes, 12, length, &all);
        __m128i e = mixlid_four_letters(codes, 16, length, &all);
        _mm_storeu_si128((__m128i *)key->parts, _mm_packs_epi32(a, b));
        _mm_storeu_si128((__m128i *)(key->parts + 2), _mm_packs_epi32(c, d));
        _mm_storel_epi64((__m128i *)(key->parts + 4), _mm_packs_epi32(e, e));
        all = _mm_cmpeq_epi32(_mm_srli_epi32(all, 16), _mm_setzero_si128());
        key->parts[0] |= first; /* the first letter is in the lowest bits */
        return _mm_movemask_epi8(all) == 0xFFFF;
    #else
        uint32_t all = 0;
        ptrdiff_t i;
        memset(key, 0, sizeof *key);
        for (i = 0; i < size; i++) {
            all |= codes[i];
            key->parts[i / 4] |= (uint64_t)(codes[i] & 0xFFFF) << 16 * (i % 4);
        }
        key->parts[0] |= first;
        return !(all >> 16);
    #endif
    }

    static inline uint64_t mixlid_mixed(uint64_t value, uint64_t part) {
        value = (value ^ part) * 0xFF51AFD7ED558CCDu;
        return value ^ value >> 47;
    }
    /* In two halves, neither of which waits for the other. */
    static inline uint64_t mixlid_hash_key(const mixlid_key *key) {
        uint64_t one = mixlid_mixed(mixlid_mixed(0x9E3779B97F4A7C15u, key->parts[0]), key->parts[1]);
        uint64_t other = mixlid_mixed(mixlid_mixed(0xC2B2AE3D27D4EB4Fu, key->parts[2]), key->parts[3]);
        return mixlid_mixed(mixlid_mixed(one, other), key->parts[4]);
    }

    static inline int mixlid_same_key(const mixlid_key *one, const mixlid_key *other) {
        uint64_t differs = 0;
        int i;
        for (i = 0; i < MIXLID_KEY_PARTS; i++) differs |= one->parts[i] ^ other->parts[i];
        return !differs;
    }

    /* A bit for each of four tags that is this one. */
    static inline int mixlid_same_tags(const uint32_t *tags, uint32_t tag) {
    #ifdef MIXLID_HAS_KEYS_OF_FOUR
        __m128i same = _mm_cmpeq_epi32(_mm_loadu_si128((const __m128i *)tags), _mm_set1_epi32((int)tag));
        return _mm_movemask_ps(_mm_castsi128_ps(same));
    #else
        return (tags[0] == tag) | (tags[1] == tag) << 1 | (tags[2] == tag) << 2 | (tags[3] == tag) << 3;
    #endif
    }
    /* The place of the lowest of four bits, of which one is set: two bits for each number of them. */
    static inline int mixlid_lowest_of_four(int bits) { return (int)(0x12131210u >> 2 * bits & 3); }
    #endif
    """
    enum:
        MIXLID_LONGEST_KEY
    ctypedef struct mixlid_key:
        uint64_t parts[5]
    bint mixlid_set_key(const uint32_t* codes, Py_ssize_t size, uint32_t upper, mixlid_key* key) noexcept nogil
    uint64_t mixlid_hash_key(const mixlid_key* key) noexcept nogil
    bint mixlid_same_key(const mixlid_key* one, const mixlid_key* other) noexcept nogil
    int mixlid_same_tags(const uint32_t* tags, uint32_t tag) noexcept nogil
    int mixlid_lowest_of_four(int bits) noexcept nogil
