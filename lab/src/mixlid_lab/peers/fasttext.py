"""A fastText file read by fastText's own binding: the best label, the best two, and all above a probability.

Our solvers `topk` and `threshold` do the same with our own reader; here nothing of ours is in between. A newline, which
the binding refuses, becomes a space.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from mixlid.errors import ModelError, SettingsError
from mixlid.text.labels import LABEL_PREFIX
from mixlid_lab.evaluation.codes import iso639_3
from mixlid_lab.peers.peer import Peer, PeerAnswer

THRESHOLD = 0.1


@dataclass(frozen=True)
class FastTextPeer(Peer):
    """A `.bin` or `.ftz` file as three systems."""

    module = "fasttext"
    package = "fasttext-community"

    path: str

    @classmethod
    def of(cls, argument: str) -> FastTextPeer:
        """The peer for a model file."""
        if not argument:
            raise SettingsError("fasttext needs a model: name it as fasttext:FILE")
        return cls(argument)

    @property
    def languages(self) -> frozenset[str]:
        return frozenset(_codes(self.path).values())

    @property
    def latin_languages(self) -> frozenset[str]:
        """All of them: its labels name the script."""
        return self.languages

    @property
    def settings(self) -> Mapping[str, Mapping[str, Any]]:
        file = Path(self.path)
        if not file.is_file():
            raise ModelError(f"there is no fastText model at {file}")
        about = {"file": file.name, "bytes": file.stat().st_size}
        one, two, above = self._names()
        return {one: {**about, "k": 1}, two: {**about, "k": 2}, above: {**about, "threshold": THRESHOLD}}

    def answers(self, text: str, systems: Collection[str]) -> Mapping[str, PeerAnswer]:
        model, codes = _model(self.path), _codes(self.path)
        line = text.replace("\n", " ")
        one, two, above = self._names()
        labels, probabilities = model.predict(line, k=2)
        best = tuple(codes[label] for label in labels)
        # A softmax in single precision may sum to slightly more than one.
        confidence = min(float(probabilities[0]), 1.0) if best else None
        answers = {one: PeerAnswer(best[:1], confidence=confidence), two: PeerAnswer(best)}
        if above in systems:
            # The binding keeps a probability that equals the threshold.
            pairs = zip(*model.predict(line, k=-1, threshold=THRESHOLD), strict=True)
            answers[above] = PeerAnswer(tuple(codes[label] for label, probability in pairs if probability > THRESHOLD))
        return answers

    def _names(self) -> tuple[str, str, str]:
        name = Path(self.path).stem
        return f"{name} fastText k=1", f"{name} fastText k=2", f"{name} fastText p>{THRESHOLD}"


@lru_cache(maxsize=2)
def _model(path: str) -> Any:
    try:
        return FastTextPeer.tool().load_model(path)
    except ValueError as error:
        raise ModelError(f"fastText cannot read {path}: {error}") from error


@lru_cache(maxsize=2)
def _codes(path: str) -> dict[str, str]:
    """ISO 639-3 codes by label."""
    labels = {label: label.removeprefix(LABEL_PREFIX) for label in _model(path).get_labels()}
    codes = {label: iso639_3(name) for label, name in labels.items()}
    # With two-letter codes, as in lid.176, `als` is Wikipedia's code for Alemannic, not ISO's for Albanian.
    if {"als", "sq"} <= set(labels.values()):
        codes[f"{LABEL_PREFIX}als"] = "gsw"
    return codes
