"""The matrices of a fastText file (`fasttext_file.py`), read row by row: plain, or product-quantised."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mixlid.models.ngrams import IntArray

FloatRows = NDArray[np.float32]

#: Centroids for each part of a product quantiser: its codes are bytes.
CENTROIDS = 256


class Matrix(Protocol):
    """A matrix that is read row by row."""

    @property
    def shape(self) -> tuple[int, int]: ...

    def rows(self, ids: IntArray) -> FloatRows: ...


@dataclass(frozen=True, slots=True)
class DenseMatrix:
    """A matrix of plain numbers; `values` may be memory-mapped, and need not be aligned."""

    values: FloatRows

    @property
    def shape(self) -> tuple[int, int]:
        return self.values.shape[0], self.values.shape[1]

    def rows(self, ids: IntArray) -> FloatRows:
        return self.values[ids]


@dataclass(frozen=True, slots=True)
class Quantiser:
    """Centroids of a product quantiser: a vector is cut into parts, and each part is one of 256."""

    parts: NDArray[np.float32]  # [nsubq - 1, 256, dsub]
    last: NDArray[np.float32]  # [256, lastdsub]; the last part may be shorter

    def decode(self, codes: NDArray[np.uint8]) -> FloatRows:
        """Codes [n, nsubq] to vectors [n, dim]."""
        first = self.parts[np.arange(len(self.parts)), codes[:, :-1]]
        return np.concatenate(
            [first.reshape(len(codes), first.shape[1] * first.shape[2]), self.last[codes[:, -1]]], axis=1
        )


@dataclass(frozen=True, slots=True)
class QuantisedMatrix:
    """A product-quantised matrix: a code for each part of a row, and perhaps one for the row's norm."""

    shape: tuple[int, int]
    codes: NDArray[np.uint8]
    quantiser: Quantiser
    norm_codes: NDArray[np.uint8] | None = None
    norm_quantiser: Quantiser | None = None

    def rows(self, ids: IntArray) -> FloatRows:
        rows = self.quantiser.decode(self.codes[ids])
        if self.norm_codes is not None and self.norm_quantiser is not None:
            rows *= self.norm_quantiser.decode(self.norm_codes[ids][:, None])
        return rows
