"""Asking the memory for what will be read soon."""

cdef extern from *:
    """
    #ifndef MIXLID_PREFETCH
    #define MIXLID_PREFETCH
    #if defined(__GNUC__) || defined(__clang__)
    /* Without the empty instruction GCC drops functions that do nothing else, since they change nothing. */
    #define mixlid_prefetch(address) \\
        do { \\
            const void *mixlid_asked = (address); \\
            __builtin_prefetch(mixlid_asked); \\
            __asm__ volatile("" : : "r"(mixlid_asked)); \\
        } while (0)
    #else
    #define mixlid_prefetch(address) ((void)(address))
    #endif
    #endif
    """
    void mixlid_prefetch(const void* address) noexcept nogil


cdef inline void prefetch_at(const unsigned char[::1] values, size_t place) noexcept nogil:
    mixlid_prefetch(&values[place])
