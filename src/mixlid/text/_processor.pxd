"""Loops for the widest vectors that the processor has: AVX2 is chosen when a process starts.

Each loop is written once and compiled twice, and where the compiler cannot do that, once.
"""

cdef extern from *:
    """
    #ifndef MIXLID_PROCESSOR
    #define MIXLID_PROCESSOR
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
    /* name(arguments): the body in `name_body`, for either width; `type` is that of its result */
    #define MIXLID_LOOP(type, name, parameters, arguments) \\
        MIXLID_AVX2 MIXLID_UNUSED static type name##_avx2 parameters { return name##_body arguments; } \\
        MIXLID_UNUSED static type name##_plain parameters { return name##_body arguments; } \\
        MIXLID_UNUSED static type name parameters { \\
            return mixlid_is_wide() ? name##_avx2 arguments : name##_plain arguments; }
    #else
    #define MIXLID_INLINE static
    #define MIXLID_UNUSED
    #define MIXLID_LOOP(type, name, parameters, arguments) static type name parameters { return name##_body arguments; }
    #endif
    #endif
    """
    pass
