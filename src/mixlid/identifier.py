"""A model, settings and a solver put together: text in, `Result` out.

An `Identifier` never changes, so one can be shared by threads; `restrict` and `replace` make cheap new ones. Words in a
script that no label of the model is written in are no problem for the solver: they become `und_Cyrl` and the like.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mixlid._kernel import kernel
from mixlid.assign.exact import ExactSolver
from mixlid.assign.named import get_solver
from mixlid.assign.problem import Assignment, Problem, Solution
from mixlid.assign.solver import Sentence, Solver
from mixlid.engine.processes import ordered_map
from mixlid.engine.results import build_result
from mixlid.models.calibration import Calibration
from mixlid.models.interface import Model
from mixlid.models.restricted import RestrictedModel
from mixlid.models.table import TableModel
from mixlid.result import NO_LANGUAGE, UNKNOWN, Result
from mixlid.settings import PAPER_LABELS, Settings, preset
from mixlid.text.labels import find, find_all, scripts_of
from mixlid.text.words import SENTENCE_ENDS, Token, is_scored, tokenize

if TYPE_CHECKING:
    from mixlid.engine._pipeline import Pipeline

_BATCH = 256
#: A table with a larger scale might have scores that are no numbers, which the general way refuses.
_LARGEST_SCALE = 1e200


class Prepared(NamedTuple):
    """A text with its tokens, those of them that the model can read, and their scores C[t, l]."""

    text: str
    tokens: list[Token]
    readable: list[Token]
    scores: NDArray[np.float64]


@dataclass(frozen=True)
class Identifier:
    """Finds the languages of texts. Immutable, thread-safe, picklable if its model is."""

    model: Model
    settings: Settings
    solver: Solver = field(default_factory=ExactSolver)
    #: What turns margins into probabilities; it belongs to the settings, so changed settings have none.
    calibration: Calibration | None = None

    def __post_init__(self) -> None:
        self._problem(np.zeros((0, len(self.labels))), [])  # settings that make no problem are refused at once

    @classmethod
    def with_preset(cls, model: Model, name: str = "default", solver: Solver | None = None) -> Identifier:
        """A model with one of its presets: `default`, `cs`, `avg`, `mono`."""
        settings = preset(name, model.presets, len(model.labels))
        curves = model.confidence.get(name if name in model.presets or name != "default" else "avg")
        return cls(model, settings, solver or ExactSolver(), Calibration.from_dict(curves) if curves else None)

    @property
    def labels(self) -> tuple[str, ...]:
        """Every label that an answer may have, besides `und`, `und_…` and `zxx`."""
        return self.model.labels

    def restrict(self, codes: Iterable[str]) -> Identifier:
        """An identifier that answers only with these languages (`eng`, `en`, `en-Latn`, `eng_Latn`)."""
        codes = codes.split(",") if isinstance(codes, str) else [str(code) for code in codes]
        indices = find_all(codes, self.labels)
        settings = self.settings.among(len(indices), min(len(self.labels), PAPER_LABELS))
        return Identifier(RestrictedModel(self.model, indices), settings, self.solver, self.calibration)

    def replace(self, solver: Solver | str | None = None, **changes: Any) -> Identifier:
        """With another solver or other settings: `lid.replace(max_languages=3)`, `lid.replace("masklid")`."""
        chosen = get_solver(solver) if isinstance(solver, str) else solver or self.solver
        settings = self.settings.replace(**changes)
        return Identifier(self.model, settings, chosen, self.calibration if settings == self.settings else None)

    def but(self, solver: Solver | str | None = None, **changes: Any) -> Identifier:
        """The former name of `replace`."""
        warnings.warn("Identifier.but is now called replace", DeprecationWarning, stacklevel=2)
        return self.replace(solver, **changes)

    def identify(self, text: str) -> Result:
        """The languages of one text, and of its words. Any string gets an answer."""
        if not isinstance(text, str):
            raise TypeError(f"identify takes a str, not {type(text).__name__}; for many texts there is identify_many")
        if self._pipeline is not None and type(text) is str:
            return self._pipeline.identify(text)
        return self.solve(self.prepare(text))

    def prepare(self, text: str) -> Prepared:
        """The words of a text and their scores: all that the model has to say, before any setting."""
        tokens = tokenize(text)
        readable = [token for token in tokens if is_scored(token, text) and self._can_read(token)]
        if not readable:
            return Prepared(text, tokens, readable, np.zeros((0, len(self.labels))))
        return Prepared(text, tokens, readable, self.model.word_scores([text[t.start : t.end] for t in readable]))

    def solve(self, prepared: Prepared) -> Result:
        """The result for a text that this identifier, or one that differs in settings and solver only, has prepared."""
        text, tokens, readable, scores = prepared
        if self.settings.capital_weight != 1:
            names = _capitals_inside(text, tokens)
            weights = [self.settings.capital_weight if token.start in names else 1.0 for token in readable]
            scores = scores * np.array(weights).reshape(-1, 1)
        problem = self._problem(scores, readable)
        spans = tuple((token.start, token.end) for token in readable)
        # Without a word to read there is nothing to choose, whatever a solver would make of the rest of the text.
        nothing = Solution(Assignment((), ()), 0.0, optimal=True)
        solution = self.solver.solve(Sentence(text, spans, problem, self.model)) if readable else nothing
        fallback = not solution.assignment.languages and bool(scores.any())
        if fallback:
            solution = best_single(problem)
        return build_result(text, tokens, readable, problem, solution, self.solver.name, fallback, self.calibration)

    def identify_many(self, texts: Iterable[str], jobs: int = 1) -> Iterator[Result]:
        """Results for many texts, one by one in their order; the input is read as the results are taken.

        With `jobs` above 1 the work is shared by that many processes (guard your script's entry with
        `if __name__ == "__main__":`, as for every use of processes in Python).
        """
        if isinstance(texts, str):
            raise TypeError("identify_many takes several texts, not one str; for one text there is identify")
        if jobs == 1:
            return map(self.identify, texts)
        source = iter(texts)
        batches = iter(lambda: list(islice(source, _BATCH)), [])
        return (result for results in ordered_map(self._identify_batch, batches, jobs) for result in results)

    def _identify_batch(self, texts: list[str]) -> list[Result]:
        return [self.identify(text) for text in texts]

    def __getstate__(self) -> dict[str, Any]:
        """Only what it was made of: the rest is made again where it is needed."""
        return {item.name: getattr(self, item.name) for item in fields(self)}

    @cached_property
    def _pipeline(self) -> Pipeline | None:
        """What does the same as `solve(prepare(text))` in one go; None where that is not compiled.

        Labels that could be mistaken for those of words without a language are left to the general way.
        """
        strange = any(label.startswith((UNKNOWN, NO_LANGUAGE)) for label in self.labels)
        if kernel() == "numpy" or type(self.solver) is not ExactSolver or strange:
            return None
        from mixlid.engine._pipeline import Pipeline

        whole = self.model.whole if isinstance(self.model, RestrictedModel) else self.model
        return Pipeline(
            self.model,
            whole.compiled if isinstance(whole, TableModel) and whole.header.scale < _LARGEST_SCALE else None,
            self.model.columns if isinstance(self.model, RestrictedModel) else None,
            self._problem(np.zeros((0, len(self.labels))), []),
            self._scripts,
            float(self.settings.capital_weight),
            self.calibration,
        )

    @cached_property
    def _scripts(self) -> frozenset[str] | None:
        return scripts_of(self.labels)

    @cached_property
    def _penalty(self) -> float | NDArray[np.float64]:
        """P for the problem: a vector if the settings name languages.

        A language that a restriction has left out may be named; one that the model never had may not.
        """
        given = self.settings.penalty
        if isinstance(given, int | float):
            return float(given)
        whole = self.model.whole if isinstance(self.model, RestrictedModel) else self.model
        by_label = dict.fromkeys(whole.labels, float(given.get("*", 0.0)))
        for code, value in given.items():
            if code != "*":
                by_label.update((whole.labels[index], float(value)) for index in find(code, whole.labels))
        return np.array([by_label[label] for label in self.labels])

    def _can_read(self, token: Token) -> bool:
        return self._scripts is None or not token.script or token.script in self._scripts

    def _problem(self, scores: NDArray[np.float64], readable: list[Token]) -> Problem:
        lengths = np.array([token.end - token.start for token in readable], dtype=np.int64)
        return Problem.under(self.settings, scores.T, lengths, self._penalty, self.labels)


def best_single(problem: Problem) -> Solution:
    """The language with the best total score for all words: what users expect of a sentence that has words."""
    # Row by row, so that sums do not depend on how the model stores scores.
    totals = np.ascontiguousarray(problem.scaled).sum(axis=1) - problem.penalties
    assignment = Assignment((int(totals.argmax()),), (0,) * problem.scores.shape[1])
    return Solution(assignment, problem.value(assignment), optimal=False)


def _capitals_inside(text: str, tokens: list[Token]) -> set[int]:
    """Where words begin with one capital letter (not all of them) that is not due to the start of a sentence."""
    found, fresh = set(), True
    for token in tokens:
        if token.kind == "word":
            word = text[token.start : token.end]
            if not fresh and word[0].isupper() and not (len(word) > 1 and word.isupper()):
                found.add(token.start)
            fresh = False
        elif token.kind == "punctuation" and text[token.start] in SENTENCE_ENDS:
            fresh = True
    return found
