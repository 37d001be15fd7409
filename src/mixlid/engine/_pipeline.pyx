"""The pipeline, compiled: tokens, word scores and the exact search come from `_tokens`, `_scorer` and `_search`.

Any other model is asked for scores, any other solver for its answer, in Python (`pipeline.py`).
"""

cimport cython
from cpython.mem cimport PyMem_Free
from cpython.ref cimport PyObject
from libc.limits cimport INT_MAX
from libc.math cimport INFINITY
from libc.stdint cimport int64_t
from libc.string cimport memcpy

from mixlid.assign._search cimport run, solve
from mixlid.assign._search_state cimport Answer, Search
from mixlid.engine._confidence cimport Confidence
from mixlid.engine._evidence cimport Evidence
from mixlid.engine._memory cimport mixlid_named, renew
from mixlid.engine._results cimport Draft
from mixlid.models._rows cimport Rows, two_largest
from mixlid.models._scorer cimport Item, Scorer
from mixlid.text._tokens cimport Token, Tokens

from dataclasses import replace

import numpy as np

from mixlid.assign.fixed import best_single
from mixlid.engine.pipeline import WeighedAnswer, checked
from mixlid.engine.results import FIELDS
from mixlid.result import Result, Span, Word
from mixlid.text._tokens import tokenize

cdef extern from "Python.h":
    int PyObject_GenericSetAttr(object owner, object name, object value) except -1

cdef enum:
    #: Room for longer texts is given back when they are done.
    KEPT_WORDS = 1024
    #: as many as `max_languages` may be
    MOST_LANGUAGES = 5
    KEPT_CODES = 65536

cdef object new_object = object.__new__
cdef tuple result_fields = FIELDS


cdef class CompiledPipeline:
    """The rules of an identifier for any number of texts, in any number of threads."""

    cdef object parts, columns
    cdef Rows rows
    cdef bint searches, is_block
    cdef double certainty
    #: desks that nobody works at
    cdef list free
    #: for a model of blocks: how to make a pipeline for each, those that are made, and by script its number from 1
    cdef list makers, made
    cdef bytes block_of

    def __init__(self, parts, rows, columns, bint searches, certainty=None):
        """`rows` and `columns` are those of the table behind the model; without `rows` it is asked for scores.

        With `searches` the solver is the exact one, whose search is compiled. With a `certainty` the model is one block
        of another: its scores are those of the rows, if there are any, and that constant.
        """
        self.parts, self.rows, self.columns, self.searches = parts, rows, columns, searches
        self.is_block, self.certainty = certainty is not None, certainty or 0.0
        self.free = []

    def use_blocks(self, list makers, bytes block_of):
        """Texts whose words all belong to one block go to a pipeline for its labels alone."""
        self.makers, self.made, self.block_of = makers, [None] * len(makers), block_of

    def tokenize(self, str text not None):
        return tokenize(text)

    def identify(self, str text not None, scores=None):
        """The languages of one text, and of its words; the model is not asked for scores that are given."""
        return self.answer(text, scores)[0]

    def weigh(self, str text not None):
        """The same answer in brief, and what spoke for a further language."""
        result, evidence = self.answer(text, None)
        return WeighedAnswer(result.languages, evidence)

    cdef tuple answer(self, str text, object scores):
        """A result, and the evidence that was weighed for it."""
        cdef Desk desk = self.take_desk(), other
        cdef CompiledPipeline block
        cdef int number
        if self.makers is not None and scores is None:
            desk.reader.read(text)
            desk.is_read = True
            number = self.only_block(desk)
            if number:
                block = self.made[number - 1]
                if block is None:
                    block = self.made[number - 1] = self.makers[number - 1]()
                other = block.take_desk()
                other.reader, desk.reader = desk.reader, other.reader
                other.is_read, desk.is_read = True, False
                result, evidence = other.identify(text, None), other.mixed_evidence()
                block.give_back(other)
                self.give_back(desk)
                return result, evidence
        result, evidence = desk.identify(text, scores), desk.mixed_evidence()
        self.give_back(desk)
        return result, evidence

    cdef Desk take_desk(self):
        try:
            return self.free.pop()
        except IndexError:
            return Desk(self)

    cdef int give_back(self, Desk desk) except -1:
        if desk.word_room <= KEPT_WORDS and desk.reader.codes_room <= KEPT_CODES:
            self.free.append(desk)
        return 0

    cdef int only_block(self, Desk desk) except -1:
        """The block that all words belong to which the model can read; 0 if there are several, or none."""
        cdef Py_ssize_t i
        cdef int number = 0, here
        cdef const unsigned char* block_of = self.block_of
        cdef const unsigned char* readable = desk.readable
        for i in range(desk.reader.count):
            if desk.reader.items[i].scored and readable[desk.reader.items[i].script]:
                here = block_of[desk.reader.items[i].script]
                if not here or (number and here != number):
                    return 0
                number = here
        return number


@cython.final
cdef class Desk(Draft):
    """A draft whose arrays are C's."""

    #: `problem` is the one that a solver in Python was asked for
    cdef object parts, problem
    #: whether the tokens of the next text are there already
    cdef bint is_read
    #: whether the search has the scores of this text
    cdef bint is_loaded
    cdef bint is_block
    cdef double certainty
    cdef Tokens reader
    cdef Scorer scorer
    cdef Search search
    #: how many tokens and words there is room for
    cdef Py_ssize_t token_room, word_room
    cdef Item* items
    cdef double* own_scores
    cdef double* own_two_best
    #: what is taken off every word's score, by label, if anything is
    cdef const double[::1] prices
    cdef bint has_prices
    #: for answers of solvers in Python, and for one that was set aside
    cdef int* own_languages
    cdef int* own_ranks
    cdef double aside_second
    cdef bint aside_has_second, aside_optimal
    cdef int aside_languages[MOST_LANGUAGES]
    cdef int* aside_ranks
    cdef int aside_count

    def __init__(self, CompiledPipeline owner):
        parts = owner.parts
        Draft.__init__(self, *parts.of_draft(Evidence, Confidence))
        self.has_prices = parts.word_prices is not None
        if self.has_prices:
            self.prices = np.ascontiguousarray(parts.word_prices, dtype=np.float64)
        self.parts, self.reader = parts, Tokens()
        self.is_block, self.certainty = owner.is_block, owner.certainty
        if owner.rows is not None:
            self.scorer = Scorer(owner.rows, owner.columns)
        if owner.searches:
            self.search = Search(parts.problem, parts.make_problem)

    def __dealloc__(self):
        PyMem_Free(self.word_of)
        PyMem_Free(self.label_of)
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
        self.codes, self.tokens, self.token_count = self.reader.codes, self.reader.items, self.reader.count
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
        renew(<void**>&self.label_of, size, sizeof(int))
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

    cdef int score(self, object scores) except -1:
        cdef Py_ssize_t t
        cdef const Token* token
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
        cdef double weight
        cdef double* row
        cdef const double* prices = &self.prices[0] if self.has_prices else NULL
        for t in range(self.word_count):
            weight, row = self.weights[t], self.own_scores + t * width
            if self.has_prices:
                for i in range(width):
                    row[i] = (row[i] + self.certainty - prices[i]) * weight
                two_largest(row, width, self.own_two_best + 2 * t)
            elif weight != 1.0 or self.certainty != 0.0:
                for i in range(width):
                    row[i] = (row[i] + self.certainty) * weight
                self.own_two_best[2 * t] = (self.own_two_best[2 * t] + self.certainty) * weight
                self.own_two_best[2 * t + 1] = (self.own_two_best[2 * t + 1] + self.certainty) * weight

    cdef int take_scores(self, const double[:, :] scores) except -1:
        """Scores of a model that is not a table of small integers."""
        cdef Py_ssize_t t, l
        cdef double value, best, second
        cdef bint finite = True
        for t in range(self.word_count):
            best = second = -INFINITY
            for l in range(self.width):
                value = scores[t, l]
                if value > -INFINITY:
                    value = (value - self.prices[l] if self.has_prices else value) * self.weights[t]
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
        self.gap = 0.0  # only what is proved is set aside
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
        self.has_second = self.optimal = False
        self.gap = None
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

    cdef object make_word(
        self, str text, Py_ssize_t start, Py_ssize_t end, str label, double score, double margin, str kind,
        object confidence
    ):
        cdef object first = start, last = end, points = score, lead = margin
        cdef PyObject* items[8]
        items[0], items[1], items[2], items[3] = <PyObject*>text, <PyObject*>first, <PyObject*>last, <PyObject*>label
        items[4], items[5], items[6] = <PyObject*>points, <PyObject*>lead, <PyObject*>kind
        items[7] = <PyObject*>confidence
        return mixlid_named(Word, items, 8)

    cdef object make_span(self, Py_ssize_t start, Py_ssize_t end, str label):
        cdef object first = start, last = end
        cdef PyObject* items[3]
        items[0], items[1], items[2] = <PyObject*>first, <PyObject*>last, <PyObject*>label
        return mixlid_named(Span, items, 3)

    cdef object make_result(self, tuple values):
        """As its constructor does, without asking whether it may be changed."""
        cdef Py_ssize_t place
        result = new_object(Result)
        for place in range(len(values)):
            PyObject_GenericSetAttr(result, result_fields[place], values[place])
        return result
