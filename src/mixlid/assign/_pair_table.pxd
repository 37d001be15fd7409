"""What the search and the shortlist see of prices for pairs of languages."""

cimport cython


@cython.final
cdef class PairTable:
    #: labels that languages are places of; NULL if a language is the number of its label
    cdef const int* listed
    cdef double usual
    #: the exceptions of label l are from `starts[l]` to `starts[l + 1]`: the other label, and the price
    cdef Py_ssize_t* starts
    cdef int* others
    cdef double* prices
    #: by label: the least that any other costs beside it
    cdef double* least

    cdef double of(self, int one, int other) noexcept nogil
    cdef double least_of(self, Py_ssize_t language) noexcept nogil
    cdef double add_row(self, int language, Py_ssize_t count, const double* before, double* after) noexcept nogil
    cdef double total(self, const int* languages, int size) noexcept nogil


cdef inline PairTable pair_table(problem):
    """None if pairs have no price."""
    return None if problem.pairs is None else PairTable(problem.pairs, problem.scores.shape[0])
