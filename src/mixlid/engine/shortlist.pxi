"""Which labels may be in the best two answers of at most two languages: mostly two or three of hundreds.

Two passes over the sums of all words, in floats, bound what every label can add to an answer; the exact search then has
a handful of labels to look at, and nothing is computed in doubles for the others. The bounds hold for rules without C3
to C6, which is what most presets have; any slack goes in favour of a label, so that the list never changes an answer.

With s the scores (divided by T^γ), p the penalties, w the second rank's weight and b the language that is best alone:

    gains(l)  = Σ max(0, s(l))                         alone(l) = gains(l) − p(l)
    above(l)  = Σ max(0, w·s(l) − max(0, s(b))), or the least loss if that is 0, since a language must have a word

The second best answer is worth at least as much as the second of {}, {b}, the next best {c}, and the best {b, l}. What
cannot exceed that is out: {b, l} with b first is worth at most alone(b) + above(l) − p(l); a language can only be
first if its words score at least as much as those of the second, so that the answer is worth at most (1 + w)·gains − prices.

Where further languages are looked for, only answers count that have more languages than those which are known, and are
worth more. With a first, such an answer is worth at most alone(a) + Σ (above(l) − p(l)), with a in place of b, over as
many of the largest as there must be, and those that are above 0 as far as there may be more. Mostly no answer can be,
and then nothing is searched.
"""

cimport cython
from libc.math cimport INFINITY, nextafterf, pow

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


@cython.final
cdef class Shortlist(LabelBounds):
    """For one text after the other; the rules stay."""

    #: the labels of the list, in order, and the one that is best alone
    cdef int count, best
    cdef int labels[MOST_LISTED]

    @staticmethod
    def fits(problem):
        """Whether the bounds hold under these rules."""
        weights = problem.rank_weights
        return (
            not problem.scopes and weights[0] == 1.0 and 0.0 <= weights[min(1, len(weights) - 1)] <= 1.0
            and problem.label_count >= FEWEST_LABELS and bool((problem.penalties >= 0.0).all())
        )

    cdef bint make(self, const WordSums* words) except -1 nogil:
        """Set the list for a text; False if all labels are to be looked at."""
        cdef Py_ssize_t t, best, partner
        cdef double share = 1.0 / pow(<double>words.count, words.exponent) if words.count > 1 else 1.0, slack
        cdef float first, second, value, floor, others, most
        cdef mixlid_labels labels
        cdef float limits[3]
        cdef float two[2]
        if not 0 < words.count <= MOST_SUMMED_WORDS:
            return False
        self.reserve(words.count)
        self.set_offsets(words.price_times)
        self.beside_label, slack = -1, 0.0
        for t in range(words.count):
            if words.constants != NULL and words.weights[t] == 0.0:
                return False  # what a label of another script lacks would not be seen
            self.factors[t] = <float>(words.scale / words.divisors[t])
            self.weights[t] = <float>(words.weights[t] * share)
            slack += self.weights[t]
        if not self.set_gains(words):
            return False
        mixlid_alone(self.gains, self.penalties, self.capacity, self.alone, &most, two)
        self.slack = slack = self.error(words, slack, most)
        first, second = two[0], two[1] if two[1] > 0.0 else 0.0
        if not first > slack:
            return False  # where no language is worth its price, the rules about having a word matter
        best = place_of(self.alone, self.capacity, first)
        self.best, limits[0] = <int>best, second - <float>(5.0 * slack)
        if words.count == 1:  # which has one language at most
            self.count = <int>mixlid_places(self.alone, limits[0], self.capacity, self.labels, MOST_LISTED)
            return self.count <= MOST_LISTED
        value = self.set_added(words, best)
        floor, partner = second, place_of(self.added, self.capacity, value)
        if first + value > floor and self.leaves_a_word(words, share, <int>best, <int>partner, slack):
            floor = min(first, first + value)
        floor -= <float>(4.0 * slack)
        labels.gains, labels.prices, labels.alone, labels.added = self.gains, self.penalties, self.alone, self.added
        labels.times, labels.constant = <float>(1.0 + self.second_weight), <float>-self.cheapest
        labels.weight = <float>self.second_weight
        # The best that can be first, besides the best alone.
        self.alone[best] = -NOTHING
        mixlid_best_leading(&labels, floor, self.capacity, &others)
        self.alone[best] = first
        # Alone, after the best, before another or after it.
        limits[1], limits[2] = floor - first, floor
        self.count = <int>mixlid_list(&labels, limits, others, self.capacity, self.labels, MOST_LISTED)
        return self.count <= MOST_LISTED

    cdef int extend(self, const WordSums* words, int known, int most_languages, double least) noexcept nogil:
        """Add the labels that may be in an answer of more than `known` languages which is worth more than `least`.

        The list is that of `make` for the same text.
        """
        cdef int further = most_languages - 1, places[MOST_LISTED], i, found = NO_BETTER
        cdef Py_ssize_t count, l
        cdef float floor = <float>(least - (4.0 + most_languages) * self.slack), hope, unused
        mixlid_less_prices(
            self.gains, self.penalties, self.capacity, <float>self.second_weight, 0.0, self.following, &unused
        )
        mixlid_less_prices(
            self.gains, self.penalties, self.capacity, <float>(1.0 + further * self.second_weight), <float>-self.cheapest,
            self.leading, &unused,
        )
        # Those that may be first, whatever follows.
        hope = sum_of_largest(self.following, self.capacity, known, further)
        for l in range(self.capacity):
            self.leading[l] = min(self.leading[l], self.alone[l] + hope)
        count = mixlid_places(self.leading, floor, self.capacity, places, MOST_LISTED)
        if count > MOST_LISTED:
            return AMONG_ALL
        for i in range(count):  # the one that `make` looked at comes first
            if places[i] == self.beside_label:
                places[0], places[i] = places[i], places[0]
        for i in range(count):
            found = max(found, self.extend_beside(words, places[i], known, further, floor))
        return found

    cdef int extend_beside(
        self, const WordSums* words, int first, int known, int further, float floor
    ) noexcept nogil:
        """Add those that may be in an answer which begins with this language."""
        cdef int places[MOST_LISTED], i
        cdef Py_ssize_t count
        cdef float limit, most, rest, three[3]
        if first != self.beside_label:
            self.set_added(words, first)
        if further == 2:
            mixlid_three_largest(self.added, self.capacity, three)
            most, rest = sum_of(three, known, 2), sum_of(three, known - 1, 1)
        else:
            most = sum_of_largest(self.added, self.capacity, known, further)
            rest = sum_of_largest(self.added, self.capacity, known - 1, further - 1)
        if self.alone[first] + most <= floor:
            return NO_BETTER
        limit = floor - self.alone[first] - rest
        count = mixlid_places(self.added, limit, self.capacity, places, MOST_LISTED)
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

cdef inline Py_ssize_t place_of(const float* values, Py_ssize_t size, float value) noexcept nogil:
    """Where the first that is as large as this is; 0 if there is none."""
    cdef int place = 0
    cdef float less = nextafterf(value, -INFINITY)
    mixlid_places(values, less, size, &place, 1)
    return place


cdef float sum_of_largest(float* values, Py_ssize_t size, int fewest, int most) noexcept nogil:
    """The sum of the largest: so many at least, and as long as they are above 0, up to `most`, if not `MOST_FURTHER`."""
    cdef float kept[MOST_FURTHER], three[3]
    cdef Py_ssize_t places[MOST_FURTHER]
    cdef int i, found
    if most <= 2:
        mixlid_three_largest(values, size, kept)
        return sum_of(kept, fewest, most)
    for found in range(most):
        mixlid_three_largest(values, size, three)
        kept[found] = three[0]
        places[found] = place_of(values, size, kept[found])
        values[places[found]] = -NOTHING
    for i in range(most):
        values[places[i]] = kept[i]
    return sum_of(kept, fewest, most)


cdef inline float sum_of(const float* largest, int fewest, int most) noexcept nogil:
    """The same for those that are known."""
    cdef float total = 0.0
    cdef int i
    for i in range(most):
        if i >= fewest and not largest[i] > 0.0:
            break
        total += largest[i]
    return total
