"""What the branching sees of settling a tuple."""

from mixlid.assign._search_state cimport Search


cdef int offer(Search s, int size) except -1 nogil
cdef double shortfall(Search s, int rank, int language, const double* base, double bearable) noexcept nogil
