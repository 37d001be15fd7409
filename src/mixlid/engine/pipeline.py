"""The way of a text to its result, for any model and solver: in Python and NumPy here, compiled in `_pipeline.pyx`.

Both fill a `Draft` (`results.py`) with tokens, scores and a solution, each in its own way, and the draft decides. What
its answer says about the text (`labelling.py`) becomes a result (`objects.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableSequence, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from mixlid._kernel import kernel
from mixlid.assign.exact import ExactSolver
from mixlid.assign.fixed import best_single
from mixlid.assign.problem import Problem, Solution
from mixlid.assign.rival import with_rival
from mixlid.assign.solver import Sentence, Solver
from mixlid.engine.answer_columns import AnswerColumns, ColumnBuilder
from mixlid.engine.confidence import Confidence
from mixlid.engine.evidence import Evidence
from mixlid.engine.familiar import Familiar
from mixlid.engine.label_numbers import LabelNumbers
from mixlid.engine.labelling import Labelling
from mixlid.engine.objects import make_result
from mixlid.engine.results import Draft
from mixlid.errors import ModelError
from mixlid.models.blocks import Block, BlockModel
from mixlid.models.calibration import Calibration
from mixlid.models.decision import Decision
from mixlid.models.familiarity import Familiarity
from mixlid.models.interface import FloatArray, Model
from mixlid.models.restricted import RestrictedModel, full_model
from mixlid.models.table import TableModel
from mixlid.result import Result
from mixlid.text.frequent_words import FrequentWords
from mixlid.text.words import KINDS, SCRIPTS, Token, is_scored, tokenize

#: A table with a larger scale might have scores that are not numbers, which only a `Problem` notices.
_LARGEST_SCALE = 1e200
_KIND_PLACES = {name: place for place, name in enumerate(KINDS)}
_SCRIPT_PLACES = {name: place for place, name in enumerate(SCRIPTS)}


@dataclass(frozen=True)
class PipelineParts:
    """What a pipeline is made of."""

    model: Model
    #: all the rules, and no words
    problem: Problem
    solver: Solver
    labels: LabelNumbers
    capital_weight: float
    #: what is taken off every word's score, by label; None if nothing is
    word_prices: FloatArray | None
    #: how much dearer words are in short texts
    short_price: float
    #: what decides whether a proposed language stays, and the sum of evidence from which on it does
    decision: Decision | None
    least_evidence: float
    calibration: Calibration | None
    #: what tells whether a text is in any of the languages, and how probable that must be
    familiarity: Familiarity | None = None
    least_known: float = 0.0
    #: how a text is cut; only our own way is compiled
    cut: Callable[[str], list[Token]] = tokenize

    def make_problem(self, scores: FloatArray, lengths: NDArray[np.int64]) -> Problem:
        """The problem of words with these scores[t, l] and lengths."""
        return replace(self.problem, scores=scores.T, lengths=lengths)

    def of_draft(
        self,
        evidence: Callable[..., Any],
        confidence: Callable[..., Any],
        familiar: Callable[..., Any],
        frequent_words: Callable[..., Any],
    ) -> tuple[Any, ...]:
        """What a `Draft` takes; evidence, confidence and doubts are gathered by its own kernel's classes."""
        decision, rules, labels = self.decision, self.problem, self.labels.of_model
        frequent = None if decision is None and self.familiarity is None else frequent_words(labels)
        return (
            self.labels,
            self.capital_weight,
            rules.max_languages,
            None if decision is None else evidence(decision, labels, rules.length_exponent, frequent),
            self.least_evidence,
            None if self.calibration is None else confidence(self.calibration),
            self.solver.name,
            None if self.familiarity is None else familiar(self.familiarity, labels, frequent),
            self.least_known,
        )

    def ask_solver(self, text: str, spans: Iterable[tuple[int, int]], problem: Problem) -> Solution:
        """Its answer, beside the best with other languages if that is needed to say how sure it is."""
        solution = self.solver.solve(Sentence(text, tuple(spans), problem, self.model))
        return solution if self.calibration is None else with_rival(solution, problem)


class WeighedAnswer(NamedTuple):
    """The labels of an answer, and the sum of evidence for a second language, whether it stayed or not."""

    languages: tuple[str, ...]
    #: None if no second language was weighed
    evidence: float | None


class Pipeline(Protocol):
    """Text in, result out; used by any number of threads."""

    def identify(self, text: str, scores: FloatArray | None = None) -> Result:
        """The languages of one text, and of its words; the model is not asked for scores that are given."""

    def identify_batch(self, texts: list[str]) -> list[Result]:
        """The results for several texts; the compiled pipeline lets other threads run until it makes objects."""

    def answer_columns(self, texts: list[str], words: bool = False) -> AnswerColumns:
        """The answers for several texts as columns; the compiled pipeline lets other threads run meanwhile."""

    def columns_of_utf8(
        self, data: Any, starts: NDArray[np.int64], ends: NDArray[np.int64], words: bool = False
    ) -> tuple[AnswerColumns | None, int]:
        """The same for texts in UTF-8, which begin and end there in `data`; and the first that is not UTF-8.

        That number is negative where there is none, and otherwise there are no columns.
        """

    def weigh(self, text: str) -> WeighedAnswer:
        """The same answer in brief, and what spoke for a further language."""

    def tokenize(self, text: str) -> list[Token]:
        """The tokens of a text, as it is cut."""


def make_pipeline(parts: PipelineParts) -> Pipeline:
    """The compiled pipeline where it was built and can cut the text, else the one in Python and NumPy."""
    if kernel() == "numpy" or parts.cut is not tokenize:
        return PlainPipeline(parts)
    from mixlid.engine._pipeline import CompiledPipeline

    model = parts.model
    columns = model.columns if isinstance(model, RestrictedModel) else None
    full = full_model(model)
    if isinstance(full, BlockModel):
        return _by_blocks(parts, full, columns or range(len(full.labels)))
    rows = full.compiled if isinstance(full, TableModel) and full.header.scale < _LARGEST_SCALE else None
    return CompiledPipeline(parts, rows, columns, type(parts.solver) is ExactSolver)


def _by_blocks(parts: PipelineParts, model: BlockModel, columns: Sequence[int]) -> Pipeline:
    """A pipeline for all labels, and for most texts, which are in one script, one for the labels of each block."""
    from mixlid.engine._pipeline import CompiledPipeline

    pipeline = CompiledPipeline(parts, None, None, type(parts.solver) is ExactSolver)
    if type(parts.solver) is not ExactSolver:  # others look at the text, or at the probability of every label
        return pipeline
    makers: list[Callable[[], Pipeline]] = []
    block_of = bytearray(256)
    place_of = {column: place for place, column in enumerate(columns)}
    for block in model.blocks:
        inside = [place for place, column in enumerate(block.header.labels) if column in place_of]
        # Rows that are not small integers stay with NumPy.
        if inside and (block.table is None or block.table.rows.dtype == np.int8):
            chosen = np.array([place_of[block.header.labels[place]] for place in inside])
            makers.append(partial(_block_pipeline, parts, block, inside, chosen))
            for script in block.header.scripts:
                block_of[_SCRIPT_PLACES[script]] = len(makers)
    pipeline.use_blocks(makers, bytes(block_of))
    return pipeline


def _block_pipeline(parts: PipelineParts, block: Block, inside: Sequence[int], chosen: NDArray[np.int64]) -> Pipeline:
    """The pipeline of a block: `inside` are the labels wanted among its own, `chosen` among those of the model."""
    from mixlid.engine._pipeline import CompiledPipeline

    problem = parts.problem
    labels = tuple(problem.labels[place] for place in chosen)
    penalty = problem.penalty[chosen] if isinstance(problem.penalty, np.ndarray) else problem.penalty
    pairs = None if problem.pairs is None else problem.pairs.among(chosen.tolist())
    own = replace(problem, scores=np.zeros((len(labels), 0)), penalty=penalty, labels=labels, pairs=pairs)
    numbers = LabelNumbers(labels, block.header.scripts)
    columns = inside if len(inside) < len(block.places) else None
    rows = None if block.table is None else block.table.compiled
    prices = None if parts.word_prices is None else parts.word_prices[chosen]
    made = replace(parts, problem=own, labels=numbers, word_prices=prices)
    return CompiledPipeline(made, rows, columns, searches=True, certainty=block.header.certainty)


def checked(scores: FloatArray, words: int, labels: int) -> FloatArray:
    """The scores, if there is one for each word and label."""
    scores = np.asarray(scores, dtype=np.float64)
    if scores.shape != (words, labels):
        raise ModelError(f"there are {words} words and {labels} labels, but scores of the shape {scores.shape}")
    if not (scores < np.inf).all():  # neither is a number that is none
        raise ModelError("the model gives scores that are not finite numbers; it is damaged, or was trained with them")
    return scores


class PlainPipeline:
    """The pipeline in Python and NumPy."""

    def __init__(self, parts: PipelineParts) -> None:
        self._parts = parts

    def identify(self, text: str, scores: FloatArray | None = None) -> Result:
        return PlainDraft(self._parts).answer(text, scores)

    def identify_batch(self, texts: list[str]) -> list[Result]:
        return [self.identify(text) for text in texts]

    def answer_columns(self, texts: list[str], words: bool = False) -> AnswerColumns:
        columns = ColumnBuilder(self._parts.labels.names, words)
        draft = PlainDraft(self._parts)
        for text in texts:
            draft.decide_on(text, None, words)
            columns.add(draft, draft.labelling)
        return columns.finish()

    def columns_of_utf8(
        self, data: Any, starts: NDArray[np.int64], ends: NDArray[np.int64], words: bool = False
    ) -> tuple[AnswerColumns | None, int]:
        texts: list[str] = []
        try:
            for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
                texts.append(str(memoryview(data)[start:end], "utf-8"))
        except UnicodeDecodeError:
            return None, len(texts)
        return self.answer_columns(texts, words), -1

    def weigh(self, text: str) -> WeighedAnswer:
        draft = PlainDraft(self._parts)
        return WeighedAnswer(draft.answer(text, None).languages, draft.mixed_evidence())

    def tokenize(self, text: str) -> list[Token]:
        return self._parts.cut(text)


class Mark(NamedTuple):
    """A token as numbers: `Token` of `_tokens.pxd`."""

    start: int
    end: int
    #: place in `KINDS`
    kind: int
    #: place in `SCRIPTS`
    script: int
    scored: bool


class AsideAnswer(NamedTuple):
    """An answer of a draft, by its fields."""

    language_count: int
    languages: MutableSequence[int]
    ranks: MutableSequence[int]
    objective: float
    has_second: bool
    second: float
    optimal: bool


class PlainDraft(Draft):
    """A draft whose arrays are lists and NumPy's."""

    def __init__(self, parts: PipelineParts) -> None:
        super().__init__(*parts.of_draft(Evidence, Confidence, Familiar, FrequentWords))
        self.parts, self.labelling = parts, Labelling(parts.labels)

    def answer(self, text: str, scores: FloatArray | None) -> Result:
        """The result for a text; the model is not asked for scores that are given."""
        self.decide_on(text, scores, True)
        return make_result(text, self, self.labelling, self.parts.labels.names)

    def decide_on(self, text: str, scores: FloatArray | None, words: bool) -> None:
        """Everything but the objects."""
        self.codes, self.given = text, scores
        self.identify()
        self.labelling.fill(self, words, words)

    def read(self) -> None:
        text, self.size = self.codes, len(self.codes)
        self.tokens = [
            Mark(token.start, token.end, _KIND_PLACES[token.kind], _SCRIPT_PLACES[token.script], is_scored(token, text))
            for token in self.parts.cut(text)
        ]
        self.token_count = count = len(self.tokens)
        self.word_of, self.token_of = [-1] * count, [-1] * count
        self.labelling.make_room(count)
        self.lengths, self.capitals, self.weights = [0] * count, [0] * count, [1.0] * count

    def spans(self) -> list[tuple[int, int]]:
        """Where the words are."""
        tokens = [self.tokens[place] for place in self.token_of[: self.word_count]]
        return [(token.start, token.end) for token in tokens]

    def score(self) -> None:
        count, scores = self.word_count, self.given
        if scores is None:
            scores = self.parts.model.word_scores([self.codes[start:end] for start, end in self.spans()])
        scores = checked(scores, count, self.width)
        if self.parts.word_prices is not None:
            scores = scores - self.parts.word_prices * (1 + self.parts.short_price / (count * count))
        if self.capital_weight != 1:
            weights = np.array(self.weights[:count]).reshape(-1, 1)
            scores = np.multiply(scores, weights, out=scores.copy(), where=scores > -np.inf)  # nothing stays nothing
        self.matrix = np.ascontiguousarray(scores)
        self.scores = self.matrix.ravel()
        self.two_best = -np.partition(-scores, 1, axis=1)[:, :2].ravel() if self.width > 1 else np.zeros(0)

    def solve(self, most_languages: int) -> None:
        lengths = np.array(self.lengths[: self.word_count], dtype=np.int64)
        self.problem = replace(self.parts.make_problem(self.matrix, lengths), max_languages=most_languages)
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
        self.has_gap, self.gap = True, 0.0  # only what is proved is set aside

    def says_anything(self) -> bool:
        return bool(self.matrix[self.matrix > -np.inf].any())

    def take_best_single(self) -> None:
        self.take_solution(best_single(self.problem))

    def take_solution(self, solution: Solution) -> None:
        self.languages, self.ranks = [-1] * len(solution.assignment.languages), [-1] * self.word_count
        self.take(solution)
