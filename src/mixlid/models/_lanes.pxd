"""Loops over all labels.

Integers are exact in any width, and doubles are computed one label at a time in the order of the NumPy code, without
contraction, so that the width of vectors changes no bit.
"""

from libc.stdint cimport int8_t, int16_t, int64_t, uint32_t, uint64_t

cimport mixlid.text._processor  # for what its C defines

cdef extern from *:
    """
    #ifndef MIXLID_LANES
    #define MIXLID_LANES
    #include <stddef.h>
    #include <stdint.h>
    #include <math.h>

    /* 64 ids of features: which of them have a row, and how many rows there are before. */
    typedef struct {
        uint64_t there;
        int64_t before;
    } mixlid_block;

    #if defined(__GNUC__) || defined(__clang__)
    #define mixlid_count_bits __builtin_popcountll
    #else
    static inline int mixlid_count_bits(uint64_t x) {
        x -= (x >> 1) & 0x5555555555555555u;
        x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
        x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
        return (int)((x * 0x0101010101010101u) >> 56);
    }
    #endif

    /* The rows of features, and how many there are; ids are in ascending order, so a row's number is how many ids with a row come
       before. Whether a feature has one cannot be predicted, so there is no branch on it. Rows may take the place of ids. */
    MIXLID_INLINE ptrdiff_t mixlid_find_rows_body(
        const mixlid_block *blocks, const uint32_t *ids, ptrdiff_t count, uint32_t *rows) {
        ptrdiff_t i, found = 0;
        for (i = 0; i < count; i++) {
            const mixlid_block *block = blocks + (ids[i] >> 6);
            uint32_t place = ids[i] & 63;
            rows[found] = (uint32_t)(block->before + mixlid_count_bits(block->there & (((uint64_t)1 << place) - 1)));
            found += (ptrdiff_t)(block->there >> place & 1);
        }
        return found;
    }
    MIXLID_LOOP(ptrdiff_t, mixlid_find_rows,
        (const mixlid_block *blocks, const uint32_t *ids, ptrdiff_t count, uint32_t *rows), (blocks, ids, count, rows))

    /* Prefetch rows that are needed soon. The empty instruction keeps GCC from dropping what changes nothing. */
    MIXLID_UNUSED static void mixlid_prefetch_rows(
        const int8_t *rows, ptrdiff_t width, const uint32_t *numbers, ptrdiff_t count) {
    #if defined(__GNUC__) || defined(__clang__)
        ptrdiff_t i, l;
        for (i = 0; i < count; i++) {
            const int8_t *row = rows + (ptrdiff_t)numbers[i] * width;
            for (l = 0; l < width - 1; l += 64) __builtin_prefetch(row + l);
            __builtin_prefetch(row + width - 1); /* which may be in one more line */
            __asm__ volatile("" : : "r"(row));
        }
    #else
        (void)rows, (void)width, (void)numbers, (void)count;
    #endif
    }

    /* The sum of at most 256 rows, while others that are needed next are prefetched. */
    #ifdef MIXLID_TWICE
    #define MIXLID_MOST_VECTORS 11
    /* Sums of up to 176 labels stay in registers while all rows go by: `vectors` of sixteen, of which the last overlaps with the
       one before. Rows that are needed next are asked for on the way, one at a time: the processor waits if it is asked for
       many. */
    __attribute__((always_inline)) MIXLID_AVX2 static inline void mixlid_sum_vectors(
        const int8_t *rows, ptrdiff_t width, ptrdiff_t step, const uint32_t *numbers, ptrdiff_t count, int16_t *restrict sums,
        const uint32_t *next, ptrdiff_t next_count, const int vectors) {
        __m256i sum[MIXLID_MOST_VECTORS];
        ptrdiff_t i, last = width - 16;
        int v;
        for (v = 0; v < vectors; v++) sum[v] = _mm256_setzero_si256();
        for (i = 0; i < count; i++) {
            const int8_t *row = rows + (ptrdiff_t)numbers[i] * step;
            const int8_t *later = rows + (ptrdiff_t)next[i < next_count ? i : next_count - 1] * step;
            for (v = 0; v < vectors; v += 4) __builtin_prefetch(later + 16 * v);
            __builtin_prefetch(later + width - 1); /* which may be in one more line */
            for (v = 0; v < vectors; v++)
                sum[v] = _mm256_add_epi16(sum[v], _mm256_cvtepi8_epi16(
                    _mm_loadu_si128((const __m128i *)(row + (v + 1 < vectors ? 16 * v : last)))));
        }
        for (v = 0; v < vectors; v++)
            _mm256_storeu_si256((__m256i *)(sums + (v + 1 < vectors ? 16 * v : last)), sum[v]);
    }
    #define MIXLID_SUM_VECTORS(vectors) \\
        MIXLID_AVX2 MIXLID_UNUSED static void mixlid_sum_##vectors( \\
            const int8_t *rows, ptrdiff_t width, ptrdiff_t step, const uint32_t *numbers, ptrdiff_t count, int16_t *sums, \\
            const uint32_t *next, ptrdiff_t next_count) { \\
            mixlid_sum_vectors(rows, width, step, numbers, count, sums, next, next_count, vectors); \\
        }
    MIXLID_SUM_VECTORS(1) MIXLID_SUM_VECTORS(2) MIXLID_SUM_VECTORS(3) MIXLID_SUM_VECTORS(4) MIXLID_SUM_VECTORS(5)
    MIXLID_SUM_VECTORS(6) MIXLID_SUM_VECTORS(7) MIXLID_SUM_VECTORS(8) MIXLID_SUM_VECTORS(9) MIXLID_SUM_VECTORS(10)
    MIXLID_SUM_VECTORS(11)
    typedef void (*mixlid_sum)(
        const int8_t *, ptrdiff_t, ptrdiff_t, const uint32_t *, ptrdiff_t, int16_t *, const uint32_t *, ptrdiff_t);
    #endif
    MIXLID_UNUSED static void mixlid_sum_rows(
        const int8_t *rows, ptrdiff_t width, const uint32_t *numbers, ptrdiff_t count, int16_t *sums,
        const uint32_t *next, ptrdiff_t next_count) {
        ptrdiff_t i, l;
    #ifdef MIXLID_TWICE
        static const mixlid_sum by_vectors[MIXLID_MOST_VECTORS] = {
            mixlid_sum_1, mixlid_sum_2, mixlid_sum_3, mixlid_sum_4, mixlid_sum_5, mixlid_sum_6, mixlid_sum_7, mixlid_sum_8,
            mixlid_sum_9, mixlid_sum_10, mixlid_sum_11};
        if (width >= 16 && mixlid_is_wide()) {
            ptrdiff_t most = 16 * MIXLID_MOST_VECTORS, first, asked = count < next_count ? count : next_count;
            mixlid_prefetch_rows(rows, width, next + asked, next_count - asked);
            if (!next_count) next = numbers, next_count = count;
            for (first = 0; width - first > most; first += most)
                mixlid_sum_11(rows + first, most, width, numbers, count, sums + first, next, next_count);
            if (width - first < 16) first = width - 16;
            by_vectors[(width - first - 1) / 16](
                rows + first, width - first, width, numbers, count, sums + first, next, next_count);
            return;
        }
    #endif
        mixlid_prefetch_rows(rows, width, next, next_count);
        for (l = 0; l < width; l++) sums[l] = 0;
        for (i = 0; i < count; i++) {
            const int8_t *row = rows + (ptrdiff_t)numbers[i] * width;
            for (l = 0; l < width; l++) sums[l] += row[l];
        }
    }

    /* Sums to scores: times scale, by divisor, in this order. */
    MIXLID_INLINE void mixlid_to_scores_body(
        const int16_t *sums, ptrdiff_t width, double scale, double divisor, double *restrict scores) {
        ptrdiff_t l;
        for (l = 0; l < width; l++) scores[l] = sums[l] * scale / divisor;
    }
    MIXLID_LOOP(void, mixlid_to_scores,
        (const int16_t *sums, ptrdiff_t width, double scale, double divisor, double *scores),
        (sums, width, scale, divisor, scores))

    /* Scores with the block's constant, less prices that many times, times a weight, in this order. */
    MIXLID_INLINE void mixlid_adjust_body(
        double *scores, ptrdiff_t width, double constant, const double *prices, double times, double weight) {
        ptrdiff_t l;
        if (prices) for (l = 0; l < width; l++) scores[l] = (scores[l] + constant - prices[l] * times) * weight;
        else for (l = 0; l < width; l++) scores[l] = (scores[l] + constant) * weight;
    }
    MIXLID_LOOP(void, mixlid_adjust,
        (double *scores, ptrdiff_t width, double constant, const double *prices, double times, double weight),
        (scores, width, constant, prices, times, weight))

    /* The same for some labels of all words, one word after the other: from sums to scores with a constant, less prices, times
       the weight of the word. */
    MIXLID_UNUSED static void mixlid_scores_of_some(
        const int16_t *sums, ptrdiff_t stride, ptrdiff_t words, const double *divisors, const double *weights,
        const int *labels, ptrdiff_t count, double scale, double constant, const double *prices, double *restrict scores) {
        ptrdiff_t t, i;
        for (t = 0; t < words; t++, sums += stride, scores += count)
            for (i = 0; i < count; i++)
                scores[i] = (sums[labels[i]] * scale / divisors[t] + constant - prices[i]) * weights[t];
    }

    /* The largest number and the next. */
    MIXLID_INLINE void mixlid_two_largest_body(const double *row, ptrdiff_t width, double *out) {
        double best = -INFINITY, second = -INFINITY, low;
        ptrdiff_t i;
        for (i = 0; i < width; i++) {
            low = row[i] < best ? row[i] : best;
            best = row[i] > best ? row[i] : best;
            second = low > second ? low : second;
        }
        out[0] = best;
        out[1] = second;
    }
    MIXLID_LOOP(void, mixlid_two_largest, (const double *row, ptrdiff_t width, double *out), (row, width, out))
    #endif
    """
    ctypedef struct mixlid_block:
        uint64_t there
        int64_t before
    int mixlid_count_bits(uint64_t x) noexcept nogil
    Py_ssize_t mixlid_find_rows(
        const mixlid_block* blocks, const uint32_t* ids, Py_ssize_t count, uint32_t* rows
    ) noexcept nogil
    void mixlid_prefetch_rows(
        const int8_t* rows, Py_ssize_t width, const uint32_t* numbers, Py_ssize_t count
    ) noexcept nogil
    void mixlid_sum_rows(
        const int8_t* rows, Py_ssize_t width, const uint32_t* numbers, Py_ssize_t count, int16_t* sums,
        const uint32_t* next, Py_ssize_t next_count
    ) noexcept nogil
    void mixlid_to_scores(
        const int16_t* sums, Py_ssize_t width, double scale, double divisor, double* scores
    ) noexcept nogil
    void mixlid_adjust(
        double* scores, Py_ssize_t width, double constant, const double* prices, double times, double weight
    ) noexcept nogil
    void mixlid_scores_of_some(
        const int16_t* sums, Py_ssize_t stride, Py_ssize_t words, const double* divisors, const double* weights,
        const int* labels, Py_ssize_t count, double scale, double constant, const double* prices, double* scores
    ) noexcept nogil
    void mixlid_two_largest(const double* row, Py_ssize_t width, double* out) noexcept nogil
