"""Our own model format, the folded table (`.mixlid`): one row of label scores for each feature.

A linear classifier's `input[u] · output[l]` never changes after training, so the product is what we store, as int8 with
one scale: a word's score is then a sum of small integers, the same on every machine. `mixlid_lab.training` makes the
rows; `container.py` has the layout of the file.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mixlid._kernel import kernel
from mixlid.models.container import Container, Stream, read_container, write_container
from mixlid.models.header import FORMATS, VERSION, TableHeader, read_header, refusing, to_metadata
from mixlid.models.interface import Feature, FloatArray, in_pieces
from mixlid.models.ngrams import WordFeatures
from mixlid.models.vocabulary import LONGEST_WORD, Vocabulary, score_once, select, softmax, sum_rows, tokens_of
from mixlid.text.words import normalise, words_of

if TYPE_CHECKING:
    from mixlid.models._compiled import Rows


def write_table(
    path: str | os.PathLike[str],
    header: TableHeader,
    ids: NDArray[Any],
    rows: NDArray[Any] | Stream,
    words: Sequence[bytes] = (),
) -> None:
    """Write a table: the sorted ids of the features that have a row, their rows, and the vocabulary.

    Ids below `len(words)` are words, the rest are `len(words)` + bucket. `ValueError` if the parts do not fit together.
    """
    check_tensors(header, ids, rows.shape, rows.dtype, len(words))
    if any(b"\n" in word or not word for word in words):
        raise ValueError("a word of its vocabulary is empty or has a line feed")
    tensors: dict[str, NDArray[Any] | Stream] = {
        "ids": ids.astype(np.uint32),
        "rows": rows,
        "vocabulary": np.frombuffer(bytearray(b"\n".join(words)), dtype=np.uint8),
    }
    write_container(path, tensors, to_metadata(header))


class TableModel:
    """A folded table, whose rows stay on disk until they are used; a pickle of it holds only its path."""

    def __init__(self, header: TableHeader, ids: NDArray[Any], rows: NDArray[Any], words: Sequence[bytes] = ()) -> None:
        """`ValueError` if the parts do not fit together."""
        check_tensors(header, ids, rows.shape, rows.dtype, len(words))
        self.header = header
        self.labels = header.labels
        self.presets = header.presets
        self.confidence = header.confidence
        self.fitted = header.fitted
        self.ids = ids
        self.rows = rows
        self._vocabulary = Vocabulary(words, header.ngrams)
        self._sum_type: type[np.number[Any]] = np.int32 if rows.dtype == np.int8 else np.float64
        self._path: Path | None = None
        self._size: int | None = None

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> TableModel:
        """Open a `.mixlid` file; `ModelError` if it is damaged, not a table, or from a later mixlid."""
        return cls.from_container(read_container(Path(path).absolute()))

    @classmethod
    def from_container(cls, container: Container) -> TableModel:
        header, tensors = read_header(container, TableHeader), container.tensors
        with refusing(container.path):
            if set(tensors) != {"ids", "rows", "vocabulary"}:
                raise ValueError(f"its tensors are {sorted(tensors)}, not ids, rows and vocabulary")
            vocabulary = tensors["vocabulary"]
            if vocabulary.dtype != np.uint8 or vocabulary.ndim != 1:
                raise ValueError("its vocabulary has the wrong type or shape")
            words = vocabulary.tobytes().split(b"\n") if len(vocabulary) else []
            model = cls(header, tensors["ids"], tensors["rows"], words)
        model._path, model._size = container.path, container.size
        return model

    def __reduce__(self) -> tuple[Callable[..., TableModel], tuple[Any, ...]]:
        if self._path is not None:
            return TableModel.load, (self._path,)
        return TableModel, (self.header, self.ids, self.rows, self._vocabulary.words)

    def __repr__(self) -> str:
        return f"TableModel({str(self._path or 'in memory')!r}, {len(self.labels)} labels, {len(self.ids)} rows)"

    @property
    def words(self) -> Sequence[bytes]:
        """The vocabulary, whose indices are the first feature ids."""
        return self._vocabulary.words

    def word_scores(self, words: Sequence[str]) -> FloatArray:
        """Scores C[t, l]; zeros for a word of which normalisation leaves nothing."""
        if self.compiled is None:
            return self.numpy_scores(words)
        from mixlid.models._compiled import word_scores

        return word_scores(self.compiled, words)

    def numpy_scores(self, words: Sequence[str]) -> FloatArray:
        """The same as `word_scores`, by NumPy alone."""
        return score_once([self._known_form(word) for word in words], self._scores)

    @cached_property
    def compiled(self) -> Rows | None:
        """The same rows for the compiled kernel, with a cache of words; None if NumPy has to do the work."""
        if kernel() == "numpy" or self.rows.dtype != np.int8:
            return None
        from mixlid.models._compiled import Rows

        return Rows(self.header, self.ids, self.rows, self._vocabulary)

    @cached_property
    def index(self) -> NDArray[np.int32]:
        """Row of every feature id, -1 for those that have none."""
        index = np.full(self._vocabulary.size, -1, dtype=np.int32)
        index[self.ids] = np.arange(len(self.ids), dtype=np.int32)
        return index

    def probabilities(self, text: str) -> FloatArray:
        """Probability of each label; uniform for a text that has no words."""
        if self.header.normalisation != "none":
            words = words_of(text)
            total: FloatArray = np.zeros(len(self.labels))
            for piece in in_pieces(words):
                total += self.word_scores(piece).sum(axis=0)
            return softmax(total / max(len(words), 1) ** 0.5)
        known, counts = self._find(tokens_of(text))
        total = self._sums(known).sum(axis=0) * self.header.scale
        return softmax(total / max(int(counts.sum()), 1))

    def features(self, word: str) -> list[Feature]:
        """The parts of the word that have a row, each with what it adds to the word's score."""
        word = self._known_form(word)
        features = self._vocabulary.features([word])
        places = self.index[features.ids]
        unit = self.header.scale / self._divisors(self._find([word])[1])[0]
        return [
            Feature(text, self.rows[place].astype(np.float64) * unit)
            for text, place in zip(self._vocabulary.feature_texts(word), places, strict=True)
            if place >= 0
        ]

    def info(self) -> dict[str, Any]:
        header = self.header
        return {
            "format": FORMATS[TableHeader],
            "path": str(self._path) if self._path else None,
            "bytes": self._size,
            "version": VERSION,
            "rows": len(self.ids),
            "dtype": str(self.rows.dtype),
            "minn": header.ngrams.minn,
            "maxn": header.ngrams.maxn,
            "buckets": header.ngrams.buckets,
            "whole_word": header.ngrams.whole_word,
            "vocabulary": len(self._vocabulary),
            "labels": len(self.labels),
            "pooling": header.pooling,
            "normalisation": header.normalisation,
            "presets": {name: dict(settings) for name, settings in self.presets.items()},
            "card": dict(header.card),
        }

    def with_header(self, **changes: Any) -> TableModel:
        """The same rows with other values of the header, such as presets or fitted numbers."""
        return TableModel(replace(self.header, **changes), self.ids, self.rows, self.words)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the table; `path` may be its own file."""
        write_table(path, self.header, self.ids, self.rows, self.words)

    def _known_form(self, word: str) -> str:
        return (word if self.header.normalisation == "none" else normalise(word))[:LONGEST_WORD]

    def _scores(self, words: Sequence[str]) -> FloatArray:
        known, counts = self._find(words)
        scores: FloatArray = self._sums(known) * float(self.header.scale) / self._divisors(counts)[:, None]
        return scores

    def _find(self, words: Sequence[str]) -> tuple[WordFeatures, NDArray[np.int64]]:
        """The rows of each word, and how many features it has."""
        features = self._vocabulary.features(words)
        places = self.index[features.ids].astype(np.int64)
        known = select(features, places >= 0, places)
        return known, features.counts

    def _sums(self, known: WordFeatures) -> NDArray[Any]:
        return sum_rows(known, self.rows.__getitem__, len(self.labels), self._sum_type)

    def _divisors(self, counts: NDArray[np.int64]) -> FloatArray:
        if self.header.pooling == "sum":
            return np.ones(len(counts))
        divisors: FloatArray = np.sqrt(np.maximum(counts, 1).astype(np.float64))
        return divisors


def check_tensors(
    header: TableHeader, ids: NDArray[Any], shape: tuple[int, ...], dtype: np.dtype[Any], nwords: int
) -> None:
    """`ValueError` if the tensors do not fit the header."""
    if ids.dtype.kind not in "ui" or ids.ndim != 1:
        raise ValueError("its ids have the wrong type or shape")
    if dtype not in (np.int8, np.float32):
        raise ValueError(f"its rows are {dtype}, not int8 or float32")
    if shape != (len(ids), len(header.labels)):
        raise ValueError(f"its rows have the shape {shape}, with {len(ids)} ids and {len(header.labels)} labels")
    if len(ids) > 1 and not bool(np.all(ids[1:] > ids[:-1])):
        raise ValueError("its feature ids are not in ascending order")
    if len(ids) and not 0 <= int(ids[0]) <= int(ids[-1]) < nwords + header.ngrams.buckets:
        raise ValueError(
            f"its feature ids go up to {int(ids[-1])}, past the last, {nwords + header.ngrams.buckets - 1}"
        )
