"""A draft whose arrays are C's: tokens, word scores and the exact search come from `_tokens`, `_scorer` and `_search`.

Any other model is asked for scores, any other solver for its answer, in Python (`pipeline.py`).
"""

from libc.limits cimport INT_MAX
from libc.math cimport INFINITY
from libc.stdint cimport int16_t, int64_t
from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from mixlid.assign._search cimport run, solve
from mixlid.assign._search_state cimport Answer, Search
from mixlid.engine._confidence cimport Confidence
from mixlid.engine._evidence cimport Evidence
from mixlid.engine._familiar cimport Familiar
from mixlid.engine._labelling cimport Labelling
from mixlid.engine._memory cimport renew
from mixlid.engine._results cimport Draft
from mixlid.engine._shortlist cimport MOST_LISTED, Shortlist, Words
from mixlid.models._lanes cimport mixlid_adjust, mixlid_two_largest
from mixlid.models._rows cimport Rows
from mixlid.models._scorer cimport Item, Scorer
from mixlid.text._frequent_words cimport FrequentWords
from mixlid.text._tokens cimport Token, Tokens, no_memory

from dataclasses import replace

import numpy as np

from mixlid.assign.fixed import best_single
from mixlid.engine.pipeline import checked


cdef class Desk(Draft):
    """A draft whose arrays are C's."""

    def __init__(self, Tokens reader, parts, Rows rows, columns, bint searches, bint is_block, double certainty, outer):
        """As `CompiledPipeline` is made, whose words these are; `outer` are the numbers of labels for those outside."""
        Draft.__init__(self, *parts.of_draft(Evidence, Confidence, Familiar, FrequentWords))
        self.has_prices = parts.word_prices is not None
        self.short_price = parts.short_price
        if self.has_prices:
            self.prices = np.ascontiguousarray(parts.word_prices, dtype=np.float64)
        self.parts, self.names, self.reader, self.outer = parts, parts.labels.names, reader, outer
        self.labelling = Labelling(parts.labels)
        self.is_block, self.certainty = is_block, certainty
        if rows is not None:
            self.scorer = Scorer(rows, columns)
        if searches:
            self.search = Search(parts.problem, parts.make_problem)
            if rows is not None and columns is None and Shortlist.fits(parts.problem):
                self.shortlist = Shortlist(parts.problem, certainty, parts.word_prices)

    def __dealloc__(self):
        free(self.word_of)
        free(self.token_of)
        free(self.lengths)
        free(self.capitals)
        free(self.weights)
        free(self.items)
        free(self.own_scores)
        free(self.listed_scores)
        free(self.own_two_best)
        free(self.own_languages)
        free(self.own_ranks)
        free(self.aside_ranks)

    cdef int read(self) except -1 nogil:
        """The reader has the tokens."""
        cdef Py_ssize_t words = 0, i
        self.is_loaded = self.is_listed = False
        self.codes, self.size = self.reader.codes, self.reader.size
        self.tokens, self.token_count = self.reader.items, self.reader.count
        for i in range(self.token_count):
            words += self.tokens[i].scored
        if self.token_count > INT_MAX // 2:
            return no_memory()
        if self.token_count > self.token_room:
            self.make_token_room(2 * self.token_count)
        if words > self.word_room:
            self.make_word_room(words + min(words, 64))
        return 0

    cdef int make_token_room(self, Py_ssize_t size) except -1 nogil:
        self.token_room = 0
        renew(<void**>&self.word_of, size, sizeof(int))
        with gil:
            self.labelling.make_room(size)
        self.token_room = size
        return 0

    cdef int make_word_room(self, Py_ssize_t size) except -1 nogil:
        self.word_room = 0
        renew(<void**>&self.token_of, size, sizeof(int))
        renew(<void**>&self.lengths, size, sizeof(int64_t))
        renew(<void**>&self.capitals, size, 1)
        renew(<void**>&self.weights, size, sizeof(double))
        renew(<void**>&self.items, size, sizeof(Item))
        renew(<void**>&self.own_scores, size, self.width * sizeof(double))
        if self.shortlist is not None:
            renew(<void**>&self.listed_scores, size, MOST_LISTED * sizeof(double))
        renew(<void**>&self.own_two_best, size, 2 * sizeof(double))
        renew(<void**>&self.own_ranks, size, sizeof(int))
        renew(<void**>&self.aside_ranks, size, sizeof(int))
        self.scores, self.two_best = self.own_scores, self.own_two_best
        self.word_room = size
        return 0

    cdef int score(self) except -1 nogil:
        cdef Py_ssize_t t
        cdef const Token* token
        for t in range(self.word_count):
            token = &self.tokens[self.token_of[t]]
            self.items[t].start, self.items[t].end = token.start, token.end
        self.is_complete = False
        if self.given is not None or not (self.is_block or self.scorer is not None):
            return self.ask_model()
        if self.scorer is not None:
            self.scorer.add_up(self.reader, self.items, self.word_count)
        return 0

    cdef int ask_model(self) except -1 with gil:
        """Scores that are given, or those of a model that is not a table of small integers."""
        scores = self.given
        if scores is None:
            scores = self.parts.model.word_scores([self.reader.part(start, end) for start, end in self.spans()])
        self.is_complete = True
        return self.take_scores(checked(scores, self.word_count, self.width))

    cdef int complete_scores(self) except -1 nogil:
        """Scores of rows, or zeros where there are none: plus the block's constant, less prices, times weights."""
        cdef Py_ssize_t t, width = self.width
        cdef double times = self.price_times()
        cdef double* row
        cdef const double* prices = &self.prices[0] if self.has_prices else NULL
        if self.is_complete:
            return 0
        self.is_complete = True
        for t in range(self.word_count):
            row = self.own_scores + t * width
            if self.scorer is None:
                memset(row, 0, width * sizeof(double))
            else:
                self.scorer.write_scores(t, row)
            if self.has_prices or self.weights[t] != 1.0 or self.certainty != 0.0:
                mixlid_adjust(row, width, self.certainty, prices, times, self.weights[t])
            mixlid_two_largest(row, width, self.own_two_best + 2 * t)
        return 0

    cdef double score_of(self, Py_ssize_t word, Py_ssize_t column) noexcept nogil:
        """As `complete_scores` has it, to the bit."""
        cdef double value = 0.0
        if self.is_complete:
            return self.own_scores[word * self.width + column]
        if self.scorer is not None:
            value = self.scorer.sums[word * self.scorer.stride + column] * self.scorer.table.scale
            value = value / self.scorer.divisors[word]
        if self.has_prices:
            value = value + self.certainty - self.prices[column] * self.price_times()
            return value * self.weights[word]
        if self.weights[word] != 1.0 or self.certainty != 0.0:
            value = (value + self.certainty) * self.weights[word]
        return value

    cdef double price_times(self) noexcept nogil:
        """What prices are multiplied by: they are higher in short texts."""
        return 1 + self.short_price / (<double>self.word_count * self.word_count)

    cdef bint make_list(self) noexcept nogil:
        """Whether a few labels decide, of which `listed_scores` has the scores."""
        cdef Words words
        cdef Py_ssize_t t, i
        if self.shortlist is None or self.is_complete or self.scorer.wide_count:
            return False
        words.count, words.sums, words.stride = self.word_count, self.scorer.sums, self.scorer.stride
        words.divisors, words.weights, words.scale = self.scorer.divisors, self.weights, self.scorer.table.scale
        words.exponent, words.price_times = self.search.exponent, self.price_times()
        if not self.shortlist.make(&words):
            return False
        for t in range(self.word_count):
            for i in range(self.shortlist.count):
                self.listed_scores[t * self.shortlist.count + i] = self.score_of(t, self.shortlist.labels[i])
        return True

    cdef int take_scores(self, const double[:, :] scores) except -1:
        """Scores of a model that is not a table of small integers."""
        cdef Py_ssize_t t, l
        cdef double value, best, second, times = self.price_times()
        cdef bint finite = True
        for t in range(self.word_count):
            best = second = -INFINITY
            for l in range(self.width):
                value = scores[t, l]
                if value > -INFINITY:
                    value = (value - self.prices[l] * times if self.has_prices else value) * self.weights[t]
                finite = finite and value < INFINITY
                self.own_scores[t * self.width + l] = value
                if value > second:
                    if value > best:
                        best, second = value, best
                    else:
                        second = value
            self.own_two_best[2 * t], self.own_two_best[2 * t + 1] = best, second
        if not finite:  # which a problem refuses
            self.parts.make_problem(np.asarray(scores), np.ones(self.word_count, dtype=np.int64))
        return 0

    cdef int solve(self, int most_languages) except -1 nogil:
        if self.search is None:
            return self.ask_solver(most_languages)
        if self.is_listed and most_languages > 2:
            self.is_loaded = self.is_listed = False
        if self.is_loaded:
            self.search.set_depth(most_languages)
            run(self.search)
        else:
            self.is_listed = most_languages <= 2 and self.make_list()
            if self.is_listed:
                self.search.load_some(
                    self.word_count, self.listed_scores, self.lengths, most_languages, self.shortlist.labels,
                    self.shortlist.count,
                )
            else:
                self.complete_scores()
                self.search.load(self.word_count, self.scores, self.lengths, most_languages)
            solve(self.search)
            self.is_loaded = True
        if self.search.exhausted and self.is_listed:
            self.complete_scores()  # after which there is no list
            self.is_loaded = self.is_listed = False
            return self.solve(most_languages)
        self.has_second = self.search.count > 1
        if self.has_second:
            self.second = self.search.value_of(&self.search.answers[self.search.order[1]])
        if self.search.exhausted:
            self.optimal, self.gap = False, self.search.gap()
        return self.take_answer(&self.search.answers[self.search.order[0]])

    cdef int ask_solver(self, int most_languages) except -1 with gil:
        """The answer of a solver in Python."""
        self.complete_scores()
        # Copies, since a solver may keep them.
        scores = np.array(<double[:self.word_count, :self.width]>self.own_scores)
        lengths = np.array(<int64_t[:self.word_count]>self.lengths)
        text = self.reader.part(0, self.size)
        self.problem = replace(self.parts.make_problem(scores, lengths), max_languages=most_languages)
        return self.take_solution(self.parts.ask_solver(text, self.spans(), self.problem))

    cdef int look_up_pair(self) except -1 nogil:
        with gil:
            return self.evidence.look_up()

    cdef int set_aside(self) except -1 nogil:
        cdef int k
        self.aside_count = self.language_count
        for k in range(self.language_count):
            self.aside_languages[k] = self.languages[k]
        if self.ranks != self.aside_ranks:
            memcpy(self.aside_ranks, self.ranks, self.word_count * sizeof(int))
        self.kept_objective, self.aside_second = self.objective, self.second
        self.aside_has_second, self.aside_optimal = self.has_second, self.optimal
        return 0

    cdef int take_back(self) except -1 nogil:
        self.language_count, self.languages, self.ranks = self.aside_count, self.aside_languages, self.aside_ranks
        self.objective, self.second = self.kept_objective, self.aside_second
        self.has_second, self.optimal = self.aside_has_second, self.aside_optimal
        self.has_gap, self.gap = True, 0.0  # only what is proved is set aside
        return 0

    cdef bint says_anything(self) except -1 nogil:
        cdef Py_ssize_t i
        self.complete_scores()
        for i in range(self.word_count * self.width):
            if self.scores[i] != 0.0 and self.scores[i] > -INFINITY:
                return True
        return False

    cdef int take_best_single(self) except -1 nogil:
        cdef Answer* answer
        cdef Py_ssize_t t
        if self.search is None:
            return self.ask_best_single()
        if self.is_listed:  # all labels have to be compared
            self.is_loaded = self.is_listed = False
            self.solve(1)
        answer = &self.search.answers[self.search.order[0]]
        answer.size, answer.languages[0] = 1, self.search.best_single()
        for t in range(self.word_count):
            answer.ranks[t] = 0 if self.scores[t * self.width + answer.languages[0]] > -INFINITY else -1
        self.take_answer(answer)
        self.has_second = self.optimal = self.has_gap = False
        return 0

    cdef int ask_best_single(self) except -1 with gil:
        return self.take_solution(best_single(self.problem))

    cdef int take_answer(self, Answer* answer) except -1 nogil:
        cdef int k
        self.language_count, self.languages, self.ranks = answer.size, answer.languages, answer.ranks
        self.objective = self.search.value_of(answer)
        if self.is_listed:
            self.languages = self.listed_languages
            for k in range(answer.size):
                self.languages[k] = self.shortlist.labels[answer.languages[k]]
        return 0

    cdef int take_solution(self, solution) except -1:
        renew(<void**>&self.own_languages, len(solution.assignment.languages), sizeof(int))
        self.languages, self.ranks = self.own_languages, self.own_ranks
        return self.take(solution)

    cdef list spans(self):
        """Where the words are."""
        cdef Py_ssize_t t
        return [(self.items[t].start, self.items[t].end) for t in range(self.word_count)]
