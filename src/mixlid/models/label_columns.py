"""A model of many scripts with a further label, or without some of its labels; whatever else it says stays the same."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mixlid.errors import ModelError
from mixlid.models.added import AddedLabel
from mixlid.models.blocks import BlockHeader, BlockModel
from mixlid.models.ngrams import NgramSpec

Rows = tuple[NDArray[Any], NDArray[Any]]


class Column(NamedTuple):
    """A label's scores for words in the scripts of one block, or in scripts that the model does not have."""

    scripts: tuple[str, ...]
    #: the features that count for or against it, ascending, and by how much; None where it is its scripts' only label
    ids: NDArray[np.int64] | None = None
    values: NDArray[np.int8] | None = None
    #: for a block that had no rows yet
    ngrams: NgramSpec | None = None
    scale: float = 1.0


def with_label(model: BlockModel, label: str, columns: Sequence[Column], about: AddedLabel) -> BlockModel:
    """The model with a further label, the last one. Features that have no row yet get one, of zeros for all others."""
    header, rows = model.header, model.rows()
    if label in header.labels:
        raise ModelError(f"the model has a label {label} already")
    blocks, number = list(header.blocks), len(header.labels)
    for column in columns:
        place = next((place for place, block in enumerate(blocks) if column.scripts[0] in block.scripts), None)
        if place is None:
            # Words of a script that has one label are certainly in that.
            certainty = max((block.certainty for block in blocks), default=0.0) or 1.0
            blocks.append(BlockHeader(column.scripts, (number,), certainty))
            continue
        block = blocks[place]
        blocks[place] = replace(
            block,
            labels=(*block.labels, number),
            ngrams=block.ngrams or column.ngrams,
            scale=block.scale if block.ngrams else column.scale,
        )
        rows[place] = _joined(rows.get(place), len(block.labels), column)
    made = replace(header, labels=(*header.labels, label), blocks=tuple(blocks), added={**header.added, label: about})
    return BlockModel(made, rows)


def without_labels(model: BlockModel, labels: Collection[str]) -> BlockModel:
    """The model as if it had never heard of some labels: their columns are gone, and the rows that only they had.

    Prices and the like keep what they say of all others. `ModelError` if there is such a label not, or no other.
    """
    header = model.header
    if unknown := [label for label in labels if label not in header.labels]:
        raise ModelError(f"the model has no label {', '.join(unknown)}")
    left = [place for place, label in enumerate(header.labels) if label not in labels]
    if not left:
        raise ModelError("a model needs labels: not all of them can be left out")
    number, blocks, rows = {place: count for count, place in enumerate(left)}, list[BlockHeader](), dict[int, Rows]()
    for place, block in enumerate(header.blocks):
        kept = [column for column, of in enumerate(block.labels) if of in number]
        if not kept:
            continue
        numbers = tuple(number[block.labels[column]] for column in kept)
        if len(kept) == 1:
            blocks.append(BlockHeader(block.scripts, numbers, block.certainty))
            continue
        ids, values = model.rows()[place]
        if len(kept) < len(block.labels):
            values = values[:, kept]
            ids, values = ids[values.any(axis=1)], values[values.any(axis=1)]
        rows[len(blocks)] = (ids, values)
        blocks.append(replace(block, labels=numbers))
    presets, confidence = (_without(part, labels) for part in (header.presets, header.confidence))
    made = replace(
        header,
        labels=tuple(header.labels[place] for place in left),
        blocks=tuple(blocks),
        presets=presets,
        confidence=confidence,
        added=_without(header.added, labels),
    )
    return BlockModel(made, rows)


def _joined(rows: Rows | None, width: int, column: Column) -> Rows:
    """The rows of a block with one more column."""
    if column.ids is None or column.values is None:
        raise ModelError(f"a second label in {'/'.join(column.scripts)} needs scores, to be told from the first")
    before = rows or (np.empty(0, dtype=np.uint32), np.empty((0, width), dtype=np.int8))
    ids = np.union1d(before[0].astype(np.int64), column.ids)
    values = np.zeros((len(ids), width + 1), dtype=before[1].dtype)
    values[np.searchsorted(ids, before[0]), :width] = before[1]
    values[np.searchsorted(ids, column.ids), width] = column.values
    return ids.astype(np.uint32), values


def _without(values: Any, labels: Collection[str]) -> Any:
    """Nested mappings without the keys that are these labels."""
    if not isinstance(values, dict):
        return values
    return {key: _without(value, labels) for key, value in values.items() if key not in labels}
