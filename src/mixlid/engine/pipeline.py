"""The pipeline from a text to its result, in Python and NumPy (`plain_pipeline.py`) or compiled (`_compiled.pyx`).

Both fill the record of a text (`text_record.py`) with tokens and let the stages (`stages.py`) find its answer, to which
each adds scores and solutions in its own way. That becomes a row of a batch (`mixlid.results.batch`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from mixlid._kernel import kernel
from mixlid.engine.label_numbers import LabelNumbers
from mixlid.engine.pipeline_config import PipelineConfig, WeighedAnswer
from mixlid.engine.plain_pipeline import PlainPipeline
from mixlid.models.interface import FloatArray
from mixlid.models.partitions import Partition, PartitionedModel
from mixlid.models.restricted import RestrictedModel, full_model
from mixlid.models.table import TableModel
from mixlid.results.batch import AnswerBatch
from mixlid.results.result import Result
from mixlid.solvers.exact import ExactSolver
from mixlid.text.words import SCRIPTS, Token, tokenize

#: With a larger scale, scores might not be finite, which only a `Problem` checks.
_LARGEST_SCALE = 1e200


class Pipeline(Protocol):
    """Text in, result out; safe to share between threads."""

    @property
    def can_repeat(self) -> bool:
        """Whether a text may be identified again for its words; models in Python may be slow, or answer differently."""

    def identify(self, text: str, scores: FloatArray | None = None) -> Result:
        """The languages of one text and of its words; given `scores` are used in place of the model's."""

    def identify_results(self, texts: list[str]) -> list[Result]:
        """The results for several texts, each with a batch of its own, so that none keeps the others in memory."""

    def identify_batch(self, texts: list[str], words: bool = False) -> AnswerBatch:
        """The answers for several texts as a batch; the compiled pipeline releases the global interpreter lock."""

    def identify_utf8(
        self, data: Any, starts: NDArray[np.int64], ends: NDArray[np.int64], words: bool = False
    ) -> tuple[AnswerBatch | None, int]:
        """The same for UTF-8 texts in `data`, and the number of the first text that is not valid UTF-8.

        If all are valid, that number is negative; otherwise there is no batch.
        """

    def weigh(self, text: str) -> WeighedAnswer:
        """The languages of the same answer, and the evidence for a further one."""

    def tokenize(self, text: str) -> list[Token]:
        """The tokens of a text."""


def make_pipeline(config: PipelineConfig) -> Pipeline:
    """The compiled pipeline if it was built and knows this tokenizer, else the one in Python and NumPy."""
    if kernel() == "numpy" or config.cut is not tokenize:
        return PlainPipeline(config)
    from mixlid.engine._compiled import CompiledPipeline

    model = config.model
    columns = model.columns if isinstance(model, RestrictedModel) else None
    full = full_model(model)
    if isinstance(full, PartitionedModel):
        return _by_partitions(config, full, columns or range(len(full.labels)))
    rows = full.compiled if isinstance(full, TableModel) and full.header.scale < _LARGEST_SCALE else None
    return CompiledPipeline(config, rows, columns, type(config.solver) is ExactSolver)


def _by_partitions(config: PipelineConfig, model: PartitionedModel, columns: Sequence[int]) -> Pipeline:
    """A pipeline for all labels, and one for each partition, which is enough for a text of one script."""
    from mixlid.engine._compiled import CompiledPipeline

    pipeline = CompiledPipeline(config, None, None, type(config.solver) is ExactSolver)
    if type(config.solver) is not ExactSolver:  # others use the text, or the probability of every label
        return pipeline
    makers: list[Callable[[], Pipeline]] = []
    partition_of = bytearray(256)
    place_of = {column: place for place, column in enumerate(columns)}
    for partition in model.partitions:
        inside = [place for place, column in enumerate(partition.header.labels) if column in place_of]
        # Rows that are not small integers stay with NumPy.
        if inside and (partition.table is None or partition.table.rows.dtype == np.int8):
            chosen = np.array([place_of[partition.header.labels[place]] for place in inside])
            makers.append(partial(_partition_pipeline, config, partition, inside, chosen))
            for script in partition.header.scripts:
                partition_of[SCRIPTS.index(script)] = len(makers)
    pipeline.use_partitions(makers, bytes(partition_of))
    return pipeline


def _partition_pipeline(
    config: PipelineConfig, partition: Partition, inside: Sequence[int], chosen: NDArray[np.int64]
) -> Pipeline:
    """The pipeline of a partition: the wanted labels are `inside` among the partition's, `chosen` among the model's."""
    from mixlid.engine._compiled import CompiledPipeline

    some = config.among(chosen.tolist())
    numbers = LabelNumbers(some.rules.labels, partition.header.scripts)
    columns = inside if len(inside) < len(partition.places) else None
    rows = None if partition.table is None else partition.table.compiled
    made = replace(some, model=config.model, labels=numbers)
    return CompiledPipeline(made, rows, columns, searches=True, certainty=partition.header.certainty)
