"""The words of a text and a model's scores for them, before any setting is applied."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mixlid.identifier import Identifier
from mixlid.models.interface import FloatArray
from mixlid.text.labels import scripts_of
from mixlid.text.words import Token, is_scored


class Prepared(NamedTuple):
    """The tokens of a text that the model has scores for, and the scores C[t, l]."""

    readable: list[Token]
    scores: FloatArray


def prepare(identifier: Identifier, text: str) -> Prepared:
    scripts, model = scripts_of(identifier.labels), identifier._scored
    readable = [
        token
        for token in identifier._pipeline.tokenize(text)
        if is_scored(token, text) and (scripts is None or not token.script or token.script in scripts)
    ]
    words = [text[token.start : token.end] for token in readable]
    return Prepared(readable, model.word_scores(words) if words else np.zeros((0, len(model.labels))))
