"""The binary layout of fastText models (`.bin`), versions 11 and 12.

`read_fasttext` returns the parts of a file as plain data. Matrices are memory-mapped, so a file of a gigabyte opens at
once; every size in the file is checked against its length first. `fasttext.py` uses the parts.
"""

from __future__ import annotations

import mmap
import os
import struct
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mixlid.errors import ModelError
from mixlid.models.fasttext_losses import UNBUILT
from mixlid.models.ngrams import LONGEST_NGRAM, MOST_BUCKETS, IntArray
from mixlid.models.signature import is_fasttext, map_file

FloatRows = NDArray[np.float32]

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
    #: Memory-mapped, and not aligned.
    input: FloatRows
    output: FloatRows


def read_fasttext(path: str | os.PathLike[str]) -> FastTextFile:
    """The parts of a fastText file; `ModelError` if it is not one, is damaged, or is not a classifier."""
    path = Path(path)
    return _parse(_Cursor(map_file(path, is_fasttext, "a fastText model (.bin)"), path))


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
    if pruned >= 0 or at.take("<?", "the input matrix")[0]:
        raise ModelError(
            f"{at.path} is a quantised fastText model (.ftz), which mixlid does not read: take the .bin that "
            "it was made from (for lid.176.ftz that is https://dl.fbaipublicfiles.com/fasttext/supervised-models/lid.176.bin)."
        )
    matrix = _read_matrix(at, (nwords + args.bucket, args.dim), "the input matrix")
    if at.take("<?", "the output matrix")[0]:
        raise at.damaged("its output matrix is quantised but its input matrix is not")
    output = _read_matrix(at, (nlabels, args.dim), "the output matrix")
    if not np.isfinite(output).all():
        raise at.damaged("its output matrix has something that is no number")
    return FastTextFile(
        at.path, len(at.data), version, args, tokens, words, counts, labels, label_counts, matrix, output
    )


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


def _read_matrix(at: _Cursor, shape: tuple[int, int], what: str) -> FloatRows:
    m, n = at.sizes("<qq", what)
    if m < shape[0] or n != shape[1]:
        raise at.damaged(f"{what} is {m} by {n} where {shape[0]} by {shape[1]} was expected")
    rows: FloatRows = at.array("<f4", m * n, what).reshape(m, n)
    return rows


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
