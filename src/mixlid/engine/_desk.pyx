"""A draft whose arrays are C's: tokens, word scores and the exact search come from `_tokens`, `_scorer` and `_search`.

Any other model is asked for scores, any other solver for its answer, in Python (`pipeline_parts.py`).
"""

from libc.limits cimport INT_MAX
from libc.math cimport INFINITY
from libc.stdint cimport int64_t
from libc.stdlib cimport free
from libc.string cimport memcpy

from mixlid.assign._compiled cimport Answer, Search, run, solve
from mixlid.engine._confidence cimport Confidence
from mixlid.engine._evidence cimport Evidence
from mixlid.engine._familiar cimport Familiar
from mixlid.engine._labelling cimport Labelling
from mixlid.engine._memory cimport renew
from mixlid.engine._results cimport Draft
from mixlid.engine._settings cimport CompiledSettings
from mixlid.engine._word_scores cimport WordScores
from mixlid.models._compiled cimport Item, Rows
from mixlid.text._frequent_words cimport FrequentWords
from mixlid.text._compiled cimport Token, Tokens, no_memory

from dataclasses import replace

import numpy as np

from mixlid.assign.fixed import best_single
from mixlid.engine.long_texts import pieces_of, word_scores
from mixlid.engine.pipeline_parts import checked


cdef class Desk(Draft):
    """A draft whose arrays are C's."""

    def __init__(self, Tokens reader, parts, Rows rows, columns, bint searches, bint is_block, double certainty, outer):
        """As `CompiledPipeline` is made, whose words these are; `outer` are the numbers of labels for those outside."""
        Draft.__init__(self, *parts.of_draft(CompiledSettings(parts.settings), Evidence, Confidence, Familiar, FrequentWords))
        self.parts, self.names, self.reader, self.outer = parts, parts.labels.names, reader, outer
        self.labelling = Labelling(parts.labels)
        self.has_floors = parts.left_out is not None and parts.left_out.floors is not None
        self.is_block = is_block
        self.words = WordScores(parts, self.settings, self.width, rows, columns, certainty, searches)
        if searches:
            self.search = Search(parts.rules, parts.make_problem)

    def __dealloc__(self):
        free(self.word_of)
        free(self.token_of)
        free(self.lengths)
        free(self.capitals)
        free(self.weights)
        free(self.items)
        free(self.own_languages)
        free(self.own_ranks)
        free(self.aside_ranks)
        free(self.floors)

    cdef void expect(self, Tokens reader) noexcept nogil:
        """Prepare for a text that will come next, or after the one at hand."""
        if self.words.scorer is not None:
            self.words.scorer.expect(reader)

    cdef int read(self) except -1 nogil:
        """The reader has the tokens."""
        cdef Py_ssize_t words = 0, i
        self.is_loaded = self.is_listed = False
        if self.familiar is not None:
            self.familiar.frequent_words.expect(0)
        self.codes, self.size = self.reader.codes, self.reader.size
        self.tokens, self.token_count = self.reader.items, self.reader.count
        for i in range(self.token_count):
            words += self.tokens[i].scored
        if self.token_count > INT_MAX // 2:
            return no_memory()
        if self.token_count > self.token_room:
            self.make_token_room(self.token_count + min(self.token_count, 4096))
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
        if self.words.scorer is not None:
            renew(<void**>&self.items, size, sizeof(Item))
        renew(<void**>&self.own_ranks, size, sizeof(int))
        renew(<void**>&self.aside_ranks, size, sizeof(int))
        self.words.make_room(size)
        self.scores, self.two_best, self.others = self.words.scores, self.words.two_best, self.words.others
        self.word_room = size
        return 0

    cdef int score(self) except -1 nogil:
        cdef Py_ssize_t t
        cdef const Token* token
        self.words.begin(self.word_count, self.weights)
        if self.given is not None or not (self.is_block or self.words.scorer is not None):
            return self.ask_model()
        if self.words.scorer is not None:
            for t in range(self.word_count):
                token = &self.tokens[self.token_of[t]]
                self.items[t].start, self.items[t].end, self.items[t].hash = token.start, token.end, token.hash
            self.words.add_up(self.reader, self.items)
        return 0

    cdef int ask_model(self) except -1 with gil:
        """Scores that are given, or those of a model that is not a table of small integers."""
        if self.given is not None:
            return self.take_scores(self.given, self.word_count, 0, None)
        for piece in pieces_of(range(self.word_count)):
            scores, others = word_scores(self.parts, [self.part(t) for t in piece])
            self.take_scores(scores, len(piece), piece[0], others)
        return 0

    cdef int take_scores(self, object scores, Py_ssize_t count, Py_ssize_t first, object others) except -1:
        """Those of some words, and the best of labels that were left out."""
        scores = checked(scores, count, self.width)
        if not self.words.take(scores, first, others):  # which a problem refuses
            self.parts.make_problem(scores, np.ones(count, dtype=np.int64))
        return 0

    cdef int weigh_floors(self) except -1 with gil:
        """Floors are those of the scores, which are multiplied by the weights of words."""
        cdef const double[::1] floors = self.parts.left_out.floors
        cdef Py_ssize_t t
        renew(<void**>&self.floors, self.word_count, sizeof(double))
        for t in range(self.word_count):
            self.floors[t] = floors[t] * self.weights[t] if floors[t] > -INFINITY else -INFINITY
        return 0

    cdef int complete_scores(self) except -1 nogil:
        self.words.complete()
        return 0

    cdef int complete_scores_of(self, int rank) except -1 nogil:
        cdef Py_ssize_t t
        for t in range(self.word_count):
            if self.ranks[t] == rank:
                self.words.complete_row(t)
        return 0

    cdef int find_two_best(self) except -1 nogil:
        self.words.find_two_best()
        return 0

    cdef double score_of(self, Py_ssize_t word, Py_ssize_t column) noexcept nogil:
        return self.words.score_of(word, column)

    cdef void expect_words(self, int language) noexcept nogil:
        """Ask the memory whether words are frequent in the language that the text is probably in, for `doubt`."""
        cdef const Token* token
        cdef Py_ssize_t t
        if self.familiar is not None:
            self.familiar.frequent_words.expect(language)
            for t in range(self.word_count):
                token = &self.tokens[self.token_of[t]]
                self.familiar.frequent_words.expect_word(self.codes, token.start, token.end)

    cdef int solve(self, int most_languages) except -1 nogil:
        if self.search is None:
            return self.ask_solver(most_languages)
        if self.is_listed and most_languages > 2:
            self.is_loaded = self.is_listed = False
        if self.is_loaded:
            self.search.set_depth(most_languages)
            run(self.search)
        else:
            self.is_listed = most_languages <= 2 and self.words.make_list(self.search.exponent)
            if self.is_listed:
                self.expect_words(self.words.shortlist.best)
                self.search.load_some(
                    self.word_count, self.words.listed, self.lengths, most_languages, self.words.shortlist.labels,
                    self.words.shortlist.count,
                )
            else:
                self.complete_scores()
                if self.has_floors:
                    self.weigh_floors()
                    self.search.floors = self.floors
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
        self.take_answer(&self.search.answers[self.search.order[0]])
        if not self.is_listed and self.language_count:
            self.expect_words(self.languages[0])
        return 0

    cdef int ask_solver(self, int most_languages) except -1 with gil:
        """The answer of a solver in Python."""
        self.complete_scores()
        # Copies, since a solver may keep them.
        scores = np.array(<double[:self.word_count, :self.width]>self.words.scores)
        lengths = np.array(<int64_t[:self.word_count]>self.lengths)
        text, floors = self.reader.part(0, self.size), None
        if self.has_floors:
            self.weigh_floors()
            floors = np.array(<double[:self.word_count]>self.floors)
        self.problem = replace(self.parts.make_problem(scores, lengths), max_languages=most_languages, floors=floors)
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
                self.languages[k] = self.words.shortlist.labels[answer.languages[k]]
        return 0

    cdef int take_solution(self, solution) except -1:
        renew(<void**>&self.own_languages, len(solution.assignment.languages), sizeof(int))
        self.languages, self.ranks = self.own_languages, self.own_ranks
        return self.take(solution)

    cdef str part(self, Py_ssize_t word):
        """A word as it stands in the text."""
        return self.reader.part(self.tokens[self.token_of[word]].start, self.tokens[self.token_of[word]].end)

    cdef list spans(self):
        """Where the words are."""
        cdef Py_ssize_t t
        cdef list made = []
        for t in range(self.word_count):
            made.append((self.tokens[self.token_of[t]].start, self.tokens[self.token_of[t]].end))
        return made
