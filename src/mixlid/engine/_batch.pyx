"""Answers as columns, filled from desks without an object for any text, word or number."""

from libc.math cimport NAN
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t
from libc.stdlib cimport free, realloc

from mixlid.engine._desk cimport Decided, Desk
from mixlid.text._compiled cimport no_memory

import numpy as np

from mixlid.engine.label_numbers import NONE as none_of_labels
from mixlid.engine.labelling import NOT_JUDGED as not_judged
from mixlid.result import NO_LANGUAGE

cdef int NONE = none_of_labels
cdef double NOT_JUDGED = not_judged


cdef class Batch:
    def __init__(self, list names):
        """`names` are those of `LabelNumbers`."""
        self.names, self.none = names, names.index(NO_LANGUAGE)

    def __dealloc__(self):
        cdef Column* columns = <Column*>&self.parts
        cdef size_t i
        for i in range(sizeof(Parts) // sizeof(Column)):
            free(columns[i].data)

    cdef void clear(self, Extent extent) noexcept nogil:
        """Begin anew; the room stays."""
        cdef Column* columns = <Column*>&self.parts
        cdef size_t i
        self.extent, self.count = extent, 0
        for i in range(sizeof(Parts) // sizeof(Column)):
            columns[i].size = 0

    cdef int add(self, Desk desk) except -1 nogil:
        """One more text: the answer of a desk, whose labelling is filled."""
        cdef int k
        for k in range(desk.labelling.ranked_count):
            put_label(&self.parts.languages, desk, desk.labelling.ranked[k], self.none)
        put_number(&self.parts.language_ends, self.parts.languages.size // sizeof(int32_t))
        for k in range(desk.labelling.seen_count):
            put_label(&self.parts.share_labels, desk, desk.labelling.seen[k], self.none)
            put_double(&self.parts.shares, desk.labelling.shares[k])
        put_number(&self.parts.share_ends, self.parts.share_labels.size // sizeof(int32_t))
        put_double(&self.parts.confidence, desk.confidence.languages if desk.is_sure else NAN)
        put_double(&self.parts.language_score, desk.confidence.language if desk.is_sure else NAN)
        put_double(&self.parts.margin, desk.margin if desk.has_second else NAN)
        put_double(&self.parts.objective, desk.objective)
        put_double(&self.parts.gap, desk.gap if desk.has_gap else NAN)
        put_double(&self.parts.code_mixing, NAN if desk.labelling.code_mixing < 0.0 else desk.labelling.code_mixing)
        put_double(&self.parts.evidence, desk.second_evidence if desk.weighed else NAN)
        put_byte(&self.parts.flags, (FALLBACK if desk.fallback else 0) | (OPTIMAL if desk.optimal else 0))
        if self.extent == WORDS_LATER:
            self.add_decision(desk)
        elif self.extent != BRIEF:
            self.add_spans(desk)
            if self.extent == WITH_WORDS:
                self.add_words(desk)
        self.count += 1
        return 0

    cdef int add_words(self, Desk desk) except -1 nogil:
        """The words of that text."""
        cdef Py_ssize_t i
        for i in range(desk.token_count):
            put_int(&self.parts.starts, <int32_t>desk.tokens[i].start)
            put_int(&self.parts.ends, <int32_t>desk.tokens[i].end)
            put_byte(&self.parts.kinds, desk.tokens[i].kind)
            put_label(&self.parts.labels, desk, desk.labelling.label_of[i], self.none)
            put_double(&self.parts.scores, desk.labelling.scores[i])
            put_double(&self.parts.margins, desk.labelling.margins[i])
            put_double(
                &self.parts.confidences,
                NAN if desk.labelling.confidences[i] == NOT_JUDGED else desk.labelling.confidences[i],
            )
        return put_number(&self.parts.word_ends, self.parts.labels.size // sizeof(int32_t))

    cdef int add_spans(self, Desk desk) except -1 nogil:
        """The spans of that text."""
        cdef Py_ssize_t i
        for i in range(desk.labelling.run_count):
            put_int(&self.parts.span_starts, <int32_t>desk.labelling.run_starts[i])
            put_label(&self.parts.span_labels, desk, desk.labelling.run_labels[i], self.none)
        return put_number(&self.parts.span_ends, self.parts.span_labels.size // sizeof(int32_t))

    cdef int add_decision(self, Desk desk) except -1 nogil:
        """What the words and spans of that text can be made from."""
        cdef Py_ssize_t t
        desk.tell(<Decided*>place(&self.parts.decided, sizeof(Decided)))
        for t in range(desk.word_count):
            (<int8_t*>place(&self.parts.ranks, 1))[0] = <int8_t>desk.ranks[t]
        return put_number(&self.parts.rank_ends, self.parts.ranks.size)

    def columns(self):
        """Copies of the columns, by name."""
        return {
            "confidence": as_array(&self.parts.confidence, np.float64),
            "language_score": as_array(&self.parts.language_score, np.float64),
            "margin": as_array(&self.parts.margin, np.float64),
            "fallback": (as_array(&self.parts.flags, np.uint8) & FALLBACK) != 0,
            "code_mixing": as_array(&self.parts.code_mixing, np.float64),
            "language_starts": starts_of(&self.parts.language_ends),
            "languages": as_array(&self.parts.languages, np.int32),
            "share_starts": starts_of(&self.parts.share_ends),
            "share_labels": as_array(&self.parts.share_labels, np.int32),
            "shares": as_array(&self.parts.shares, np.float64),
        }

    def word_columns(self):
        """The same for words."""
        return {
            "word_starts": starts_of(&self.parts.word_ends),
            "start": as_array(&self.parts.starts, np.int32),
            "end": as_array(&self.parts.ends, np.int32),
            "label": as_array(&self.parts.labels, np.int32),
            "score": as_array(&self.parts.scores, np.float64),
            "margin": as_array(&self.parts.margins, np.float64),
            "kind": as_array(&self.parts.kinds, np.uint8),
            "confidence": as_array(&self.parts.confidences, np.float64),
        }


cdef object as_array(const Column* column, kind):
    if not column.size:
        return np.zeros(0, kind)
    return np.frombuffer((<const char*>column.data)[:column.size], kind)


cdef object starts_of(const Column* ends):
    return np.concatenate([np.zeros(1, np.int64), as_array(ends, np.int64)])


cdef inline char* place(Column* column, Py_ssize_t size) except NULL nogil:
    """Room for one more item of that size."""
    cdef void* block
    cdef char* here
    if column.size + size > column.room:
        block = realloc(column.data, 2 * column.room + 256)
        if block == NULL:
            no_memory()
        column.data, column.room = <char*>block, 2 * column.room + 256
    here = column.data + column.size
    column.size += size
    return here


cdef inline int put_label(Column* column, Desk desk, int label, int none) except -1 nogil:
    (<int32_t*>place(column, sizeof(int32_t)))[0] = none if label == NONE else desk.outer[label]
    return 0


cdef inline int put_int(Column* column, int32_t value) except -1 nogil:
    (<int32_t*>place(column, sizeof(int32_t)))[0] = value
    return 0


cdef inline int put_number(Column* column, int64_t value) except -1 nogil:
    (<int64_t*>place(column, sizeof(int64_t)))[0] = value
    return 0


cdef inline int put_double(Column* column, double value) except -1 nogil:
    (<double*>place(column, sizeof(double)))[0] = value
    return 0


cdef inline int put_byte(Column* column, uint8_t value) except -1 nogil:
    (<uint8_t*>place(column, 1))[0] = value
    return 0
