"""What every label can add to the answer for a text at most, in floats: what a shortlist is made of.

Sums are made over all words and labels at once (`bounds.pxi`), and what they may err by is `slack`.
"""

cimport cython
from libc.math cimport INFINITY, fabs
from libc.stdint cimport int16_t
from libc.stdlib cimport free, malloc

from mixlid.text._compiled cimport no_memory

#: The penalty and the price of what is not a label.
cdef float NOTHING = 1e30
#: Half of the last digit of a float; words that are added up before the sums are (`bounds.pxi`).
cdef double FLOAT_ERROR = 6e-8, SUMMED_PART = 64.0

cdef enum:
    #: The sum of a label that a word has no score for, which is below every other.
    ABSENT = -32768


#: The words of a text: sums of rows, and what makes scores of them (`_lanes.pxd`).
cdef struct WordSums:
    Py_ssize_t count
    const int16_t* sums
    Py_ssize_t stride
    const double* divisors
    const double* weights
    double scale
    #: what is added to all scores of a word, if words are of several partitions (`script_words.pxi`), else NULL
    const double* constants
    #: the power of the number of words that scores are divided by, and how often a word's price is counted
    double exponent
    double price_times


cdef class LabelBounds:
    """For one text after the other; the rules stay."""

    #: how many labels there are, and room for them
    cdef Py_ssize_t width, capacity
    cdef double second_weight, cheapest, certainty, dearest
    #: several times the error of floats in this text
    cdef double slack
    cdef float* numbers
    #: by label: its penalty, and its price by word; what is added to a score, where prices count that often
    cdef float* penalties
    cdef float* prices
    cdef float* offsets
    cdef double offset_times
    #: what it would have if it could take every word it gains from; less its penalty; times both weights less its penalty
    cdef float* gains
    cdef float* alone
    cdef float* leading
    #: what it has above another language, and what it adds to that language, which is `beside_label`; what it adds to
    #: a third
    cdef float* above
    cdef float* added
    cdef Py_ssize_t beside_label
    cdef float* following
    #: by word: what makes scores of its sums, what they are multiplied by, for the first language and for others, what
    #: another language has
    cdef float* factors
    cdef float* weights
    cdef float* seconds
    cdef float* bases
    cdef Py_ssize_t words_capacity

    def __cinit__(self, problem, certainty, prices):
        """`prices` are by label, or None; `certainty` is what the model's partition adds to every score."""
        cdef Py_ssize_t l, capacity
        cdef float* numbers
        self.width = problem.label_count
        self.capacity = capacity = (self.width + 15) // 16 * 16
        self.second_weight = problem.rank_weights[min(1, len(problem.rank_weights) - 1)]
        self.numbers = numbers = <float*>malloc(9 * capacity * sizeof(float))
        if numbers == NULL:
            raise MemoryError
        self.penalties, self.prices, self.offsets = numbers, numbers + capacity, numbers + 2 * capacity
        self.gains, self.alone, self.leading = numbers + 3 * capacity, numbers + 4 * capacity, numbers + 5 * capacity
        self.above, self.added, self.following = numbers + 6 * capacity, numbers + 7 * capacity, numbers + 8 * capacity
        self.certainty, self.dearest, self.offset_times = certainty, 0.0, INFINITY
        penalties = problem.penalties.tolist()
        self.cheapest = min(penalties)
        for l in range(capacity):
            self.penalties[l] = self.prices[l] = NOTHING
            if l < self.width:
                self.penalties[l], self.prices[l] = penalties[l], 0.0 if prices is None else prices[l]
                self.dearest = max(self.dearest, fabs(self.prices[l]))

    def __dealloc__(self):
        free(self.numbers)
        free(self.factors)

    cdef void set_offsets(self, double price_times) noexcept nogil:
        """What a label's score has besides its sums, where prices count that often."""
        cdef float certainty = <float>self.certainty, times = <float>price_times
        cdef Py_ssize_t l
        if price_times != self.offset_times:
            self.offset_times = price_times
            for l in range(self.capacity):
                self.offsets[l] = certainty - self.prices[l] * times

    cdef int reserve(self, Py_ssize_t words) except -1 nogil:
        if words > self.words_capacity:
            free(self.factors)
            self.words_capacity = 0
            self.factors = <float*>malloc(8 * words * sizeof(float))
            if self.factors == NULL:
                return no_memory()
            self.words_capacity = 2 * words
            self.weights, self.bases = self.factors + self.words_capacity, self.factors + 2 * self.words_capacity
            self.seconds = self.factors + 3 * self.words_capacity
        return 0

    cdef bint set_gains(self, const WordSums* words) noexcept nogil:
        """False if a score might be above 0 where there is none."""
        cdef double size = self.dearest * words.price_times
        cdef Py_ssize_t t, l
        if words.constants == NULL:
            mixlid_gains(
                words.sums, words.stride, words.count, self.factors, self.weights, self.offsets, self.capacity, self.gains
            )
            return True
        for t in range(words.count):
            self.bases[t] = <float>(-words.constants[t] * self.weights[t])
            if not self.factors[t] * -ABSENT > 2.0 * (fabs(words.constants[t]) + size):
                return False
        mixlid_above(
            words.sums, words.stride, words.count, self.factors, self.weights, self.offsets, self.capacity, self.bases,
            self.gains,
        )
        for l in range(self.capacity):
            self.gains[l] = self.gains[l] if self.gains[l] > 0.0 else 0.0
        return True

    cdef double error(self, const WordSums* words, double weights, double most) noexcept nogil:
        """Several times the error of a sum over all words; `weights` is the sum of theirs, `most` the largest of gains.

        What counts is above 0, so that sums err by a share of the largest of them; but a score above 0 may be the small
        difference of larger numbers, of which one is the label's offset.
        """
        cdef double offset = fabs(self.certainty), additions
        cdef Py_ssize_t t
        if words.constants != NULL:
            for t in range(words.count):
                offset = max(offset, fabs(words.constants[t]))
        offset += self.dearest * words.price_times
        additions = min(<double>words.count, SUMMED_PART) + <double>words.count / SUMMED_PART
        return 8.0 * FLOAT_ERROR * ((additions + 5.0) * most + 5.0 * offset * weights)

    cdef int next_worthy(self, int label, double[::1] prices, double least) noexcept nogil:
        """The first from this one on whose gains may be worth at least that much above its price."""
        return <int>mixlid_next_worthy(self.gains, &prices[0], self.slack, least, label, self.width)

    cdef float set_added(self, const WordSums* words, Py_ssize_t first) noexcept nogil:
        """Set what every label adds to this one, less its prices; the most of it."""
        cdef Py_ssize_t t
        cdef float value, constant = 0.0
        self.beside_label = first
        for t in range(words.count):
            if words.constants != NULL:
                constant = <float>words.constants[t]
            value = self.factors[t] * words.sums[t * words.stride + first] + self.offsets[first] + constant
            value = (value if value > 0.0 else 0.0) - constant * <float>self.second_weight
            self.bases[t], self.seconds[t] = value * self.weights[t], <float>self.second_weight * self.weights[t]
        mixlid_above(
            words.sums, words.stride, words.count, self.factors, self.seconds, self.offsets, self.capacity, self.bases,
            self.above,
        )
        self.above[first] = -NOTHING
        mixlid_less_prices(self.above, self.penalties, self.capacity, 1.0, 0.0, self.added, &value)
        return value

    cdef bint leaves_a_word(
        self, const WordSums* words, double share, int first, int second, double slack
    ) noexcept nogil:
        """Whether the first of two languages keeps a word, whatever the other takes."""
        cdef Py_ssize_t t, kept = 0
        cdef double factor, one, other, constant = 0.0
        for t in range(words.count):
            factor = words.scale / words.divisors[t]
            if words.constants != NULL:
                constant = words.constants[t]
            one = factor * words.sums[t * words.stride + first] + self.offsets[first] + constant
            other = factor * words.sums[t * words.stride + second] + self.offsets[second] + constant
            one, other = one * words.weights[t] * share, other * words.weights[t] * share
            kept += one > slack and one > self.second_weight * other + slack
        return kept > (1 if self.above[second] <= 0.0 else 0)
