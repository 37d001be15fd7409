"""How probable each of some near languages is for words of one of them, as the answer was decided."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mixlid.engine.analyzer import price_times
from mixlid.engine.near_languages import NearLanguages
from mixlid.engine.pipeline_parts import PipelineParts
from mixlid.models.added import group_in
from mixlid.models.interface import in_pieces


def member_probabilities(parts: PipelineParts, label: str, words: Sequence[str]) -> dict[str, float]:
    """By label, for a language or a group; empty if it has no near languages, or these are not told apart."""
    if not parts.tells_near():
        return {}
    near, labels, group = NearLanguages(*parts.near_arguments()), parts.labels.of_model, group_in(parts.model, label)
    member = next((place for place, other in enumerate(labels) if group_in(parts.model, other) == group), None)
    if member is None or not near.begin(member):
        return {}
    columns = [near.members[near.first + i] for i in range(near.count)]
    prices = 0.0 if parts.word_prices is None else parts.word_prices[columns] * price_times(parts.settings, len(words))
    for piece in in_pieces(list(words)):
        for scores in parts.model.word_scores(piece)[:, columns] - prices:
            if np.isfinite(scores).all():
                for place, score in enumerate(scores.tolist()):
                    near.take(place, score)
                near.add()
    if not near.words:
        return {}
    near.finish(member)
    return {labels[column]: near.probabilities[i] * near.probability for i, column in enumerate(columns)}
