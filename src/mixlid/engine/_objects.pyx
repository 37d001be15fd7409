"""Results from columns, compiled: what `objects.py` makes from a draft, without constructors."""

from cpython.ref cimport PyObject
from libc.stdint cimport int32_t, uint8_t

from mixlid.engine._batch cimport FALLBACK, OPTIMAL, Batch, Column, end_of, first_of, label_at, number_at
from mixlid.engine._memory cimport mixlid_named

from mixlid.engine.objects import FIELDS
from mixlid.result import Result, Span, Word
from mixlid.text.words import KINDS

cdef extern from "Python.h":
    int PyObject_GenericSetAttr(object owner, object name, object value) except -1

cdef object new_object = object.__new__
cdef tuple result_fields = FIELDS, kinds = KINDS


cdef object make_result(str text, Batch batch, Py_ssize_t i, str solver):
    """The answer of text i, which must have its words."""
    cdef Py_ssize_t k
    cdef int flags = (<uint8_t*>batch.parts.flags.data)[i]
    cdef list names = batch.names
    languages = tuple([
        names[label_at(&batch.parts.languages, k)]
        for k in range(first_of(&batch.parts.language_ends, i), end_of(&batch.parts.language_ends, i))
    ])
    shares = {
        names[label_at(&batch.parts.share_labels, k)]: number_at(&batch.parts.shares, k)
        for k in range(first_of(&batch.parts.share_ends, i), end_of(&batch.parts.share_ends, i))
    }
    values = (
        text, languages, make_words(text, batch, i), make_spans(len(text), batch, i), shares,
        (flags & FALLBACK) != 0, optional(&batch.parts.confidence, i), optional(&batch.parts.language_score, i),
        number_at(&batch.parts.objective, i), optional(&batch.parts.margin, i), (flags & OPTIMAL) != 0, optional(&batch.parts.gap, i),
        solver,
    )
    # As its constructor does, without asking whether it may be changed.
    result = new_object(Result)
    for k in range(len(values)):
        PyObject_GenericSetAttr(result, result_fields[k], values[k])
    return result


cdef tuple make_words(str text, Batch batch, Py_ssize_t i):
    cdef Py_ssize_t first = first_of(&batch.parts.word_ends, i), k
    cdef list words = [None] * (end_of(&batch.parts.word_ends, i) - first), names = batch.names
    cdef const int32_t* starts = <const int32_t*>batch.parts.starts.data
    cdef const int32_t* ends = <const int32_t*>batch.parts.ends.data
    cdef PyObject* items[8]
    cdef object piece, start, end, label, score, margin, kind, confidence
    for k in range(first, first + len(words)):
        piece, start, end = text[starts[k]:ends[k]], starts[k], ends[k]
        label, score, margin = names[label_at(&batch.parts.labels, k)], number_at(&batch.parts.scores, k), number_at(&batch.parts.margins, k)
        kind, confidence = kinds[(<uint8_t*>batch.parts.kinds.data)[k]], optional(&batch.parts.confidences, k)
        items[0], items[1], items[2], items[3] = <PyObject*>piece, <PyObject*>start, <PyObject*>end, <PyObject*>label
        items[4], items[5], items[6] = <PyObject*>score, <PyObject*>margin, <PyObject*>kind
        items[7] = <PyObject*>confidence
        words[k - first] = mixlid_named(Word, items, 8)
    return tuple(words)


cdef tuple make_spans(Py_ssize_t size, Batch batch, Py_ssize_t i):
    cdef Py_ssize_t first = first_of(&batch.parts.span_ends, i), after = end_of(&batch.parts.span_ends, i), k
    cdef list spans = []
    cdef PyObject* items[3]
    cdef object start, end, label
    for k in range(first, after):
        start, end = label_at(&batch.parts.span_starts, k), label_at(&batch.parts.span_starts, k + 1) if k + 1 < after else size
        label = batch.names[label_at(&batch.parts.span_labels, k)]
        items[0], items[1], items[2] = <PyObject*>start, <PyObject*>end, <PyObject*>label
        spans.append(mixlid_named(Span, items, 3))
    return tuple(spans)


cdef inline object optional(const Column* column, Py_ssize_t i):
    cdef double value = number_at(column, i)
    return value if value == value else None
