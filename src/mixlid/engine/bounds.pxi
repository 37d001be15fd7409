"""Loops over all labels in floats, for bounds alone (`shortlist.pxi`), so that their bits may differ: with AVX2 where the
processor has it, else plain.

They are of `count` words with `sums[t * stride + l]`, whose score for a label is about (factors[t] * sum + offsets[l]) *
weights[t]. Arrays by label have a multiple of 16. Words are added up in parts of MIXLID_PART, and then the parts, so that the
error of a sum is that of some 64 + count / 64 additions.
"""

from libc.stdint cimport int16_t

cimport mixlid.models._lanes  # for what its C defines

cdef extern from *:
    """
    #ifndef MIXLID_BOUNDS
    #define MIXLID_BOUNDS
    #define MIXLID_PART 64
    /* Labels are looked at in so many vectors of eight at a time, and the last of them in two. */
    #define MIXLID_VECTORS 4
    #define MIXLID_PART_END(from, count) ((from) + MIXLID_PART < (count) ? (from) + MIXLID_PART : (count))
    #ifdef MIXLID_TWICE
    #define MIXLID_CHOOSE(name, arguments) if (mixlid_is_wide()) { name##_avx2 arguments; return; }
    #define MIXLID_SUMS(from) \\
        _mm256_cvtepi32_ps(_mm256_cvtepi16_epi32(_mm_loadu_si128((const __m128i *)(from))))
    #define MIXLID_MAX _mm256_max_ps
    MIXLID_AVX2 static inline float mixlid_largest_of(__m256 x) {
        __m128 most = _mm_max_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
        most = _mm_max_ps(most, _mm_movehl_ps(most, most));
        return _mm_cvtss_f32(_mm_max_ss(most, _mm_shuffle_ps(most, most, 1)));
    }
    /* The two largest of all, from the largest and the second of each lane. */
    MIXLID_AVX2 static inline void mixlid_two_of(__m256 best, __m256 second, float *two) {
        float part[16], low;
        int l;
        _mm256_storeu_ps(part, best);
        _mm256_storeu_ps(part + 8, second);
        two[0] = part[0];
        two[1] = part[8];
        for (l = 1; l < 8; l++) {
            low = part[l] < two[0] ? part[l] : two[0];
            two[0] = part[l] > two[0] ? part[l] : two[0];
            two[1] = low > two[1] ? low : two[1];
            two[1] = part[8 + l] > two[1] ? part[8 + l] : two[1];
        }
    }
    #else
    #define MIXLID_CHOOSE(name, arguments)
    #endif

    /* gains[l]: the sum of the scores above 0. Weights are not below 0. */
    #ifdef MIXLID_TWICE
    MIXLID_AVX2 MIXLID_INLINE void mixlid_gains_of(
        const int16_t *sums, ptrdiff_t stride, ptrdiff_t count, const float *factors, const float *weights,
        const float *offsets, float *gains, const int vectors) {
        const __m256 zero = _mm256_setzero_ps();
        __m256 offset[MIXLID_VECTORS], part[MIXLID_VECTORS];
        ptrdiff_t t = 0, begin, end;
        int k;
        for (k = 0; k < vectors; k++) offset[k] = _mm256_loadu_ps(offsets + 8 * k);
        do {
            for (k = 0; k < vectors; k++) part[k] = zero;
            for (begin = t, end = MIXLID_PART_END(t, count); t < end; t++) {
                __m256 factor = _mm256_set1_ps(factors[t]), weight = _mm256_set1_ps(weights[t]);
                for (k = 0; k < vectors; k++) {
                    __m256 x = _mm256_fmadd_ps(factor, MIXLID_SUMS(sums + t * stride + 8 * k), offset[k]);
                    part[k] = _mm256_fmadd_ps(weight, MIXLID_MAX(x, zero), part[k]);
                }
            }
            for (k = 0; k < vectors; k++)
                _mm256_storeu_ps(
                    gains + 8 * k, begin ? _mm256_add_ps(part[k], _mm256_loadu_ps(gains + 8 * k)) : part[k]);
        } while (t < count);
    }
    MIXLID_AVX2 static void mixlid_gains_avx2(
        const int16_t *sums, ptrdiff_t stride, ptrdiff_t count, const float *factors, const float *weights,
        const float *offsets, ptrdiff_t width, float *gains) {
        ptrdiff_t i = 0;
        for (; i + 8 * MIXLID_VECTORS <= width; i += 8 * MIXLID_VECTORS)
            mixlid_gains_of(sums + i, stride, count, factors, weights, offsets + i, gains + i, MIXLID_VECTORS);
        for (; i < width; i += 16)
            mixlid_gains_of(sums + i, stride, count, factors, weights, offsets + i, gains + i, 2);
    }
    #endif
    static void mixlid_gains(
        const int16_t *sums, ptrdiff_t stride, ptrdiff_t count, const float *factors, const float *weights,
        const float *offsets, ptrdiff_t width, float *gains) {
        ptrdiff_t l, t = 0, end;
        MIXLID_CHOOSE(mixlid_gains, (sums, stride, count, factors, weights, offsets, width, gains))
        for (l = 0; l < width; l++, t = 0)
            for (gains[l] = 0.0f; t < count;) {
                float part = 0.0f;
                for (end = MIXLID_PART_END(t, count); t < end; t++) {
                    float x = factors[t] * (float)sums[t * stride + l] + offsets[l];
                    part += x > 0.0f ? x * weights[t] : 0.0f;
                }
                gains[l] += part;
            }
    }

    /* above[l]: the sum of what weight * score has above bases[t]; if that is 0, the most or the least lack of it. */
    #ifdef MIXLID_TWICE
    MIXLID_AVX2 MIXLID_INLINE void mixlid_above_of(
        const int16_t *sums, ptrdiff_t stride, ptrdiff_t count, const float *factors, const float *weights,
        const float *offsets, const float *bases, float *above, const int vectors) {
        const __m256 zero = _mm256_setzero_ps();
        __m256 offset[MIXLID_VECTORS], part[MIXLID_VECTORS], most[MIXLID_VECTORS];
        ptrdiff_t t = 0, begin, end;
        int k;
        for (k = 0; k < vectors; k++) {
            offset[k] = _mm256_loadu_ps(offsets + 8 * k);
            most[k] = _mm256_set1_ps(-INFINITY);
        }
        do {
            for (k = 0; k < vectors; k++) part[k] = zero;
            for (begin = t, end = MIXLID_PART_END(t, count); t < end; t++) {
                __m256 factor = _mm256_set1_ps(factors[t]), weight = _mm256_set1_ps(weights[t]);
                __m256 base = _mm256_set1_ps(bases[t]);
                for (k = 0; k < vectors; k++) {
                    __m256 x = _mm256_fmadd_ps(factor, MIXLID_SUMS(sums + t * stride + 8 * k), offset[k]);
                    x = _mm256_fmsub_ps(weight, x, base);
                    part[k] = _mm256_add_ps(part[k], MIXLID_MAX(x, zero));
                    most[k] = MIXLID_MAX(x, most[k]);
                }
            }
            for (k = 0; k < vectors; k++)
                _mm256_storeu_ps(
                    above + 8 * k, begin ? _mm256_add_ps(part[k], _mm256_loadu_ps(above + 8 * k)) : part[k]);
        } while (t < count);
        for (k = 0; k < vectors; k++) {
            __m256 sum = _mm256_loadu_ps(above + 8 * k);
            _mm256_storeu_ps(above + 8 * k, _mm256_blendv_ps(most[k], sum, _mm256_cmp_ps(sum, zero, _CMP_GT_OQ)));
        }
    }
    MIXLID_AVX2 static void mixlid_above_avx2(
        const int16_t *sums, ptrdiff_t stride, ptrdiff_t count, const float *factors, const float *weights,
        const float *offsets, ptrdiff_t width, const float *bases, float *above) {
        ptrdiff_t i = 0;
        for (; i + 8 * MIXLID_VECTORS <= width; i += 8 * MIXLID_VECTORS)
            mixlid_above_of(sums + i, stride, count, factors, weights, offsets + i, bases, above + i, MIXLID_VECTORS);
        for (; i < width; i += 16)
            mixlid_above_of(sums + i, stride, count, factors, weights, offsets + i, bases, above + i, 2);
    }
    #endif
    static void mixlid_above(
        const int16_t *sums, ptrdiff_t stride, ptrdiff_t count, const float *factors, const float *weights,
        const float *offsets, ptrdiff_t width, const float *bases, float *above) {
        ptrdiff_t l, t = 0, end;
        MIXLID_CHOOSE(mixlid_above, (sums, stride, count, factors, weights, offsets, width, bases, above))
        for (l = 0; l < width; l++, t = 0) {
            float sum = 0.0f, most = -INFINITY;
            while (t < count) {
                float part = 0.0f;
                for (end = MIXLID_PART_END(t, count); t < end; t++) {
                    float x = (factors[t] * (float)sums[t * stride + l] + offsets[l]) * weights[t] - bases[t];
                    part += x > 0.0f ? x : 0.0f;
                    most = x > most ? x : most;
                }
                sum += part;
            }
            above[l] = sum > 0.0f ? sum : most;
        }
    }

    /* values[l] = factor * sums[l] + offsets[l], and the two largest of them. */
    #ifdef MIXLID_TWICE
    MIXLID_AVX2 static void mixlid_best_two_avx2(
        const int16_t *sums, float factor, const float *offsets, ptrdiff_t width, float *values, float *two) {
        __m256 best = _mm256_set1_ps(-INFINITY), second = best, times = _mm256_set1_ps(factor);
        ptrdiff_t i;
        for (i = 0; i < width; i += 8) {
            __m256 x = _mm256_fmadd_ps(times, MIXLID_SUMS(sums + i), _mm256_loadu_ps(offsets + i));
            _mm256_storeu_ps(values + i, x);
            second = MIXLID_MAX(second, _mm256_min_ps(x, best));
            best = MIXLID_MAX(x, best);
        }
        mixlid_two_of(best, second, two);
    }
    #endif
    static void mixlid_best_two(
        const int16_t *sums, float factor, const float *offsets, ptrdiff_t width, float *values, float *two) {
        ptrdiff_t l;
        MIXLID_CHOOSE(mixlid_best_two, (sums, factor, offsets, width, values, two))
        two[0] = two[1] = -INFINITY;
        for (l = 0; l < width; l++) {
            float x = values[l] = factor * (float)sums[l] + offsets[l], low = x < two[0] ? x : two[0];
            two[1] = low > two[1] ? low : two[1];
            two[0] = x > two[0] ? x : two[0];
        }
    }
    #endif
    """
    void mixlid_gains(
        const int16_t* sums, Py_ssize_t stride, Py_ssize_t count, const float* factors, const float* weights,
        const float* offsets, Py_ssize_t width, float* gains
    ) noexcept nogil
    void mixlid_above(
        const int16_t* sums, Py_ssize_t stride, Py_ssize_t count, const float* factors, const float* weights,
        const float* offsets, Py_ssize_t width, const float* bases, float* above
    ) noexcept nogil
    void mixlid_best_two(
        const int16_t* sums, float factor, const float* offsets, Py_ssize_t width, float* values, float* two
    ) noexcept nogil
