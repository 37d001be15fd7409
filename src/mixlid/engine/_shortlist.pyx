"""Which labels may be in the best two answers of at most two languages: mostly two or three of hundreds.

Two passes over the sums of all words, in floats, bound what every label can add to an answer; the exact search then has
a handful of labels to look at, and nothing is computed in doubles for the others. The bounds hold for rules without C3
to C6, which is what most presets have; any slack goes in favour of a label, so that the list never changes an answer.

With s the scores (divided by T^γ), p the penalties, q the prices of pairs (which are never negative), w the second rank's
weight and b the language that is best alone:

    gains(l)  = Σ max(0, s(l))                         alone(l) = gains(l) − p(l)
    above(l)  = Σ max(0, w·s(l) − max(0, s(b))), or the least loss if that is 0, since a language must have a word

The second best answer is worth at least as much as the second of {}, {b}, the next best {c}, and the best {b, l}. What
cannot exceed that is out: {b, l} with b first is worth at most alone(b) + above(l) − p(l) − q(b, l); a language can only be
first if its words score at least as much as those of the second, so that the answer is worth at most (1 + w)·gains − prices.
"""

from libc.math cimport INFINITY, fabs, pow
from libc.stdint cimport int16_t
from libc.stdlib cimport free, malloc

from mixlid.assign._pair_table cimport pair_table
from mixlid.models._lanes cimport mixlid_add_above, mixlid_add_gains, mixlid_less_prices

#: The penalty of what is not a label.
cdef float NOTHING = 1e30


cdef class Shortlist:
    """For one text after the other; the rules stay."""

    def __cinit__(self, problem, certainty, prices):
        """`prices` are by label, or None; `certainty` is what the model's block adds to every score."""
        cdef Py_ssize_t l
        cdef float* numbers
        self.width = problem.scores.shape[0]
        self.room = (self.width + 15) // 16 * 16
        self.second_weight = problem.rank_weights[min(1, len(problem.rank_weights) - 1)]
        self.numbers = numbers = <float*>malloc(10 * self.room * sizeof(float))
        if numbers == NULL:
            raise MemoryError
        self.penalties, self.prices, self.offsets = numbers, numbers + self.room, numbers + 2 * self.room
        self.gains, self.alone, self.leading = numbers + 3 * self.room, numbers + 4 * self.room, numbers + 5 * self.room
        self.above, self.most, self.added = numbers + 6 * self.room, numbers + 7 * self.room, numbers + 8 * self.room
        self.beside, self.pairs = numbers + 9 * self.room, pair_table(problem)
        self.certainty, self.dearest = certainty, 0.0
        penalties = problem.penalties.tolist()
        self.cheapest = min(penalties)
        for l in range(self.room):
            self.penalties[l], self.prices[l], self.beside[l] = NOTHING, 0.0, NOTHING
            if l < self.width:
                self.penalties[l], self.prices[l] = penalties[l], 0.0 if prices is None else prices[l]
                self.dearest = max(self.dearest, fabs(self.prices[l]))

    def __dealloc__(self):
        free(self.numbers)

    @staticmethod
    def fits(problem):
        """Whether the bounds hold under these rules."""
        weights = problem.rank_weights
        return (
            problem.only_top is None and problem.force_top is None and problem.max_switches is None
            and problem.min_chars <= 1 and weights[0] == 1.0 and 0.0 <= weights[min(1, len(weights) - 1)] <= 1.0
            and problem.scores.shape[0] >= FEWEST_LABELS and bool((problem.penalties >= 0.0).all())
        )

    cdef bint make(self, const Words* words) noexcept nogil:
        """Set the list for a text; False if all labels are to be looked at."""
        cdef Py_ssize_t t, l, best, partner
        cdef double share = 1.0 / pow(<double>words.count, words.exponent), slack, size, weight = self.second_weight
        cdef float factor, base, first, second = 0.0, value, floor, others = -INFINITY, unused
        if not 1 < words.count <= MOST_WORDS:
            return False
        slack, size = 0.0, fabs(self.certainty) + self.dearest * words.price_times
        for l in range(self.room):
            self.offsets[l] = <float>(self.certainty - self.prices[l] * words.price_times)
            self.gains[l] = self.above[l] = 0.0
            self.most[l] = -INFINITY
        for t in range(words.count):
            factor = <float>(words.scale / words.divisors[t])
            # A sum of n rows is at most 128·n, and n is at most the square of the divisor where there is one.
            slack += (
                factor * (32768.0 if words.divisors[t] == 1.0 else 128.0 * words.divisors[t] * words.divisors[t]) + size
            ) * words.weights[t] * share
            mixlid_add_gains(
                words.sums + t * words.stride, self.offsets, self.room, factor, <float>(words.weights[t] * share),
                self.gains,
            )
        slack *= 8.0 * (6e-8 * words.count + 3e-7)  # several times the error of a float
        mixlid_less_prices(self.gains, self.penalties, self.room, 1.0, self.alone, &first)
        if not first > slack:
            return False  # where no language is worth its price, the rules about having a word matter
        best = place_of(self.alone, self.width, first)
        for l in range(self.width):
            if l != best and self.alone[l] > second:
                second = self.alone[l]
        for t in range(words.count):
            factor = <float>(words.scale / words.divisors[t])
            base = (factor * words.sums[t * words.stride + best] + self.offsets[best]) * <float>(words.weights[t] * share)
            mixlid_add_above(
                words.sums + t * words.stride, self.offsets, self.room, factor,
                <float>(weight * words.weights[t] * share), base if base > 0.0 else 0.0, self.above, self.most,
            )
        for l in range(self.room):
            self.above[l] = self.above[l] if self.above[l] > 0.0 else self.most[l]
        self.above[best] = -NOTHING
        if self.pairs is not None:
            for l in range(self.width):
                self.beside[l] = self.penalties[l] + <float>self.pairs.of(<int>best, <int>l)
        mixlid_less_prices(
            self.above, self.penalties if self.pairs is None else self.beside, self.room, 1.0, self.added, &value
        )
        floor, partner = second, place_of(self.added, self.width, value)
        if first + value > floor and self.leaves_a_word(words, share, <int>best, <int>partner, slack):
            floor = min(first, first + value)
        floor -= <float>(4.0 * slack)
        mixlid_less_prices(self.gains, self.penalties, self.room, <float>(1.0 + weight), self.leading, &unused)
        for l in range(self.width):  # the best that can be first, besides the best alone
            if self.leading[l] - self.cheapest > floor and l != best and self.alone[l] > others:
                others = self.alone[l]
        self.count = 0
        for l in range(self.width):
            if (
                l == best
                or first + self.added[l] > floor  # after the best
                or self.leading[l] - self.cheapest > floor  # before another
                or others + weight * self.gains[l] - self.penalties[l] > floor  # after another
                or self.alone[l] >= second - 4.0 * slack  # alone
            ) and not self.put(<int>l):
                return False
        return True

    cdef bint put(self, int label) noexcept nogil:
        if self.count == MOST_LISTED:
            return False
        self.labels[self.count] = label
        self.count += 1
        return True

    cdef bint leaves_a_word(
        self, const Words* words, double share, int first, int second, double slack
    ) noexcept nogil:
        """Whether the first of two languages keeps a word, whatever the other takes."""
        cdef Py_ssize_t t, kept = 0
        cdef double factor, one, other
        for t in range(words.count):
            factor = words.scale / words.divisors[t]
            one = (factor * words.sums[t * words.stride + first] + self.offsets[first]) * words.weights[t] * share
            other = (factor * words.sums[t * words.stride + second] + self.offsets[second]) * words.weights[t] * share
            kept += one > slack and one > self.second_weight * other + slack
        return kept > (1 if self.above[second] <= 0.0 else 0)


cdef inline Py_ssize_t place_of(const float* values, Py_ssize_t size, float value) noexcept nogil:
    """Where the value is; 0 if it is nowhere."""
    cdef Py_ssize_t place
    for place in range(size):
        if values[place] == value:
            return place
    return 0
