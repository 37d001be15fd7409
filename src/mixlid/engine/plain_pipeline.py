"""The pipeline in Python and NumPy: the reference for the compiled one, and its replacement without a C compiler.

It is also used for other tokenizers than ours.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from mixlid._kernel import count_text
from mixlid.engine.batch_builder import BatchBuilder
from mixlid.engine.long_texts import MOST_WORDS, config_for, pieces_of, word_scores
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
        return PlainAnalyzer(self._config_for(text, scores)).answer(text, scores)

    def identify_results(self, texts: list[str]) -> list[Result]:
        return [self.identify(text) for text in texts]

    def identify_batch(self, texts: list[str], words: bool = False) -> AnswerBatch:
        builder = BatchBuilder(self._config.labels.names, self._config.solver.name, words)
        analyzer = PlainAnalyzer(self._config)
        for text in texts:
            config = self._config_for(text)
            here = analyzer if config is self._config else PlainAnalyzer(config)
            here.decide_on(text, None, words)
            builder.add(text, here.text, here.labelling)
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
        analyzer = PlainAnalyzer(self._config_for(text))
        result = analyzer.answer(text, None)
        return WeighedAnswer(result.labels, analyzer.text.second_evidence if analyzer.text.weighed else None)

    def tokenize(self, text: str) -> list[Token]:
        return self._config.cut(text)

    def _config_for(self, text: str, scores: FloatArray | None = None) -> PipelineConfig:
        """The configuration for a text; scores that are given are for all labels."""
        count_text()
        return config_for(self._config, text) if scores is None else self._config


class TokenNumbers(NamedTuple):
    """A token as numbers: `Token` of `text/_compiled.pxd`."""

    start: int
    end: int
    #: index into `KINDS`
    kind: int
    #: index into `SCRIPTS`
    script: int
    scored: bool


_FIELDS = len(TokenNumbers._fields)


class PackedTokens(Sequence[TokenNumbers]):
    """Tokens of a long text: a tenth of the memory of a list, and an object whenever one is looked at."""

    def __init__(self, tokens: Iterable[TokenNumbers]) -> None:
        self._numbers = array("q")
        for token in tokens:
            self._numbers.extend(token)

    def __len__(self) -> int:
        return len(self._numbers) // _FIELDS

    @overload
    def __getitem__(self, place: int) -> TokenNumbers: ...
    @overload
    def __getitem__(self, place: slice) -> list[TokenNumbers]: ...
    def __getitem__(self, place: int | slice) -> TokenNumbers | list[TokenNumbers]:
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(len(self)))]
        first = place * _FIELDS
        if not 0 <= first < len(self._numbers):
            raise IndexError(place)
        return TokenNumbers._make(self._numbers[first : first + _FIELDS])


class PlainKernel(Kernel):
    """Scores and searches with NumPy."""

    def __init__(self, config: PipelineConfig) -> None:
        self.config = config
        #: scores that the model need not be asked for
        self.given: FloatArray | None = None

    def score(self, text: TextRecord) -> None:
        self.matrix, scores = np.empty((text.word_count, text.width)), text.scores
        pieces = pieces_of(range(text.word_count))
        made = [self.score_piece(text, slice(piece[0], piece[-1] + 1)) for piece in pieces]
        if scores.left_out:
            scores.others = np.concatenate([others for others, _ in made])
        if text.width > 1:
            scores.two_best = np.concatenate([best for _, best in made])
        scores.scores = self.matrix.ravel()

    def score_piece(self, text: TextRecord, here: slice) -> tuple[FloatArray, FloatArray]:
        """Fill the rows of some words; what the best label that was left out has for each, and the best two of all."""
        others = None
        if self.given is not None:
            scores = checked(self.given, text.word_count, text.width)[here]
        else:
            words = [text.codes[start:end] for start, end in spans_of(text, here)]
            scores, others = word_scores(self.config, words)
            scores = checked(scores, len(words), text.width)
        weights = np.array(text.weights[here])
        if self.config.word_prices is not None:
            scores = scores - self.config.word_prices * price_times(self.config.settings, text.word_count)
        self.matrix[here] = scores = weighed(scores, weights[:, None])
        if others is not None:
            others = weighed(others, weights)
            scores = np.column_stack([scores, others])
        best = -np.partition(-scores, 1, axis=1)[:, :2].ravel() if text.width > 1 else np.zeros(0)
        return np.zeros(0) if others is None else others, best

    def propose(self, text: TextRecord, most_languages: int) -> None:
        known, floors, count = self.config.left_out, None, text.word_count
        if known is not None and known.floors is not None:
            floors = weighed(known.floors, np.array(text.weights[:count]))
        problem = self.config.make_problem(self.matrix, np.array(text.lengths[:count], dtype=np.int64))
        self.problem = replace(problem, max_languages=most_languages, floors=floors)
        solution = self.config.ask_solver(text.codes, spans_of(text, slice(count)), self.problem)
        take_solution(text, solution, self.config.solver.name)

    def propose_single(self, text: TextRecord) -> None:
        take_solution(text, best_single(self.problem), self.config.solver.name)


class PlainAnalyzer:
    """The stages with NumPy, for one text after the other."""

    def __init__(self, config: PipelineConfig) -> None:
        self.config, self.kernel, scores = config, PlainKernel(config), Scores()
        scores.width, scores.left_out = len(config.labels.of_model), config.left_out is not None
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
        tokens = (
            TokenNumbers(
                token.start, token.end, _KIND_PLACES[token.kind], _SCRIPT_PLACES[token.script], is_scored(token, text)
            )
            for token in self.config.cut(text)
        )
        record.tokens = list(tokens) if record.size <= MOST_WORDS else PackedTokens(tokens)
        record.token_count = count = len(record.tokens)
        self.stages.reserve(record, count, count)


def spans_of(text: TextRecord, words: slice) -> list[tuple[int, int]]:
    """Where these words are."""
    tokens = (text.tokens[place] for place in text.token_of[words])
    return [(token.start, token.end) for token in tokens]


def weighed(scores: FloatArray, weights: FloatArray) -> FloatArray:
    """Scores times the weights of words; minus infinity is kept."""
    made: FloatArray = np.multiply(scores, weights, out=scores.copy(), where=scores > -np.inf)
    return made
