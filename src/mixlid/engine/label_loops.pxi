"""Loops over what is known of every label, in floats, for bounds (`shortlist.pxi`); `bounds.pxi` adds up words before."""

cdef extern from *:
    """
    #ifndef MIXLID_LABEL_LOOPS
    #define MIXLID_LABEL_LOOPS
    /* out[l] = factor * values[l] + constant - prices[l], and the largest of it. */
    MIXLID_INLINE void mixlid_less_prices_body(
        const float *values, const float *prices, ptrdiff_t width, float factor, float constant, float *out, float *most) {
        mixlid_floats largest = MIXLID_ALL(-INFINITY);
        ptrdiff_t l;
        int k;
        for (l = 0; l < width; l += MIXLID_LANES) {
            mixlid_floats x = factor * MIXLID_FLOATS(values + l) + constant - MIXLID_FLOATS(prices + l);
            MIXLID_FLOATS(out + l) = x;
            MIXLID_MAX(largest, x);
        }
        mixlid_largest_lanes(&largest, 1, most);
    }
    MIXLID_LOOP(void, mixlid_less_prices,
        (const float *values, const float *prices, ptrdiff_t width, float factor, float constant, float *out, float *most),
        (values, prices, width, factor, constant, out, most))

    /* alone[l] = gains[l] - prices[l]; of the gains the largest, of `alone` the two largest. */
    MIXLID_INLINE void mixlid_alone_body(
        const float *gains, const float *prices, ptrdiff_t width, float *alone, float *most, float *two) {
        mixlid_floats largest = MIXLID_ALL(-INFINITY), top[2] = {largest, largest};
        ptrdiff_t l;
        int k;
        for (l = 0; l < width; l += MIXLID_LANES) {
            mixlid_floats gain = MIXLID_FLOATS(gains + l), x = gain - MIXLID_FLOATS(prices + l);
            MIXLID_FLOATS(alone + l) = x;
            MIXLID_MAX(largest, gain);
            MIXLID_INSERT(x, top[0]);
            MIXLID_MAX(top[1], x);
        }
        mixlid_largest_lanes(&largest, 1, most);
        mixlid_largest_lanes(top, 2, two);
    }
    MIXLID_LOOP(void, mixlid_alone,
        (const float *gains, const float *prices, ptrdiff_t width, float *alone, float *most, float *two),
        (gains, prices, width, alone, most, two))

    /* The three largest of all, the largest first. */
    MIXLID_INLINE void mixlid_three_largest_body(const float *values, ptrdiff_t width, float *three) {
        mixlid_floats least = MIXLID_ALL(-INFINITY), top[3] = {least, least, least};
        ptrdiff_t l;
        int k;
        for (l = 0; l < width; l += MIXLID_LANES) {
            mixlid_floats x = MIXLID_FLOATS(values + l);
            MIXLID_INSERT(x, top[0]);
            MIXLID_INSERT(x, top[1]);
            MIXLID_MAX(top[2], x);
        }
        mixlid_largest_lanes(top, 3, three);
    }
    MIXLID_LOOP(void, mixlid_three_largest, (const float *values, ptrdiff_t width, float *three), (values, width, three))

    /* The places where `flags` of the vector `at` a label are set, in order, up to `most` of them, else most + 1. */
    #define MIXLID_PLACES(flags) \\
        ptrdiff_t l, at, found = 0; \\
        int64_t pairs; \\
        unsigned bits; \\
        int v; \\
        for (l = 0; l < width; l += 16) { \\
            mixlid_flags above = {0}; \\
            MIXLID_EACH_VECTOR at = l + v * MIXLID_LANES, above |= MIXLID_BITS(flags, v); \\
            pairs = MIXLID_WHOLE(above); \\
            for (bits = (unsigned)(pairs | pairs >> 32); bits; bits &= bits - 1) { \\
                if (found == most) return most + 1; \\
                places[found++] = (int)l + MIXLID_LOWEST(bits); \\
            } \\
        } \\
        return found;

    /* Those of values above a limit. */
    MIXLID_INLINE ptrdiff_t mixlid_places_body(
        const float *values, float limit, ptrdiff_t width, int *places, ptrdiff_t most) {
        MIXLID_PLACES(MIXLID_FLOATS(values + at) > limit)
    }
    MIXLID_LOOP(ptrdiff_t, mixlid_places,
        (const float *values, float limit, ptrdiff_t width, int *places, ptrdiff_t most),
        (values, limit, width, places, most))

    /* Labels by what they gain, less prices: `leading` is that `times` over, and a constant. */
    typedef struct {
        const float *gains, *prices, *alone, *added;
        float times, constant, weight;
    } mixlid_labels;
    #define MIXLID_LESS_PRICES(factor, more) \\
        (factor * MIXLID_FLOATS(of->gains + at) + more - MIXLID_FLOATS(of->prices + at))

    /* The largest of `alone` for a label whose `leading` is above a limit. */
    MIXLID_INLINE void mixlid_best_leading_body(const mixlid_labels *of, float limit, ptrdiff_t width, float *most) {
        mixlid_floats largest = MIXLID_ALL(-INFINITY);
        ptrdiff_t at;
        int k;
        for (at = 0; at < width; at += MIXLID_LANES) {
            mixlid_floats leading = MIXLID_LESS_PRICES(of->times, of->constant), alone = MIXLID_FLOATS(of->alone + at);
            MIXLID_EACH_LANE
                MIXLID_LANE(alone, k) = MIXLID_LANE(leading, k) > limit ? MIXLID_LANE(alone, k) : -INFINITY;
            MIXLID_MAX(largest, alone);
        }
        mixlid_largest_lanes(&largest, 1, most);
    }
    MIXLID_LOOP(void, mixlid_best_leading,
        (const mixlid_labels *of, float limit, ptrdiff_t width, float *most), (of, limit, width, most))

    /* The labels for which one of four is above its limit, up to `most` of them: `alone`, `added`, `leading`, and the gains
       times the weight, less prices, with `others`. */
    MIXLID_INLINE ptrdiff_t mixlid_list_body(
        const mixlid_labels *of, const float *limits, float others, ptrdiff_t width, int *places, ptrdiff_t most) {
        MIXLID_PLACES((MIXLID_FLOATS(of->alone + at) > limits[0]) | (MIXLID_FLOATS(of->added + at) > limits[1])
            | (MIXLID_LESS_PRICES(of->times, of->constant) > limits[2]) | (MIXLID_LESS_PRICES(of->weight, others) > limits[2]))
    }
    MIXLID_LOOP(ptrdiff_t, mixlid_list,
        (const mixlid_labels *of, const float *limits, float others, ptrdiff_t width, int *places, ptrdiff_t most),
        (of, limits, others, width, places, most))

    /* The first label from `label` on for which gains and slack less prices are not below `least`, in doubles. */
    MIXLID_INLINE ptrdiff_t mixlid_next_worthy_body(
        const float *gains, const double *prices, double slack, double least, ptrdiff_t label, ptrdiff_t width) {
        int k, any = 0;
        for (; label + 8 <= width; label += 8) {
            for (k = 0; k < 8; k++) any |= !((double)gains[label + k] + slack - prices[label + k] < least);
            if (any) break;
        }
        while (label < width && (double)gains[label] + slack - prices[label] < least) label++;
        return label;
    }
    MIXLID_LOOP(ptrdiff_t, mixlid_next_worthy,
        (const float *gains, const double *prices, double slack, double least, ptrdiff_t label, ptrdiff_t width),
        (gains, prices, slack, least, label, width))
    #endif
    """
    void mixlid_less_prices(
        const float* values, const float* prices, Py_ssize_t width, float factor, float constant, float* out, float* most
    ) noexcept nogil
    void mixlid_alone(
        const float* gains, const float* prices, Py_ssize_t width, float* alone, float* most, float* two
    ) noexcept nogil
    void mixlid_three_largest(const float* values, Py_ssize_t width, float* three) noexcept nogil
    Py_ssize_t mixlid_places(
        const float* values, float limit, Py_ssize_t width, int* places, Py_ssize_t most
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
