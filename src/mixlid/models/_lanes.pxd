"""Loops over all labels, for the widest vectors that the processor has: AVX2 is chosen when a process starts.

The C is plain: each loop is written once and compiled twice, and where the compiler cannot do that, once. Integers are
exact in any width, and doubles are computed one label at a time in the order of the NumPy code, without contraction, so
that the width changes no bit.
"""

from libc.stdint cimport int8_t, int16_t, int64_t, uint32_t, uint64_t

cdef extern from *:
    """
    #ifndef MIXLID_LANES
    #define MIXLID_LANES
    #include <stddef.h>
    #include <stdint.h>
    #include <math.h>

    #ifdef _MSC_VER
    #define restrict __restrict
    #endif
    #if (defined(__GNUC__) || defined(__clang__)) && (defined(__x86_64__) || defined(__i386__))
    #define MIXLID_TWICE 1
    #include <immintrin.h>
    #define MIXLID_INLINE static inline __attribute__((always_inline))
    #define MIXLID_AVX2 __attribute__((target("avx2,fma,bmi,bmi2,popcnt")))
    #define MIXLID_UNUSED __attribute__((unused))
    static int mixlid_wide = -1;
    static inline int mixlid_is_wide(void) {
        if (mixlid_wide < 0) {
            __builtin_cpu_init();
            mixlid_wide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                          __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                          __builtin_cpu_supports("popcnt");
        }
        return mixlid_wide;
    }
    /* name(arguments): the body in `name_body`, for either width */
    #define MIXLID_LOOP(name, parameters, arguments) \\
        MIXLID_AVX2 MIXLID_UNUSED static void name##_avx2 parameters { name##_body arguments; } \\
        MIXLID_UNUSED static void name##_plain parameters { name##_body arguments; } \\
        MIXLID_UNUSED static void name parameters { \\
            if (mixlid_is_wide()) name##_avx2 arguments; else name##_plain arguments; }
    #else
    #define MIXLID_INLINE static
    #define MIXLID_UNUSED
    #define MIXLID_LOOP(name, parameters, arguments) static void name parameters { name##_body arguments; }
    #endif

    /* 64 ids of features: which of them have a row, and how many rows there are before. */
    typedef struct {
        uint64_t there;
        int64_t before;
    } mixlid_block;

    static inline int mixlid_count_bits(uint64_t x) {
        x -= (x >> 1) & 0x5555555555555555u;
        x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
        x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
        return (int)((x * 0x0101010101010101u) >> 56);
    }

    /* Rows in place of features, and how many there are; ids are in ascending order, so a row's number is how many ids with a
       row come before. Whether a feature has one cannot be guessed, so there is no branch on it. */
    #define MIXLID_FIND_ROWS(count_bits) \\
        ptrdiff_t i, found = 0; \\
        for (i = 0; i < count; i++) { \\
            const mixlid_block *block = blocks + (ids[i] >> 6); \\
            uint32_t place = ids[i] & 63; \\
            ids[found] = (uint32_t)(block->before + count_bits(block->there & (((uint64_t)1 << place) - 1))); \\
            found += (ptrdiff_t)(block->there >> place & 1); \\
        } \\
        return found;
    #ifdef MIXLID_TWICE
    MIXLID_AVX2 MIXLID_UNUSED static ptrdiff_t mixlid_find_rows_avx2(
        const mixlid_block *blocks, uint32_t *ids, ptrdiff_t count) { MIXLID_FIND_ROWS(__builtin_popcountll) }
    #endif
    MIXLID_UNUSED static ptrdiff_t mixlid_find_rows(const mixlid_block *blocks, uint32_t *ids, ptrdiff_t count) {
    #ifdef MIXLID_TWICE
        if (mixlid_is_wide()) return mixlid_find_rows_avx2(blocks, ids, count);
    #endif
        MIXLID_FIND_ROWS(mixlid_count_bits)
    }

    /* Ask the memory for rows that are needed soon. The empty instruction keeps GCC from dropping what changes nothing. */
    MIXLID_UNUSED static void mixlid_ask_for_rows(
        const int8_t *rows, ptrdiff_t width, ptrdiff_t step, const uint32_t *numbers, ptrdiff_t count) {
    #if defined(__GNUC__) || defined(__clang__)
        ptrdiff_t i, l;
        for (i = 0; i < count; i++) {
            const int8_t *row = rows + (ptrdiff_t)numbers[i] * step;
            for (l = 0; l < width - 1; l += 64) __builtin_prefetch(row + l);
            if (step == width) __builtin_prefetch(row + width - 1); /* which may be in one more line */
            __asm__ volatile("" : : "r"(row));
        }
    #else
        (void)rows, (void)width, (void)step, (void)numbers, (void)count;
    #endif
    }

    /* The sum of at most 256 rows, of which each begins `step` bytes after the one before. */
    MIXLID_UNUSED static void mixlid_sum_rows_plain(
        const int8_t *rows, ptrdiff_t width, ptrdiff_t step, const uint32_t *numbers, ptrdiff_t count, int16_t *restrict sums) {
        ptrdiff_t i = 0, l;
        for (l = 0; l < width; l++) sums[l] = 0;
        for (; i + 4 <= count; i += 4) {
            const int8_t *a = rows + (ptrdiff_t)numbers[i] * step, *b = rows + (ptrdiff_t)numbers[i + 1] * step;
            const int8_t *c = rows + (ptrdiff_t)numbers[i + 2] * step, *d = rows + (ptrdiff_t)numbers[i + 3] * step;
            for (l = 0; l < width; l++)
                sums[l] += (int16_t)((int16_t)(a[l] + b[l]) + (int16_t)(c[l] + d[l]));
        }
        for (; i < count; i++) {
            const int8_t *a = rows + (ptrdiff_t)numbers[i] * step;
            for (l = 0; l < width; l++) sums[l] += a[l];
        }
    }
    #ifdef MIXLID_TWICE
    #define MIXLID_SIXTEEN(from) _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(from)))
    /* Sums of 64 labels stay in registers while all rows go by; the last 64 overlap with those before. Rows that are needed
       next are asked for one by one on the way: the processor waits if it is asked for many at a time. */
    MIXLID_AVX2 MIXLID_UNUSED static void mixlid_sum_rows_avx2(
        const int8_t *rows, ptrdiff_t width, ptrdiff_t step, const uint32_t *numbers, ptrdiff_t count, int16_t *restrict sums,
        const uint32_t *next, ptrdiff_t next_count) {
        ptrdiff_t i, first = 0;
        for (;;) {
            const int8_t *begin = rows + first;
            __m256i a = _mm256_setzero_si256(), b = a, c = a, d = a;
            for (i = 0; i < count; i++) {
                const int8_t *row = begin + (ptrdiff_t)numbers[i] * step;
                if (i < next_count) __builtin_prefetch(begin + (ptrdiff_t)next[i] * step);
                a = _mm256_add_epi16(a, MIXLID_SIXTEEN(row));
                b = _mm256_add_epi16(b, MIXLID_SIXTEEN(row + 16));
                c = _mm256_add_epi16(c, MIXLID_SIXTEEN(row + 32));
                d = _mm256_add_epi16(d, MIXLID_SIXTEEN(row + 48));
            }
            _mm256_storeu_si256((__m256i *)(sums + first), a);
            _mm256_storeu_si256((__m256i *)(sums + first + 16), b);
            _mm256_storeu_si256((__m256i *)(sums + first + 32), c);
            _mm256_storeu_si256((__m256i *)(sums + first + 48), d);
            for (; i < next_count; i++) __builtin_prefetch(begin + (ptrdiff_t)next[i] * step);
            if (first + 64 >= width) break;
            first = first + 128 <= width ? first + 64 : width - 64;
        }
        for (i = 0; i < next_count; i++) __builtin_prefetch(rows + (ptrdiff_t)next[i] * step + width - 1);
    }
    #endif
    MIXLID_UNUSED static void mixlid_sum_rows(
        const int8_t *rows, ptrdiff_t width, ptrdiff_t step, const uint32_t *numbers, ptrdiff_t count, int16_t *sums,
        const uint32_t *next, ptrdiff_t next_count) {
    #ifdef MIXLID_TWICE
        if (width >= 64 && mixlid_is_wide()) {
            mixlid_sum_rows_avx2(rows, width, step, numbers, count, sums, next, next_count);
            return;
        }
    #endif
        mixlid_ask_for_rows(rows, width, step, next, next_count);
        mixlid_sum_rows_plain(rows, width, step, numbers, count, sums);
    }

    /* Sums to scores: times scale, by divisor, in this order. */
    MIXLID_INLINE void mixlid_to_scores_body(
        const int16_t *sums, ptrdiff_t width, double scale, double divisor, double *restrict scores) {
        ptrdiff_t l;
        for (l = 0; l < width; l++) scores[l] = sums[l] * scale / divisor;
    }
    MIXLID_LOOP(mixlid_to_scores,
        (const int16_t *sums, ptrdiff_t width, double scale, double divisor, double *scores),
        (sums, width, scale, divisor, scores))

    /* Scores with the block's constant, less prices that many times, times a weight, in this order. */
    MIXLID_INLINE void mixlid_adjust_body(
        double *scores, ptrdiff_t width, double constant, const double *prices, double times, double weight) {
        ptrdiff_t l;
        if (prices) for (l = 0; l < width; l++) scores[l] = (scores[l] + constant - prices[l] * times) * weight;
        else for (l = 0; l < width; l++) scores[l] = (scores[l] + constant) * weight;
    }
    MIXLID_LOOP(mixlid_adjust,
        (double *scores, ptrdiff_t width, double constant, const double *prices, double times, double weight),
        (scores, width, constant, prices, times, weight))

    /* The largest number and the next, over eight lanes, so that no step waits for the one before. */
    MIXLID_INLINE void mixlid_two_largest_body(const double *row, ptrdiff_t width, double *out) {
        double best[8], second[8], low;
        ptrdiff_t i, lane;
        for (lane = 0; lane < 8; lane++) best[lane] = second[lane] = -INFINITY;
        for (i = 0; i + 8 <= width; i += 8)
            for (lane = 0; lane < 8; lane++) {
                double value = row[i + lane];
                low = value < best[lane] ? value : best[lane];
                second[lane] = low > second[lane] ? low : second[lane];
                best[lane] = value > best[lane] ? value : best[lane];
            }
        for (; i < width; i++) {
            low = row[i] < best[0] ? row[i] : best[0];
            second[0] = low > second[0] ? low : second[0];
            best[0] = row[i] > best[0] ? row[i] : best[0];
        }
        for (lane = 1; lane < 8; lane++) {
            low = best[lane] < best[0] ? best[lane] : best[0];
            best[0] = best[lane] > best[0] ? best[lane] : best[0];
            second[0] = low > second[0] ? low : second[0];
            second[0] = second[lane] > second[0] ? second[lane] : second[0];
        }
        out[0] = best[0];
        out[1] = second[0];
    }
    MIXLID_LOOP(mixlid_two_largest, (const double *row, ptrdiff_t width, double *out), (row, width, out))
    #endif
    """
    ctypedef struct mixlid_block:
        uint64_t there
        int64_t before
    int mixlid_count_bits(uint64_t x) noexcept nogil
    Py_ssize_t mixlid_find_rows(const mixlid_block* blocks, uint32_t* ids, Py_ssize_t count) noexcept nogil
    void mixlid_ask_for_rows(
        const int8_t* rows, Py_ssize_t width, Py_ssize_t step, const uint32_t* numbers, Py_ssize_t count
    ) noexcept nogil
    void mixlid_sum_rows(
        const int8_t* rows, Py_ssize_t width, Py_ssize_t step, const uint32_t* numbers, Py_ssize_t count, int16_t* sums,
        const uint32_t* next, Py_ssize_t next_count
    ) noexcept nogil
    void mixlid_to_scores(
        const int16_t* sums, Py_ssize_t width, double scale, double divisor, double* scores
    ) noexcept nogil
    void mixlid_adjust(
        double* scores, Py_ssize_t width, double constant, const double* prices, double times, double weight
    ) noexcept nogil
    void mixlid_two_largest(const double* row, Py_ssize_t width, double* out) noexcept nogil
