"""MaskLID with fastText's own binding, written like the published code: vectors by name, lists sorted by Python.

`mixlid.solvers.masklid` gives the same answers from arrays; this exists because its time is what users of MaskLID get.
The published code copies the output matrix for every word, and all scores of all words for every language that it
tries; `copies` says whether that is done here too. It does not change the answers.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

KEEP, REMOVE, STEP = 15, 3, 5
MIN_BYTES, MIN_PROBABILITY, RETRIES = 20, 0.9, 3
#: Words with their labels and scores, best first.
Ranked = dict[str, list[tuple[str, Any]]]
_CLEANED = str.maketrans(dict.fromkeys("\n_:•#{|}0123456789", " "))


class MaskLid:
    """The algorithm with its authors' parameters."""

    def __init__(self, model: Any, copies: bool = True) -> None:
        self.model, self.copies = model, copies
        self.labels: list[str] = model.get_labels()
        self.output: NDArray[np.float32] = model.get_output_matrix()
        self.places = list(range(len(self.labels)))

    def __call__(self, text: str, max_languages: int = 2) -> dict[str, list[str]]:
        left = self._ranked_words(text)
        words_by_label: dict[str, list[str]] = {}
        keep, remove, accepted, failed = KEEP, REMOVE, 0, 0
        while accepted < max_languages and failed < RETRIES:
            label, _ = self._predict(text)
            if self.copies:
                left = deepcopy(left)
            orders = {key: [name for name, _ in scores] for key, scores in left.items()}
            reported = [key.split("_", 1)[1] for key, order in orders.items() if label in order[:keep]]
            left = {key: left[key] for key, order in orders.items() if label not in order[:remove]}
            supported = self._supported(" ".join(reported), label) if accepted or self.copies else True
            if accepted == 0 or supported:
                words_by_label.setdefault(label, []).extend(reported)
                text = " ".join(key.split("_", 1)[1] for key in left)
                accepted += 1
            else:
                keep, remove, failed = keep + STEP, remove + STEP, failed + 1
            if len(text.encode()) < MIN_BYTES:
                break
        return words_by_label

    def _predict(self, text: str) -> tuple[str, float]:
        logits = self.output @ self.model.get_sentence_vector(text)
        shares = np.exp(logits - logits.max())
        shares /= shares.sum()
        best = int(np.argsort(shares)[-1])
        return self.labels[best], float(shares[best])

    def _supported(self, words: str, label: str) -> bool:
        if len(words.encode()) <= MIN_BYTES:
            return False
        predicted, share = self._predict(words)
        return predicted == label and share > MIN_PROBABILITY

    def _ranked_words(self, text: str) -> Ranked:
        """Each word, prefixed with its number, with all labels and their scores, best first."""
        words = [word for word in self.model.get_line(" ".join(text.translate(_CLEANED).split()))[0] if word != "</s>"]
        scored = {}
        for number, word in enumerate(words):
            vector = np.sum([self.model.get_input_vector(i) for i in self.model.get_subwords(word)[1]], axis=0)
            scores = (self.output[self.places, :] if self.copies else self.output) @ vector
            ranked = sorted(zip(self.labels, scores, strict=True), key=lambda pair: pair[1], reverse=True)
            scored[f"{number}_{word}"] = ranked
        return scored
