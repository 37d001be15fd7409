"""The words of a text and their scores, from the table or from a model that is asked in Python."""

cimport cython
from libc.limits cimport INT_MAX
from libc.stdlib cimport free

from mixlid.engine._stages cimport Stages, TextRecord
from mixlid.models._compiled cimport Item
from mixlid.text._compiled cimport Token, Tokens, no_memory
from mixlid.text._frequent_words cimport FrequentWords

import numpy as np

from mixlid.engine.pipeline_config import checked


@cython.final
cdef class Scoring:
    """Fills the record of one text after the other, which the reader has."""

    cdef object config
    #: scores that the model need not be asked for
    cdef object given
    #: whether the model is a partition of another, whose scores need not be asked for
    cdef bint is_partition
    cdef Tokens reader
    cdef WordScores words
    #: those of the stage that rejects unknown languages, or None
    cdef FrequentWords frequent
    #: by word, and for how many there is room
    cdef Item* items
    cdef Py_ssize_t capacity

    def __init__(self, Tokens reader, config, bint is_partition, WordScores words):
        self.config, self.reader, self.is_partition, self.words = config, reader, is_partition, words

    def __dealloc__(self):
        free(self.items)

    cdef void prefetch(self, Tokens reader) noexcept nogil:
        """Prefetch for a text that will come soon, best the second after the one at hand."""
        if self.words.scorer is not None:
            self.words.scorer.prefetch(reader)

    cdef int prefetch_found(self, Tokens reader) except -1 nogil:
        """The same a text later, when what was asked for has come."""
        return 0 if self.words.scorer is None else self.words.scorer.prefetch_found(reader)

    cdef int read(self, TextRecord text, Stages stages) except -1 nogil:
        """Let the record have the tokens, and room for what stages add."""
        cdef Py_ssize_t words = 0, i
        if self.frequent is not None:
            self.frequent.begin_prefetch(0)
        text.codes, text.size = self.reader.codes, self.reader.size
        text.tokens, text.token_count = self.reader.items, self.reader.count
        for i in range(text.token_count):
            words += text.tokens[i].scored
        if text.token_count > INT_MAX // 2:
            return no_memory()
        if text.token_count > text.token_capacity:
            with gil:
                stages.reserve(text, text.token_count + min(text.token_count, 4096), 0)
        if words > self.capacity:
            self.reserve(text, words + min(words, 64))
        return 0

    cdef int reserve(self, TextRecord text, Py_ssize_t words) except -1 nogil:
        self.capacity = 0
        with gil:
            text.reserve(0, words)
        if self.words.scorer is not None:
            renew(<void**>&self.items, words, sizeof(Item))
        self.words.reserve(words)
        self.capacity = words
        return 0

    cdef int score(self, TextRecord text) except -1 nogil:
        cdef Py_ssize_t t
        cdef const Token* token
        self.words.begin(text.word_count, &text.weights[0])
        if self.given is None and self.words.scripts is not None:
            if self.words.scripts.add_up(self.reader, &text.token_of[0], text.word_count):
                return 0
        if self.given is not None or not (self.is_partition or self.words.scorer is not None):
            return self.ask_model(text)
        if self.words.scorer is not None:
            for t in range(text.word_count):
                token = &text.tokens[text.token_of[t]]
                self.items[t].start, self.items[t].end, self.items[t].hash = token.start, token.end, token.hash
            self.words.add_up(self.reader, self.items)
        return 0

    cdef int ask_model(self, TextRecord text) except -1 with gil:
        """Scores that are given, or those of a model that is not a table of small integers."""
        scores, count = self.given, text.word_count
        if scores is None:
            scores = self.config.model.word_scores([self.reader.part(start, end) for start, end in self.spans(text)])
        scores = checked(scores, count, self.words.width)
        if not self.words.take(scores):  # which a problem refuses
            self.config.make_problem(scores, np.ones(count, dtype=np.int64))
        return 0

    cdef void prefetch_words(self, TextRecord text, int language) noexcept nogil:
        """Prefetch whether words are frequent in the language that the text is probably in."""
        cdef const Token* token
        cdef Py_ssize_t t
        if self.frequent is not None:
            self.frequent.begin_prefetch(language)
            for t in range(text.word_count):
                if not self.words.cached_facts(t, language):
                    token = &text.tokens[text.token_of[t]]
                    self.frequent.prefetch_word(text.codes, token.start, token.end)

    cdef list spans(self, TextRecord text):
        """Where its words are."""
        cdef Py_ssize_t t
        cdef list made = []
        for t in range(text.word_count):
            made.append((text.tokens[text.token_of[t]].start, text.tokens[text.token_of[t]].end))
        return made
