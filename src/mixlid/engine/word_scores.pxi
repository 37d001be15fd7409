"""The scores of a text's words, each computed when somebody needs it: a few labels decide most texts (`shortlist.pxi`).

A score is that of the rows (`models/scorer.pxi`), or 0 where there are none, plus the partition's constant, less the
label's price, times the word's weight, in this order, so that it has the same bits however it was asked for.
"""

cimport cython
from libc.math cimport INFINITY, fabs
from libc.stdint cimport uint8_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from mixlid.engine._stages cimport Scores, StageSettings, TextRecord, price_times
from mixlid.models._lanes cimport mixlid_adjust, mixlid_scores_of_some, mixlid_two_largest
from mixlid.models._compiled cimport Item, Rows, Scorer
from mixlid.text._compiled cimport Tokens

import numpy as np

cdef enum:
    #: If more labels than this may be the two best of a word, all are compared.
    MOST_NEAR = 32


@cython.final
cdef class WordScores(Scores):
    #: None without rows, for a model of partitions, or without rules that a shortlist fits
    cdef Scorer scorer
    cdef ScriptWords scripts
    cdef Shortlist shortlist
    cdef Py_ssize_t count
    #: what the model's partition adds to every score
    cdef double certainty
    cdef StageSettings settings
    #: what is taken off every word's score, by label, if anything is; how many times, in this text
    cdef const double[::1] prices
    cdef bint has_prices
    cdef double price_times
    #: by word: what its scores are multiplied by
    cdef const double* weights
    #: which words have all their scores; whether all have, and whether the two best of each are known
    cdef uint8_t* has_row
    cdef bint is_complete, has_two_best
    #: whether the scorer has the words of this text, and so the word cache
    cdef bint has_cache
    #: what the shortlist looks at; by word, the scores of its labels
    cdef WordSums sums
    cdef double* listed
    #: by label: its place in the list from 1 on, or 0; how many labels `listed` has
    cdef uint8_t* place_of
    cdef Py_ssize_t listed_count
    cdef float* approximate

    def __cinit__(
        self, config, StageSettings settings, Py_ssize_t width, Rows rows, columns, double certainty, bint searches,
        ScriptWords scripts,
    ):
        """The arguments are those of `CompiledPipeline`; `searches` says that the compiled search asks for scores."""
        self.width, self.certainty, self.settings, self.scripts = width, certainty, settings, scripts
        self.has_prices = config.word_prices is not None
        if self.has_prices:
            self.prices = np.ascontiguousarray(config.word_prices, dtype=np.float64)
        if rows is not None:
            self.scorer = Scorer(rows, columns)
        if (rows is not None or scripts is not None) and searches and columns is None and Shortlist.fits(config.rules):
            self.shortlist = Shortlist(config.rules, certainty, config.word_prices)
            self.approximate = <float*>malloc((width + 16) * sizeof(float))
            if self.approximate == NULL:
                raise MemoryError
        self.place_of = <uint8_t*>calloc(width + 1, 1)
        if self.place_of == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.scores)
        free(self.has_row)
        free(self.two_best)
        free(self.listed)
        free(self.place_of)
        free(self.approximate)

    cdef int reserve(self, Py_ssize_t words) except -1 nogil:
        renew(<void**>&self.scores, words, self.width * sizeof(double))
        renew(<void**>&self.has_row, words, 1)
        renew(<void**>&self.two_best, words, 2 * sizeof(double))
        if self.shortlist is not None:
            renew(<void**>&self.listed, words, MOST_LISTED * sizeof(double))
        return 0

    cdef void begin(self, Py_ssize_t words, const double* weights) noexcept nogil:
        """For a new text, whose sums the scorer has or will have; there must be room."""
        self.count, self.weights, self.price_times = words, weights, price_times(self.settings, words)
        self.is_complete = self.has_two_best = self.has_cache = False
        memset(self.has_row, 0, words)
        self.forget_list()

    cdef void forget_list(self) noexcept nogil:
        cdef Py_ssize_t i
        for i in range(self.listed_count):
            self.place_of[self.shortlist.labels[i]] = 0
        self.listed_count = 0

    cdef int add_up(self, Tokens reader, Item* items) except -1 nogil:
        """Let the scorer have the sums of all words."""
        self.has_cache = True
        return self.scorer.add_up(reader, items, self.count)

    cdef bint take(self, const double[:, :] given) except -1:
        """Scores of a model that is not a table of small integers; False if one is not a finite number."""
        cdef Py_ssize_t t, l
        cdef double value, times = self.price_times
        cdef bint finite = True
        for t in range(given.shape[0]):
            for l in range(self.width):
                value = given[t, l]
                if value > -INFINITY:
                    value = (value - self.prices[l] * times if self.has_prices else value) * self.weights[t]
                finite = finite and value < INFINITY
                self.scores[t * self.width + l] = value
        self.is_complete = True
        return finite

    cdef void complete(self) noexcept nogil:
        cdef Py_ssize_t t
        if not self.is_complete:
            for t in range(self.count):
                self.complete_row(t)
            self.is_complete = True

    cdef void complete_row(self, Py_ssize_t word) noexcept nogil:
        """All scores of a word."""
        if not self.is_complete and not self.has_row[word]:
            self.has_row[word] = 1
            self.write_row(word)

    cdef void write_row(self, Py_ssize_t word) noexcept nogil:
        cdef double* row = self.scores + word * self.width
        cdef Py_ssize_t l
        if self.scripts is not None:
            self.scripts.write_scores(word, row)
            for l in range(self.width):
                row[l] = self.adjusted(row[l], word, l)
            return
        if self.scorer is None:
            memset(row, 0, self.width * sizeof(double))
        else:
            self.scorer.write_scores(word, row)
        if self.has_prices or self.weights[word] != 1.0 or self.certainty != 0.0:
            mixlid_adjust(
                row, self.width, self.certainty, &self.prices[0] if self.has_prices else NULL, self.price_times,
                self.weights[word],
            )

    cdef double score_of(self, Py_ssize_t word, Py_ssize_t column) noexcept nogil:
        """One score; the others need not be known where the scorer has all labels, and no word too many rows."""
        cdef double value = 0.0
        if self.place_of[column]:
            return self.listed[word * self.listed_count + self.place_of[column] - 1]
        if self.is_complete or self.has_row[word]:
            return self.scores[word * self.width + column]
        if self.scorer is not None:
            value = self.scorer.sums[word * self.scorer.stride + column] * self.scorer.table.scale
            value = value / self.scorer.divisors[word]
        elif self.scripts is not None:
            value = self.scripts.score_of(word, column)
        return self.adjusted(value, word, column)

    cdef double adjusted(self, double value, Py_ssize_t word, Py_ssize_t column) noexcept nogil:
        """With the partition's constant, less the label's price, times the word's weight."""
        if value == -INFINITY:
            return value
        if self.has_prices:
            value = value + self.certainty - self.prices[column] * self.price_times
            return value * self.weights[word]
        if self.weights[word] != 1.0 or self.certainty != 0.0:
            value = (value + self.certainty) * self.weights[word]
        return value

    cdef int find_two_best(self) except -1 nogil:
        cdef Py_ssize_t t
        if self.has_two_best:
            return 0
        self.has_two_best = True
        for t in range(self.count):
            if not self.is_quick(t) or not self.find_two_best_of(t, self.two_best + 2 * t):
                self.complete_row(t)
                mixlid_two_largest(self.scores + t * self.width, self.width, self.two_best + 2 * t)
        return 0

    cdef bint is_quick(self, Py_ssize_t word) noexcept nogil:
        """Whether floats may tell which labels are best for a word."""
        if self.is_complete or self.has_row[word] or self.shortlist is None or not self.weights[word] > 0.0:
            return False
        if self.scripts is not None:  # whose sums were written for the list
            return self.listed_count > 0
        return self.scorer is not None and not self.scorer.wide_count

    cdef bint find_two_best_of(self, Py_ssize_t word, double* two_best) noexcept nogil:
        """The two best of a word, computed exactly for those labels that floats cannot tell apart from them.

        False if there are too many of these.
        """
        cdef float two[2]
        cdef float least
        cdef int places[MOST_NEAR]
        cdef double value
        cdef Py_ssize_t l, count
        self.approximate_scores(word, two)
        least = two[1] - self.error_of(word, two[0], two[1])
        count = mixlid_places(self.approximate, least, self.shortlist.capacity, places, MOST_NEAR)
        two_best[0] = two_best[1] = -INFINITY
        for l in range(min(count, <Py_ssize_t>MOST_NEAR)):
            value = self.score_of(word, places[l])
            if value > two_best[1]:
                two_best[1] = min(value, two_best[0])
                two_best[0] = max(value, two_best[0])
        return count <= MOST_NEAR

    cdef double best_outside(self, TextRecord text, Py_ssize_t word) noexcept nogil:
        self.complete_row(word)
        return Scores.best_outside(self, text, word)

    cdef bint says_anything(self, Py_ssize_t words) except -1 nogil:
        self.complete()
        return Scores.says_anything(self, words)

    cdef int next_worthy(self, int column, double[::1] prices, double least) noexcept nogil:
        return self.shortlist.next_worthy(column, prices, least) if self.listed_count else column

    cdef int cached_facts(self, Py_ssize_t word, Py_ssize_t column) noexcept nogil:
        return self.scorer.facts_of(word, column) if self.has_cache else 0

    cdef void cache_facts(self, Py_ssize_t word, Py_ssize_t column, int facts) noexcept nogil:
        if self.has_cache:
            self.scorer.keep_facts(word, column, facts)

    cdef void approximate_scores(self, Py_ssize_t word, float* two) noexcept nogil:
        """Set what the scores of a word are about, but for its weight and its script's constant, and the two best of that."""
        cdef const int16_t* sums
        cdef double factor
        if self.scripts is None:
            sums, factor = self.scorer.sums + word * self.scorer.stride, self.scorer.table.scale / self.scorer.divisors[word]
        else:
            sums, factor = self.scripts.sums + word * self.scripts.stride, 1.0 / self.scripts.divisors[word]
        self.shortlist.set_offsets(self.price_times)
        mixlid_best_two(sums, <float>factor, self.shortlist.offsets, self.shortlist.capacity, self.approximate, two)

    cdef float error_of(self, Py_ssize_t word, float one, float other) noexcept nogil:
        """Several times the error of a float, in the sizes of what is added up."""
        cdef double constant = fabs(self.certainty) + self.shortlist.dearest * self.price_times
        if self.scripts is not None:
            constant += fabs(self.scripts.constants[word])
        return <float>(2e-6 * (fabs(one) + fabs(other) + 2.0 * constant))

    cdef bint make_list(self, double exponent) except -1 nogil:
        """Whether a few labels decide, of which `listed` has the scores."""
        if self.shortlist is None or self.is_complete:
            return False
        self.sums.count, self.sums.weights = self.count, self.weights
        self.sums.exponent, self.sums.price_times = exponent, self.price_times
        if self.scripts is None:
            if self.scorer.wide_count:
                return False
            self.sums.sums, self.sums.stride, self.sums.divisors = self.scorer.sums, self.scorer.stride, self.scorer.divisors
            self.sums.scale, self.sums.constants = self.scorer.table.scale, NULL
        else:
            if self.scripts.is_wide:
                return False
            self.scripts.write_sums(self.count)
            self.sums.sums, self.sums.stride, self.sums.divisors = (
                self.scripts.sums, self.scripts.stride, self.scripts.divisors
            )
            self.sums.scale, self.sums.constants = 1.0, self.scripts.constants
        self.forget_list()
        if not self.shortlist.make(&self.sums):
            return False
        self.write_listed()
        return True

    cdef int extend_list(self, int known, int most_languages, double least) noexcept nogil:
        """The same where an answer of more than `known` languages is looked for, which must be worth more than `least`."""
        cdef int found
        self.forget_list()
        found = self.shortlist.extend(&self.sums, known, most_languages, least)
        if found == AMONG_LISTED:
            self.write_listed()
        elif found == NO_BETTER:
            self.keep_list()
        return found

    cdef void keep_list(self) noexcept nogil:
        """`listed` has the scores of the labels on the list."""
        cdef Py_ssize_t i
        self.listed_count = self.shortlist.count
        for i in range(self.listed_count):
            self.place_of[self.shortlist.labels[i]] = <uint8_t>(i + 1)

    cdef void write_listed(self) noexcept nogil:
        cdef Py_ssize_t t, i, count = self.shortlist.count
        cdef const int* labels = self.shortlist.labels  # in fours: those after the last are of earlier lists
        cdef double prices[MOST_LISTED]
        if self.scorer is None or not self.has_prices:
            for t in range(self.count):
                for i in range(count):
                    self.listed[t * count + i] = self.score_of(t, labels[i])
        else:
            for i in range(count):
                prices[i] = self.prices[labels[i]] * self.price_times
            mixlid_scores_of_some(
                self.scorer.sums, self.scorer.stride, self.count, self.scorer.divisors, self.weights, labels, count,
                self.scorer.table.scale, self.certainty, prices, self.listed,
            )
        self.keep_list()
