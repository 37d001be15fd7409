"""MaskLID over fastText's own binding, told as the published code tells it: vectors by name, lists sorted by Python.

`mixlid.assign.masklid` gives the same answers from arrays; this is here because its time is what MaskLID's users have.
One thing is kinder than the original, which copies the output matrix for every word.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

KEEP, REMOVE, STEP = 15, 3, 5
MIN_BYTES, MIN_PROBABILITY, RETRIES = 20, 0.9, 3
_CLEANED = str.maketrans(dict.fromkeys("\n_:•#{|}0123456789", " "))


class MaskLid:
    """The algorithm with the authors' parameters."""

    def __init__(self, model: Any) -> None:
        self.model = model
        self.labels: list[str] = model.get_labels()
        self.output: NDArray[np.float32] = model.get_output_matrix()

    def __call__(self, text: str, max_languages: int = 2) -> dict[str, list[str]]:
        left = self._ranked_words(text)
        found: dict[str, list[str]] = {}
        keep, remove, accepted, failed = KEEP, REMOVE, 0, 0
        while accepted < max_languages and failed < RETRIES:
            label, _ = self._predict(text)
            reported = [word for word, order in left if label in order[:keep]]
            left = [(word, order) for word, order in left if label not in order[:remove]]
            if accepted == 0 or self._supported(" ".join(reported), label):
                found.setdefault(label, []).extend(reported)
                text = " ".join(word for word, _ in left)
                accepted += 1
            else:
                keep, remove, failed = keep + STEP, remove + STEP, failed + 1
            if len(text.encode()) < MIN_BYTES:
                break
        return found

    def _predict(self, text: str) -> tuple[str, float]:
        logits = self.output @ self.model.get_sentence_vector(text)
        shares = np.exp(logits - logits.max())
        shares /= shares.sum()
        best = int(np.argsort(shares)[-1])
        return self.labels[best], float(shares[best])

    def _supported(self, words: str, label: str) -> bool:
        if len(words.encode()) <= MIN_BYTES:
            return False
        found, share = self._predict(words)
        return found == label and share > MIN_PROBABILITY

    def _ranked_words(self, text: str) -> list[tuple[str, list[str]]]:
        """Each word with all labels, the best first."""
        words = [word for word in self.model.get_line(" ".join(text.translate(_CLEANED).split()))[0] if word != "</s>"]
        found = []
        for word in words:
            vector = np.sum([self.model.get_input_vector(i) for i in self.model.get_subwords(word)[1]], axis=0)
            scores = self.output @ vector
            ranked = sorted(zip(self.labels, scores, strict=True), key=lambda pair: pair[1], reverse=True)
            found.append((word, [label for label, _ in ranked]))
        return found
