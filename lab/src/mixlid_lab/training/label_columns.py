"""A model of many scripts with a further label; whatever else it says stays the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mixlid.errors import ModelError
from mixlid.models.added import AddedLabel
from mixlid.models.header import PartitionHeader
from mixlid.models.ngrams import NgramSpec
from mixlid.models.partitions import PartitionedModel

Rows = tuple[NDArray[Any], NDArray[Any]]


class Column(NamedTuple):
    """A label's scores for words in the scripts of one partition, or in scripts that the model does not have."""

    scripts: tuple[str, ...]
    #: the features that count for or against it, ascending, and by how much; None where it is its scripts' only label
    ids: NDArray[np.int64] | None = None
    values: NDArray[np.int8] | None = None
    #: for a partition that had no rows yet
    ngrams: NgramSpec | None = None
    scale: float = 1.0


def with_label(model: PartitionedModel, label: str, columns: Sequence[Column], about: AddedLabel) -> PartitionedModel:
    """The model with a further label, the last one. Features that have no row yet get one, of zeros for all others."""
    header, rows = model.header, model.rows()
    if label in header.labels:
        raise ModelError(f"the model has a label {label} already")
    partitions, number = list(header.partitions), len(header.labels)
    for column in columns:
        place = next(
            (place for place, partition in enumerate(partitions) if column.scripts[0] in partition.scripts), None
        )
        if place is None:
            # Words of a script that has one label are certainly in that.
            certainty = max((partition.certainty for partition in partitions), default=0.0) or 1.0
            partitions.append(PartitionHeader(column.scripts, (number,), certainty))
            continue
        partition = partitions[place]
        partitions[place] = replace(
            partition,
            labels=(*partition.labels, number),
            ngrams=partition.ngrams or column.ngrams,
            scale=partition.scale if partition.ngrams else column.scale,
        )
        rows[place] = _joined(rows.get(place), len(partition.labels), column)
    made = replace(
        header, labels=(*header.labels, label), partitions=tuple(partitions), added={**header.added, label: about}
    )
    return PartitionedModel(made, rows)


def _joined(rows: Rows | None, width: int, column: Column) -> Rows:
    """The rows of a partition with one more column."""
    if column.ids is None or column.values is None:
        raise ModelError(f"a second label in {'/'.join(column.scripts)} needs scores, to be told from the first")
    before = rows or (np.empty(0, dtype=np.uint32), np.empty((0, width), dtype=np.int8))
    ids = np.union1d(before[0].astype(np.int64), column.ids)
    values = np.zeros((len(ids), width + 1), dtype=before[1].dtype)
    values[np.searchsorted(ids, before[0]), :width] = before[1]
    values[np.searchsorted(ids, column.ids), width] = column.values
    return ids.astype(np.uint32), values
