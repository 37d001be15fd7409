"""A draft whose arrays are C's: tokens, word scores and the exact search come from `_tokens`, `_scorer` and `_search`.

Any other model is asked for scores, any other solver for its answer, in Python (`pipeline.py`).
"""

from cpython.mem cimport PyMem_Free
from libc.limits cimport INT_MAX
from libc.math cimport INFINITY
from libc.stdint cimport int64_t
from libc.string cimport memcpy

from mixlid.assign._search cimport run, solve
from mixlid.assign._search_state cimport Answer, Search
from mixlid.engine._confidence cimport Confidence
from mixlid.engine._evidence cimport Evidence
from mixlid.engine._familiar cimport Familiar
from mixlid.engine._labelling cimport Labelling
from mixlid.engine._memory cimport renew
from mixlid.engine._results cimport Draft
from mixlid.models._rows cimport Rows, two_largest
from mixlid.models._scorer cimport Item, Scorer
from mixlid.text._tokens cimport Token, Tokens

from dataclasses import replace

import numpy as np

from mixlid.assign.fixed import best_single
from mixlid.engine.pipeline import checked


cdef class Desk(Draft):
    """A draft whose arrays are C's."""

    def __init__(self, parts, Rows rows, columns, bint searches, bint is_block, double certainty):
        """As `CompiledPipeline` is made, whose words these are."""
        Draft.__init__(self, *parts.of_draft(Evidence, Confidence, Familiar))
        self.has_prices = parts.word_prices is not None
        self.short_price = parts.short_price
        if self.has_prices:
            self.prices = np.ascontiguousarray(parts.word_prices, dtype=np.float64)
        self.parts, self.reader = parts, Tokens()
        self.labelling = Labelling(parts.labels)
        self.is_block, self.certainty = is_block, certainty
        if rows is not None:
            self.scorer = Scorer(rows, columns)
        if searches:
            self.search = Search(parts.problem, parts.make_problem)

    def __dealloc__(self):
        PyMem_Free(self.word_of)
        PyMem_Free(self.token_of)
        PyMem_Free(self.lengths)
        PyMem_Free(self.capitals)
        PyMem_Free(self.weights)
        PyMem_Free(self.items)
        PyMem_Free(self.own_scores)
        PyMem_Free(self.own_two_best)
        PyMem_Free(self.own_languages)
        PyMem_Free(self.own_ranks)
        PyMem_Free(self.aside_ranks)

    cdef int read(self) except -1:
        cdef Py_ssize_t words = 0, i
        if not self.is_read:
            self.reader.read(self.text)
        self.is_read = self.is_loaded = False
        self.codes, self.size = self.reader.codes, self.reader.size
        self.tokens, self.token_count = self.reader.items, self.reader.count
        for i in range(self.token_count):
            words += self.tokens[i].scored
        if self.token_count > INT_MAX // 2:
            raise MemoryError
        if self.token_count > self.token_room:
            self.make_token_room(2 * self.token_count)
        if words > self.word_room:
            self.make_word_room(words + min(words, 64))
        return 0

    cdef int make_token_room(self, Py_ssize_t size) except -1:
        self.token_room = 0
        renew(<void**>&self.word_of, size, sizeof(int))
        self.token_room = size
        return 0

    cdef int make_word_room(self, Py_ssize_t size) except -1:
        self.word_room = 0
        renew(<void**>&self.token_of, size, sizeof(int))
        renew(<void**>&self.lengths, size, sizeof(int64_t))
        renew(<void**>&self.capitals, size, 1)
        renew(<void**>&self.weights, size, sizeof(double))
        renew(<void**>&self.items, size, sizeof(Item))
        renew(<void**>&self.own_scores, size, self.width * sizeof(double))
        renew(<void**>&self.own_two_best, size, 2 * sizeof(double))
        renew(<void**>&self.own_ranks, size, sizeof(int))
        renew(<void**>&self.aside_ranks, size, sizeof(int))
        self.scores, self.two_best = self.own_scores, self.own_two_best
        self.word_room = size
        return 0

    cdef int score(self) except -1:
        cdef Py_ssize_t t
        cdef const Token* token
        scores = self.given
        for t in range(self.word_count):
            token = &self.tokens[self.token_of[t]]
            self.items[t].start, self.items[t].end = token.start, token.end
        if scores is None and (self.is_block or self.scorer is not None):
            if self.scorer is None:
                for t in range(self.word_count * self.width):
                    self.own_scores[t] = 0.0
                for t in range(2 * self.word_count):
                    self.own_two_best[t] = 0.0
            else:
                self.scorer.look_up(
                    self.reader, self.text, self.items, self.word_count, self.own_scores, self.own_two_best
                )
            with nogil:
                if self.scorer is not None and self.scorer.missed_count:
                    self.scorer.add_up()
                self.adjust()
            return 0
        if scores is None:
            scores = self.parts.model.word_scores([self.text[start:end] for start, end in self.spans()])
        return self.take_scores(checked(scores, self.word_count, self.width))

    cdef void adjust(self) noexcept nogil:
        """Scores of rows, or zeros where there are none: plus the block's constant, less prices, times weights."""
        cdef Py_ssize_t t, i, width = self.width
        cdef double weight, times = 1 + self.short_price / (<double>self.word_count * self.word_count)
        cdef double* row
        cdef const double* prices = &self.prices[0] if self.has_prices else NULL
        for t in range(self.word_count):
            weight, row = self.weights[t], self.own_scores + t * width
            if self.has_prices:
                for i in range(width):
                    row[i] = (row[i] + self.certainty - prices[i] * times) * weight
                two_largest(row, width, self.own_two_best + 2 * t)
            elif weight != 1.0 or self.certainty != 0.0:
                for i in range(width):
                    row[i] = (row[i] + self.certainty) * weight
                self.own_two_best[2 * t] = (self.own_two_best[2 * t] + self.certainty) * weight
                self.own_two_best[2 * t + 1] = (self.own_two_best[2 * t + 1] + self.certainty) * weight

    cdef int take_scores(self, const double[:, :] scores) except -1:
        """Scores of a model that is not a table of small integers."""
        cdef Py_ssize_t t, l
        cdef double value, best, second, times = 1 + self.short_price / (<double>self.word_count * self.word_count)
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

    cdef int solve(self, int most_languages) except -1:
        cdef Search search = self.search
        if search is None:
            # Copies, since a solver may keep them.
            scores = np.array(<double[:self.word_count, :self.width]>self.own_scores)
            lengths = np.array(<int64_t[:self.word_count]>self.lengths)
            self.problem = replace(self.parts.make_problem(scores, lengths), max_languages=most_languages)
            return self.take_solution(self.parts.ask_solver(self.text, self.spans(), self.problem))
        if self.is_loaded:
            search.set_depth(most_languages)
            run(search)
        else:
            search.load(self.word_count, self.scores, self.lengths, most_languages)
            self.is_loaded = True
            with nogil:
                solve(search)
        self.take_answer(&search.answers[search.order[0]])
        self.has_second = search.count > 1
        if self.has_second:
            self.second = search.value_of(&search.answers[search.order[1]])
        if search.exhausted:
            self.optimal, self.gap = False, search.gap()
        return 0

    cdef int set_aside(self) except -1:
        cdef int k
        self.aside_count = self.language_count
        for k in range(self.language_count):
            self.aside_languages[k] = self.languages[k]
        memcpy(self.aside_ranks, self.ranks, self.word_count * sizeof(int))
        self.kept_objective, self.aside_second = self.objective, self.second
        self.aside_has_second, self.aside_optimal = self.has_second, self.optimal
        return 0

    cdef int take_back(self) except -1:
        self.language_count, self.languages, self.ranks = self.aside_count, self.aside_languages, self.aside_ranks
        self.objective, self.second = self.kept_objective, self.aside_second
        self.has_second, self.optimal = self.aside_has_second, self.aside_optimal
        self.has_gap, self.gap = True, 0.0  # only what is proved is set aside
        return 0

    cdef bint says_anything(self) except -1:
        cdef Py_ssize_t i
        for i in range(self.word_count * self.width):
            if self.scores[i] != 0.0 and self.scores[i] > -INFINITY:
                return True
        return False

    cdef int take_best_single(self) except -1:
        cdef Answer* answer
        cdef Py_ssize_t t
        if self.search is None:
            return self.take_solution(best_single(self.problem))
        answer = &self.search.answers[self.search.order[0]]
        answer.size, answer.languages[0] = 1, self.search.best_single()
        for t in range(self.word_count):
            answer.ranks[t] = 0 if self.scores[t * self.width + answer.languages[0]] > -INFINITY else -1
        self.take_answer(answer)
        self.has_second = self.optimal = self.has_gap = False
        return 0

    cdef int take_answer(self, Answer* answer) except -1:
        self.language_count, self.languages, self.ranks = answer.size, answer.languages, answer.ranks
        self.objective = self.search.value_of(answer)
        return 0

    cdef int take_solution(self, solution) except -1:
        renew(<void**>&self.own_languages, len(solution.assignment.languages), sizeof(int))
        self.languages, self.ranks = self.own_languages, self.own_ranks
        return self.take(solution)

    cdef list spans(self):
        """Where the words are."""
        cdef Py_ssize_t t
        return [(self.items[t].start, self.items[t].end) for t in range(self.word_count)]
