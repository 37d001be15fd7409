"""The binary layout of fastText models: `.bin` and quantised `.ftz`, versions 11 and 12.

`read_fasttext` returns the parts of a file as plain data. Matrices are memory-mapped, so a file of a gigabyte opens at
once; every size in the file is checked against its length first. `fasttext.py` uses the parts.
"""

from __future__ import annotations

import mmap
import os
import struct
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mixlid.errors import ModelError
from mixlid.models.fasttext_losses import UNBUILT
from mixlid.models.ngrams import LONGEST_NGRAM, MOST_BUCKETS, IntArray
from mixlid.models.signature import is_fasttext, map_file

FloatRows = NDArray[np.float32]

#: Centroids for each part of a product quantiser: its codes are bytes.
CENTROIDS = 256
LOSSES = {1: "hs", 2: "ns", 3: "softmax", 4: "ova"}
MODELS = {1: "cbow", 2: "skipgram", 3: "supervised"}


@dataclass(frozen=True, slots=True)
class Args:
    """Training arguments, in the order of the file."""

    dim: int
    ws: int
    epoch: int
    min_count: int
    neg: int
    word_ngrams: int
    loss: int
    model: int
    bucket: int
    minn: int
    maxn: int
    lr_update_rate: int
    t: float


@dataclass(frozen=True, slots=True)
class FastTextFile:
    """The parts of a supervised model."""

    path: Path
    size: int
    version: int
    args: Args
    tokens: int
    words: list[bytes]
    #: How often each word occurred in the training text.
    word_counts: IntArray
    #: As in the file, `__label__` included.
    labels: list[bytes]
    #: How often each label occurred, from which `hs` builds its tree.
    label_counts: IntArray
    #: Row (after those of the words) of each n-gram bucket, -1 for none; None if the model is not pruned.
    prune_map: NDArray[np.int32] | None
    input: Matrix
    output: Matrix
    quantised: bool


@dataclass(frozen=True, slots=True)
class DenseMatrix:
    """A matrix of plain numbers; `values` may be memory-mapped, and need not be aligned."""

    values: FloatRows

    @property
    def shape(self) -> tuple[int, int]:
        return self.values.shape[0], self.values.shape[1]

    def rows(self, ids: IntArray) -> FloatRows:
        return self.values[ids]


class Quantiser(NamedTuple):
    """Centroids of a product quantiser: a vector is cut into parts, and each part is one of 256."""

    parts: NDArray[np.float32]  # [nsubq - 1, 256, dsub]
    last: NDArray[np.float32]  # [256, lastdsub]; the last part may be shorter

    def decode(self, codes: NDArray[np.uint8]) -> FloatRows:
        """Codes [n, nsubq] to vectors [n, dim]."""
        first = self.parts[np.arange(len(self.parts)), codes[:, :-1]]
        size = first.shape[1] * first.shape[2]
        return np.concatenate([first.reshape(len(codes), size), self.last[codes[:, -1]]], axis=1)


@dataclass(frozen=True, slots=True)
class QuantisedMatrix:
    """A product-quantised matrix: a code for each part of a row, and perhaps one for the row's norm."""

    shape: tuple[int, int]
    codes: NDArray[np.uint8]
    quantiser: Quantiser
    norms: tuple[NDArray[np.uint8], Quantiser] | None = None

    def rows(self, ids: IntArray) -> FloatRows:
        rows = self.quantiser.decode(self.codes[ids])
        if self.norms is not None:
            codes, quantiser = self.norms
            rows *= quantiser.decode(codes[ids][:, None])
        return rows


Matrix = DenseMatrix | QuantisedMatrix


def read_fasttext(path: str | os.PathLike[str]) -> FastTextFile:
    """The parts of a fastText file; `ModelError` if it is not one, is damaged, or is not a classifier."""
    path = Path(path)
    return _parse(_Cursor(map_file(path, is_fasttext, "a fastText model (.bin, .ftz)"), path))


def _parse(at: _Cursor) -> FastTextFile:
    _, version = at.take("<ii", "the header")
    if version not in (11, 12):
        raise ModelError(
            f"{at.path} is a fastText model of format version {version}; mixlid reads versions 11 and 12, which every "
            "release of fastText since 2017 writes."
        )
    args = Args(*at.take("<12id", "the training arguments"))
    _refuse_unusable(args, at)
    if version == 11:  # such models were trained before classifiers had character n-grams, whatever `maxn` says
        args = replace(args, maxn=0)
    entries, nwords, nlabels, tokens, pruned = at.take("<iiiqq", "the dictionary")
    if nwords < 0 or nlabels < 1 or nwords + nlabels != entries:
        raise at.damaged(f"its dictionary has {nwords} words and {nlabels} labels but {entries} entries")
    words, counts = _read_entries(at, nwords, 0)
    labels, label_counts = _read_entries(at, nlabels, 1)
    if label_counts.min() < 0 or label_counts.max() >= UNBUILT:
        raise at.damaged("it has seen one of its labels an impossible number of times")
    prune_map = _read_prune_map(at, pruned, args.bucket)
    (quantised,) = at.take("<?", "the input matrix")
    if pruned >= 0 and not quantised:
        raise at.damaged("its dictionary is pruned but its matrix is not quantised")
    rows = nwords + (args.bucket if prune_map is None else pruned)
    matrix = _read_matrix(at, quantised, (rows, args.dim), "the input matrix")
    (quantised_output,) = at.take("<?", "the output matrix")
    output = _read_matrix(at, quantised and quantised_output, (nlabels, args.dim), "the output matrix")
    return FastTextFile(
        at.path, len(at.data), version, args, tokens, words, counts, labels, label_counts, prune_map,
        matrix, output, quantised,
    )  # fmt: skip


def _refuse_unusable(args: Args, at: _Cursor) -> None:
    if args.model not in MODELS or args.loss not in LOSSES:
        raise at.damaged(f"it names model {args.model} and loss {args.loss}, which do not exist")
    model = MODELS[args.model]
    if model != "supervised":
        raise ModelError(
            f"{at.path} holds fastText word vectors ({model}), which know no languages; "
            "mixlid needs a classifier, trained with `fasttext supervised`."
        )
    if args.word_ngrams > 1:
        raise ModelError(
            f"{at.path} was trained with wordNgrams={args.word_ngrams}: it has features of several words, which "
            "give no word a score; mixlid needs a model trained with wordNgrams=1."
        )
    longest = max(args.minn, args.maxn)
    if args.dim < 1 or not (args.maxn > 0) <= args.bucket <= MOST_BUCKETS or longest > LONGEST_NGRAM:
        raise at.damaged(f"it has {args.dim} dimensions, and n-grams up to {longest} in {args.bucket} buckets")


def _read_entries(at: _Cursor, count: int, kind: int) -> tuple[list[bytes], IntArray]:
    """Entries of the dictionary: a zero-terminated string, how often it was seen, and 0 for a word, 1 for a label."""
    at.need(count * 10, "the dictionary")
    names: list[bytes] = []
    seen = np.empty(count, dtype=np.int64)
    data, place, unpack = at.data, at.place, struct.Struct("<qb").unpack_from
    for i in range(count):
        end = data.find(b"\0", place)
        if end < 0 or end + 10 > len(data):
            raise at.truncated("the dictionary")
        seen[i], entry_kind = unpack(data, end + 1)
        if entry_kind != kind:
            raise at.damaged("its dictionary does not list all words before all labels")
        names.append(data[place:end])
        place = end + 10
    at.place = place
    return names, seen


def _read_prune_map(at: _Cursor, size: int, buckets: int) -> NDArray[np.int32] | None:
    if size < 0:
        return None
    pairs = at.array("<i4", size * 2, "the list of kept n-grams").reshape(size, 2)
    if size and (pairs.min() < 0 or pairs[:, 0].max() >= buckets or pairs[:, 1].max() >= size):
        raise at.damaged("its list of kept n-grams points outside the model")
    prune_map = np.full(buckets, -1, dtype=np.int32)
    prune_map[pairs[:, 0]] = pairs[:, 1]
    return prune_map


def _read_matrix(at: _Cursor, quantised: bool, shape: tuple[int, int], what: str) -> Matrix:
    matrix = _read_quantised(at, what) if quantised else _read_dense(at, what)
    if matrix.shape[0] < shape[0] or matrix.shape[1] != shape[1]:
        raise at.damaged(f"{what} is {matrix.shape} where {shape} was expected")
    return matrix


def _read_sizes(at: _Cursor, layout: str, what: str) -> tuple[int, ...]:
    """Those of a matrix; without columns any number of its rows would fit into the file."""
    sizes = at.sizes(layout, what)
    if not sizes[0] or not sizes[1]:
        raise at.damaged(f"{what} is {sizes[0]} by {sizes[1]}")
    return sizes


def _read_dense(at: _Cursor, what: str) -> DenseMatrix:
    m, n = _read_sizes(at, "<qq", what)
    return DenseMatrix(at.array("<f4", m * n, what).reshape(m, n))


def _read_quantised(at: _Cursor, what: str) -> QuantisedMatrix:
    (with_norm,) = at.take("<?", what)
    m, n, code_size = _read_sizes(at, "<qqi", what)
    codes = at.array("u1", code_size, what)
    quantiser = _read_quantiser(at, n, what)
    parts = len(quantiser.parts) + 1
    if code_size != m * parts:
        raise at.damaged(f"{what} has {code_size} codes for {m} rows of {parts} parts")
    norms = (at.array("u1", m, what), _read_quantiser(at, 1, what)) if with_norm else None
    return QuantisedMatrix((m, n), codes.reshape(m, parts), quantiser, norms)


def _read_quantiser(at: _Cursor, columns: int, what: str) -> Quantiser:
    dim, parts, width, last = at.sizes("<iiii", what)
    if dim != columns or parts < 1 or last < 1 or (parts - 1) * width + last != dim:
        raise at.damaged(f"{what} has {columns} columns but a quantiser of {parts} parts for {dim}")
    values = np.array(at.array("<f4", dim * CENTROIDS, what), dtype=np.float32)
    cut = (parts - 1) * CENTROIDS * width
    return Quantiser(values[:cut].reshape(parts - 1, CENTROIDS, width), values[cut:].reshape(CENTROIDS, last))


class _Cursor:
    """A position in the mapped file that cannot go past its end."""

    def __init__(self, data: mmap.mmap, path: Path) -> None:
        self.data, self.path, self.place = data, path, 0

    def need(self, size: int, what: str) -> None:
        if size > len(self.data) - self.place:
            raise self.truncated(what)

    def take(self, layout: str, what: str) -> tuple[Any, ...]:
        self.need(struct.calcsize(layout), what)
        values = struct.unpack_from(layout, self.data, self.place)
        self.place += struct.calcsize(layout)
        return values

    def sizes(self, layout: str, what: str) -> tuple[int, ...]:
        values = self.take(layout, what)
        if min(values) < 0:
            raise self.damaged(f"{what} has a negative size")
        return values

    def array(self, dtype: str, count: int, what: str) -> NDArray[Any]:
        """A view of the file; nothing is read until it is used."""
        size = count * np.dtype(dtype).itemsize
        self.need(size, what)
        if not count:  # NumPy refuses an empty view
            return np.empty(0, dtype=dtype)
        values: NDArray[Any] = np.frombuffer(self.data, dtype=dtype, count=count, offset=self.place)
        self.place += size
        return values

    def truncated(self, what: str) -> ModelError:
        return ModelError(
            f"{self.path} is a fastText model that was cut short: it ends after {len(self.data):,} bytes, inside "
            f"{what}. Download or copy it again."
        )

    def damaged(self, why: str) -> ModelError:
        return ModelError(f"{self.path} is a damaged fastText model: {why}. Download or copy it again.")
