"""Texts of very many words are searched with a few preselected labels, so that memory stays proportional to the text.

All scores of a text are words times labels, and the search needs them more than once: two megabytes of single letters
would take gigabytes. The paper's appendix preselects the labels for its integer programme, and so does this module for
texts of more than `MOST_WORDS` words. A text is read in pieces, and each piece in rounds. With s the scores of a word
and B the labels that were best in the rounds before, a round adds to

    gains(l) += Σ max(0, s(l) − max(0, s(b) for b in B))         what a label adds to them

The labels with the largest gains are kept, from each round in turn, among those that some word can take: the rivals of
the first language, then those of the second and the third, and languages of only a part of the text; and also the
label that is taken if none is worth its price. The text is then answered as if no other language existed. The scores
of other labels still count where the labels of a word are compared (M, margins, evidence), but nothing is proved about
them, so the answer is not called optimal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle
from typing import TypeVar

import numpy as np

from mixlid.engine.pipeline_config import LeftOut, PipelineConfig, checked
from mixlid.engine.text_record import price_times
from mixlid.models.interface import PIECE, FloatArray
from mixlid.solvers.exact import ExactSolver
from mixlid.text.words import SCRIPTS, is_scored

#: Texts of up to this many words are searched with all labels; longer ones with at most this many.
MOST_WORDS = 16_384
MOST_LABELS = 12

Item = TypeVar("Item")
_SCRIPT_PLACES = {name: place for place, name in enumerate(SCRIPTS)}


def chooses(config: PipelineConfig) -> bool:
    """Whether long texts are searched with fewer labels; solvers other than the exact one always get all of them."""
    return len(config.labels.of_model) > MOST_LABELS and config.solver.name == ExactSolver().name


def config_for(config: PipelineConfig, text: str) -> PipelineConfig:
    """The configuration for this text: for a long one it has few labels."""
    if len(text) <= MOST_WORDS or not chooses(config):  # every word has a character
        return config
    readable = config.labels.readable
    tokens = (token for token in config.cut(text) if is_scored(token, text) and readable[_SCRIPT_PLACES[token.script]])
    return config_for_words(config, [text[token.start : token.end] for token in tokens])


def config_for_words(config: PipelineConfig, words: Sequence[str]) -> PipelineConfig:
    """The same for a long text whose words are known."""
    if len(words) <= MOST_WORDS:
        return config
    width = len(config.labels.of_model)
    prices: FloatArray = np.zeros(width)
    if config.word_prices is not None:
        prices = config.word_prices * price_times(config.settings, len(words))
    gains = np.zeros((max(config.rules.max_languages, 2) + 1, width))
    # By label, for the words that it can take: their number of characters, and the sum of their scores.
    characters, totals = np.zeros(width), np.zeros(width)
    top = config.rules.only_top or config.rules.force_top
    floors: list[FloatArray] = []
    for piece in pieces_of(words):
        counted = Counter(piece)
        counts = np.fromiter(counted.values(), np.float64, len(counted))[:, None]
        scores = checked(config.model.word_scores(list(counted)), len(counted), width) - prices
        if top:
            floors.append(_by_word(piece, counted, _least_of_best(scores, top)))
        can_be_taken, lengths = scores > -np.inf, np.array([[len(word)] for word in counted])
        characters += (counts * lengths * can_be_taken).sum(axis=0)
        totals += (counts * np.where(can_be_taken, scores, 0.0)).sum(axis=0)
        covered = np.zeros((len(counted), 1))
        for number in range(len(gains)):
            here = (counts * np.maximum(scores - covered, 0.0)).sum(axis=0)
            best = int(here.argmax())
            covered = np.maximum(covered, scores[:, best, None])
            gains[number] += here
            gains[number + 1 :, best] += here[best]  # later rounds do not reduce it
    chosen = _chosen(config, gains, characters, totals, len(words))
    others = np.setdiff1d(np.flatnonzero(characters), chosen)
    known = LeftOut(config.model, np.array(chosen), others, prices[others], np.concatenate(floors) if top else None)
    return config.among(chosen, known if len(others) else None)


def word_scores(config: PipelineConfig, words: Sequence[str]) -> tuple[FloatArray, FloatArray | None]:
    """The model's scores, and by word the best score, minus its price, of the labels left out, if there are any."""
    known = config.left_out
    if known is None:
        return config.model.word_scores(words), None
    different = dict.fromkeys(words)
    scores = checked(known.model.word_scores(list(different)), len(different), len(known.model.labels))
    best = (scores[:, known.others] - known.prices).max(axis=1)
    return _by_word(words, different, scores[:, known.chosen]), _by_word(words, different, best)


def pieces_of(words: Sequence[Item]) -> Iterator[Sequence[Item]]:
    """The words of a text in pieces."""
    size = PIECE if len(words) > MOST_WORDS else max(len(words), 1)
    for first in range(0, len(words), size):
        yield words[first : first + size]


def _by_word(words: Sequence[str], different: Iterable[str], values: FloatArray) -> FloatArray:
    """The values of all words, from those of the distinct words."""
    place = {word: number for number, word in enumerate(different)}
    made: FloatArray = values if len(place) == len(words) else values[[place[word] for word in words]]
    return made


def _least_of_best(scores: FloatArray, size: int) -> FloatArray:
    """By word: the lowest of its `size` best scores."""
    place = max(scores.shape[1] - size, 0)
    least: FloatArray = np.partition(scores, place, axis=1)[:, place]
    return least


def _chosen(
    config: PipelineConfig, gains: FloatArray, characters: FloatArray, totals: FloatArray, words: int
) -> list[int]:
    """The labels that are kept, in the order of the model."""
    usable: list[int] = np.flatnonzero(characters).tolist()
    if len(usable) <= MOST_LABELS:
        return usable or [0]
    scale, penalties = float(words) ** config.rules.length_exponent, config.rules.penalties
    longest = np.where(characters == characters.max(), totals / scale - penalties, -np.inf)
    kept = {int(longest.argmax())}  # `best_single`
    values = gains / scale - penalties
    orders = [iter(sorted(usable, key=lambda label: (-value[label], label))) for value in values]
    turns = cycle(orders)
    while len(kept) < MOST_LABELS:
        kept.add(next(label for label in next(turns) if label not in kept))
    return sorted(kept)
