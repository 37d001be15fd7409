"""The words of a text, and their scores: the part of an analyzer that comes before any search."""

from libc.limits cimport INT_MAX
from libc.math cimport INFINITY
from libc.stdint cimport int64_t
from libc.stdlib cimport free

from mixlid.engine._stages cimport (
    Analyzer, CommonLanguages, Confidence, Evidence, Familiar, Labelling, NearLanguages, StageSettings, WordLabels
)
from mixlid.models._compiled cimport Item, Rows
from mixlid.text._compiled cimport Token, Tokens, no_memory
from mixlid.text._frequent_words cimport FrequentWords

import numpy as np

from mixlid.engine.long_texts import pieces_of, word_scores
from mixlid.engine.pipeline_parts import checked


cdef class ScoredText(Analyzer):
    """An analyzer whose arrays are C's. A model that is not a table of small integers is asked for scores in Python."""

    cdef object parts
    #: scores that the model need not be asked for
    cdef object given
    cdef readonly Labelling labelling
    #: whether the model is a block of another, whose scores need not be asked for
    cdef bint is_block
    cdef Tokens reader
    cdef WordScores words
    #: how many tokens and words there is room for
    cdef Py_ssize_t token_room, word_room
    cdef Item* items
    #: whether the scorer has the words of this text, and so what is remembered of them
    cdef bint has_memory

    def __init__(
        self, Tokens reader, parts, Rows rows, columns, bint searches, bint is_block, double certainty,
        ScriptWords scripts,
    ):
        """The arguments are those of `CompiledPipeline`, but for the reader, which has one text after the other.

        `scripts` are for texts in several scripts, where the model has blocks, and otherwise None.
        """
        Analyzer.__init__(
            self,
            *parts.analyzer_arguments(
                StageSettings(parts.settings), Evidence, Confidence, Familiar, FrequentWords, NearLanguages,
                CommonLanguages,
            ),
        )
        self.parts, self.reader, self.is_block = parts, reader, is_block
        self.labelling = Labelling(parts.labels, WordLabels(*parts.word_label_arguments()))
        self.words = WordScores(parts, self.settings, self.width, rows, columns, certainty, searches, scripts)

    def __dealloc__(self):
        free(self.word_of)
        free(self.token_of)
        free(self.lengths)
        free(self.capitals)
        free(self.weights)
        free(self.items)

    cdef void expect(self, Tokens reader) noexcept nogil:
        """Prepare for a text that will come soon, best the second after the one at hand."""
        if self.words.scorer is not None:
            self.words.scorer.expect(reader)

    cdef int expect_found(self, Tokens reader) except -1 nogil:
        """The same a text later, when the memory has brought what was asked for."""
        return 0 if self.words.scorer is None else self.words.scorer.expect_found(reader)

    cdef int read(self) except -1 nogil:
        """The reader has the tokens."""
        cdef Py_ssize_t words = 0, i
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
        self.words.make_room(size)
        self.scores, self.two_best, self.others = self.words.scores, self.words.two_best, self.words.others
        self.word_room = size
        return 0

    cdef int score(self) except -1 nogil:
        cdef Py_ssize_t t
        cdef const Token* token
        self.words.begin(self.word_count, self.weights)
        self.has_memory = False
        if self.given is None and self.words.scripts is not None and self.word_count <= MOST_WORDS:
            if self.words.scripts.add_up(self.reader, self.token_of, self.word_count):
                return 0
        if self.given is not None or not (self.is_block or self.words.scorer is not None):
            return self.ask_model()
        if self.words.scorer is not None:
            for t in range(self.word_count):
                token = &self.tokens[self.token_of[t]]
                self.items[t].start, self.items[t].end, self.items[t].hash = token.start, token.end, token.hash
            self.words.add_up(self.reader, self.items)
            self.has_memory = self.word_count <= MOST_WORDS
        return 0

    cdef int known_word(self, Py_ssize_t word, Py_ssize_t column) noexcept nogil:
        return self.words.scorer.facts_of(word, column) if self.has_memory else 0

    cdef void remember_word(self, Py_ssize_t word, Py_ssize_t column, int known) noexcept nogil:
        if self.has_memory:
            self.words.scorer.keep_facts(word, column, known)

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

    cdef int complete_scores(self) except -1 nogil:
        self.words.complete()
        return 0

    cdef double best_outside(self, Py_ssize_t word) noexcept nogil:
        cdef double best
        if self.words.find_best_outside(word, self.languages, self.language_count, &best):
            return best
        self.words.complete_row(word)
        return Analyzer.best_outside(self, word)

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
                if not self.known_word(t, language):
                    token = &self.tokens[self.token_of[t]]
                    self.familiar.frequent_words.expect_word(self.codes, token.start, token.end)

    cdef bint says_anything(self) except -1 nogil:
        cdef Py_ssize_t i
        self.complete_scores()
        for i in range(self.word_count * self.width):
            if self.scores[i] != 0.0 and self.scores[i] > -INFINITY:
                return True
        return False

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
