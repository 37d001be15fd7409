"""Results from columns, compiled: what `objects.py` makes from a draft, without constructors.

Words and spans are made when somebody asks for them (`result.MadeLater`), from what was decided on the text: its words
are scored again, and not searched. Most of them are in the memory of words then.
"""

cimport cython
from cpython.ref cimport PyObject
from libc.stdint cimport int8_t, int32_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from mixlid.engine._batch cimport (
    FALLBACK, OPTIMAL, WORDS_LATER, Batch, Column, end_of, first_of, label_at, number_at,
)
from mixlid.engine._desk cimport Decided
from mixlid.engine._memory cimport mixlid_named

from mixlid.engine.objects import FIELDS
from mixlid.result import Result, Span, Word
from mixlid.text.words import KINDS

cdef extern from *:
    """
    /* Set what a descriptor of a class stands for. */
    static int mixlid_set(PyObject *descriptor, PyObject *owner, PyObject *value) {
        return Py_TYPE(descriptor)->tp_descr_set(descriptor, owner, value);
    }
    /* An object of a class whose fields are all slots, with none of them set. */
    static PyObject *mixlid_bare(PyObject *type) {
        return ((PyTypeObject *)type)->tp_alloc((PyTypeObject *)type, 0);
    }
    """
    int mixlid_set(object descriptor, object owner, object value) except -1
    object mixlid_bare(object type)

cdef tuple kinds = KINDS
cdef list places = [getattr(Result, name) for name in FIELDS]
cdef object words_place = Result.words, spans_place = Result.spans, later_place = Result._later


cdef object make_result(str text, Batch batch, Py_ssize_t i, str solver, object owner):
    """The answer of text i, from a batch with its words or with what they are made from later, by `owner`."""
    cdef Py_ssize_t k, first
    cdef int flags = (<uint8_t*>batch.parts.flags.data)[i]
    cdef list names = batch.names
    first = first_of(&batch.parts.language_ends, i)
    if end_of(&batch.parts.language_ends, i) == first + 1:
        languages = (names[label_at(&batch.parts.languages, first)],)
    else:
        languages = tuple([
            names[label_at(&batch.parts.languages, k)] for k in range(first, end_of(&batch.parts.language_ends, i))
        ])
    shares = {
        names[label_at(&batch.parts.share_labels, k)]: number_at(&batch.parts.shares, k)
        for k in range(first_of(&batch.parts.share_ends, i), end_of(&batch.parts.share_ends, i))
    }
    values = (
        text, languages, shares, (flags & FALLBACK) != 0, optional(&batch.parts.confidence, i),
        optional(&batch.parts.language_score, i), number_at(&batch.parts.objective, i),
        optional(&batch.parts.margin, i), (flags & OPTIMAL) != 0, optional(&batch.parts.gap, i), solver,
    )
    # As its constructor does, without asking whether it may be changed.
    result = mixlid_bare(Result)
    for k in range(len(places)):
        mixlid_set(places[k], result, values[k])
    if batch.extent == WORDS_LATER:
        mixlid_set(later_place, result, keep_decision(batch, i, owner))
    else:
        mixlid_set(words_place, result, make_words(text, batch, i))
        mixlid_set(spans_place, result, make_spans(text, batch, i))
    return result


@cython.final
@cython.freelist(64)
@cython.no_gc  # what it holds does not hold it
cdef class KeptDecision:
    def __dealloc__(self):
        free(self.ranks)

    def make(self, answer, str name):
        """Set the words or spans of an answer, and give them back: the same ones to every thread."""
        cdef tuple made
        cdef str text = answer.text
        if name == "words":
            made = self.owner.make_later(text, self, True)
            with cython.critical_section(self):  # where another thread has been faster, its words are taken
                if self.words is None:
                    self.words = made
                made = self.words
            mixlid_set(words_place, answer, made)
        else:
            made = self.owner.make_later(text, self, False)
            with cython.critical_section(self):
                if self.spans is None:
                    self.spans = made
                made = self.spans
            mixlid_set(spans_place, answer, made)
        return made


cdef KeptDecision keep_decision(Batch batch, Py_ssize_t i, object owner):
    cdef KeptDecision kept = KeptDecision.__new__(KeptDecision)
    cdef Py_ssize_t first = first_of(&batch.parts.rank_ends, i), words = end_of(&batch.parts.rank_ends, i) - first
    kept.owner, kept.decided = owner, (<Decided*>batch.parts.decided.data)[i]
    kept.ranks = <int8_t*>malloc(words + 1)
    if kept.ranks == NULL:
        raise MemoryError
    if words:
        memcpy(kept.ranks, <int8_t*>batch.parts.ranks.data + first, words)
    return kept


cdef tuple make_words(str text, Batch batch, Py_ssize_t i):
    """The words of text i."""
    cdef Py_ssize_t first = first_of(&batch.parts.word_ends, i), end = end_of(&batch.parts.word_ends, i), k
    cdef const int32_t* starts = <const int32_t*>batch.parts.starts.data
    cdef const int32_t* ends = <const int32_t*>batch.parts.ends.data
    cdef list words = [None] * (end - first)
    cdef PyObject* items[8]
    cdef object piece, start, stop, label, score, margin, kind, confidence
    for k in range(first, end):
        start, stop, label = starts[k], ends[k], batch.names[label_at(&batch.parts.labels, k)]
        piece, score = text[starts[k]:ends[k]], number_at(&batch.parts.scores, k)
        margin, confidence = number_at(&batch.parts.margins, k), optional(&batch.parts.confidences, k)
        kind = kinds[(<const uint8_t*>batch.parts.kinds.data)[k]]
        items[0], items[1], items[2] = <PyObject*>piece, <PyObject*>start, <PyObject*>stop
        items[3], items[4], items[5] = <PyObject*>label, <PyObject*>score, <PyObject*>margin
        items[6], items[7] = <PyObject*>kind, <PyObject*>confidence
        words[k - first] = mixlid_named(Word, items, 8)
    return tuple(words)


cdef tuple make_spans(str text, Batch batch, Py_ssize_t i):
    """The spans of text i."""
    cdef Py_ssize_t first = first_of(&batch.parts.span_ends, i), end = end_of(&batch.parts.span_ends, i), k
    cdef list spans = [None] * (end - first)
    cdef PyObject* items[3]
    cdef object start, stop, label
    for k in range(first, end):
        start, label = label_at(&batch.parts.span_starts, k), batch.names[label_at(&batch.parts.span_labels, k)]
        stop = label_at(&batch.parts.span_starts, k + 1) if k + 1 < end else len(text)
        items[0], items[1], items[2] = <PyObject*>start, <PyObject*>stop, <PyObject*>label
        spans[k - first] = mixlid_named(Span, items, 3)
    return tuple(spans)


cdef inline object optional(const Column* column, Py_ssize_t i):
    cdef double value = number_at(column, i)
    return value if value == value else None
