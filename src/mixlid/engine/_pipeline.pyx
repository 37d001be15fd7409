"""The pipeline, compiled: texts go to desks (`_desk.pyx`), and come back as results."""

from mixlid.engine._desk cimport Desk
from mixlid.engine._objects cimport make_result
from mixlid.models._rows cimport Rows

from mixlid.engine.pipeline import WeighedAnswer
from mixlid.text._tokens import tokenize

cdef enum:
    #: Room for longer texts is given back when they are done.
    KEPT_WORDS = 1024
    KEPT_CODES = 65536


cdef class CompiledPipeline:
    """The rules of an identifier for any number of texts, in any number of threads."""

    cdef object parts, columns
    #: by number of a label
    cdef list names
    cdef Rows rows
    cdef bint searches, is_block
    cdef double certainty
    #: desks that nobody works at
    cdef list free
    #: for a model of blocks: how to make a pipeline for each, those that are made, and by script its number from 1
    cdef list makers, made
    cdef bytes block_of

    def __init__(self, parts, rows, columns, bint searches, certainty=None):
        """`rows` and `columns` are those of the table behind the model; without `rows` it is asked for scores.

        With `searches` the solver is the exact one, whose search is compiled. With a `certainty` the model is one block
        of another: its scores are those of the rows, if there are any, and that constant.
        """
        self.parts, self.rows, self.columns, self.searches = parts, rows, columns, searches
        self.is_block, self.certainty = certainty is not None, certainty or 0.0
        self.names, self.free = parts.labels.names, []

    def use_blocks(self, list makers, bytes block_of):
        """Texts whose words all belong to one block go to a pipeline for its labels alone."""
        self.makers, self.made, self.block_of = makers, [None] * len(makers), block_of

    def tokenize(self, str text not None):
        return tokenize(text)

    def identify(self, str text not None, scores=None):
        """The languages of one text, and of its words; the model is not asked for scores that are given."""
        return self.answer(text, scores)[0]

    def weigh(self, str text not None):
        """The same answer in brief, and what spoke for a further language."""
        result, evidence = self.answer(text, None)
        return WeighedAnswer(result.languages, evidence)

    cdef tuple answer(self, str text, object scores):
        """A result, and the evidence that was weighed for it."""
        cdef Desk desk = self.take_desk(), other
        cdef CompiledPipeline block
        cdef int number
        if self.makers is not None and scores is None:
            desk.reader.read(text)
            desk.is_read = True
            number = self.only_block(desk)
            if number:
                block = self.made[number - 1]
                if block is None:
                    block = self.made[number - 1] = self.makers[number - 1]()
                other = block.take_desk()
                other.reader, desk.reader = desk.reader, other.reader
                other.is_read, desk.is_read = True, False
                result, evidence = block.at_desk(other, text, None), other.mixed_evidence()
                block.give_back(other)
                self.give_back(desk)
                return result, evidence
        result, evidence = self.at_desk(desk, text, scores), desk.mixed_evidence()
        self.give_back(desk)
        return result, evidence

    cdef object at_desk(self, Desk desk, str text, object scores):
        desk.text, desk.given = text, scores
        desk.identify()
        desk.labelling.fill(desk, True)
        desk.text = desk.given = None
        return make_result(text, desk, desk.labelling, self.names)

    cdef Desk take_desk(self):
        try:
            return self.free.pop()
        except IndexError:
            return Desk(self.parts, self.rows, self.columns, self.searches, self.is_block, self.certainty)

    cdef int give_back(self, Desk desk) except -1:
        if desk.word_room <= KEPT_WORDS and desk.reader.codes_room <= KEPT_CODES:
            self.free.append(desk)
        return 0

    cdef int only_block(self, Desk desk) except -1:
        """The block that all words belong to which the model can read; 0 if there are several, or none."""
        cdef Py_ssize_t i
        cdef int number = 0, here
        cdef const unsigned char* block_of = self.block_of
        cdef const unsigned char* readable = desk.readable
        for i in range(desk.reader.count):
            if desk.reader.items[i].scored and readable[desk.reader.items[i].script]:
                here = block_of[desk.reader.items[i].script]
                if not here or (number and here != number):
                    return 0
                number = here
        return number
