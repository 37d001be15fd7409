"""The alternatives to a label: how probable every other label is for the words that got it.

A model knows best how probable a text is in each label, so the words are given to it as a text of their own. Labels
that have no score for one of the words (another script) cannot be the language of all of them and are left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from mixlid.engine.near_languages import NearLanguages
from mixlid.engine.pipeline_config import PipelineConfig
from mixlid.engine.text_record import price_times
from mixlid.models.added import group_in
from mixlid.models.interface import FloatArray, Model, in_pieces
from mixlid.results.result import Alternative, Alternatives, Answer

#: The most labels to name, and the least probability of one.
MOST = 5
LEAST_PROBABILITY = 0.01


def alternatives_of(answer: Answer, model: Model, config: PipelineConfig) -> Alternatives:
    """The alternatives to the main language of an answer, among the labels of `model`."""
    words = [word.text for word in answer.words if word.label == answer.label]
    group = group_in(model, answer.label)
    if not words or not any(group_in(model, label) == group for label in model.labels):
        return Alternatives((), answer.label, None)
    temperature = 1.0 if config.calibration is None else config.calibration.temperature
    return find_alternatives(model, answer.label, words, temperature, member_probabilities(config, answer.label, words))


def label_probabilities(model: Model, words: Sequence[str], temperature: float = 1.0) -> FloatArray:
    """Probabilities over the model's labels that sum to 1; a temperature above 1 flattens them."""
    possible = np.ones(len(model.labels), dtype=bool)
    for piece in in_pieces(list(dict.fromkeys(words))):
        possible &= np.isfinite(model.word_scores(piece)).all(axis=0)
    with np.errstate(divide="ignore"):
        logarithms = np.log(model.probabilities(" ".join(words))) / temperature
    logarithms[~possible] = -np.inf
    top = logarithms.max()
    if not np.isfinite(top):  # the words have no label in common, or the model finds all of them impossible
        return np.full(len(model.labels), 1 / len(model.labels))
    weights = np.exp(logarithms - top)
    shares: FloatArray = weights / weights.sum()
    return shares


def find_alternatives(
    model: Model, label: str, words: Sequence[str], temperature: float = 1.0, within: Mapping[str, float] | None = None
) -> Alternatives:
    """The alternatives to a label (the model's, or that of a group) for the words that got it.

    `within` has the probabilities of near languages in their group, where they are known better than by the model.
    """
    shares = label_probabilities(model, words, temperature)
    if within:
        near = [place for place, other in enumerate(model.labels) if other in within]
        shares[near] = shares[near].sum() * np.array([within[model.labels[place]] for place in near])
    best = [int(place) for place in np.argsort(-shares, kind="stable")[:MOST] if shares[place] > LEAST_PROBABILITY]
    if label in model.labels and (own := model.labels.index(label)) not in best:
        best = [*best[: MOST - 1], own]
    group = group_in(model, label)
    inside = (share for other, share in zip(model.labels, shares, strict=True) if group_in(model, other) == group)
    together = sum(map(float, inside))
    named = tuple(Alternative(model.labels[place], float(shares[place])) for place in best)
    return Alternatives(named, group, min(together, 1.0))


def member_probabilities(parts: PipelineConfig, label: str, words: Sequence[str]) -> dict[str, float]:
    """By label, for a language or a group; empty if it has no near languages, or these are not told apart."""
    if not parts.tells_near():
        return {}
    near = NearLanguages(parts.settings, None, *parts.near_arguments())
    labels, group = parts.labels.of_model, group_in(parts.model, label)
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
