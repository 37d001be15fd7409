"""The pipeline, compiled: texts go to desks (`_desk.pyx`), and come back as results."""

cimport cython

from libc.stdint cimport int64_t, uint8_t
from libc.stdlib cimport free, malloc

from mixlid.engine._batch cimport BRIEF, WITH_SPANS, WITH_WORDS, WORDS_LATER, Batch, Extent, number_at
from mixlid.engine._desk cimport Desk
from mixlid.engine._objects cimport KeptDecision, make_result, make_spans, make_words
from mixlid.models._rows cimport Rows
from mixlid.text._tokens cimport Tokens

from array import array

from mixlid.engine.answer_columns import AnswerColumns, WordColumns
from mixlid.engine.pipeline import WeighedAnswer
from mixlid.text._tokens import tokenize

cdef extern from "Python.h":
    int PyUnicode_KIND(object text)
    void* PyUnicode_DATA(object text)

cdef enum:
    #: Room for longer texts is given back when they are done.
    KEPT_WORDS = 1024
    KEPT_CODES = 65536
    KEPT_BYTES = 1048576
    #: as many as there are scripts, and one
    MOST_DESKS = 257


#: A text as Python stores it.
cdef struct Units:
    const void* data
    int width
    Py_ssize_t size


cdef class CompiledPipeline:
    """The rules of an identifier for any number of texts, in any number of threads."""

    cdef object parts, columns
    #: by number of a label
    cdef list names
    cdef str solver
    cdef Rows rows
    cdef bint searches, is_block
    cdef double certainty
    #: crews that nobody works with
    cdef list free
    #: for a model of blocks: how to make a pipeline for each, those that are made, and by script its number from 1
    cdef list makers, made
    cdef bytes block_of, readable
    cdef const unsigned char* block_bytes
    cdef const unsigned char* readable_bytes

    def __init__(self, parts, rows, columns, bint searches, certainty=None):
        """`rows` and `columns` are those of the table behind the model; without `rows` it is asked for scores.

        With `searches` the solver is the exact one, whose search is compiled. With a `certainty` the model is one block
        of another: its scores are those of the rows, if there are any, and that constant.
        """
        self.parts, self.rows, self.columns, self.searches = parts, rows, columns, searches
        self.is_block, self.certainty = certainty is not None, certainty or 0.0
        self.names, self.readable, self.free = parts.labels.names, parts.labels.readable, []
        self.solver = parts.solver.name
        self.readable_bytes = self.readable

    def use_blocks(self, list makers, bytes block_of):
        """Texts whose words all belong to one block go to a pipeline for its labels alone."""
        self.makers, self.made, self.block_of = makers, [None] * len(makers), block_of
        self.block_bytes = self.block_of

    def tokenize(self, str text not None):
        return tokenize(text)

    def identify(self, str text not None, scores=None):
        """The languages of one text, and of its words; the model is not asked for scores that are given."""
        cdef double unused
        return self.answer(text, scores, &unused)

    def weigh(self, str text not None):
        """The same answer in brief, and what spoke for a further language."""
        cdef double evidence
        result = self.answer(text, None, &evidence)
        return WeighedAnswer(result.languages, evidence if evidence == evidence else None)

    def identify_batch(self, list texts):
        """The results for several texts; other threads run until the objects are made."""
        cdef Crew crew = self.take_crew()
        cdef Py_ssize_t i
        crew.identify_all(texts, WORDS_LATER if self.can_repeat() else WITH_WORDS)
        results = [make_result(texts[i], crew.batch, i, self.solver, self) for i in range(crew.batch.count)]
        self.give_back(crew)
        return results

    def answer_columns(self, list texts, bint words=False):
        """The answers for several texts as columns; other threads run meanwhile."""
        cdef Crew crew = self.take_crew()
        crew.identify_all(texts, WITH_WORDS if words else BRIEF)
        return self.finish(crew)

    def columns_of_utf8(
        self, const uint8_t[::1] data, const int64_t[::1] starts, const int64_t[::1] ends, bint words=False
    ):
        """The same for texts in UTF-8, which begin and end there in `data`; the number of the first that is not UTF-8.

        That number is negative where there is none, and otherwise there are no columns.
        """
        cdef Crew crew = self.take_crew()
        cdef Py_ssize_t bad
        bad = crew.identify_utf8(&data[0] if data.shape[0] else NULL, starts, ends, words)
        return (None if bad >= 0 else self.finish(crew)), bad

    cdef object finish(self, Crew crew):
        batch = crew.batch
        columns = AnswerColumns(
            tuple(batch.names), **batch.columns(),
            words=WordColumns(**batch.word_columns()) if crew.batch.extent == WITH_WORDS else None,
        )
        self.give_back(crew)
        return columns

    cdef object answer(self, str text, object scores, double* evidence):
        """A result, and the evidence that was weighed for it, not a number for none."""
        cdef Crew crew = self.take_crew()
        cdef Desk desk
        crew.batch.clear(WORDS_LATER if scores is None and self.can_repeat() else WITH_WORDS)
        desk = crew.take(text, scores is None)
        desk.given = scores
        try:
            with nogil:
                crew.answer(desk)
        finally:
            desk.given = None
        crew.scored = text if scores is None else None
        result = make_result(text, crew.batch, 0, self.solver, self)
        evidence[0] = number_at(&crew.batch.parts.evidence, 0)
        self.give_back(crew)
        return result

    def make_later(self, str text not None, KeptDecision kept not None, bint words):
        """The words of a text, or its spans, from what this pipeline has decided on it."""
        cdef Crew crew = self.take_crew()
        cdef Desk desk = crew.desk_at_hand
        crew.batch.clear(WITH_WORDS if words else WITH_SPANS)
        if crew.scored is not text:
            desk = crew.take(text, True)
            with nogil:
                desk.prepare(words)
            crew.scored = text if words else None
        with nogil:
            desk.recall(&kept.decided, kept.ranks)
            crew.add(desk)
        made = make_words(text, crew.batch, 0) if words else make_spans(text, crew.batch, 0)
        self.give_back(crew)
        return made

    cdef bint can_repeat(self):
        """Whether words may be scored again: always the same, and quickly, unlike those of a model in Python."""
        return self.searches and (self.rows is not None or self.makers is not None)

    cdef Crew take_crew(self):
        try:
            return self.free.pop()
        except IndexError:
            return Crew(self)

    cdef int give_back(self, Crew crew) except -1:
        cdef Desk desk
        if max(crew.reader.codes_room, crew.ahead.codes_room) > KEPT_CODES or crew.batch.parts.labels.room > KEPT_BYTES:
            return 0
        for desk in crew.kept:
            if desk.word_room > KEPT_WORDS:
                return 0
        self.free.append(crew)
        return 0

    cdef Desk desk(self, Tokens reader, CompiledPipeline outer):
        """A desk for texts that another pipeline, or this one, was given."""
        number = outer.parts.labels.number
        numbers = array("i", [number[name] for name in self.names])
        return Desk(
            reader, self.parts, self.rows, self.columns, self.searches, self.is_block, self.certainty, numbers
        )

    cdef CompiledPipeline block(self, int number):
        if self.made[number] is None:
            self.made[number] = self.makers[number]()
        return self.made[number]


@cython.final
cdef class Crew:
    """A reader, and the desks that it hands texts to: one for each block, and one for all labels; for one thread."""

    cdef CompiledPipeline owner
    #: the text at hand, and the next one
    cdef Tokens reader, ahead
    cdef Batch batch
    #: by number of a block from 1 on, and for all labels; `kept` holds them
    cdef void* desks[MOST_DESKS]
    cdef list kept
    #: the last text if its words and scores are still there, and the desk that has them: it may be asked for its words
    cdef str scored
    cdef Desk desk_at_hand

    def __init__(self, CompiledPipeline owner):
        self.owner, self.reader, self.ahead, self.kept = owner, Tokens(), Tokens(), []
        self.batch = Batch(owner.names)

    cdef Desk take(self, str text, bint by_block):
        """Read one text; the desk for it."""
        self.scored = None
        self.reader.copy(text)
        self.desk_at_hand = <Desk>self.read(self.reader, by_block)
        return self.desk_at_hand

    cdef int identify_all(self, list texts, Extent extent) except -1:
        """Fill the batch; the texts stay where Python has them, and only the list must not change."""
        cdef Py_ssize_t count = len(texts), i
        cdef void* desk
        cdef void* following = NULL
        cdef Units* units = <Units*>malloc((count + 1) * sizeof(Units))
        if units == NULL:
            raise MemoryError
        try:
            for i in range(count):
                text = texts[i]
                if type(text) is not str:
                    raise TypeError(f"texts are str, not {type(text).__name__}")
                units[i].data, units[i].width, units[i].size = PyUnicode_DATA(text), PyUnicode_KIND(text), len(text)
            self.batch.clear(extent)
            self.scored = None
            with nogil:
                for i in range(count + 1):
                    desk, following = following, NULL
                    self.reader.swap(self.ahead)
                    if i < count:
                        self.ahead.take_units(units[i].data, units[i].width, units[i].size)
                        following = self.read(self.ahead, True)
                    if i:
                        self.answer(<Desk>desk)
        finally:
            free(units)
        return 0

    cdef Py_ssize_t identify_utf8(
        self, const uint8_t* data, const int64_t[::1] starts, const int64_t[::1] ends, bint words
    ) except -2:
        """The same for texts in UTF-8; the first that is not, or -1."""
        cdef Py_ssize_t count = starts.shape[0], i
        cdef void* desk
        cdef void* following = NULL
        self.batch.clear(WITH_WORDS if words else BRIEF)
        self.scored = None
        with nogil:
            for i in range(count + 1):
                desk, following = following, NULL
                self.reader.swap(self.ahead)
                if i < count:
                    if not self.ahead.take_utf8(data + starts[i], ends[i] - starts[i]):
                        return i
                    following = self.read(self.ahead, True)
                if i:
                    self.answer(<Desk>desk)
        return -1

    cdef int answer(self, Desk desk) except -1 nogil:
        """Add the answer for the text that has been read."""
        desk.identify()
        return self.add(desk)

    cdef int add(self, Desk desk) except -1 nogil:
        cdef Extent extent = self.batch.extent
        desk.labelling.fill(desk, extent == WITH_WORDS, extent == WITH_WORDS or extent == WITH_SPANS)
        return self.batch.add(desk)

    cdef void* read(self, Tokens reader, bint by_block) except NULL nogil:
        """Cut the text that a reader has; the desk for it."""
        cdef int number = 0
        reader.cut()
        if by_block and self.owner.block_bytes != NULL:
            number = self.only_block(reader)
        if self.desks[number] == NULL:
            self.add_desk(number)
        (<Desk>self.desks[number]).expect(reader)
        return self.desks[number]

    cdef int add_desk(self, int number) except -1 with gil:
        cdef CompiledPipeline of = self.owner if number == 0 else self.owner.block(number - 1)
        cdef Desk desk = of.desk(self.reader, self.owner)
        self.kept.append(desk)
        self.desks[number] = <void*>desk
        return 0

    cdef int only_block(self, Tokens reader) noexcept nogil:
        """The block that all words belong to which the model can read; 0 if there are several, or none."""
        cdef Py_ssize_t i
        cdef int number = 0, here
        cdef const unsigned char* block_of = self.owner.block_bytes
        cdef const unsigned char* readable = self.owner.readable_bytes
        for i in range(reader.count):
            if reader.items[i].scored and readable[reader.items[i].script]:
                here = block_of[reader.items[i].script]
                if not here or (number and here != number):
                    return 0
                number = here
        return number
