"""The signs of familiarity of an existing result, as the analyzer collects them: for fitting and explanations."""

from __future__ import annotations

from mixlid.engine.familiar import Familiar
from mixlid.models.added import frequent_bits
from mixlid.models.familiarity import Familiarity
from mixlid.models.interface import Model
from mixlid.results.result import UNKNOWN, Answer
from mixlid.text.frequent_words import FrequentWords
from mixlid.text.words import KINDS


def signs_of(result: Answer, familiarity: Familiarity, model: Model) -> Familiar | None:
    """The signs of a result, as the engine computes them; None if it has no language of this model's labels."""
    found = [label for label in result.labels if label in model.labels]
    words = [word for word in result.words if word.label in found or word.label == UNKNOWN]
    if not found or not words:
        return None
    familiar = Familiar(familiarity, found, FrequentWords(found, frequent_bits(model)))
    for word in words:
        column = found.index(word.label) if word.label in found else 0
        familiar.add_word(column, word.score, result.text, word.start, word.end)
    for word in result.words:
        familiar.add_other(KINDS.index(word.kind), result.text, word.start, word.end)
    familiar.finish(len(found))
    return familiar
