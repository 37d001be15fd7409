"""`objects.py`, compiled: named tuples and results without their constructors."""

from cpython.ref cimport PyObject

from mixlid.engine._labelling cimport Labelling
from mixlid.engine._memory cimport mixlid_named
from mixlid.engine._results cimport Draft
from mixlid.text._tokens cimport Token

from mixlid.engine.labelling import NOT_JUDGED as not_judged
from mixlid.engine.objects import FIELDS
from mixlid.result import NO_LANGUAGE, Result, Span, Word
from mixlid.text.words import KINDS

cdef extern from "Python.h":
    int PyObject_GenericSetAttr(object owner, object name, object value) except -1

cdef object new_object = object.__new__
cdef tuple result_fields = FIELDS, kinds = KINDS
cdef str no_language = NO_LANGUAGE
cdef double NOT_JUDGED = not_judged


cdef object make_result(str text, Draft draft, Labelling labelling, list names):
    cdef bint sure = draft.is_sure
    cdef int k
    languages = tuple([name_of(labelling.ranked[k], names) for k in range(labelling.ranked_count)])
    shares = {names[labelling.seen[k]]: labelling.shares[k] for k in range(labelling.seen_count)}
    values = (
        text, languages, make_words(text, draft, labelling, names), make_spans(len(text), labelling, names), shares,
        draft.fallback, draft.confidence.languages if sure else None, draft.confidence.language if sure else None,
        draft.objective, draft.margin if draft.has_second else None, draft.optimal,
        draft.gap if draft.has_gap else None, draft.solver_name,
    )
    # As its constructor does, without asking whether it may be changed.
    result = new_object(Result)
    for k in range(len(values)):
        PyObject_GenericSetAttr(result, result_fields[k], values[k])
    return result


cdef tuple make_words(str text, Draft draft, Labelling labelling, list names):
    cdef list words = []
    cdef const Token* token
    cdef PyObject* items[8]
    cdef object piece, start, end, label, score, margin, kind, confidence
    cdef Py_ssize_t i
    for i in range(draft.token_count):
        token = &draft.tokens[i]
        piece, start, end = text[token.start:token.end], token.start, token.end
        label = name_of(labelling.label_of[i], names)
        score, margin, kind = labelling.scores[i], labelling.margins[i], kinds[token.kind]
        confidence = None if labelling.confidences[i] == NOT_JUDGED else labelling.confidences[i]
        items[0], items[1], items[2], items[3] = <PyObject*>piece, <PyObject*>start, <PyObject*>end, <PyObject*>label
        items[4], items[5], items[6] = <PyObject*>score, <PyObject*>margin, <PyObject*>kind
        items[7] = <PyObject*>confidence
        words.append(mixlid_named(Word, items, 8))
    return tuple(words)


cdef tuple make_spans(Py_ssize_t size, Labelling labelling, list names):
    cdef list spans = []
    cdef PyObject* items[3]
    cdef object start, end, label
    cdef Py_ssize_t k
    for k in range(labelling.run_count):
        start, end = labelling.run_starts[k], labelling.run_starts[k + 1] if k + 1 < labelling.run_count else size
        label = name_of(labelling.run_labels[k], names)
        items[0], items[1], items[2] = <PyObject*>start, <PyObject*>end, <PyObject*>label
        spans.append(mixlid_named(Span, items, 3))
    return tuple(spans)


cdef inline str name_of(int label, list names):
    return no_language if label < 0 else <str>names[label]
