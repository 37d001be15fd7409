"""fastText classifiers (`.bin`, `.ftz`) as models, without fastText.

A word's score is the **sum** of its features' rows times the output matrix, so that longer words weigh more; a
sentence's probabilities are fastText's own, from the **mean** over all features of the sentence and `</s>`. One
difference is meant: fastText prints `p + 0.00001` for a probability `p`, and here it is `p`.

Left out: training, and models whose scores do not belong to single words and labels (refused on reading).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mixlid.models.fasttext_file import LOSSES, FastTextFile, read_fasttext
from mixlid.models.interface import Feature, FloatArray
from mixlid.models.ngrams import NgramSpec, WordFeatures
from mixlid.models.vocabulary import Vocabulary, score_once, select, softmax, sum_rows, tokens_of
from mixlid.text.labels import LABEL_PREFIX


def label_name(label: bytes) -> str:
    """A label as mixlid writes it: `eng_Latn` for `__label__eng_Latn`, anything else as it is."""
    return label.decode("utf-8", "replace").removeprefix(LABEL_PREFIX)


def vocabulary_of(file: FastTextFile) -> Vocabulary:
    """The words and n-grams of a fastText file."""
    args = file.args
    spec = NgramSpec(max(args.minn, 1), max(args.maxn, 0), args.bucket)
    return Vocabulary(file.words, spec, file.labels)


class FastTextModel:
    """A fastText classifier whose input matrix stays on disk; a pickle of it holds only its path."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.file = read_fasttext(Path(path).absolute())
        self._vocabulary = vocabulary_of(self.file)
        self._labels = tuple(label_name(label) for label in self.file.labels)
        # Small, and all of it is needed for every word, so it is read once.
        self._output = self.file.output.rows(np.arange(len(self._labels))).astype(np.float64)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> FastTextModel:
        """Open a `.bin` or `.ftz` file."""
        return cls(path)

    def __reduce__(self) -> tuple[Callable[[Path], FastTextModel], tuple[Path]]:
        return FastTextModel, (self.file.path,)

    def __repr__(self) -> str:
        return f"FastTextModel({str(self.file.path)!r}, {len(self._labels)} labels)"

    @property
    def labels(self) -> tuple[str, ...]:
        return self._labels

    @property
    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        return {}

    @property
    def confidence(self) -> Mapping[str, Mapping[str, Any]]:
        return {}

    def word_scores(self, words: Sequence[str]) -> FloatArray:
        """Scores C[t, l]; zeros for a word without features, such as the empty one, or a `__label__…`."""
        return score_once(words, lambda unique: self._sums(self.rows_of(unique)) @ self._output.T)

    def probabilities(self, text: str) -> FloatArray:
        """fastText's probabilities for the text as one sentence; uniform where fastText finds nothing to go by."""
        found = self.rows_of(tokens_of(text))
        hidden = self._sums(found).sum(axis=0) / max(len(found.ids), 1)
        return softmax(self._output @ hidden)

    def features(self, word: str) -> list[Feature]:
        """The word itself if it is in the vocabulary, then its n-grams, each with what it adds to the score."""
        features = self._vocabulary.features([word])
        rows, keep = self._place(features)
        texts = self._vocabulary.feature_texts(word)
        scores = self.file.input.rows(rows[keep]).astype(np.float64) @ self._output.T
        kept = (text for text, wanted in zip(texts, keep, strict=True) if wanted)
        return [Feature(text, row) for text, row in zip(kept, scores, strict=True)]

    def info(self) -> dict[str, Any]:
        file = self.file
        return {
            "format": "fasttext",
            "path": str(file.path),
            "bytes": file.size,
            "version": file.version,
            "quantised": file.quantised,
            "pruned": file.prune_map is not None,
            "loss": LOSSES[file.args.loss],
            "dim": file.args.dim,
            "minn": file.args.minn,
            "maxn": file.args.maxn,
            "buckets": file.args.bucket,
            "vocabulary": len(file.words),
            "labels": len(self._labels),
            "training_tokens": file.tokens,
        }

    def rows_of(self, words: Sequence[str]) -> WordFeatures:
        """For each word the rows of the input matrix that it uses, in fastText's order."""
        features = self._vocabulary.features(words)
        rows, keep = self._place(features)
        return select(features, keep, rows)

    def _place(self, features: WordFeatures) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """The row of each feature, and whether it has one: in a pruned model not all n-grams do."""
        ids = features.ids
        if self.file.prune_map is None:
            return ids, np.ones(len(ids), dtype=bool)
        words = len(self._vocabulary)
        rows = ids.copy()
        grams = ids >= words
        rows[grams] = self.file.prune_map[ids[grams] - words]
        keep = rows >= 0
        rows[grams] += words
        return rows, keep

    def _sums(self, found: WordFeatures) -> FloatArray:
        sums: FloatArray = sum_rows(found, self.file.input.rows, self.file.args.dim, np.float64)
        return sums
