"""Batches (`mixlid.results.batch`), filled from analyzers without an object for any text, word or number."""

cimport cython
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.ref cimport PyObject
from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy

from mixlid.text._compiled cimport no_memory

from mixlid.results.batch import AnswerBatch
from mixlid.results.layout import LISTS, NUMBERS, PARTS, WORD_NUMBERS
from mixlid.engine.label_numbers import NONE as none_of_labels
from mixlid.results.fields import fields
from mixlid.results.result import NO_LANGUAGE, Result, Word
from mixlid.text.words import KINDS

cdef int NONE = none_of_labels
cdef tuple kinds = KINDS

cdef enum:
    MOST_FIELDS = 32

#: What batches and results are made of; all slots of a batch, in the order of `BatchBuilder.finish`.
cdef object batch_type = AnswerBatch, result_type = Result
cdef tuple batch_slots = tuple([
    getattr(AnswerBatch, name)
    for name in ("names", "solver", "texts", "sizes", "data", "has_words", "_maker", "_kept")
])
cdef tuple result_slots = (Result._batch, Result._row)
assert len(batch_slots) == len(AnswerBatch.__slots__)
#: Where fields stand in a `Word`; by number of a word the same, and whether it may be None.
cdef int TEXT, START, END, LABEL, KIND, GUESS
TEXT, START, END, LABEL, KIND, GUESS = (
    Word._fields.index(name) for name in ("text", "start", "end", "label", "kind", "guess")
)
cdef int field_count = len(Word._fields), number_count = len(WORD_NUMBERS), _k
cdef int[MOST_FIELDS] number_fields
cdef bint[MOST_FIELDS] number_optional
assert field_count <= MOST_FIELDS
for _k in range(number_count):
    number_fields[_k] = Word._fields.index(WORD_NUMBERS[_k])
    number_optional[_k] = fields(Word)[WORD_NUMBERS[_k]].optional

cdef enum:
    #: `LISTS`, and the numbers of a word and of a span that are labels and places
    LIST_COUNT = 4
    WORD_WIDTH = 5
    SPAN_WIDTH = 2

assert len(LISTS) == LIST_COUNT and (PARTS["words"].width, PARTS["spans"].width) == (WORD_WIDTH, SPAN_WIDTH)


#: Items of one size, one after the other.
cdef struct Column:
    char* data
    Py_ssize_t size
    Py_ssize_t capacity


#: The parts of a batch, in the order of `mixlid.results.batch.PARTS`.
cdef struct Parts:
    Column numbers
    Column shares
    Column word_numbers
    Column ends
    Column languages
    Column share_labels
    Column words
    Column spans


@cython.final
cdef class BatchBuilder:
    """Adds one answer after the other. Used by one thread at a time."""

    cdef bint has_words
    cdef readonly Py_ssize_t count
    #: by number of a label; the number of `zxx`
    cdef tuple names
    cdef str solver
    cdef int none
    #: bytes of a row of numbers, by text and by word
    cdef Py_ssize_t number_bytes, word_number_bytes
    cdef Parts parts

    def __init__(self, list names, str solver):
        """`names` are those of `LabelNumbers`."""
        self.names, self.solver, self.none = tuple(names), solver, names.index(NO_LANGUAGE)
        self.number_bytes, self.word_number_bytes = 8 * len(NUMBERS), 8 * len(WORD_NUMBERS)

    def __dealloc__(self):
        cdef Column* columns = <Column*>&self.parts
        cdef size_t i
        for i in range(sizeof(Parts) // sizeof(Column)):
            free(columns[i].data)

    cdef void clear(self, bint has_words) noexcept nogil:
        """Begin anew; the room stays."""
        cdef Column* columns = <Column*>&self.parts
        cdef size_t i
        self.has_words, self.count = has_words, 0
        for i in range(sizeof(Parts) // sizeof(Column)):
            columns[i].size = 0

    cdef int add(self, CompiledAnalyzer analyzer) except -1 nogil:
        """One more text: the answer of an analyzer, whose labelling is filled."""
        cdef int k
        cdef Py_ssize_t i
        cdef int32_t* labels
        cdef int32_t* spans
        cdef int64_t* ends
        memcpy(place(&self.parts.numbers, self.number_bytes), &analyzer.text.numbers[0], self.number_bytes)
        labels = <int32_t*>place(&self.parts.languages, analyzer.labelling.ranked_count * sizeof(int32_t))
        for k in range(analyzer.labelling.ranked_count):
            labels[k] = self.label(analyzer, analyzer.labelling.ranked[k])
        labels = <int32_t*>place(&self.parts.share_labels, analyzer.labelling.seen_count * sizeof(int32_t))
        for k in range(analyzer.labelling.seen_count):
            labels[k] = self.label(analyzer, analyzer.labelling.seen[k])
        memcpy(
            place(&self.parts.shares, analyzer.labelling.seen_count * sizeof(double)), &analyzer.labelling.shares[0],
            analyzer.labelling.seen_count * sizeof(double),
        )
        if self.has_words:
            self.add_words(analyzer)
        spans = <int32_t*>place(&self.parts.spans, analyzer.labelling.run_count * SPAN_WIDTH * sizeof(int32_t))
        for i in range(analyzer.labelling.run_count):
            spans[0] = <int32_t>analyzer.labelling.run_starts[i]
            spans[1] = self.label(analyzer, analyzer.labelling.run_labels[i])
            spans += SPAN_WIDTH
        ends = <int64_t*>place(&self.parts.ends, LIST_COUNT * sizeof(int64_t))
        ends[0] = self.parts.languages.size // sizeof(int32_t)
        ends[1] = self.parts.share_labels.size // sizeof(int32_t)
        ends[2] = self.parts.words.size // (WORD_WIDTH * sizeof(int32_t))
        ends[3] = self.parts.spans.size // (SPAN_WIDTH * sizeof(int32_t))
        self.count += 1
        return 0

    cdef int add_words(self, CompiledAnalyzer analyzer) except -1 nogil:
        """The words of that text."""
        cdef Py_ssize_t i, size = analyzer.text.token_count * self.word_number_bytes
        cdef int32_t* words = <int32_t*>place(&self.parts.words, analyzer.text.token_count * WORD_WIDTH * sizeof(int32_t))
        cdef int guess
        for i in range(analyzer.text.token_count):
            words[0], words[1] = <int32_t>analyzer.text.tokens[i].start, <int32_t>analyzer.text.tokens[i].end
            words[2], words[3] = analyzer.text.tokens[i].kind, self.label(analyzer, analyzer.labelling.label_of[i])
            guess = analyzer.labelling.guess_of[i]
            words[4] = NONE if guess == NONE else analyzer.outer[guess]
            words += WORD_WIDTH
        if size:
            memcpy(place(&self.parts.word_numbers, size), &analyzer.labelling.word_numbers[0], size)
        return 0

    cdef int32_t label(self, CompiledAnalyzer analyzer, int label) noexcept nogil:
        return self.none if label == NONE else analyzer.outer[label]

    cdef object finish(self, list texts, Py_ssize_t first, Py_ssize_t end, object maker):
        """A batch of the texts from `first` to `end`; `maker` can give its words if they are not there."""
        cdef int64_t before[LIST_COUNT]
        cdef int64_t sizes[LIST_COUNT]
        cdef const int64_t* ends = <const int64_t*>self.parts.ends.data
        cdef int64_t* here
        cdef Py_ssize_t i, size = 0
        cdef int k
        cdef char* data
        cdef Py_ssize_t at[8]
        cdef Py_ssize_t counts[8]
        cdef const Column* columns = <const Column*>&self.parts
        cdef PyObject* values[8]
        for k in range(LIST_COUNT):
            before[k] = ends[(first - 1) * LIST_COUNT + k] if first else 0
            sizes[k] = ends[(end - 1) * LIST_COUNT + k] - before[k] if end else 0
        at[0], counts[0] = first * self.number_bytes, (end - first) * self.number_bytes
        at[1], counts[1] = before[1] * 8, sizes[1] * 8
        at[2], counts[2] = before[2] * self.word_number_bytes, sizes[2] * self.word_number_bytes
        at[3], counts[3] = first * LIST_COUNT * 8, (end - first) * LIST_COUNT * 8
        at[4], counts[4] = before[0] * 4, sizes[0] * 4
        at[5], counts[5] = before[1] * 4, sizes[1] * 4
        at[6], counts[6] = before[2] * WORD_WIDTH * 4, sizes[2] * WORD_WIDTH * 4
        at[7], counts[7] = before[3] * SPAN_WIDTH * 4, sizes[3] * SPAN_WIDTH * 4
        for k in range(8):
            size += counts[k]
        made = PyBytes_FromStringAndSize(NULL, size)
        data = PyBytes_AS_STRING(made)
        for k in range(8):
            if counts[k]:
                memcpy(data, columns[k].data + at[k], counts[k])
            if k == 3 and first:
                here = <int64_t*>data
                for i in range((end - first) * LIST_COUNT):
                    here[i] -= before[i % LIST_COUNT]
            data += counts[k]
        counted = (end - first, sizes[0], sizes[1], sizes[2], sizes[3])
        has_words = <object>self.has_words
        maker = None if self.has_words else maker
        values[:] = [
            <PyObject*>self.names, <PyObject*>self.solver, <PyObject*>texts, <PyObject*>counted, <PyObject*>made,
            <PyObject*>has_words, <PyObject*>maker, <PyObject*>None,
        ]
        return mixlid_with_slots(batch_type, batch_slots, values)

    cdef object result(self, str text, Py_ssize_t row, object maker):
        """The result for a text, in a batch of its own."""
        cdef PyObject* values[2]
        cdef object batch = self.finish([text], row, row + 1, maker), first = 0
        values[:] = [<PyObject*>batch, <PyObject*>first]
        return mixlid_with_slots(result_type, result_slots, values)

    cdef tuple make_words(self, str text):
        """The words of the first text: what a batch makes in Python."""
        cdef Py_ssize_t count = self.parts.words.size // (WORD_WIDTH * sizeof(int32_t)), i
        cdef const int32_t* words = <const int32_t*>self.parts.words.data
        cdef const double* numbers = <const double*>self.parts.word_numbers.data
        cdef list made = [None] * count
        cdef list values = [Word._field_defaults.get(name) for name in Word._fields]  # those of a kernel are replaced
        cdef PyObject* items[MOST_FIELDS]
        cdef int k
        for i in range(count):
            values[TEXT], values[START], values[END] = text[words[0]:words[1]], words[0], words[1]
            values[KIND], values[LABEL] = kinds[words[2]], self.names[words[3]]
            values[GUESS] = None if words[4] == NONE else self.names[words[4]]
            for k in range(number_count):
                values[number_fields[k]] = None if number_optional[k] and numbers[k] != numbers[k] else numbers[k]
            for k in range(field_count):
                items[k] = <PyObject*>values[k]
            made[i] = mixlid_named(Word, items, field_count)
            words, numbers = words + WORD_WIDTH, numbers + number_count
        return tuple(made)

    cdef double number(self, Py_ssize_t row, int place) noexcept nogil:
        """A number of one text."""
        return (<double*>(self.parts.numbers.data + row * self.number_bytes))[place]


cdef inline char* place(Column* column, Py_ssize_t size) except NULL nogil:
    """Room for more items, of that size together."""
    cdef void* memory
    cdef char* here
    if column.size + size >= column.capacity:
        memory = realloc(column.data, 2 * column.capacity + size + 256)
        if memory == NULL:
            no_memory()
        column.data, column.capacity = <char*>memory, 2 * column.capacity + size + 256
    here = column.data + column.size
    column.size += size
    return here
