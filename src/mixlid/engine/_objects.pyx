"""Results from columns, compiled: what `objects.py` makes from a draft, without constructors.

Words and spans are kept as numbers in one piece of memory until somebody asks for them (`result.MadeLater`).
"""

cimport cython
from cpython.ref cimport PyObject
from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from mixlid.engine._batch cimport FALLBACK, OPTIMAL, Batch, Column, end_of, first_of, label_at, number_at
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
    """
    int mixlid_set(object descriptor, object owner, object value) except -1

cdef object new_object = object.__new__
cdef tuple kinds = KINDS
cdef list places = [getattr(Result, name) for name in FIELDS]
cdef object words_place = Result.words, spans_place = Result.spans


cdef object make_result(str text, Batch batch, Py_ssize_t i, str solver):
    """The answer of text i, which must have its words."""
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
        keep_words(batch, i),
    )
    # As its constructor does, without asking whether it may be changed.
    result = new_object(Result)
    for k in range(len(places)):
        mixlid_set(places[k], result, values[k])
    return result


@cython.final
@cython.freelist(64)
@cython.no_gc  # it holds nothing that could hold it
cdef class KeptWords:
    """The words and spans of a result as numbers: `mixlid.result.Later`."""

    cdef list names
    cdef tuple words, spans
    cdef Py_ssize_t word_count, span_count
    #: by word, and by span
    cdef double* scores
    cdef double* margins
    cdef double* confidences
    cdef int32_t* starts
    cdef int32_t* ends
    cdef int32_t* labels
    cdef int32_t* span_starts
    cdef int32_t* span_labels
    cdef uint8_t* kinds

    def __dealloc__(self):
        free(self.scores)  # where all of it begins

    def make(self, answer, str name):
        """Set the words or spans of an answer, and give them back: the same ones to every thread."""
        cdef tuple made
        cdef str text = answer.text
        with cython.critical_section(self):
            if name == "words":
                if self.words is None:
                    self.words = self.make_words(text)
                made = self.words
            else:
                if self.spans is None:
                    self.spans = self.make_spans(len(text))
                made = self.spans
        mixlid_set(words_place if name == "words" else spans_place, answer, made)
        return made

    cdef tuple make_words(self, str text):
        cdef Py_ssize_t k
        cdef list words = [None] * self.word_count
        cdef PyObject* items[8]
        cdef object piece, start, end, label, score, margin, kind, confidence
        for k in range(self.word_count):
            start, end, label = self.starts[k], self.ends[k], self.names[self.labels[k]]
            piece, score, margin = text[self.starts[k]:self.ends[k]], self.scores[k], self.margins[k]
            kind, confidence = kinds[self.kinds[k]], as_optional(self.confidences[k])
            items[0], items[1], items[2] = <PyObject*>piece, <PyObject*>start, <PyObject*>end
            items[3], items[4], items[5] = <PyObject*>label, <PyObject*>score, <PyObject*>margin
            items[6], items[7] = <PyObject*>kind, <PyObject*>confidence
            words[k] = mixlid_named(Word, items, 8)
        return tuple(words)

    cdef tuple make_spans(self, Py_ssize_t size):
        cdef Py_ssize_t k
        cdef list spans = [None] * self.span_count
        cdef PyObject* items[3]
        cdef object start, end, label
        for k in range(self.span_count):
            start, label = self.span_starts[k], self.names[self.span_labels[k]]
            end = self.span_starts[k + 1] if k + 1 < self.span_count else size
            items[0], items[1], items[2] = <PyObject*>start, <PyObject*>end, <PyObject*>label
            spans[k] = mixlid_named(Span, items, 3)
        return tuple(spans)


cdef KeptWords keep_words(Batch batch, Py_ssize_t i):
    """A copy of what the batch has of a text's words and spans."""
    cdef KeptWords kept = KeptWords.__new__(KeptWords)
    cdef Py_ssize_t first = first_of(&batch.parts.word_ends, i), words = end_of(&batch.parts.word_ends, i) - first
    cdef Py_ssize_t span = first_of(&batch.parts.span_ends, i), spans = end_of(&batch.parts.span_ends, i) - span
    cdef char* block = <char*>malloc(words * (3 * sizeof(double) + 3 * sizeof(int32_t) + 1) + 2 * spans * sizeof(int32_t) + 1)
    if block == NULL:
        raise MemoryError
    kept.names, kept.word_count, kept.span_count = batch.names, words, spans
    kept.scores = <double*>block
    kept.margins, kept.confidences = kept.scores + words, kept.scores + 2 * words
    kept.starts = <int32_t*>(kept.scores + 3 * words)
    kept.ends, kept.labels = kept.starts + words, kept.starts + 2 * words
    kept.span_starts = kept.starts + 3 * words
    kept.span_labels = kept.span_starts + spans
    kept.kinds = <uint8_t*>(kept.span_labels + spans)
    if words:
        memcpy(kept.scores, <double*>batch.parts.scores.data + first, words * sizeof(double))
        memcpy(kept.margins, <double*>batch.parts.margins.data + first, words * sizeof(double))
        memcpy(kept.confidences, <double*>batch.parts.confidences.data + first, words * sizeof(double))
        memcpy(kept.starts, <int32_t*>batch.parts.starts.data + first, words * sizeof(int32_t))
        memcpy(kept.ends, <int32_t*>batch.parts.ends.data + first, words * sizeof(int32_t))
        memcpy(kept.labels, <int32_t*>batch.parts.labels.data + first, words * sizeof(int32_t))
        memcpy(kept.kinds, <uint8_t*>batch.parts.kinds.data + first, words)
    if spans:
        memcpy(kept.span_starts, <int32_t*>batch.parts.span_starts.data + span, spans * sizeof(int32_t))
        memcpy(kept.span_labels, <int32_t*>batch.parts.span_labels.data + span, spans * sizeof(int32_t))
    return kept


cdef inline object optional(const Column* column, Py_ssize_t i):
    return as_optional(number_at(column, i))


cdef inline object as_optional(double value):
    return value if value == value else None
