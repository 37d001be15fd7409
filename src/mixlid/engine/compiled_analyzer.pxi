"""The answer for a text: from the compiled search, or from any other solver, which is asked in Python."""

cimport cython
from libc.math cimport INFINITY, NAN
from libc.stdint cimport int64_t
from libc.stdlib cimport free
from libc.string cimport memcpy

from mixlid.solvers._compiled cimport CLEARLY, TOLERANCE, Answer, Search, best_alone, has_better, run
from mixlid.models._compiled cimport Rows
from mixlid.text._compiled cimport Tokens

from dataclasses import replace

import numpy as np

from mixlid.solvers.fixed import best_single


@cython.final
cdef class CompiledAnalyzer(ScoredText):
    #: None for a solver in Python, which was asked for `problem`
    cdef Search search
    cdef object problem
    #: whether the search has the scores of this text, of some labels alone
    cdef bint is_loaded, is_listed
    #: by number of a label: its number outside
    cdef int[::1] outer
    #: the languages of an answer from a shortlist
    cdef int listed_languages[MOST_LANGUAGES]
    #: for answers of solvers in Python
    cdef int* own_languages
    cdef int* own_ranks
    #: by word: `Problem.floors`, where the parts have them
    cdef bint has_floors
    cdef double* floors
    #: the answer that was set aside
    cdef double aside_second
    cdef bint aside_has_second, aside_optimal
    cdef int aside_languages[MOST_LANGUAGES]
    cdef int* aside_ranks
    cdef int aside_count

    def __init__(
        self, Tokens reader, parts, Rows rows, columns, bint searches, bint is_block, double certainty, outer,
        ScriptWords scripts,
    ):
        ScoredText.__init__(self, reader, parts, rows, columns, searches, is_block, certainty, scripts)
        self.outer = outer
        self.has_floors = parts.left_out is not None and parts.left_out.floors is not None
        if searches:
            self.search = Search(parts.rules, parts.make_problem)

    def __dealloc__(self):
        free(self.own_languages)
        free(self.own_ranks)
        free(self.aside_ranks)
        free(self.floors)

    cdef int read(self) except -1 nogil:
        self.is_loaded = self.is_listed = False
        return ScoredText.read(self)

    cdef int make_word_room(self, Py_ssize_t size) except -1 nogil:
        ScoredText.make_word_room(self, size)
        self.word_room = 0
        renew(<void**>&self.own_ranks, size, sizeof(int))
        renew(<void**>&self.aside_ranks, size, sizeof(int))
        self.word_room = size
        return 0

    cdef int solve(self, int most_languages) except -1 nogil:
        cdef int better
        if self.search is None:
            return self.ask_solver(most_languages)
        most_languages = <int>min(<Py_ssize_t>most_languages, self.word_count)
        if not self.is_loaded:
            self.is_listed = self.words.make_list(self.search.exponent)
            if self.is_listed:
                self.expect_words(self.words.shortlist.best)
        if self.is_listed and most_languages > 2:
            better = self.look_further(most_languages)
            if better == NO_BETTER:
                return 0
            if better == AMONG_ALL:
                self.drop_list()
        if self.is_listed and self.word_count == 1 and self.take_one():
            return 0
        self.find(most_languages)
        if self.search.exhausted and self.is_listed:
            self.drop_list()
            self.find(most_languages)
        if self.search.exhausted:
            self.optimal, self.gap = False, self.search.gap()
        self.take_found()
        if not self.is_listed and self.language_count:
            self.expect_words(self.languages[0])
        return 0

    cdef int look_further(self, int most_languages) except -1 nogil:
        """Where an answer of more than two languages may be that is better than the one at hand.

        This is the one that was set aside or, if no search came before, the second best of at most two languages.
        """
        cdef double least = self.kept_objective
        cdef int known = most_languages - 1, found
        cdef bint is_aside = self.is_loaded
        if not is_aside:
            self.find(2)
            if self.search.exhausted or self.search.count < 2:
                return AMONG_ALL
            self.take_found()
            least, known = self.second, 2
        found = self.words.extend_list(known, most_languages, least)
        if found == AMONG_LISTED:
            self.is_loaded = False  # there are other labels now
            if is_aside:
                self.load(most_languages)
                if not has_better(self.search, least):
                    return NO_BETTER
        return found

    cdef int next_worthy(self, int column, double[::1] prices, double least) noexcept nogil:
        return self.words.shortlist.next_worthy(column, prices, least) if self.is_listed else column

    cdef int drop_list(self) except -1 nogil:
        """Look at all labels."""
        self.complete_scores()  # after which no list is made
        self.is_loaded = self.is_listed = False
        return 0

    cdef int find(self, int most_languages) except -1 nogil:
        """Let the search have the best two answers."""
        if self.is_loaded:
            self.search.set_depth(most_languages)
        else:
            self.load(most_languages)
        return run(self.search)

    cdef int load(self, int most_languages) except -1 nogil:
        """Let the search have the scores."""
        if self.is_listed:
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
        self.is_loaded = True
        return 0

    cdef int take_found(self) except -1 nogil:
        """Set the answer to the best one of the search."""
        self.has_second = self.search.count > 1
        if self.has_second:
            self.second = self.search.value_of(&self.search.answers[self.search.order[1]])
        return self.take_answer(&self.search.answers[self.search.order[0]])

    cdef bint take_one(self) noexcept nogil:
        """Set the answer for one word, whose best two are those of the search; False if there is too little in it.

        Under the rules of a list a label is worth its score less its penalty, and no language 0.
        """
        cdef double best = 0.0, second = 0.0, value
        cdef int i, found = -1, other = -1
        for i in range(self.words.shortlist.count):
            value = self.words.listed[i] - self.search.all_penalties[self.words.shortlist.labels[i]]
            if value > best:
                best, second, found, other = value, best, i, found
            elif value > second:
                second, other = value, i
        if not best > CLEARLY:
            return False
        if not second > TOLERANCE:
            second = 0.0
        elif best - second <= TOLERANCE * (1.0 + best) and other < found:  # as good, and comes first
            best, second, found = second, best, other
        self.languages, self.ranks, self.language_count = self.listed_languages, self.own_ranks, 1
        self.languages[0], self.ranks[0] = self.words.shortlist.labels[found], 0
        self.objective, self.second, self.has_second = best, second, True
        return True

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

    cdef int weigh_floors(self) except -1 with gil:
        """Floors are those of the scores, which are multiplied by the weights of words."""
        cdef const double[::1] floors = self.parts.left_out.floors
        cdef Py_ssize_t t
        renew(<void**>&self.floors, self.word_count, sizeof(double))
        for t in range(self.word_count):
            self.floors[t] = floors[t] * self.weights[t] if floors[t] > -INFINITY else -INFINITY
        return 0

    cdef double best_alone(self) noexcept nogil:
        return best_alone(self.search) if self.is_loaded and self.is_listed else NAN

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

    cdef int take_best_single(self) except -1 nogil:
        cdef Answer* answer
        cdef Py_ssize_t t
        if self.search is None:
            return self.ask_best_single()
        if self.is_listed:  # all labels have to be compared
            self.is_loaded = self.is_listed = False
            self.solve(1)
        answer, self.search.has_values = &self.search.answers[self.search.order[0]], False
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
