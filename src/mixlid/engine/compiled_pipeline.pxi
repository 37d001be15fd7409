"""What Python calls: texts go to workers, and come back as results or as a batch."""

from libc.stdint cimport int64_t, uint8_t

from mixlid.models._compiled cimport Rows
from mixlid.text._compiled cimport Tokens

from array import array

from mixlid.engine.pipeline_config import WeighedAnswer
from mixlid.engine.text_record import EVIDENCE as evidence_place
from mixlid.text._compiled import tokenize

cdef int EVIDENCE = evidence_place

cdef enum:
    #: Room for longer texts is given back when they are done.
    KEPT_WORDS = 1024
    KEPT_CODES = 65536
    KEPT_BYTES = 1048576


cdef class CompiledPipeline:
    """The rules of an identifier for any number of texts, in any number of threads."""

    cdef object config, columns
    #: by number of a label
    cdef list names
    cdef str solver
    cdef Rows rows
    cdef bint searches, is_partition
    cdef double certainty
    #: workers that no thread uses
    cdef list idle
    #: for a model of partitions: how to make a pipeline for each, those that are made, and by script its number from 1
    cdef list makers, made
    cdef bytes partition_of, readable

    def __init__(self, config, rows, columns, bint searches, certainty=None):
        """`rows` and `columns` are those of the table behind the model; without `rows` it is asked for scores.

        With `searches` the solver is the exact one, whose search is compiled. With a `certainty` the model is one partition
        of another: its scores are those of the rows, if there are any, and that constant.
        """
        self.config, self.rows, self.columns, self.searches = config, rows, columns, searches
        self.is_partition, self.certainty = certainty is not None, certainty or 0.0
        self.names, self.readable, self.idle = config.labels.names, config.labels.readable, []
        self.solver = config.solver.name

    def use_partitions(self, list makers, bytes partition_of):
        """Texts whose words all belong to one partition go to a pipeline for its labels alone."""
        self.makers, self.made, self.partition_of = makers, [None] * len(makers), partition_of

    @property
    def can_repeat(self):
        return self.searches and (self.rows is not None or self.makers is not None)

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
        return WeighedAnswer(result.labels, result.confidence, evidence if evidence == evidence else None)

    def identify_results(self, list texts):
        """The results for several texts, each with a batch of its own; other threads run until these are made."""
        cdef PipelineWorker worker = self.take_worker()
        cdef Py_ssize_t i
        # Not as a comprehension: where there is no memory for a longer list, Cython gives the item back twice.
        cdef list results = []
        worker.identify_all(texts, not self.can_repeat)
        for i in range(worker.builder.count):
            results.append(worker.builder.result(texts[i], i, self))
        self.give_back(worker)
        return results

    def identify_batch(self, list texts, bint words=False):
        """The answers for several texts as a batch; other threads run meanwhile."""
        cdef PipelineWorker worker = self.take_worker()
        worker.identify_all(texts, words)
        batch = worker.builder.finish(texts, 0, worker.builder.count, self)
        self.give_back(worker)
        return batch

    def identify_utf8(
        self, const uint8_t[::1] data, const int64_t[::1] starts, const int64_t[::1] ends, bint words=False
    ):
        """The same for texts in UTF-8, which begin and end there in `data`; the number of the first that is not UTF-8.

        That number is negative where there is none, and otherwise there is no batch.
        """
        cdef PipelineWorker worker = self.take_worker()
        cdef Py_ssize_t bad
        bad = worker.identify_utf8(&data[0] if data.shape[0] else NULL, starts, ends, words)
        batch = None if bad >= 0 else worker.builder.finish([], 0, worker.builder.count, None)
        self.give_back(worker)
        return batch, bad

    def words_of(self, str text not None):
        """The words of a text whose answer was made without them."""
        cdef PipelineWorker worker = self.take_worker()
        self.fill(worker, text, None, True)
        made = worker.builder.make_words(text)
        self.give_back(worker)
        return made

    cdef object answer(self, str text, object scores, double* evidence):
        """A result, and the evidence that was weighed for it, not a number for none."""
        cdef PipelineWorker worker = self.take_worker()
        self.fill(worker, text, scores, scores is not None or not self.can_repeat)
        result = worker.builder.result(text, 0, self)
        evidence[0] = worker.builder.number(0, EVIDENCE)
        self.give_back(worker)
        return result

    cdef int fill(self, PipelineWorker worker, str text, object scores, bint words) except -1:
        """Let the builder of a worker have the answer for one text."""
        cdef CompiledAnalyzer analyzer
        worker.builder.clear(words)
        if scores is None and worker.answered is text:  # whose words were not wanted before
            with nogil:
                worker.add(worker.analyzer)
            return 0
        analyzer = worker.take(text, scores is None)
        analyzer.scoring.given = scores
        try:
            with nogil:
                worker.answer(analyzer)
        finally:
            analyzer.scoring.given = None
        if scores is None and analyzer.text.word_capacity <= KEPT_WORDS:
            worker.answered, worker.analyzer = text, analyzer
        return 0

    cdef PipelineWorker take_worker(self):
        try:
            return self.idle.pop()
        except IndexError:
            return PipelineWorker(self.names, self.solver, self.make_analyzer, self.partition_of, self.readable)

    cdef int give_back(self, PipelineWorker worker) except -1:
        cdef CompiledAnalyzer analyzer
        if max(worker.reader.codes_capacity, worker.ahead.codes_capacity) > KEPT_CODES:
            return 0
        if worker.builder.parts.words.capacity > KEPT_BYTES:
            return 0
        for analyzer in worker.kept:
            if analyzer.text.word_capacity > KEPT_WORDS:
                return 0
        self.idle.append(worker)
        return 0

    def make_analyzer(self, Tokens reader not None, int number):
        """The analyzer of a worker for all labels (0), or for those of a partition, which are numbered from 1 on."""
        return (self.partition(number) if number else self).analyzer(reader, self)

    cdef CompiledPipeline partition(self, int number):
        if self.made[number - 1] is None:
            self.made[number - 1] = self.makers[number - 1]()
        return self.made[number - 1]

    def make_script_partition(self, int number):
        """A partition for texts in several scripts."""
        cdef CompiledPipeline of = self.partition(number)
        numbers = [self.config.labels.number[label] for label in of.config.labels.of_model]
        return ScriptPartition(of.rows, of.columns, of.certainty, numbers, len(self.config.labels.of_model))

    cdef CompiledAnalyzer analyzer(self, Tokens reader, CompiledPipeline outer):
        """An analyzer for texts that another pipeline, or this one, was given."""
        number = outer.config.labels.number
        numbers = array("i", [number[name] for name in self.names])
        scripts = None
        if self.makers is not None:
            scripts = ScriptWords(self.make_script_partition, self.partition_of, len(self.config.labels.of_model))
        return CompiledAnalyzer(
            reader, self.config, self.rows, self.columns, self.searches, self.is_partition, self.certainty, numbers, scripts
        )
