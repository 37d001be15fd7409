"""Loops over all labels in floats, for bounds alone (`shortlist.pxi`), so that their bits may differ: with AVX2 where the
processor has it, else plain.

They are of `count` words with `sums[t * stride + l]`, whose score for a label is about (factors[t] * sum + offsets[l]) *
weights[t]. Arrays by label have a multiple of 16. Words are added up in parts of MIXLID_PART, and then the parts, so that the
error of a sum is that of some 64 + count / 64 additions.
"""

from libc.stdint cimport int16_t, uint8_t

cimport mixlid.models._lanes  # for what its C defines

cdef extern from *:
    """
    #ifndef MIXLID_BOUNDS
    #define MIXLID_BOUNDS
    #define MIXLID_PART 64
    #define MIXLID_PART_END(from, count) ((from) + MIXLID_PART < (count) ? (from) + MIXLID_PART : (count))
    #ifdef MIXLID_TWICE
    #define MIXLID_CHOOSE(name, arguments) if (mixlid_is_wide()) { name##_avx2 arguments; return; }
    #define MIXLID_SUMS(from) \\
        _mm256_cvtepi32_ps(_mm256_cvtepi16_epi32(_mm_loadu_si128((const __m128i *)(from))))
    #define MIXLID_MAX _mm256_max_ps
    MIXLID_AVX2 static inline float mixlid_largest_of(__m256 x) {
        float part[8], most;
        int l;
        _mm256_storeu_ps(part, x);
        most = part[0];
        for (l = 1; l < 8; l++) most = part[l] > most ? part[l] : most;
        return most;
    }
    #else
    #define MIXLID_CHOOSE(name, arguments)
    #endif

    /* gains[l]: the sum of the scores above 0. */
    #ifdef MIXLID_TWICE
    MIXLID_AVX2 static void mixlid_gains_avx2(
        const int16_t *sums, ptrdiff_t stride, ptrdiff_t count, const float *factors, const float *weights,
        const float *offsets, ptrdiff_t width, float *gains) {
        const __m256 zero = _mm256_setzero_ps();
        ptrdiff_t i, t = 0, end;
        for (i = 0; i < width; i += 16, t = 0) {
            __m256 all_a = zero, all_b = zero, of_a = _mm256_loadu_ps(offsets + i);
            __m256 of_b = _mm256_loadu_ps(offsets + i + 8);
            while (t < count) {
                __m256 a = zero, b = zero;
                for (end = MIXLID_PART_END(t, count); t < end; t++) {
                    const int16_t *row = sums + t * stride + i;
                    __m256 weight = _mm256_set1_ps(weights[t]), factor = _mm256_set1_ps(factors[t] * weights[t]);
                    __m256 x = _mm256_fmadd_ps(factor, MIXLID_SUMS(row), _mm256_mul_ps(of_a, weight));
                    __m256 y = _mm256_fmadd_ps(factor, MIXLID_SUMS(row + 8), _mm256_mul_ps(of_b, weight));
                    a = _mm256_add_ps(a, MIXLID_MAX(x, zero));
                    b = _mm256_add_ps(b, MIXLID_MAX(y, zero));
                }
                all_a = _mm256_add_ps(all_a, a);
                all_b = _mm256_add_ps(all_b, b);
            }
            _mm256_storeu_ps(gains + i, all_a);
            _mm256_storeu_ps(gains + i + 8, all_b);
        }
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
                    float x = (factors[t] * (float)sums[t * stride + l] + offsets[l]) * weights[t];
                    part += x > 0.0f ? x : 0.0f;
                }
                gains[l] += part;
            }
    }

    /* above[l]: the sum of what share * score has above bases[t]; if that is 0, the most or the least lack of it. */
    #ifdef MIXLID_TWICE
    #define MIXLID_SUM_OR_MOST(sum, most) _mm256_blendv_ps(most, sum, _mm256_cmp_ps(sum, zero, _CMP_GT_OQ))
    MIXLID_AVX2 static void mixlid_above_avx2(
        const int16_t *sums, ptrdiff_t stride, ptrdiff_t count, const float *factors, const float *weights,
        const float *offsets, ptrdiff_t width, float share, const float *bases, float *above) {
        const __m256 zero = _mm256_setzero_ps();
        ptrdiff_t i, t = 0, end;
        for (i = 0; i < width; i += 16, t = 0) {
            __m256 all_a = zero, all_b = zero, most_a = _mm256_set1_ps(-INFINITY), most_b = most_a;
            __m256 of_a = _mm256_loadu_ps(offsets + i), of_b = _mm256_loadu_ps(offsets + i + 8);
            while (t < count) {
                __m256 a = zero, b = zero;
                for (end = MIXLID_PART_END(t, count); t < end; t++) {
                    const int16_t *row = sums + t * stride + i;
                    float times = share * weights[t];
                    __m256 weight = _mm256_set1_ps(times), factor = _mm256_set1_ps(factors[t] * times);
                    __m256 base = _mm256_set1_ps(bases[t]);
                    __m256 x = _mm256_fmadd_ps(factor, MIXLID_SUMS(row), _mm256_fmsub_ps(of_a, weight, base));
                    __m256 y = _mm256_fmadd_ps(factor, MIXLID_SUMS(row + 8), _mm256_fmsub_ps(of_b, weight, base));
                    a = _mm256_add_ps(a, MIXLID_MAX(x, zero));
                    b = _mm256_add_ps(b, MIXLID_MAX(y, zero));
                    most_a = MIXLID_MAX(x, most_a);
                    most_b = MIXLID_MAX(y, most_b);
                }
                all_a = _mm256_add_ps(all_a, a);
                all_b = _mm256_add_ps(all_b, b);
            }
            _mm256_storeu_ps(above + i, MIXLID_SUM_OR_MOST(all_a, most_a));
            _mm256_storeu_ps(above + i + 8, MIXLID_SUM_OR_MOST(all_b, most_b));
        }
    }
    #endif
    static void mixlid_above(
        const int16_t *sums, ptrdiff_t stride, ptrdiff_t count, const float *factors, const float *weights,
        const float *offsets, ptrdiff_t width, float share, const float *bases, float *above) {
        ptrdiff_t l, t = 0, end;
        MIXLID_CHOOSE(mixlid_above, (sums, stride, count, factors, weights, offsets, width, share, bases, above))
        for (l = 0; l < width; l++, t = 0) {
            float sum = 0.0f, most = -INFINITY;
            while (t < count) {
                float part = 0.0f;
                for (end = MIXLID_PART_END(t, count); t < end; t++) {
                    float x = (factors[t] * (float)sums[t * stride + l] + offsets[l]) * (share * weights[t]) - bases[t];
                    part += x > 0.0f ? x : 0.0f;
                    most = x > most ? x : most;
                }
                sum += part;
            }
            above[l] = sum > 0.0f ? sum : most;
        }
    }

    /* out[l] = factor * values[l] + constant - prices[l], and the largest of it. */
    #ifdef MIXLID_TWICE
    MIXLID_AVX2 static void mixlid_less_prices_avx2(
        const float *values, const float *prices, ptrdiff_t width, float factor, float constant, float *out,
        float *most) {
        __m256 largest = _mm256_set1_ps(-INFINITY), times = _mm256_set1_ps(factor), plus = _mm256_set1_ps(constant);
        ptrdiff_t i;
        for (i = 0; i < width; i += 8) {
            __m256 x = _mm256_add_ps(_mm256_mul_ps(times, _mm256_loadu_ps(values + i)), plus);
            x = _mm256_sub_ps(x, _mm256_loadu_ps(prices + i));
            _mm256_storeu_ps(out + i, x);
            largest = MIXLID_MAX(x, largest);
        }
        *most = mixlid_largest_of(largest);
    }
    #endif
    static void mixlid_less_prices(
        const float *values, const float *prices, ptrdiff_t width, float factor, float constant, float *out,
        float *most) {
        ptrdiff_t l;
        MIXLID_CHOOSE(mixlid_less_prices, (values, prices, width, factor, constant, out, most))
        *most = -INFINITY;
        for (l = 0; l < width; l++) {
            out[l] = factor * values[l] + constant - prices[l];
            *most = out[l] > *most ? out[l] : *most;
        }
    }

    /* The largest of those values whose key is above a limit. */
    #ifdef MIXLID_TWICE
    MIXLID_AVX2 static void mixlid_largest_avx2(
        const float *values, const float *keys, float limit, ptrdiff_t width, float *most) {
        __m256 least = _mm256_set1_ps(-INFINITY), largest = least, above = _mm256_set1_ps(limit);
        ptrdiff_t i;
        for (i = 0; i < width; i += 8) {
            __m256 is_above = _mm256_cmp_ps(_mm256_loadu_ps(keys + i), above, _CMP_GT_OQ);
            largest = MIXLID_MAX(_mm256_blendv_ps(least, _mm256_loadu_ps(values + i), is_above), largest);
        }
        *most = mixlid_largest_of(largest);
    }
    #endif
    static void mixlid_largest(const float *values, const float *keys, float limit, ptrdiff_t width, float *most) {
        ptrdiff_t l;
        MIXLID_CHOOSE(mixlid_largest, (values, keys, limit, width, most))
        *most = -INFINITY;
        for (l = 0; l < width; l++)
            if (keys[l] > limit && values[l] > *most) *most = values[l];
    }

    /* The places where any of several rows of numbers is above its limit, in order, up to `most` of them. */
    MIXLID_INLINE ptrdiff_t mixlid_places_body(
        const float *const *rows, const float *limits, ptrdiff_t count, ptrdiff_t width, int *places, ptrdiff_t most) {
        ptrdiff_t i, l, k, found = 0;
        for (i = 0; i < width; i += 8) {
            int any = 0;
            for (k = 0; k < count; k++)
                for (l = i; l < i + 8; l++) any |= rows[k][l] > limits[k];
            if (!any) continue;
            for (l = i; l < i + 8; l++) {
                int is_above = 0;
                for (k = 0; k < count; k++) is_above |= rows[k][l] > limits[k];
                if (is_above && found == most) return most + 1;
                if (is_above) places[found++] = (int)l;
            }
        }
        return found;
    }
    #ifdef MIXLID_TWICE
    MIXLID_AVX2 static ptrdiff_t mixlid_places_avx2(
        const float *const *rows, const float *limits, ptrdiff_t count, ptrdiff_t width, int *places, ptrdiff_t most) {
        ptrdiff_t i, k, found = 0;
        for (i = 0; i < width; i += 8) {
            int mask = 0;
            for (k = 0; k < count; k++)
                mask |= _mm256_movemask_ps(
                    _mm256_cmp_ps(_mm256_loadu_ps(rows[k] + i), _mm256_set1_ps(limits[k]), _CMP_GT_OQ));
            for (; mask; mask &= mask - 1) {
                if (found == most) return most + 1;
                places[found++] = (int)i + __builtin_ctz(mask);
            }
        }
        return found;
    }
    #endif
    static ptrdiff_t mixlid_places(
        const float *const *rows, const float *limits, ptrdiff_t count, ptrdiff_t width, int *places, ptrdiff_t most) {
    #ifdef MIXLID_TWICE
        if (mixlid_is_wide()) return mixlid_places_avx2(rows, limits, count, width, places, most);
    #endif
        return mixlid_places_body(rows, limits, count, width, places, most);
    }

    /* values[l] = factor * sums[l] + offsets[l], and the two largest of them. */
    #ifdef MIXLID_TWICE
    MIXLID_AVX2 static void mixlid_best_two_avx2(
        const int16_t *sums, float factor, const float *offsets, ptrdiff_t width, float *values, float *two) {
        __m256 best = _mm256_set1_ps(-INFINITY), second = best, times = _mm256_set1_ps(factor);
        float part[16], low;
        ptrdiff_t i, l;
        for (i = 0; i < width; i += 8) {
            __m256 x = _mm256_add_ps(_mm256_mul_ps(times, MIXLID_SUMS(sums + i)), _mm256_loadu_ps(offsets + i));
            _mm256_storeu_ps(values + i, x);
            second = MIXLID_MAX(second, _mm256_min_ps(x, best));
            best = MIXLID_MAX(x, best);
        }
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
        const float* offsets, Py_ssize_t width, float share, const float* bases, float* above
    ) noexcept nogil
    void mixlid_less_prices(
        const float* values, const float* prices, Py_ssize_t width, float factor, float constant, float* out, float* most
    ) noexcept nogil
    void mixlid_largest(
        const float* values, const float* keys, float limit, Py_ssize_t width, float* most
    ) noexcept nogil
    Py_ssize_t mixlid_places(
        const float* const* rows, const float* limits, Py_ssize_t count, Py_ssize_t width, int* places, Py_ssize_t most
    ) noexcept nogil
    void mixlid_best_two(
        const int16_t* sums, float factor, const float* offsets, Py_ssize_t width, float* values, float* two
    ) noexcept nogil
