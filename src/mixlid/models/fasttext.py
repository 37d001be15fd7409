"""fastText classifiers (`.bin`) as models, without fastText.

A sentence's probabilities are fastText's own for every loss (`fasttext_losses.py`), from the **mean** over all features
of the sentence and `</s>`.

A word's score with the usual loss, `softmax`, is the **sum** of its features' rows times the output matrix, so that
longer words weigh more. The other losses (`hs`, `ova`, `ns`) have no such sum: there a word's score is the logarithm of
its probability as a text of one word, relative to chance.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mixlid.models.fasttext_file import LOSSES, FastTextFile, read_fasttext
from mixlid.models.fasttext_losses import log_shares, output_layer
from mixlid.models.interface import Feature, FloatArray
from mixlid.models.ngrams import NgramSpec, WordFeatures
from mixlid.models.probability import presets_beside_chance, scores_beside_chance
from mixlid.models.vocabulary import END, Vocabulary, score_once, sum_rows, tokens_of
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
        self._output = self.file.output[: len(self._labels)].astype(np.float64)
        self._log_probabilities = output_layer(LOSSES[self.file.args.loss], self._output, self.file.label_counts)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> FastTextModel:
        """Open a `.bin` file."""
        return cls(path)

    def __reduce__(self) -> tuple[Callable[[Path], FastTextModel], tuple[Path]]:
        return FastTextModel, (self.file.path,)

    def __repr__(self) -> str:
        return f"FastTextModel({str(self.file.path)!r}, {len(self._labels)} labels)"

    @property
    def labels(self) -> tuple[str, ...]:
        return self._labels

    @property
    def linear(self) -> bool:
        """Whether word scores are logits, which add up over features."""
        return LOSSES[self.file.args.loss] == "softmax"

    @property
    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        """None with logits, which the paper's presets are made for."""
        return {} if self.linear else presets_beside_chance(len(self._labels))

    @property
    def confidence(self) -> Mapping[str, Mapping[str, Any]]:
        return {}

    def word_scores(self, words: Sequence[str]) -> FloatArray:
        """Scores C[t, l]; zeros for a word without features, such as the empty one, or a `__label__…`."""
        return score_once(words, self._logits if self.linear else self._beside_chance)

    def probabilities(self, text: str) -> FloatArray:
        """fastText's probabilities for the text as one sentence; uniform if it has no features.

        They sum to one unless the loss is `ova` or `ns`, where each label has a probability of its own.
        """
        found = self.rows_of(tokens_of(text))
        mean = self._sums(found).sum(axis=0) / max(len(found.ids), 1)
        probabilities: FloatArray = np.exp(self._log_probabilities(mean[None]))[0]
        return probabilities

    def features(self, word: str) -> list[Feature]:
        """The word itself if it is in the vocabulary, then its n-grams, each with what it adds to the score.

        Empty if scores are not sums.
        """
        if not self.linear:
            return []
        scores = self.file.input[self.rows_of([word]).ids].astype(np.float64) @ self._output.T
        return [Feature(text, row) for text, row in zip(self._vocabulary.feature_texts(word), scores, strict=True)]

    def info(self) -> dict[str, Any]:
        file = self.file
        return {
            "format": "fasttext",
            "path": str(file.path),
            "bytes": file.size,
            "version": file.version,
            "loss": LOSSES[file.args.loss],
            "word_scores": "logits" if self.linear else "log-probabilities of single words, relative to chance",
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
        return self._vocabulary.features(words)

    def _logits(self, words: Sequence[str]) -> FloatArray:
        return self._sums(self.rows_of(words)) @ self._output.T

    def _beside_chance(self, words: Sequence[str]) -> FloatArray:
        """Scores of words as texts of one word, with `</s>` at the end."""
        found, end = self.rows_of(words), self.rows_of([END])
        hidden = (self._sums(found) + self._sums(end)) / np.maximum(found.counts + len(end.ids), 1)[:, None]
        scores = scores_beside_chance(np.exp(log_shares(self._log_probabilities(hidden))))
        scores[found.counts == 0] = 0.0
        return scores

    def _sums(self, found: WordFeatures) -> FloatArray:
        sums: FloatArray = sum_rows(found, self.file.input.__getitem__, self.file.args.dim, np.float64)
        return sums
