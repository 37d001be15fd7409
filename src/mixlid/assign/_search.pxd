"""What other compiled parts see of the search."""

from mixlid.assign._search_state cimport Search


cdef int solve(Search s) except -1 nogil

#: The same for scores that have been read.
cdef int run(Search s) except -1 nogil
