"""The pipeline in Python and NumPy, whatever is compiled: what every compiled part is compared with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from mixlid import Identifier
from mixlid.engine.plain_pipeline import PlainPipeline
from mixlid.models.interface import FloatArray
from mixlid.models.partitions import PartitionedModel
from mixlid.models.restricted import RestrictedModel
from mixlid.models.table import TableModel
from mixlid.settings import SETTINGS
from mixlid.solvers import exact
from mixlid.solvers.problem import Solution
from mixlid.solvers.solver import Sentence
from mixlid.text.labels import scripts_of
from mixlid.text.words import Token, is_scored

#: How many times the steps of compiled code NumPy may take: what a step costs there is counted by its time
#: (`mixlid.solvers.budget`), so the same search costs more.
MORE_STEPS, MOST = 50, int(SETTINGS["search_budget"].limits[1])


class NumpySolver:
    """The exact solver with its search in NumPy, and with as many steps as it needs for the same proofs."""

    name = "exact"

    def solve(self, sentence: Sentence) -> Solution:
        problem = sentence.problem
        return exact.solve(replace(problem, search_budget=min(MORE_STEPS * problem.search_budget, MOST)), exact.search)


class NumpyTable:
    """A table whose words are scored by NumPy."""

    def __init__(self, model: TableModel) -> None:
        self._model = model

    def __getattr__(self, name: str) -> Any:
        return getattr(self._model, name)

    def word_scores(self, words: Sequence[str]) -> FloatArray:
        return self._model.numpy_scores(words)


def _plain_model(model: Any) -> Any:
    """The model with its tables scored by NumPy."""
    if isinstance(model, RestrictedModel):
        return RestrictedModel(_plain_model(model.full), model.columns, model.keeps_rivals)
    if isinstance(model, PartitionedModel):
        partitions: Any = PartitionedModel(model.header, model.rows())
        for partition in partitions.partitions:
            partition.table = partition.table and NumpyTable(partition.table)
        return partitions
    return NumpyTable(model) if isinstance(model, TableModel) else model


def reference(lid: Identifier) -> Identifier:
    """The same identifier with nothing compiled."""
    model = _plain_model(lid.model)
    solver = NumpySolver() if isinstance(lid.solver, exact.ExactSolver) else lid.solver
    plain = replace(lid, model=model, solver=solver)
    plain.__dict__["_pipeline"] = PlainPipeline(plain._config())
    return plain


def readable(lid: Identifier, text: str) -> tuple[list[Token], FloatArray]:
    """The tokens of a text that the model has scores for, and their scores, before any setting is applied."""
    scripts, model = scripts_of(lid.labels), lid._scored
    tokens = [one for one in lid._pipeline.tokenize(text) if is_scored(one, text)]
    tokens = [one for one in tokens if scripts is None or not one.script or one.script in scripts]
    words = [text[one.start : one.end] for one in tokens]
    return tokens, model.word_scores(words) if words else np.zeros((0, len(model.labels)))


def same(lid: Identifier, texts: Sequence[str]) -> None:
    """Both pipelines; the compiled one twice, before and after words are cached, and with given scores.

    Texts are treated as sentences, as when scores are given; `test_document_pipeline.py` is about documents.
    """
    lid = lid.replace(unit="sentence")
    assert type(lid._pipeline).__name__ == "CompiledPipeline"
    plain = reference(lid)
    for text in texts:
        expected = plain.identify(text)
        for result in (lid.identify(text), lid.identify(text), lid._pipeline.identify(text, readable(lid, text)[1])):
            assert result == expected
            assert repr(result) == repr(expected)  # which tells 0.0 from -0.0, and an int from a float
