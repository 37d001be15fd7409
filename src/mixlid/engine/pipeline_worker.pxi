"""One text after the other through an analyzer to a row of a batch, without Python's lock.

A text is read while two before it wait for what the memory was asked for, each for the next thing that is needed: where
known words are, then what is known of them.
"""

cimport cython
from libc.stdint cimport int64_t, uint8_t
from libc.stdlib cimport free, malloc

from mixlid.text._compiled cimport Tokens

cdef extern from "Python.h":
    int PyUnicode_KIND(object text)
    void* PyUnicode_DATA(object text)


cdef enum:
    #: as many as there are scripts, and one
    MOST_ANALYZERS = 257
    #: for `Units.width`
    IN_UTF8 = 0


#: A text as Python stores it, in that many bytes a character, or in UTF-8.
cdef struct Units:
    const void* data
    int width
    Py_ssize_t size


@cython.final
cdef class PipelineWorker:
    """For one thread: readers, and the analyzers that texts go to, one for each partition and one for all labels."""

    #: `make_analyzer(reader, number)`
    cdef object make_analyzer
    #: the text at hand, the next one, and the one after it
    cdef Tokens reader, ahead, further
    cdef BatchBuilder builder
    #: by script: its partition from 1 on, if there are partitions, and whether the model can read it
    cdef bytes partition_of, readable
    cdef const unsigned char* partition_bytes
    cdef const unsigned char* readable_bytes
    #: by number of a partition from 1 on, and for all labels; `kept` holds them
    cdef void* analyzers[MOST_ANALYZERS]
    cdef list kept
    #: the text whose answer an analyzer still has, if any
    cdef str answered
    cdef CompiledAnalyzer analyzer

    def __init__(self, list names, str solver, make_analyzer, bytes partition_of, bytes readable not None):
        """`names` are by number of a label; `partition_of` is None for a model without partitions."""
        self.make_analyzer = make_analyzer
        self.reader, self.ahead, self.further, self.kept = Tokens(), Tokens(), Tokens(), []
        self.builder, self.partition_of, self.readable = BatchBuilder(names, solver), partition_of, readable
        self.readable_bytes = self.readable
        if partition_of is not None:
            self.partition_bytes = self.partition_of

    cdef CompiledAnalyzer take(self, str text, bint by_partition):
        """Read one text; the analyzer for it."""
        cdef CompiledAnalyzer analyzer
        self.answered = None
        self.reader.copy(text)
        analyzer = <CompiledAnalyzer>self.read(self.reader, by_partition)
        analyzer.scoring.prefetch_found(self.reader)
        return analyzer

    cdef int identify_all(self, list texts, bint words) except -1:
        """Fill the builder; the texts stay where Python has them, and only the list must not change."""
        cdef Py_ssize_t count = len(texts), i
        cdef Units* units = make_units(count)
        self.answered = None
        try:
            for i in range(count):
                text = texts[i]
                if type(text) is not str:
                    raise TypeError(f"texts are str, not {type(text).__name__}")
                units[i].data, units[i].width, units[i].size = PyUnicode_DATA(text), PyUnicode_KIND(text), len(text)
            with nogil:
                self.answer_all(units, count, words)
        finally:
            free(units)
        return 0

    cdef Py_ssize_t identify_utf8(
        self, const uint8_t* data, const int64_t[::1] starts, const int64_t[::1] ends, bint words
    ) except -2:
        """The same for texts in UTF-8; the first that is not, or -1."""
        cdef Py_ssize_t count = starts.shape[0], i
        cdef Units* units = make_units(count)
        self.answered = None
        try:
            with nogil:
                for i in range(count):
                    units[i].data, units[i].width, units[i].size = data + starts[i], IN_UTF8, ends[i] - starts[i]
                return self.answer_all(units, count, words)
        finally:
            free(units)

    cdef Py_ssize_t answer_all(self, const Units* units, Py_ssize_t count, bint words) except -2 nogil:
        """Fill the builder, each text read two before it is answered; the first that is not UTF-8, or -1."""
        cdef Py_ssize_t i
        cdef void* analyzer
        cdef void* following = NULL
        cdef void* last = NULL
        self.builder.clear(words)
        for i in range(count + 2):
            analyzer, following, last = following, last, NULL
            self.reader.swap(self.ahead)
            self.ahead.swap(self.further)
            if i < count:
                if units[i].width != IN_UTF8:
                    self.further.take_units(units[i].data, units[i].width, units[i].size)
                elif not self.further.take_utf8(<const uint8_t*>units[i].data, units[i].size):
                    return i
                last = self.read(self.further, True)
            if following != NULL:
                (<CompiledAnalyzer>following).scoring.prefetch_found(self.ahead)
            if analyzer != NULL:
                self.answer(<CompiledAnalyzer>analyzer)
        return -1

    cdef int answer(self, CompiledAnalyzer analyzer) except -1 nogil:
        """Add the answer for the text that has been read."""
        analyzer.identify()
        return self.add(analyzer)

    cdef int add(self, CompiledAnalyzer analyzer) except -1 nogil:
        analyzer.stages.label(analyzer.text, self.builder.has_words)
        return self.builder.add(analyzer)

    cdef void* read(self, Tokens reader, bint by_partition) except NULL nogil:
        """Cut the text that a reader has; the analyzer for it."""
        cdef int number = 0
        reader.cut()
        if by_partition and self.partition_bytes != NULL:
            number = self.only_partition(reader)
        if self.analyzers[number] == NULL:
            self.add_analyzer(number)
        (<CompiledAnalyzer>self.analyzers[number]).scoring.prefetch(reader)
        return self.analyzers[number]

    cdef int add_analyzer(self, int number) except -1 with gil:
        cdef CompiledAnalyzer analyzer = self.make_analyzer(self.reader, number)
        self.kept.append(analyzer)
        self.analyzers[number] = <void*>analyzer
        return 0

    cdef int only_partition(self, Tokens reader) noexcept nogil:
        """The partition that all words belong to which the model can read; 0 if there are several, or none."""
        cdef Py_ssize_t i
        cdef int number = 0, here, last = -1
        cdef const unsigned char* partition_of = self.partition_bytes
        cdef const unsigned char* readable = self.readable_bytes
        cdef const Token* token
        for i in range(reader.count):
            token = &reader.items[i]
            if not token.scored & (token.script != last):  # nearly always, so that it can be guessed
                continue
            last = token.script
            if readable[last]:
                here = partition_of[last]
                if not here or (number and here != number):
                    return 0
                number = here
        return number


cdef Units* make_units(Py_ssize_t count) except NULL:
    cdef Units* units = <Units*>malloc((count + 1) * sizeof(Units))
    if units == NULL:
        raise MemoryError
    return units
