"""The pipeline in Python and NumPy: the reference for the compiled one, and its replacement without a C compiler.

It is also used for other tokenizers than ours.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mixlid.engine.label_numbers import NONE
from mixlid.engine.labelling import Labelling
from mixlid.engine.pipeline_config import PipelineConfig, WeighedAnswer, checked
from mixlid.engine.stages import Stages
from mixlid.engine.text_record import Kernel, Scores, TextRecord, price_times, take_solution
from mixlid.models.interface import FloatArray
from mixlid.results.batch import AnswerBatch
from mixlid.results.layout import PARTS, WORD_NUMBERS, WORD_PARTS
from mixlid.results.result import NO_LANGUAGE, Result
from mixlid.solvers.fixed import best_single
from mixlid.text.words import KINDS, SCRIPTS, Token, is_scored

_KIND_PLACES = {name: place for place, name in enumerate(KINDS)}
_SCRIPT_PLACES = {name: place for place, name in enumerate(SCRIPTS)}


class PlainPipeline:
    """The pipeline in Python and NumPy."""

    can_repeat = False

    def __init__(self, config: PipelineConfig) -> None:
        self._config = config

    def identify(self, text: str, scores: FloatArray | None = None) -> Result:
        return PlainAnalyzer(self._config).answer(text, scores)

    def identify_results(self, texts: list[str]) -> list[Result]:
        return [self.identify(text) for text in texts]

    def identify_batch(self, texts: list[str], words: bool = False) -> AnswerBatch:
        builder = BatchBuilder(self._config.labels.names, self._config.solver.name, words)
        analyzer = PlainAnalyzer(self._config)
        for text in texts:
            analyzer.decide_on(text, None, words)
            builder.add(text, analyzer.text, analyzer.labelling)
        return builder.finish()

    def identify_utf8(
        self, data: Any, starts: NDArray[np.int64], ends: NDArray[np.int64], words: bool = False
    ) -> tuple[AnswerBatch | None, int]:
        texts: list[str] = []
        try:
            for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
                texts.append(str(memoryview(data)[start:end], "utf-8"))
        except UnicodeDecodeError:
            return None, len(texts)
        return self.identify_batch(texts, words), -1

    def weigh(self, text: str) -> WeighedAnswer:
        analyzer = PlainAnalyzer(self._config)
        result = analyzer.answer(text, None)
        evidence = analyzer.text.second_evidence if analyzer.text.weighed else None
        return WeighedAnswer(result.labels, result.confidence, evidence)

    def tokenize(self, text: str) -> list[Token]:
        return self._config.cut(text)


class TokenNumbers(NamedTuple):
    """A token as numbers: `Token` of `text/_compiled.pxd`."""

    start: int
    end: int
    #: index into `KINDS`
    kind: int
    #: index into `SCRIPTS`
    script: int
    scored: bool


class PlainKernel(Kernel):
    """Scores and searches with NumPy."""

    def __init__(self, config: PipelineConfig) -> None:
        self.config = config
        #: scores that the model need not be asked for
        self.given: FloatArray | None = None

    def score(self, text: TextRecord) -> None:
        scores = self.given
        if scores is None:
            scores = self.config.model.word_scores([text.codes[start:end] for start, end in spans_of(text)])
        scores = checked(scores, text.word_count, text.width)
        if self.config.word_prices is not None:
            scores = scores - self.config.word_prices * price_times(self.config.settings, text.word_count)
        weights = np.array(text.weights[: text.word_count])[:, None]
        self.matrix = np.multiply(scores, weights, out=scores.copy(), where=scores > -np.inf)
        text.scores.scores = self.matrix.ravel()
        if text.width > 1:
            text.scores.two_best = -np.partition(-self.matrix, 1, axis=1)[:, :2].ravel()

    def propose(self, text: TextRecord, most_languages: int) -> None:
        lengths = np.array(text.lengths[: text.word_count], dtype=np.int64)
        self.problem = replace(self.config.make_problem(self.matrix, lengths), max_languages=most_languages)
        solution = self.config.ask_solver(text.codes, spans_of(text), self.problem)
        take_solution(text, solution, self.config.solver.name)

    def propose_single(self, text: TextRecord) -> None:
        take_solution(text, best_single(self.problem), self.config.solver.name)


class PlainAnalyzer:
    """The stages with NumPy, for one text after the other."""

    def __init__(self, config: PipelineConfig) -> None:
        self.config, self.kernel, scores = config, PlainKernel(config), Scores()
        scores.width = len(config.labels.of_model)
        self.text, self.stages = TextRecord(scores.width, scores), Stages(config, self.kernel, config.settings)
        self.labelling = self.stages.labelling

    def answer(self, text: str, scores: FloatArray | None) -> Result:
        """The result for a text; given `scores` are used in place of the model's."""
        self.decide_on(text, scores, True)
        builder = BatchBuilder(self.config.labels.names, self.config.solver.name, True)
        builder.add(text, self.text, self.labelling)
        return Result._view(builder.finish(), 0)

    def decide_on(self, text: str, scores: FloatArray | None, words: bool) -> None:
        """Find the answer and the labels of the tokens."""
        self.read(text)
        self.kernel.given = scores
        self.stages.identify(self.text)
        self.stages.label(self.text, words)

    def read(self, text: str) -> None:
        record = self.text
        record.codes, record.size = text, len(text)
        record.tokens = [
            TokenNumbers(
                token.start, token.end, _KIND_PLACES[token.kind], _SCRIPT_PLACES[token.script], is_scored(token, text)
            )
            for token in self.config.cut(text)
        ]
        record.token_count = count = len(record.tokens)
        self.stages.reserve(record, count, count)


def spans_of(text: TextRecord) -> list[tuple[int, int]]:
    """Where its words are."""
    tokens = (text.tokens[place] for place in text.token_of[: text.word_count])
    return [(token.start, token.end) for token in tokens]


class BatchBuilder:
    """Collects answers into a batch, as `batch_builder.pxi` does."""

    def __init__(self, names: Sequence[str], solver: str, has_words: bool) -> None:
        """`names` are those of `LabelNumbers`."""
        self._names, self._solver, self._has_words = tuple(names), solver, has_words
        self._none, self._texts = names.index(NO_LANGUAGE), list[str]()
        self._parts: dict[str, array[Any]] = {name: array(part.code) for name, part in PARTS.items()}

    def add(self, text: str, record: TextRecord, labelling: Labelling) -> None:
        """Add an answer, with its labelling."""
        parts = self._parts
        self._texts.append(text)
        parts["numbers"].extend(record.numbers)
        parts["labels"].extend(map(self._label, labelling.ranked[: labelling.ranked_count]))
        parts["share_labels"].extend(map(self._label, labelling.seen[: labelling.seen_count]))
        parts["shares"].extend(labelling.shares[: labelling.seen_count])
        if self._has_words:
            parts["word_numbers"].extend(labelling.word_numbers[: record.token_count * len(WORD_NUMBERS)])
            for token, label, guess in zip(record.tokens, labelling.label_of, labelling.guess_of, strict=False):
                parts["words"].extend((token.start, token.end, token.kind, self._label(label), guess))
        for k in range(labelling.run_count):
            parts["spans"].extend((labelling.run_starts[k], self._label(labelling.run_labels[k])))
        parts["ends"].extend(self._sizes()[1:])

    def finish(self) -> AnswerBatch:
        data = b"".join(self._parts.values())
        return AnswerBatch(self._names, self._solver, self._texts, self._sizes(), data, self._has_words)

    def _sizes(self) -> tuple[int, int, int, int, int]:
        parts = self._parts
        languages, shares = len(parts["labels"]), len(parts["shares"])
        return len(self._texts), languages, shares, len(parts["words"]) // len(WORD_PARTS), len(parts["spans"]) // 2

    def _label(self, label: int) -> int:
        return self._none if label == NONE else label
