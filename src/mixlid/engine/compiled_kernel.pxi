"""What stages ask of the compiled kernel: scores, and answers of the compiled search or of any other solver."""

cimport cython
from libc.math cimport INFINITY, NAN
from libc.stdint cimport int64_t
from libc.stdlib cimport free
from libc.string cimport memcpy

from mixlid.engine._stages cimport Kernel, Labelling, StageSettings, Stages, TextRecord, take_solution
from mixlid.models._compiled cimport Rows
from mixlid.solvers._compiled cimport CLEARLY, TOLERANCE, Answer, Search, best_alone, gap, has_better, run
from mixlid.text._compiled cimport Tokens

from dataclasses import replace

import numpy as np

from mixlid.solvers.fixed import best_single


@cython.final
cdef class CompiledKernel(Kernel):
    cdef object config
    cdef Scoring scoring
    cdef WordScores words
    #: None for a solver in Python, which was asked for `problem`
    cdef Search search
    cdef object problem
    #: whether the search has the scores of this text, of some labels alone
    cdef bint is_loaded, is_listed

    def __init__(self, config, Scoring scoring, bint searches):
        self.config, self.scoring, self.words = config, scoring, scoring.words
        if searches:
            self.search = Search(config.rules, config.make_problem)

    cdef int score(self, TextRecord text) except -1 nogil:
        self.is_loaded = self.is_listed = False
        return self.scoring.score(text)

    cdef int propose(self, TextRecord text, int most_languages) except -1 nogil:
        cdef int better
        if self.search is None:
            return self.ask_solver(text, most_languages)
        most_languages = <int>min(<Py_ssize_t>most_languages, text.word_count)
        if not self.is_loaded:
            self.is_listed = self.words.make_list(self.search.exponent)
            if self.is_listed:
                self.scoring.prefetch_words(text, self.words.shortlist.best)
        if self.is_listed and most_languages > 2:
            better = self.look_further(text, most_languages)
            if better == NO_BETTER:
                return 0
            if better == AMONG_ALL:
                self.drop_list()
        if self.is_listed and text.word_count == 1 and self.take_one(text):
            return 0
        self.find(text, most_languages)
        if self.search.exhausted and self.is_listed:
            self.drop_list()
            self.find(text, most_languages)
        if self.search.exhausted:
            text.optimal, text.gap = False, gap(self.search)
        self.take_found(text)
        if not self.is_listed and text.language_count:
            self.scoring.prefetch_words(text, text.languages[0])
        return 0

    cdef int look_further(self, TextRecord text, int most_languages) except -1 nogil:
        """Where an answer of more than two languages may be that is better than the one at hand.

        This is the one that was set aside or, if no search came before, the second best of at most two languages.
        """
        cdef double least = text.aside_objective
        cdef int known = most_languages - 1, found
        cdef bint is_aside = self.is_loaded
        if not is_aside:
            self.find(text, 2)
            if self.search.exhausted or self.search.count < 2:
                return AMONG_ALL
            self.take_found(text)
            least, known = text.second, 2
        found = self.words.extend_list(known, most_languages, least)
        if found == AMONG_LISTED:
            self.is_loaded = False  # there are other labels now
            if is_aside:
                self.load(text, most_languages)
                if not has_better(self.search, least):
                    return NO_BETTER
        return found

    cdef int drop_list(self) except -1 nogil:
        """Look at all labels."""
        self.words.complete()  # after which no list is made
        self.is_loaded = self.is_listed = False
        return 0

    cdef int find(self, TextRecord text, int most_languages) except -1 nogil:
        """Let the search have the best two answers."""
        if self.is_loaded:
            self.search.set_depth(most_languages)
        else:
            self.load(text, most_languages)
        return run(self.search)

    cdef int load(self, TextRecord text, int most_languages) except -1 nogil:
        """Let the search have the scores."""
        if self.is_listed:
            self.search.load(
                text.word_count, self.words.listed, <int64_t*>&text.lengths[0], most_languages,
                self.words.shortlist.labels, self.words.shortlist.count,
            )
        else:
            self.words.complete()
            self.search.load(
                text.word_count, self.words.scores, <int64_t*>&text.lengths[0], most_languages, NULL, 0
            )
        self.is_loaded = True
        return 0

    cdef int take_found(self, TextRecord text) except -1 nogil:
        """Set the answer to the best one of the search."""
        text.has_second = self.search.count > 1
        if text.has_second:
            text.second = self.search.value_of(&self.search.answers[self.search.order[1]])
        return self.take_answer(text, &self.search.answers[self.search.order[0]])

    cdef bint take_one(self, TextRecord text) noexcept nogil:
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
        text.language_count = 1
        text.languages[0], text.ranks[0] = self.words.shortlist.labels[found], 0
        text.objective, text.second, text.has_second = best, second, True
        return True

    cdef int ask_solver(self, TextRecord text, int most_languages) except -1 with gil:
        """The answer of a solver in Python."""
        self.words.complete()
        # Copies, since a solver may keep them.
        scores = np.array(<double[:text.word_count, :text.width]>self.words.scores)
        lengths = np.array(text.lengths[:text.word_count])
        self.problem = replace(self.config.make_problem(scores, lengths), max_languages=most_languages)
        whole, spans = self.scoring.reader.part(0, text.size), self.scoring.spans(text)
        return take_solution(text, self.config.ask_solver(whole, spans, self.problem), self.config.solver.name)

    cdef double best_alone(self) noexcept nogil:
        return best_alone(self.search) if self.is_loaded and self.is_listed else NAN

    cdef int propose_single(self, TextRecord text) except -1 nogil:
        cdef Answer* answer
        cdef Py_ssize_t t
        if self.search is None:
            return self.ask_best_single(text)
        if self.is_listed:  # all labels have to be compared
            self.is_loaded = self.is_listed = False
            self.propose(text, 1)
        answer, self.search.has_values = &self.search.answers[self.search.order[0]], False
        answer.size, answer.languages[0] = 1, self.search.best_single()
        for t in range(text.word_count):
            answer.ranks[t] = 0 if self.words.scores[t * text.width + answer.languages[0]] > -INFINITY else -1
        self.take_answer(text, answer)
        text.has_second = text.optimal = text.has_gap = False
        return 0

    cdef int ask_best_single(self, TextRecord text) except -1 with gil:
        return take_solution(text, best_single(self.problem), self.config.solver.name)

    cdef int take_answer(self, TextRecord text, Answer* answer) except -1 nogil:
        cdef int k
        text.language_count, text.objective = answer.size, self.search.value_of(answer)
        for k in range(answer.size):
            text.languages[k] = answer.languages[k]
            if self.is_listed:
                text.languages[k] = self.words.shortlist.labels[answer.languages[k]]
        memcpy(&text.ranks[0], answer.ranks, text.word_count * sizeof(int))
        return 0


@cython.final
cdef class CompiledAnalyzer:
    """The stages with what they need, for one text after the other."""

    cdef TextRecord text
    cdef Stages stages
    cdef Labelling labelling
    cdef Scoring scoring
    #: by number of a label: its number outside
    cdef int[::1] outer

    def __init__(
        self, Tokens reader, config, Rows rows, columns, bint searches, bint is_partition, double certainty, outer,
        ScriptWords scripts,
    ):
        """The arguments are those of `CompiledPipeline`, but for the reader, which has one text after the other.

        `scripts` are for texts in several scripts, where the model has partitions, and otherwise None.
        """
        cdef Py_ssize_t width = len(config.labels.of_model)
        settings = StageSettings(config.settings)
        words = WordScores(config, settings, width, rows, columns, certainty, searches, scripts)
        self.outer, self.text, self.scoring = outer, TextRecord(width, words), Scoring(reader, config, is_partition, words)
        self.stages = Stages(config, CompiledKernel(config, self.scoring, searches), settings)
        self.labelling = self.stages.labelling
        if self.stages.reject_unknown is not None:
            self.scoring.frequent = self.stages.reject_unknown.signs.frequent_words

    cdef int identify(self) except -1 nogil:
        self.scoring.read(self.text, self.stages)
        return self.stages.identify(self.text)
