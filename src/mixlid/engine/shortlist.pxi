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

Where a further language is looked for, only answers count that are worth more than the one at hand. With a first and the
k largest of what other languages add to it (above 0, with a in place of b), such an answer is worth at most
alone(a) + Σ (above(l) − p(l) − q(a, l)). Mostly no answer can be, and then nothing is searched.
"""

cimport cython
from libc.math cimport INFINITY, fabs, nextafterf, pow
from libc.stdint cimport int16_t
from libc.stdlib cimport free, malloc

from mixlid.assign._compiled cimport PairTable, pair_table
from mixlid.text._compiled cimport no_memory

#: The penalty and the price of what is not a label.
cdef float NOTHING = 1e30
#: Half of the last digit of a float; words that are added up before the sums are (`bounds.pxi`).
cdef double FLOAT_ERROR = 6e-8, SUMMED_PART = 64.0


cdef enum:
    #: With more labels than this left, all are looked at.
    MOST_LISTED = 48
    #: A model of fewer labels is searched faster than a list is made.
    FEWEST_LABELS = 12
    #: Sums of more words than this have too few digits as floats.
    MOST_SUMMED_WORDS = 16384
    #: As many as may follow the first language.
    MOST_FURTHER = 4


#: Where a better answer of more languages may be: nowhere, among the labels of the list, or anywhere.
cdef enum:
    NO_BETTER
    AMONG_LISTED
    AMONG_ALL


#: The words of a text: sums of rows, and what makes scores of them (`_lanes.pxd`).
cdef struct WordSums:
    Py_ssize_t count
    const int16_t* sums
    Py_ssize_t stride
    const double* divisors
    const double* weights
    double scale
    #: the power of the number of words that scores are divided by, and how often a word's price is counted
    double exponent
    double price_times


@cython.final
cdef class Shortlist:
    """For one text after the other; the rules stay."""

    #: how many labels there are, and room for them
    cdef Py_ssize_t width, room
    cdef double second_weight, cheapest, certainty, dearest
    #: several times the error of floats in this text
    cdef double slack
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

    def __cinit__(self, problem, certainty, prices):
        """`prices` are by label, or None; `certainty` is what the model's block adds to every score."""
        cdef Py_ssize_t l, room
        cdef float* numbers
        self.width = problem.label_count
        self.room = room = (self.width + 15) // 16 * 16
        self.second_weight = problem.rank_weights[min(1, len(problem.rank_weights) - 1)]
        self.numbers = numbers = <float*>malloc(10 * room * sizeof(float))
        if numbers == NULL:
            raise MemoryError
        self.penalties, self.prices, self.offsets = numbers, numbers + room, numbers + 2 * room
        self.gains, self.alone, self.leading = numbers + 3 * room, numbers + 4 * room, numbers + 5 * room
        self.above, self.added, self.following = numbers + 6 * room, numbers + 7 * room, numbers + 8 * room
        self.beside, self.pairs = numbers + 9 * room, pair_table(problem)
        self.certainty, self.dearest, self.offset_times = certainty, 0.0, INFINITY
        penalties = problem.penalties.tolist()
        self.cheapest = min(penalties)
        for l in range(room):
            self.penalties[l] = self.prices[l] = self.beside[l] = NOTHING
            if l < self.width:
                self.penalties[l], self.prices[l] = penalties[l], 0.0 if prices is None else prices[l]
                self.dearest = max(self.dearest, fabs(self.prices[l]))

    def __dealloc__(self):
        free(self.numbers)
        free(self.factors)

    @staticmethod
    def fits(problem):
        """Whether the bounds hold under these rules."""
        weights = problem.rank_weights
        return (
            problem.only_top is None and problem.force_top is None and problem.max_switches is None
            and problem.min_chars <= 1 and weights[0] == 1.0 and 0.0 <= weights[min(1, len(weights) - 1)] <= 1.0
            and problem.label_count >= FEWEST_LABELS and bool((problem.penalties >= 0.0).all())
        )

    cdef void set_offsets(self, double price_times) noexcept nogil:
        """What a label's score has besides its sums, where prices count that often."""
        cdef float certainty = <float>self.certainty, times = <float>price_times
        cdef Py_ssize_t l
        if price_times != self.offset_times:
            self.offset_times = price_times
            for l in range(self.room):
                self.offsets[l] = certainty - self.prices[l] * times

    cdef int make_room(self, Py_ssize_t words) except -1 nogil:
        if words > self.words_room:
            free(self.factors)
            self.words_room = 0
            self.factors = <float*>malloc(6 * words * sizeof(float))
            if self.factors == NULL:
                return no_memory()
            self.words_room = 2 * words
            self.weights, self.bases = self.factors + self.words_room, self.factors + 2 * self.words_room
        return 0

    cdef bint make(self, const WordSums* words) except -1 nogil:
        """Set the list for a text; False if all labels are to be looked at."""
        cdef Py_ssize_t t, l, best, partner
        cdef double share = 1.0 / pow(<double>words.count, words.exponent), slack, weight = self.second_weight
        cdef float first, second, value, floor, others, unused
        cdef const float* values[4]
        cdef float limits[4]
        if not 1 < words.count <= MOST_SUMMED_WORDS:
            return False
        self.make_room(words.count)
        self.set_offsets(words.price_times)
        slack = 0.0
        for t in range(words.count):
            self.factors[t] = <float>(words.scale / words.divisors[t])
            self.weights[t] = <float>(words.weights[t] * share)
            slack += self.weights[t]
        mixlid_gains(
            words.sums, words.stride, words.count, self.factors, self.weights, self.offsets, self.room, self.gains
        )
        self.slack = slack = self.error(words, slack)
        mixlid_less_prices(self.gains, self.penalties, self.room, 1.0, 0.0, self.alone, &first)
        if not first > slack:
            return False  # where no language is worth its price, the rules about having a word matter
        best = place_of(self.alone, self.room, first)
        self.alone[best] = -NOTHING
        mixlid_largest(self.alone, self.alone, -NOTHING, self.room, &second)
        second = second if second > 0.0 else 0.0
        value = self.set_added(words, best)
        floor, partner = second, place_of(self.added, self.room, value)
        if first + value > floor and self.leaves_a_word(words, share, <int>best, <int>partner, slack):
            floor = min(first, first + value)
        floor -= <float>(4.0 * slack)
        mixlid_less_prices(
            self.gains, self.penalties, self.room, <float>(1.0 + weight), <float>-self.cheapest, self.leading, &unused
        )
        # The best that can be first, besides the best alone.
        mixlid_largest(self.alone, self.leading, floor, self.room, &others)
        mixlid_less_prices(self.gains, self.penalties, self.room, <float>weight, others, self.following, &unused)
        # After the best, before another, after another, alone.
        values[0], values[1], values[2], values[3] = self.added, self.leading, self.following, self.alone
        limits[0], limits[1], limits[2], limits[3] = floor - first, floor, floor, second - <float>(5.0 * slack)
        self.alone[best] = first
        self.best = <int>best
        self.count = <int>mixlid_places(values, limits, 4, self.room, self.labels, MOST_LISTED)
        return self.count <= MOST_LISTED

    cdef double error(self, const WordSums* words, double weights) noexcept nogil:
        """Several times the error of a sum over all words; `weights` is the sum of theirs.

        What counts is above 0, so that sums err by a share of the largest of them; but a score above 0 may be the small
        difference of larger numbers, of which one is the label's offset.
        """
        cdef double offset = fabs(self.certainty) + self.dearest * words.price_times, additions
        cdef float most
        mixlid_largest(self.gains, self.gains, -NOTHING, self.room, &most)
        additions = min(<double>words.count, SUMMED_PART) + <double>words.count / SUMMED_PART
        return 8.0 * FLOAT_ERROR * ((additions + 5.0) * most + 5.0 * offset * weights)

    cdef float set_added(self, const WordSums* words, Py_ssize_t first) noexcept nogil:
        """Set what every label adds to this one, less its prices; the most of it."""
        cdef Py_ssize_t t, l
        cdef float value
        for t in range(words.count):
            value = (self.factors[t] * words.sums[t * words.stride + first] + self.offsets[first]) * self.weights[t]
            self.bases[t] = value if value > 0.0 else 0.0
        mixlid_above(
            words.sums, words.stride, words.count, self.factors, self.weights, self.offsets, self.room,
            <float>self.second_weight, self.bases, self.above,
        )
        self.above[first] = -NOTHING
        if self.pairs is not None:
            for l in range(self.width):
                self.beside[l] = self.penalties[l] + <float>self.pairs.of(<int>first, <int>l)
        mixlid_less_prices(
            self.above, self.penalties if self.pairs is None else self.beside, self.room, 1.0, 0.0, self.added, &value
        )
        return value

    cdef int extend(self, const WordSums* words, int most_languages, double least) noexcept nogil:
        """Add the labels that may be in an answer of up to so many languages which is worth more than `least`.

        The list is that of `make` for the same text.
        """
        cdef int further = most_languages - 1, places[MOST_LISTED], i, found = NO_BETTER
        cdef Py_ssize_t count
        cdef float floor = <float>(least - (4.0 + most_languages) * self.slack), limit, unused
        cdef const float* values
        mixlid_less_prices(
            self.gains, self.penalties, self.room, <float>self.second_weight, 0.0, self.following, &unused
        )
        mixlid_less_prices(
            self.gains, self.penalties, self.room, <float>(1.0 + further * self.second_weight), <float>-self.cheapest,
            self.leading, &unused,
        )
        # Those that may be first, whatever follows.
        limit, values = floor - sum_of_largest(self.following, self.room, further), self.alone
        count = mixlid_places(&values, &limit, 1, self.room, places, MOST_LISTED)
        if count > MOST_LISTED:
            return AMONG_ALL
        for i in range(count):
            if self.leading[places[i]] > floor:
                found = max(found, self.extend_beside(words, places[i], further, floor))
        return found

    cdef int extend_beside(self, const WordSums* words, int first, int further, float floor) noexcept nogil:
        """Add those that may be in an answer which begins with this language."""
        cdef int places[MOST_LISTED], i
        cdef Py_ssize_t count
        cdef float limit
        cdef const float* values = self.added
        self.set_added(words, first)
        if self.alone[first] + sum_of_largest(self.added, self.room, further) <= floor:
            return NO_BETTER
        limit = floor - self.alone[first] - sum_of_largest(self.added, self.room, further - 1)
        count = mixlid_places(&values, &limit, 1, self.room, places, MOST_LISTED)
        if count > MOST_LISTED or not self.insert(first):
            return AMONG_ALL
        for i in range(count):
            if not self.insert(places[i]):
                return AMONG_ALL
        return AMONG_LISTED

    cdef bint insert(self, int label) noexcept nogil:
        """Put a label into the list, at its place; False if it is full."""
        cdef int place = self.count, i
        while place and self.labels[place - 1] > label:
            place -= 1
        if place and self.labels[place - 1] == label:
            return True
        if self.count == MOST_LISTED:
            return False
        for i in range(self.count, place, -1):
            self.labels[i] = self.labels[i - 1]
        self.labels[place] = label
        self.count += 1
        return True

    cdef bint leaves_a_word(
        self, const WordSums* words, double share, int first, int second, double slack
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
    """Where the first that is as large as this is; 0 if there is none."""
    cdef int place = 0
    cdef float less = nextafterf(value, -INFINITY)
    mixlid_places(&values, &less, 1, size, &place, 1)
    return place


cdef float sum_of_largest(float* values, Py_ssize_t size, int count) noexcept nogil:
    """The sum of so many of the largest above 0, at most `MOST_FURTHER`."""
    cdef float kept[MOST_FURTHER], total = 0.0
    cdef Py_ssize_t places[MOST_FURTHER]
    cdef int i, found = 0
    while found < count:
        mixlid_largest(values, values, 0.0, size, &kept[found])
        if not kept[found] > 0.0:
            break
        places[found] = place_of(values, size, kept[found])
        total += kept[found]
        values[places[found]] = -NOTHING
        found += 1
    for i in range(found):
        values[places[i]] = kept[i]
    return total
