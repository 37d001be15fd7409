"""The pipeline in Python and NumPy: the reference for the compiled one, and its replacement without a C compiler.

It is also used for other tokenizers than ours.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, MutableSequence, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from mixlid._kernel import count_text
from mixlid.engine.analyzer import Analyzer, price_times
from mixlid.engine.batch_builder import BatchBuilder
from mixlid.engine.confidence import Confidence
from mixlid.engine.evidence import Evidence
from mixlid.engine.familiar import Familiar
from mixlid.engine.labelling import Labelling
from mixlid.engine.long_texts import MOST_WORDS, parts_for, pieces_of, word_scores
from mixlid.engine.near_languages import NearLanguages
from mixlid.engine.pipeline_parts import PipelineParts, WeighedAnswer, checked
from mixlid.engine.short_texts import CommonLanguages
from mixlid.engine.word_labels import WordLabels
from mixlid.models.interface import FloatArray
from mixlid.results.batch import AnswerBatch
from mixlid.results.result import Result
from mixlid.solvers.fixed import best_single
from mixlid.solvers.problem import Solution
from mixlid.text.frequent_words import FrequentWords
from mixlid.text.words import KINDS, SCRIPTS, Token, is_scored

_KIND_PLACES = {name: place for place, name in enumerate(KINDS)}
_SCRIPT_PLACES = {name: place for place, name in enumerate(SCRIPTS)}


class PlainPipeline:
    """The pipeline in Python and NumPy."""

    can_repeat = False

    def __init__(self, parts: PipelineParts) -> None:
        self._parts = parts

    def identify(self, text: str, scores: FloatArray | None = None) -> Result:
        return PlainAnalyzer(self._parts_for(text, scores)).answer(text, scores)

    def identify_results(self, texts: list[str]) -> list[Result]:
        return [self.identify(text) for text in texts]

    def identify_batch(self, texts: list[str], words: bool = False) -> AnswerBatch:
        builder = BatchBuilder(self._parts.labels.names, self._parts.solver.name, words)
        analyzer = PlainAnalyzer(self._parts)
        for text in texts:
            parts = self._parts_for(text)
            here = analyzer if parts is self._parts else PlainAnalyzer(parts)
            here.decide_on(text, None, words)
            builder.add(text, here, here.labelling)
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
        analyzer = PlainAnalyzer(self._parts_for(text))
        result = analyzer.answer(text, None)
        return WeighedAnswer(result.labels, analyzer.second_evidence if analyzer.weighed else None)

    def tokenize(self, text: str) -> list[Token]:
        return self._parts.cut(text)

    def _parts_for(self, text: str, scores: FloatArray | None = None) -> PipelineParts:
        """The parts for a text; scores that are given are for all labels."""
        count_text()
        return parts_for(self._parts, text) if scores is None else self._parts


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


class AsideAnswer(NamedTuple):
    """An answer that was set aside, by the fields of an analyzer."""

    language_count: int
    languages: MutableSequence[int]
    ranks: MutableSequence[int]
    objective: float
    has_second: bool
    second: float
    optimal: bool


class PlainAnalyzer(Analyzer):
    """An analyzer on Python lists and NumPy arrays."""

    def __init__(self, parts: PipelineParts) -> None:
        super().__init__(
            *parts.analyzer_arguments(
                parts.settings, Evidence, Confidence, Familiar, FrequentWords, NearLanguages, CommonLanguages
            )
        )
        self.labelling = Labelling(parts.labels, WordLabels(*parts.word_label_arguments()))
        self.parts, self.others = parts, np.zeros(0)

    def answer(self, text: str, scores: FloatArray | None) -> Result:
        """The result for a text; given `scores` are used in place of the model's."""
        self.decide_on(text, scores, True)
        builder = BatchBuilder(self.parts.labels.names, self.solver_name, True)
        builder.add(text, self, self.labelling)
        return Result._view(builder.finish(), 0)

    def decide_on(self, text: str, scores: FloatArray | None, words: bool) -> None:
        """Find the answer and the labels of the tokens."""
        self.codes, self.given = text, scores
        self.identify()
        self.labelling.fill(self, words)

    def read(self) -> None:
        text, self.size = self.codes, len(self.codes)
        tokens = (
            TokenNumbers(
                token.start, token.end, _KIND_PLACES[token.kind], _SCRIPT_PLACES[token.script], is_scored(token, text)
            )
            for token in self.parts.cut(text)
        )
        self.tokens = list(tokens) if self.size <= MOST_WORDS else PackedTokens(tokens)
        self.token_count = count = len(self.tokens)
        self.word_of, self.token_of = array("q", [-1]) * count, array("q", [-1]) * count
        self.labelling.make_room(count)
        self.lengths, self.capitals, self.weights = [0] * count, [0] * count, [1.0] * count

    def spans(self, words: slice | None = None) -> list[tuple[int, int]]:
        """Where these words are, or all."""
        tokens = (self.tokens[place] for place in self.token_of[words or slice(self.word_count)])
        return [(token.start, token.end) for token in tokens]

    def score(self) -> None:
        count = self.word_count
        self.matrix, self.others, self.two_best = np.empty((count, self.width)), np.zeros(0), np.zeros(0)
        made = [self.score_piece(slice(piece[0], piece[-1] + 1)) for piece in pieces_of(range(count))]
        if self.left_out:
            self.others = np.concatenate([others for others, _ in made])
        if self.width > 1:
            self.two_best = np.concatenate([best for _, best in made])
        self.scores = self.matrix.ravel()

    def score_piece(self, here: slice) -> tuple[FloatArray, FloatArray]:
        """Fill the rows of some words; what the best label that was left out has for each, and the best two of all."""
        others = None
        if self.given is not None:
            scores = checked(self.given, self.word_count, self.width)[here]
        else:
            words = [self.codes[start:end] for start, end in self.spans(here)]
            scores, others = word_scores(self.parts, words)
            scores = checked(scores, len(words), self.width)
        weights = np.array(self.weights[here])
        if self.parts.word_prices is not None:
            scores = scores - self.parts.word_prices * price_times(self.settings, self.word_count)
        self.matrix[here] = scores = weighed(scores, weights[:, None])
        if others is not None:
            others = weighed(others, weights)
            scores = np.column_stack([scores, others])
        best = -np.partition(-scores, 1, axis=1)[:, :2].ravel() if self.width > 1 else np.zeros(0)
        return np.zeros(0) if others is None else others, best

    def solve(self, most_languages: int) -> None:
        known, floors, count = self.parts.left_out, None, self.word_count
        if known is not None and known.floors is not None:
            floors = weighed(known.floors, np.array(self.weights[:count]))
        problem = self.parts.make_problem(self.matrix, np.array(self.lengths[:count], dtype=np.int64))
        self.problem = replace(problem, max_languages=most_languages, floors=floors)
        self.take_solution(self.parts.ask_solver(self.codes, self.spans(), self.problem))

    def look_up_pair(self) -> None:
        if self.evidence is not None:
            self.evidence.look_up()

    def set_aside(self) -> None:
        self.kept_objective = self.objective
        self.aside = AsideAnswer(
            self.language_count, self.languages, self.ranks, self.objective, self.has_second,
            self.second if self.has_second else 0.0, self.optimal,
        )  # fmt: skip

    def take_back(self) -> None:
        (
            self.language_count, self.languages, self.ranks, self.objective, self.has_second, self.second, self.optimal,
        ) = self.aside  # fmt: skip
        self.has_gap, self.gap = True, 0.0  # only proved answers are set aside

    def says_anything(self) -> bool:
        return bool(self.matrix[self.matrix > -np.inf].any())

    def take_best_single(self) -> None:
        self.take_solution(best_single(self.problem))

    def take_solution(self, solution: Solution) -> None:
        self.languages, self.ranks = [-1] * len(solution.assignment.languages), [-1] * self.word_count
        self.take(solution)


def weighed(scores: FloatArray, weights: FloatArray) -> FloatArray:
    """Scores times the weights of words; minus infinity is kept."""
    made: FloatArray = np.multiply(scores, weights, out=scores.copy(), where=scores > -np.inf)
    return made
