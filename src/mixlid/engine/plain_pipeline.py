"""The pipeline in Python and NumPy: the reference for the compiled one, and its replacement without a C compiler.

It is also used for other tokenizers than ours.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mixlid.engine.batch_builder import BatchBuilder
from mixlid.engine.pipeline_config import PipelineConfig, WeighedAnswer, checked
from mixlid.engine.stages import Stages
from mixlid.engine.text_record import Kernel, Scores, TextRecord, price_times, take_solution
from mixlid.models.interface import FloatArray
from mixlid.results.batch import AnswerBatch
from mixlid.results.result import Result
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
