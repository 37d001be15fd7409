"""Loops over what is known of every label, in floats, for bounds (`shortlist.pxi`); `bounds.pxi` adds up words before.

Arrays have a multiple of 16 labels, but for those of doubles.
"""

cdef extern from *:
    """
    #ifndef MIXLID_LABEL_LOOPS
    #define MIXLID_LABEL_LOOPS
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

    /* alone[l] = gains[l] - prices[l]; of the gains the largest, of `alone` the two largest. */
    #ifdef MIXLID_TWICE
    MIXLID_AVX2 static void mixlid_alone_avx2(
        const float *gains, const float *prices, ptrdiff_t width, float *alone, float *most, float *two) {
        __m256 largest = _mm256_set1_ps(-INFINITY), best = largest, second = largest;
        ptrdiff_t i;
        for (i = 0; i < width; i += 8) {
            __m256 gain = _mm256_loadu_ps(gains + i), x = _mm256_sub_ps(gain, _mm256_loadu_ps(prices + i));
            _mm256_storeu_ps(alone + i, x);
            largest = MIXLID_MAX(gain, largest);
            second = MIXLID_MAX(second, _mm256_min_ps(x, best));
            best = MIXLID_MAX(x, best);
        }
        *most = mixlid_largest_of(largest);
        mixlid_two_of(best, second, two);
    }
    #endif
    static void mixlid_alone(
        const float *gains, const float *prices, ptrdiff_t width, float *alone, float *most, float *two) {
        ptrdiff_t l;
        MIXLID_CHOOSE(mixlid_alone, (gains, prices, width, alone, most, two))
        *most = two[0] = two[1] = -INFINITY;
        for (l = 0; l < width; l++) {
            float x = alone[l] = gains[l] - prices[l], low = x < two[0] ? x : two[0];
            *most = gains[l] > *most ? gains[l] : *most;
            two[1] = low > two[1] ? low : two[1];
            two[0] = x > two[0] ? x : two[0];
        }
    }

    /* The three largest of all, the largest first. */
    #define MIXLID_INSERT(top, x) do { \\
        float mixlid_low = (x) < top[0] ? (x) : top[0], mixlid_next = mixlid_low < top[1] ? mixlid_low : top[1]; \\
        top[0] = (x) > top[0] ? (x) : top[0]; \\
        top[1] = mixlid_low > top[1] ? mixlid_low : top[1]; \\
        top[2] = mixlid_next > top[2] ? mixlid_next : top[2]; \\
    } while (0)
    #ifdef MIXLID_TWICE
    MIXLID_AVX2 static void mixlid_three_largest_avx2(const float *values, ptrdiff_t width, float *top) {
        __m256 one = _mm256_set1_ps(-INFINITY), two = one, three = one;
        float part[24];
        ptrdiff_t i;
        for (i = 0; i < width; i += 8) {
            __m256 x = _mm256_loadu_ps(values + i), low = _mm256_min_ps(x, one);
            one = MIXLID_MAX(x, one);
            three = MIXLID_MAX(three, _mm256_min_ps(low, two));
            two = MIXLID_MAX(low, two);
        }
        _mm256_storeu_ps(part, one);
        _mm256_storeu_ps(part + 8, two);
        _mm256_storeu_ps(part + 16, three);
        top[0] = top[1] = top[2] = -INFINITY;
        for (i = 0; i < 24; i++)
            if (part[i] > top[2]) MIXLID_INSERT(top, part[i]);
    }
    #endif
    static void mixlid_three_largest(const float *values, ptrdiff_t width, float *top) {
        ptrdiff_t l;
        MIXLID_CHOOSE(mixlid_three_largest, (values, width, top))
        top[0] = top[1] = top[2] = -INFINITY;
        for (l = 0; l < width; l++)
            if (values[l] > top[2]) MIXLID_INSERT(top, values[l]);
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

    /* Labels by what they gain, less prices: `leading` is that `times` over, and a constant. */
    typedef struct {
        const float *gains, *prices, *alone, *added;
        float times, constant, weight;
    } mixlid_labels;

    /* The largest of `alone` for a label whose `leading` is above a limit. */
    #ifdef MIXLID_TWICE
    #define MIXLID_LESS_PRICES(o, factor, constant, i) _mm256_sub_ps( \\
        _mm256_fmadd_ps(factor, _mm256_loadu_ps((o)->gains + (i)), constant), _mm256_loadu_ps((o)->prices + (i)))
    MIXLID_AVX2 static void mixlid_best_leading_avx2(
        const mixlid_labels *of, float limit, ptrdiff_t width, float *most) {
        __m256 least = _mm256_set1_ps(-INFINITY), largest = least, above = _mm256_set1_ps(limit);
        __m256 times = _mm256_set1_ps(of->times), constant = _mm256_set1_ps(of->constant);
        ptrdiff_t i;
        for (i = 0; i < width; i += 8) {
            __m256 is_above = _mm256_cmp_ps(MIXLID_LESS_PRICES(of, times, constant, i), above, _CMP_GT_OQ);
            largest = MIXLID_MAX(_mm256_blendv_ps(least, _mm256_loadu_ps(of->alone + i), is_above), largest);
        }
        *most = mixlid_largest_of(largest);
    }
    #endif
    static void mixlid_best_leading(const mixlid_labels *of, float limit, ptrdiff_t width, float *most) {
        ptrdiff_t l;
        MIXLID_CHOOSE(mixlid_best_leading, (of, limit, width, most))
        *most = -INFINITY;
        for (l = 0; l < width; l++)
            if (of->times * of->gains[l] + of->constant - of->prices[l] > limit && of->alone[l] > *most)
                *most = of->alone[l];
    }

    /* The labels for which one of four is above its limit, up to `most` of them: `alone`, `added`, `leading`, and the gains
       times the weight, less prices, with `others`. */
    MIXLID_INLINE ptrdiff_t mixlid_list_body(
        const mixlid_labels *of, const float *limits, float others, ptrdiff_t width, int *places, ptrdiff_t most) {
        ptrdiff_t l, found = 0;
        for (l = 0; l < width; l++) {
            float leading = of->times * of->gains[l] + of->constant - of->prices[l];
            float following = of->weight * of->gains[l] + others - of->prices[l];
            if (of->alone[l] > limits[0] || of->added[l] > limits[1] || leading > limits[2] || following > limits[2]) {
                if (found == most) return most + 1;
                places[found++] = (int)l;
            }
        }
        return found;
    }
    #ifdef MIXLID_TWICE
    #define MIXLID_OVER(x, limit) _mm256_cmp_ps(x, limit, _CMP_GT_OQ)
    MIXLID_AVX2 static ptrdiff_t mixlid_list_avx2(
        const mixlid_labels *of, const float *limits, float others, ptrdiff_t width, int *places, ptrdiff_t most) {
        __m256 limit = _mm256_set1_ps(limits[0]), limit_added = _mm256_set1_ps(limits[1]);
        __m256 floor = _mm256_set1_ps(limits[2]), times = _mm256_set1_ps(of->times);
        __m256 constant = _mm256_set1_ps(of->constant), weight = _mm256_set1_ps(of->weight);
        __m256 other = _mm256_set1_ps(others);
        ptrdiff_t i, found = 0;
        for (i = 0; i < width; i += 8) {
            __m256 alone = MIXLID_OVER(_mm256_loadu_ps(of->alone + i), limit);
            __m256 added = MIXLID_OVER(_mm256_loadu_ps(of->added + i), limit_added);
            __m256 leading = MIXLID_OVER(MIXLID_LESS_PRICES(of, times, constant, i), floor);
            __m256 following = MIXLID_OVER(MIXLID_LESS_PRICES(of, weight, other, i), floor);
            int mask = _mm256_movemask_ps(_mm256_or_ps(_mm256_or_ps(alone, added), _mm256_or_ps(leading, following)));
            for (; mask; mask &= mask - 1) {
                if (found == most) return most + 1;
                places[found++] = (int)i + __builtin_ctz(mask);
            }
        }
        return found;
    }
    #endif
    static ptrdiff_t mixlid_list(
        const mixlid_labels *of, const float *limits, float others, ptrdiff_t width, int *places, ptrdiff_t most) {
    #ifdef MIXLID_TWICE
        if (mixlid_is_wide()) return mixlid_list_avx2(of, limits, others, width, places, most);
    #endif
        return mixlid_list_body(of, limits, others, width, places, most);
    }

    /* The first label from `label` on for which gains and slack less prices are not below `least`, in doubles. */
    #ifdef MIXLID_TWICE
    MIXLID_AVX2 static ptrdiff_t mixlid_next_worthy_avx2(
        const float *gains, const double *prices, double slack, double least, ptrdiff_t label, ptrdiff_t width) {
        const __m256d more = _mm256_set1_pd(slack), limit = _mm256_set1_pd(least);
        for (; label + 4 <= width; label += 4) {
            __m256d x = _mm256_add_pd(_mm256_cvtps_pd(_mm_loadu_ps(gains + label)), more);
            int mask = _mm256_movemask_pd(
                _mm256_cmp_pd(_mm256_sub_pd(x, _mm256_loadu_pd(prices + label)), limit, _CMP_NLT_UQ));
            if (mask) return label + __builtin_ctz(mask);
        }
        return label;
    }
    #endif
    static ptrdiff_t mixlid_next_worthy(
        const float *gains, const double *prices, double slack, double least, ptrdiff_t label, ptrdiff_t width) {
    #ifdef MIXLID_TWICE
        if (mixlid_is_wide()) label = mixlid_next_worthy_avx2(gains, prices, slack, least, label, width);
    #endif
        while (label < width && (double)gains[label] + slack - prices[label] < least) label++;
        return label;
    }
    #endif
    """
    void mixlid_less_prices(
        const float* values, const float* prices, Py_ssize_t width, float factor, float constant, float* out, float* most
    ) noexcept nogil
    void mixlid_alone(
        const float* gains, const float* prices, Py_ssize_t width, float* alone, float* most, float* two
    ) noexcept nogil
    void mixlid_three_largest(const float* values, Py_ssize_t width, float* top) noexcept nogil
    Py_ssize_t mixlid_places(
        const float* const* rows, const float* limits, Py_ssize_t count, Py_ssize_t width, int* places, Py_ssize_t most
    ) noexcept nogil
    ctypedef struct mixlid_labels:
        const float* gains
        const float* prices
        const float* alone
        const float* added
        float times
        float constant
        float weight
    void mixlid_best_leading(
        const mixlid_labels* of, float limit, Py_ssize_t width, float* most
    ) noexcept nogil
    Py_ssize_t mixlid_list(
        const mixlid_labels* of, const float* limits, float others, Py_ssize_t width, int* places, Py_ssize_t most
    ) noexcept nogil
    Py_ssize_t mixlid_next_worthy(
        const float* gains, const double* prices, double slack, double least, Py_ssize_t label, Py_ssize_t width
    ) noexcept nogil
