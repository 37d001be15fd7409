"""The settings that compiled code reads, as C numbers, each by the name that it has in `mixlid.settings.Settings`."""

cimport cython


@cython.final
cdef class CompiledSettings:
    cdef public int max_languages
    cdef public double length_exponent
    cdef public double capital_weight
    cdef public double short_price
    cdef public double unknown_threshold
    cdef public double group
    cdef public int min_words
    cdef public int count_hashtags
    cdef public int count_names
    cdef public int count_loanwords
