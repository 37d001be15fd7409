# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: freethreading_compatible=True
"""From a text to its `Result` in one go: what `Identifier.solve(Identifier.prepare(text))` does, compiled.

    _pipeline.pyx         the settings of an identifier, made ready once, and the way of a text through the parts
    _pipeline_result.pxi  the answer as a `Result` (`report.py`)
    _pipeline_sure.pxi    how sure it is (`confidence.py`)

The parts are `_tokens`, `models._rows` (or any model's `word_scores`) and `assign._search`. Left out: every solver but
the exact one.
"""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.math cimport INFINITY, asinh, exp, isfinite, log, sqrt
from libc.stdint cimport int64_t, uint8_t

from mixlid.text._tokens cimport PUNCTUATION, WORD, Token, Tokens
from mixlid.assign._search cimport Answer, Search
from mixlid.models._rows cimport Item, Rows, Scorer

from dataclasses import replace

import numpy as np

from mixlid.text._tokens import KINDS, SCRIPTS
from mixlid.engine.results import rank_languages
from mixlid.result import NO_LANGUAGE, UNKNOWN, Result, Span, Word
from mixlid.text.words import SENTENCE_ENDS

cdef extern from "Python.h":
    bint Py_UNICODE_ISSPACE(Py_UCS4 code) nogil
    bint Py_UNICODE_ISUPPER(Py_UCS4 code) nogil
    bint Py_UNICODE_ISLOWER(Py_UCS4 code) nogil
    bint Py_UNICODE_ISTITLE(Py_UCS4 code) nogil

cdef enum:
    #: Room for longer texts is given back when they are done.
    KEPT_WORDS = 1024
    KEPT_CODES = 65536


include "_pipeline_sure.pxi"


cdef class Pipeline:
    """The rules of an identifier for any number of texts, in any number of threads."""

    cdef object model, problem
    cdef tuple labels
    cdef Rows rows
    cdef object columns
    cdef double capital_weight
    cdef uint8_t readable[256]
    #: by label, then `und`, then `und_…` by script
    cdef list names
    cdef Curves sure
    cdef list free

    def __init__(self, model, rows, columns, problem, scripts, double capital_weight, calibration):
        """`rows` and `columns` are those of the table behind `model`; without `rows` the model is asked for scores.

        `problem` is one without words that has all the rules; `scripts` are those that can be read, None for all.
        """
        cdef int place
        self.model, self.rows, self.columns, self.problem = model, rows, columns, problem
        self.labels, self.capital_weight = tuple(model.labels), capital_weight
        for place, script in enumerate(SCRIPTS):
            self.readable[place] = scripts is None or not script or script in scripts
        self.names = [*self.labels, UNKNOWN, *(f"{UNKNOWN}_{script}" for script in SCRIPTS)]
        read_calibration(&self.sure, calibration)
        self.free = []

    def make_problem(self, scores, lengths):
        """A problem for what has to be said, or settled, in Python: scores[t, l] and lengths of words."""
        return replace(self.problem, scores=scores.T, lengths=lengths)

    def identify(self, str text not None):
        """The languages of one text, and of its words."""
        cdef Desk desk
        try:
            desk = self.free.pop()
        except IndexError:
            desk = Desk(self)
        result = desk.identify(text)
        if desk.words_room <= KEPT_WORDS and desk.tokens.codes_room <= KEPT_CODES:
            self.free.append(desk)
        return result


cdef class Desk:
    """Where one text at a time is worked on."""

    cdef Pipeline owner
    cdef Tokens tokens
    cdef Scorer scorer
    cdef Search search
    cdef Py_ssize_t labels, words, words_room
    #: by word: where it is and what it weighs, its length, its scores, the two best of them
    cdef Item* items
    cdef int64_t* lengths
    cdef double* scores
    cdef double* two_best
    #: by token: its word, -1 for none; then its label
    cdef int* places
    cdef Py_ssize_t places_room
    cdef bint fallback

    def __cinit__(self, Pipeline owner):
        self.owner, self.tokens = owner, Tokens()
        self.labels = len(owner.labels)
        if owner.rows is not None:
            self.scorer = Scorer(owner.rows, owner.columns)
        self.search = Search(owner.problem, owner.make_problem)

    def __dealloc__(self):
        PyMem_Free(self.items)
        PyMem_Free(self.lengths)
        PyMem_Free(self.scores)
        PyMem_Free(self.two_best)
        PyMem_Free(self.places)

    cdef object identify(self, str text):
        self.tokens.read(text)
        self.make_room()
        self.find_words()
        self.fallback = False
        if self.words:
            if self.scorer is None:
                self.ask_model(text)
            else:
                self.scorer.look_up(self.tokens, text, self.items, self.words, self.scores, self.two_best)
            self.search.load(self.words, self.scores, self.lengths)
            with nogil:
                if self.scorer is not None:
                    self.scorer.add_up()
                self.search.solve()
                self.fall_back()
        return build_result(self, text)

    cdef int make_room(self) except -1:
        cdef Py_ssize_t tokens = self.tokens.count, words = 0, i
        for i in range(tokens):
            words += self.tokens.items[i].scored
        if tokens > self.places_room:
            PyMem_Free(self.places)
            self.places_room = 0
            self.places = <int*>room(2 * tokens * sizeof(int))
            self.places_room = 2 * tokens
        if words > self.words_room:
            PyMem_Free(self.items)
            PyMem_Free(self.lengths)
            PyMem_Free(self.scores)
            PyMem_Free(self.two_best)
            self.items, self.lengths, self.scores, self.two_best, self.words_room = NULL, NULL, NULL, NULL, 0
            words += min(words, 64)
            self.items = <Item*>room(words * sizeof(Item))
            self.lengths = <int64_t*>room(words * sizeof(int64_t))
            self.scores = <double*>room(words * self.labels * sizeof(double))
            self.two_best = <double*>room(2 * words * sizeof(double))
            self.words_room = words
        return 0

    cdef void find_words(self) noexcept nogil:
        """The words that the model can read, and what each weighs (`identifier.capitals_inside`)."""
        cdef Py_ssize_t i, n = 0
        cdef bint fresh = True, name, weighs = self.owner.capital_weight != 1.0
        cdef Token* token
        for i in range(self.tokens.count):
            token, name = &self.tokens.items[i], False
            if weighs:
                if token.kind == WORD:
                    name = not fresh and begins_like_a_name(self.tokens.codes + token.start, token.end - token.start)
                    fresh = False
                elif token.kind == PUNCTUATION and ends_sentence(self.tokens.codes[token.start]):
                    fresh = True
            self.places[i] = -1
            if token.scored and self.owner.readable[token.script]:
                self.items[n].start, self.items[n].end = token.start, token.end
                self.items[n].weight = self.owner.capital_weight if name else 1.0
                self.lengths[n] = token.end - token.start
                self.places[i] = <int>n
                n += 1
        self.words = n

    cdef int ask_model(self, str text) except -1:
        """Scores of a model that is no table of small integers."""
        cdef Py_ssize_t t, l
        cdef double value, best, second
        cdef bint finite = True
        words = [text[self.items[t].start:self.items[t].end] for t in range(self.words)]
        cdef const double[:, :] scores = np.asarray(self.owner.model.word_scores(words), dtype=np.float64)
        if scores.shape[0] != self.words or scores.shape[1] != self.labels:
            raise ValueError(f"the model gave scores of the shape {scores.shape[0]}×{scores.shape[1]}")
        for t in range(self.words):
            best = second = -INFINITY
            for l in range(self.labels):
                value = scores[t, l] * self.items[t].weight
                finite = finite and isfinite(value)
                self.scores[t * self.labels + l] = value
                if value > second:
                    if value > best:
                        best, second = value, best
                    else:
                        second = value
            self.two_best[2 * t], self.two_best[2 * t + 1] = best, second
        if not finite:  # which a problem refuses
            self.owner.make_problem(np.asarray(scores), np.asarray(<int64_t[:self.words]>self.lengths))
        return 0

    cdef void fall_back(self) noexcept nogil:
        """Where the empty answer is best, take the best single language if any word says anything at all."""
        cdef Answer* best = &self.search.answers[self.search.order[0]]
        cdef Py_ssize_t i
        if best.size:
            return
        for i in range(self.words * self.labels):
            if self.scores[i] != 0.0:
                self.fallback = True
                break
        if self.fallback:
            best.size, best.languages[0] = 1, self.search.best_single()
            for i in range(self.words):
                best.ranks[i] = 0


cdef void* room(size_t size) except NULL:
    cdef void* block = PyMem_Malloc(size + 1)
    if block == NULL:
        raise MemoryError
    return block


cdef bint begins_like_a_name(const Py_UCS4* word, Py_ssize_t size) noexcept nogil:
    """One capital letter, and not all of them are."""
    cdef Py_ssize_t i
    if not Py_UNICODE_ISUPPER(word[0]):
        return False
    for i in range(1, size):
        if Py_UNICODE_ISLOWER(word[i]) or Py_UNICODE_ISTITLE(word[i]):
            return True
    return size == 1


cdef Py_UCS4 sentence_ends[32]
cdef Py_ssize_t sentence_ends_count = 0
for char in SENTENCE_ENDS:
    sentence_ends[sentence_ends_count] = ord(char)
    sentence_ends_count += 1


cdef bint ends_sentence(Py_UCS4 code) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(sentence_ends_count):
        if sentence_ends[i] == code:
            return True
    return False


include "_pipeline_result.pxi"
