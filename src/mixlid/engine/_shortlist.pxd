"""What the scores of words see of shortlists."""

from libc.stdint cimport int16_t

from mixlid.assign._compiled cimport PairTable

cdef enum:
    #: With more labels than this left, all are looked at.
    MOST_LISTED = 48
    #: A model of fewer labels is searched faster than a list is made.
    FEWEST_LABELS = 12
    #: Sums of more words than this have too few digits as floats.
    MOST_WORDS = 16384


#: The words of a text: sums of rows, and what makes scores of them (`_lanes.pxd`).
cdef struct Words:
    Py_ssize_t count
    const int16_t* sums
    Py_ssize_t stride
    const double* divisors
    const double* weights
    double scale
    #: the power of the number of words that scores are divided by, and how often a word's price is counted
    double exponent
    double price_times


cdef class Shortlist:
    #: how many labels there are, and room for them
    cdef Py_ssize_t width, room
    cdef double second_weight, cheapest, certainty, dearest
    cdef float* numbers
    #: by label: its penalty, and its price by word; what is added to a score, where prices count that often
    cdef float* penalties
    #: what pairs cost, if anything; by label: its penalty and its price beside the language that is best alone
    cdef PairTable pairs
    cdef float* beside
    cdef float* prices
    cdef float* offsets
    cdef double offset_times
    #: what it would have if it could take every word it gains from; less its penalty; times both weights less its penalty
    cdef float* gains
    cdef float* alone
    cdef float* leading
    #: what it has above another language, and what it adds to that language; what it adds to a third
    cdef float* above
    cdef float* added
    cdef float* following
    #: by word: what makes scores of its sums, what they are multiplied by, what another language has
    cdef float* factors
    cdef float* weights
    cdef float* bases
    cdef Py_ssize_t words_room
    #: the labels of the list, in order, and the one that is best alone
    cdef int count, best
    cdef int labels[MOST_LISTED]

    cdef bint make(self, const Words* words) except -1 nogil
    cdef void set_offsets(self, double price_times) noexcept nogil
    cdef int make_room(self, Py_ssize_t words) except -1 nogil
    cdef bint leaves_a_word(self, const Words* words, double share, int first, int second, double slack) noexcept nogil
