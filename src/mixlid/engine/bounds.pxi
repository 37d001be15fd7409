"""Loops over all labels in floats, for bounds alone (`shortlist.pxi`), so that their bits may differ.

Each is written once, for vectors of eight labels where the compiler has such types, else for one label at a time.
Arrays by label have a multiple of 16. Words have `sums[t * stride + l]`, and a score for a label of about
(factors[t] * sum + offsets[l]) * weights[t]. They are added up in parts of MIXLID_PART, and then the parts, so that the
error of a sum is that of some 64 + count / 64 additions.
"""

from libc.stdint cimport int16_t

cimport mixlid.models._lanes  # for what its C defines

cdef extern from *:
    """
    #ifndef MIXLID_BOUNDS
    #define MIXLID_BOUNDS
    #if defined(__GNUC__) || defined(__clang__)
    #define MIXLID_LANES 8
    #define MIXLID_LANE(values, k) (values)[k]
    typedef float mixlid_floats __attribute__((vector_size(32), aligned(4), may_alias));
    typedef int32_t mixlid_flags __attribute__((vector_size(32)));
    typedef int64_t mixlid_pairs __attribute__((vector_size(32)));
    /* Those of vector `v`, as bits of sixteen in all. */
    #define MIXLID_BITS(flags, v) ((flags) & (mixlid_flags){1, 2, 4, 8, 16, 32, 64, 128} << 8 * v)
    #define MIXLID_PAIR(bits, k) ((mixlid_pairs)(bits))[k]
    #define MIXLID_WHOLE(bits) \\
        (MIXLID_PAIR(bits, 0) | MIXLID_PAIR(bits, 1) | MIXLID_PAIR(bits, 2) | MIXLID_PAIR(bits, 3))
    #define MIXLID_LOWEST(bits) __builtin_ctz(bits)
    #define MIXLID_HALVES 3
    #define MIXLID_ORDER(x, a, b, c, d, e, f, g, h) (mixlid_floats){x[a], x[b], x[c], x[d], x[e], x[f], x[g], x[h]}
    #define MIXLID_SWAPPED(x, half) (half == 0 ? MIXLID_ORDER(x, 4, 5, 6, 7, 0, 1, 2, 3) : \\
        half == 1 ? MIXLID_ORDER(x, 2, 3, 0, 1, 6, 7, 4, 5) : MIXLID_ORDER(x, 1, 0, 3, 2, 5, 4, 7, 6))
    #define MIXLID_SUMS(from) __builtin_convertvector( \\
        ((mixlid_flags){(from)[0], (from)[1], (from)[2], (from)[3], (from)[4], (from)[5], (from)[6], (from)[7]}), mixlid_floats)
    #else
    #define MIXLID_LANES 1
    #define MIXLID_LANE(values, k) (values)
    typedef float mixlid_floats;
    typedef int mixlid_flags;
    #define MIXLID_BITS(flags, v) ((flags) << (v))
    #define MIXLID_WHOLE(bits) (bits)
    static int mixlid_lowest(unsigned bits) { int k = 0; while (!(bits >> k & 1)) k++; return k; }
    #define MIXLID_LOWEST(bits) mixlid_lowest(bits)
    #define MIXLID_HALVES 0
    #define MIXLID_SWAPPED(x, half) (x)
    #define MIXLID_SUMS(from) ((float)*(from))
    #endif
    #define MIXLID_FLOATS(from) (*(mixlid_floats *)(from))
    #define MIXLID_ALL(x) ((mixlid_floats){0} + (x))
    #define MIXLID_EACH_LANE for (k = 0; k < MIXLID_LANES; k++)
    #define MIXLID_LARGER(a, b) ((a) > (b) ? (a) : (b))
    #define MIXLID_SMALLER(a, b) ((a) < (b) ? (a) : (b))
    /* out = larger(a, b), or smaller, lane by lane: one instruction */
    #define MIXLID_BY_LANE(out, choose, a, b) do { \\
        mixlid_floats mixlid_a = a, mixlid_b = b, mixlid_out = mixlid_a; \\
        MIXLID_EACH_LANE MIXLID_LANE(mixlid_out, k) = choose(MIXLID_LANE(mixlid_a, k), MIXLID_LANE(mixlid_b, k)); \\
        out = mixlid_out; \\
    } while (0)
    #define MIXLID_MAX(most, x) MIXLID_BY_LANE(most, MIXLID_LARGER, x, most)
    /* One more number: the larger stays, the smaller goes on in its place. */
    #define MIXLID_INSERT(x, most) do { \\
        mixlid_floats mixlid_low; \\
        MIXLID_BY_LANE(mixlid_low, MIXLID_SMALLER, x, most); \\
        MIXLID_MAX(most, x); \\
        x = mixlid_low; \\
    } while (0)
    /* The largest of some vectors, by lane the largest first, whose lanes are put together in halves. */
    MIXLID_INLINE void mixlid_largest_lanes(const mixlid_floats *lanes, int count, float *out) {
        mixlid_floats top[3], other[3];
        int i, j, k, half;
        for (i = 0; i < count; i++) top[i] = lanes[i];
        for (half = 0; half < MIXLID_HALVES; half++) {
            for (i = 0; i < count; i++) other[i] = MIXLID_SWAPPED(top[i], half);
            for (i = 0; i < count; i++)
                for (j = i; j < count; j++) MIXLID_INSERT(other[i], top[j]);
        }
        for (i = 0; i < count; i++) out[i] = MIXLID_LANE(top[i], 0);
    }
    /* Labels are looked at in so many vectors at a time. */
    #define MIXLID_VECTORS (16 / MIXLID_LANES)
    #define MIXLID_EACH_VECTOR for (v = 0; v < MIXLID_VECTORS; v++)
    #define MIXLID_PART 64
    #define MIXLID_PART_END(from, count) MIXLID_SMALLER((from) + MIXLID_PART, count)

    /* gains[l]: the sum of the scores above 0. Weights are not below 0. */
    MIXLID_INLINE void mixlid_gains_body(
        const int16_t *sums, ptrdiff_t stride, ptrdiff_t count, const float *factors, const float *weights,
        const float *offsets, ptrdiff_t width, float *gains) {
        mixlid_floats offset[MIXLID_VECTORS], part[MIXLID_VECTORS], total[MIXLID_VECTORS];
        ptrdiff_t l, t, end;
        int k, v;
        for (l = 0; l < width; l += 16) {
            MIXLID_EACH_VECTOR {
                offset[v] = MIXLID_FLOATS(offsets + l + v * MIXLID_LANES);
                total[v] = MIXLID_ALL(0.0f);
            }
            for (t = 0; t < count;) {
                MIXLID_EACH_VECTOR part[v] = MIXLID_ALL(0.0f);
                for (end = MIXLID_PART_END(t, count); t < end; t++) MIXLID_EACH_VECTOR {
                    mixlid_floats x = MIXLID_SUMS(sums + t * stride + l + v * MIXLID_LANES), zero = MIXLID_ALL(0.0f);
                    x = factors[t] * x + offset[v];
                    MIXLID_MAX(x, zero);
                    part[v] += weights[t] * x;
                }
                MIXLID_EACH_VECTOR total[v] += part[v];
            }
            MIXLID_EACH_VECTOR MIXLID_FLOATS(gains + l + v * MIXLID_LANES) = total[v];
        }
    }
    MIXLID_LOOP(void, mixlid_gains,
        (const int16_t *sums, ptrdiff_t stride, ptrdiff_t count, const float *factors, const float *weights,
         const float *offsets, ptrdiff_t width, float *gains),
        (sums, stride, count, factors, weights, offsets, width, gains))

    /* above[l]: the sum of what weight * score has above bases[t]; if that is 0, the most or the least lack of it. */
    MIXLID_INLINE void mixlid_above_body(
        const int16_t *sums, ptrdiff_t stride, ptrdiff_t count, const float *factors, const float *weights,
        const float *offsets, ptrdiff_t width, const float *bases, float *above) {
        mixlid_floats offset[MIXLID_VECTORS], part[MIXLID_VECTORS], total[MIXLID_VECTORS], most[MIXLID_VECTORS];
        ptrdiff_t l, t, end;
        int k, v;
        for (l = 0; l < width; l += 16) {
            MIXLID_EACH_VECTOR {
                offset[v] = MIXLID_FLOATS(offsets + l + v * MIXLID_LANES);
                total[v] = MIXLID_ALL(0.0f), most[v] = MIXLID_ALL(-INFINITY);
            }
            for (t = 0; t < count;) {
                MIXLID_EACH_VECTOR part[v] = MIXLID_ALL(0.0f);
                for (end = MIXLID_PART_END(t, count); t < end; t++) MIXLID_EACH_VECTOR {
                    mixlid_floats x = MIXLID_SUMS(sums + t * stride + l + v * MIXLID_LANES), zero = MIXLID_ALL(0.0f);
                    x = weights[t] * (factors[t] * x + offset[v]) - bases[t];
                    MIXLID_MAX(most[v], x);
                    MIXLID_MAX(x, zero);
                    part[v] += x;
                }
                MIXLID_EACH_VECTOR total[v] += part[v];
            }
            MIXLID_EACH_VECTOR MIXLID_EACH_LANE
                above[l + v * MIXLID_LANES + k] =
                    MIXLID_LANE(total[v], k) > 0.0f ? MIXLID_LANE(total[v], k) : MIXLID_LANE(most[v], k);
        }
    }
    MIXLID_LOOP(void, mixlid_above,
        (const int16_t *sums, ptrdiff_t stride, ptrdiff_t count, const float *factors, const float *weights,
         const float *offsets, ptrdiff_t width, const float *bases, float *above),
        (sums, stride, count, factors, weights, offsets, width, bases, above))

    /* values[l] = factor * sums[l] + offsets[l], and the two largest of them. */
    MIXLID_INLINE void mixlid_best_two_body(
        const int16_t *sums, float factor, const float *offsets, ptrdiff_t width, float *values, float *two) {
        mixlid_floats top[2] = {MIXLID_ALL(-INFINITY), MIXLID_ALL(-INFINITY)};
        ptrdiff_t l;
        int k;
        for (l = 0; l < width; l += MIXLID_LANES) {
            mixlid_floats x = factor * MIXLID_SUMS(sums + l) + MIXLID_FLOATS(offsets + l);
            MIXLID_FLOATS(values + l) = x;
            MIXLID_INSERT(x, top[0]);
            MIXLID_MAX(top[1], x);
        }
        mixlid_largest_lanes(top, 2, two);
    }
    MIXLID_LOOP(void, mixlid_best_two,
        (const int16_t *sums, float factor, const float *offsets, ptrdiff_t width, float *values, float *two),
        (sums, factor, offsets, width, values, two))
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
