"""From a linear table to the table that ships: keep the rows that matter, and round them to int8.

A row matters by its largest |value| times the square root of its feature's frequency: a strong value that is never used
is worth as little as a weak one. The whole table has one scale, so that word scores are sums of integers; the largest
value becomes 127.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mixlid_lab.training.bags import Int64Array, Ragged, starts_of

_INT8_MAX = 127


@dataclass(frozen=True, slots=True)
class PrunedFeatures:
    """The features of words as indices of the rows that were kept."""

    features: Ragged
    #: How many features each word had before pruning.
    counts: Int64Array


def choose_rows(table: NDArray[np.float32], frequencies: NDArray[np.float64], rows: int) -> Int64Array:
    """The ids of the rows to keep, ascending; rows of zeros are dropped. With `rows` 0 there is no limit."""
    weight = np.abs(table).max(axis=1, initial=0.0) * np.sqrt(frequencies)
    order = np.argsort(-weight, kind="stable")[: rows or len(weight)]
    return np.sort(order[weight[order] > 0])


def prune_features(features: Ragged, kept: Int64Array, buckets: int) -> PrunedFeatures:
    """The features that still have a row, as indices into `kept`."""
    place = np.full(buckets, -1, dtype=np.int32)
    place[kept] = np.arange(len(kept), dtype=np.int32)
    places = place[features.flat]
    present = places >= 0
    return PrunedFeatures(Ragged(places[present], starts_of(present)[features.starts]), np.diff(features.starts))


def quantise(rows: NDArray[np.float32]) -> tuple[NDArray[np.int8], float]:
    """Rows as int8, and the value of one unit."""
    scale = float(np.abs(rows).max(initial=0.0)) / _INT8_MAX or 1.0
    return np.rint(rows / np.float32(scale)).astype(np.int8), scale
