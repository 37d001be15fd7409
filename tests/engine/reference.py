"""The pipeline in Python and NumPy, whatever is compiled: what every compiled part is measured against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from mixlid import Identifier
from mixlid.assign import exact
from mixlid.assign.problem import Solution
from mixlid.assign.solver import Sentence
from mixlid.engine.pipeline import PlainPipeline
from mixlid.models.interface import FloatArray
from mixlid.models.restricted import RestrictedModel
from mixlid.models.table import TableModel


class NumpySolver:
    """The exact solver with its search in NumPy."""

    name = "exact"

    def solve(self, sentence: Sentence) -> Solution:
        return exact.solve(sentence.problem, exact.search)


class NumpyTable:
    """A table whose words NumPy scores."""

    def __init__(self, model: TableModel) -> None:
        self._model = model

    def __getattr__(self, name: str) -> Any:
        return getattr(self._model, name)

    def word_scores(self, words: Sequence[str]) -> FloatArray:
        return self._model.numpy_scores(words)


def reference(lid: Identifier) -> Identifier:
    """The same identifier with nothing compiled."""
    model: Any = lid.model
    if isinstance(model, RestrictedModel):
        full: Any = NumpyTable(model.full) if isinstance(model.full, TableModel) else model.full
        model = RestrictedModel(full, model.columns)
    elif isinstance(model, TableModel):
        model = NumpyTable(model)
    solver = NumpySolver() if isinstance(lid.solver, exact.ExactSolver) else lid.solver
    plain = replace(lid, model=model, solver=solver)
    plain.__dict__["_pipeline"] = PlainPipeline(plain._parts())
    return plain
