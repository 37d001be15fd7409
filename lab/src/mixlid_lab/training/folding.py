"""fastText model to folded table: multiply the two matrices once and keep what matters.

The input matrix is read in pieces, twice: once for each row's largest value, which decides what is kept and how it is
scaled, and once to write. Only one piece is in memory at a time.

*Which rows.* Those with the largest |value|. Weighting by how often a feature occurs would be better still, but a
fastText file has no frequencies for n-grams.

*Which scale.* One for the whole table, so that a word's score stays a sum of integers: the largest |value| kept becomes
127, and nothing is clipped, since clipping at a high quantile made the error of word scores larger.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from mixlid.errors import ModelError
from mixlid.models.container import Stream
from mixlid.models.fasttext import label_name, vocabulary_of
from mixlid.models.fasttext_file import LOSSES, FastTextFile, FloatRows, read_fasttext
from mixlid.models.header import TableHeader
from mixlid.models.ngrams import IntArray
from mixlid.models.table import write_table

#: Numbers in one piece of the input matrix: 64 MB.
_PIECE = 1 << 24
_INT8_MAX = 127


def pack_fasttext(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    dtype: Literal["int8", "float32"] = "int8",
    max_rows: int | None = None,
    presets: Mapping[str, Mapping[str, Any]] | None = None,
    card: Mapping[str, Any] | None = None,
) -> None:
    """Fold a fastText classifier into a table, all of it or the `max_rows` rows that matter most.

    Without a limit only rows that are all zero are left out, and sentence probabilities stay fastText's. With one,
    words that lose their row leave the vocabulary too, so the mean over a sentence has a few features less.
    """
    if dtype not in ("int8", "float32"):
        raise ValueError(f"dtype is {dtype!r}; it must be 'int8' or 'float32'")
    file = read_fasttext(source)
    if (loss := LOSSES[file.args.loss]) != "softmax":
        raise ModelError(
            f"{file.path} was trained with loss={loss}, whose scores are not sums over features, so it cannot become a "
            "table; use it as it is. Tables are made from models trained with loss=softmax."
        )
    spec = vocabulary_of(file).spec
    # The number of a feature is that of its row; buckets without n-grams are never used.
    rows = np.arange(len(file.words) + (spec.buckets if spec.maxn else 0))
    folded = _Folded(file)
    largest = folded.largest(rows)
    labels = tuple(label_name(label) for label in file.labels)
    order = np.argsort(-largest, kind="stable")
    if max_rows is not None:
        order = order[: max(max_rows, 0)]
    scale = float(largest[order].max(initial=0.0)) / _INT8_MAX if dtype == "int8" else 1.0
    limited = max_rows is not None
    order = order[(largest[order] > scale / 2) if dtype == "int8" else (largest[order] > 0)]
    if not len(order):
        raise ModelError(f"{source} would leave no rows in the table: allow more than {max_rows=}.")
    kept = np.sort(order)
    words, kept_ids = _renumber(file.words, kept) if limited else (file.words, kept)
    header = TableHeader(labels, spec, scale or 1.0, presets=dict(presets or {}), card=dict(card or {}))
    pieces = _quantised(folded.pieces(kept), scale) if dtype == "int8" else folded.pieces(kept)
    write_table(target, header, kept_ids, Stream((len(kept), len(labels)), np.dtype(dtype), pieces), words)


class _Folded:
    """`input · outputᵀ`, a piece at a time."""

    def __init__(self, file: FastTextFile) -> None:
        self._input = file.input
        self._output = file.output[: len(file.labels)].astype(np.float32)
        self._step = max(_PIECE // max(file.args.dim, len(file.labels)), 1)

    def pieces(self, places: IntArray) -> Iterator[FloatRows]:
        for begin in range(0, len(places), self._step):
            yield self._input[places[begin : begin + self._step]] @ self._output.T

    def largest(self, places: IntArray) -> FloatRows:
        """The largest |value| of each row."""
        found = [np.abs(piece).max(axis=1) for piece in self.pieces(places)]
        return np.concatenate(found) if found else np.empty(0, dtype=np.float32)


def _renumber(words: list[bytes], ids: IntArray) -> tuple[list[bytes], IntArray]:
    """Only the words that have a row, and the new ids."""
    count = int(np.searchsorted(ids, len(words)))
    kept = [words[place] for place in ids[:count]]
    return kept, np.concatenate([np.arange(count), ids[count:] - len(words) + count])


def _quantised(pieces: Iterator[FloatRows], scale: float) -> Iterator[NDArray[np.int8]]:
    for piece in pieces:
        yield np.clip(np.rint(piece / np.float32(scale or 1.0)), -_INT8_MAX, _INT8_MAX).astype(np.int8)
