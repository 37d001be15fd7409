"""Texts of very many words: a few labels are looked at, so that memory stays in proportion to the text.

All scores of a text are words times labels, and the search needs them more than once: two megabytes of single letters
would take gigabytes. The paper's appendix chooses the labels that its integer programme sees beforehand, and so does
this page for texts of more than `MOST_WORDS` words. A text is read in pieces. With s the scores of a word, each piece
adds to

    gains(l) += Σ max(0, s(l))                        what a label would have alone
    added(l) += Σ max(0, s(l) − max(0, s(b)))         what it has beside b, the label with the largest gains of the piece

and of the labels that some word can take, those stay that are worth most by the first, and by the second: the rivals of
the text's first language, and the languages that only a part of the text is in. The text is then answered as if the
model had no other label. Where labels were left out, nothing is proved of them: the answer is not called optimal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mixlid.assign.exact import ExactSolver
from mixlid.engine.pipeline_parts import PipelineParts, checked
from mixlid.models.interface import FloatArray
from mixlid.text.words import SCRIPTS, is_scored

#: Up to this many words all labels are looked at; of texts with more, this many labels at most.
MOST_WORDS = 16_384
MOST_LABELS = 16
#: Words whose scores for all labels are there at once.
PIECE = 4_096

_SCRIPT_PLACES = {name: place for place, name in enumerate(SCRIPTS)}


def parts_for(parts: PipelineParts, text: str) -> PipelineParts:
    """What answers this text: `parts`, or for a long one the same with few labels."""
    if len(text) <= MOST_WORDS:  # every word has a character
        return parts
    readable = parts.labels.readable
    tokens = (token for token in parts.cut(text) if is_scored(token, text) and readable[_SCRIPT_PLACES[token.script]])
    return parts_for_words(parts, [text[token.start : token.end] for token in tokens])


def parts_for_words(parts: PipelineParts, words: Sequence[str]) -> PipelineParts:
    """The same for a text whose words are known; other solvers than the exact one look at all labels always."""
    width = len(parts.labels.of_model)
    if len(words) <= MOST_WORDS or width <= MOST_LABELS or type(parts.solver) is not ExactSolver:
        return parts
    gains, added, can_be_taken = np.zeros(width), np.zeros(width), np.zeros(width, dtype=bool)
    top = parts.problem.only_top or parts.problem.force_top
    floors = np.empty(len(words)) if top else None
    for first, piece, scores in _pieces(parts, words):
        counted = Counter(piece)
        counts = np.fromiter(counted.values(), np.float64, len(counted))[:, None]
        above = np.maximum(scores, 0.0)
        here = (counts * above).sum(axis=0)
        best = above[:, here.argmax(), None]
        gains += here
        added += (counts * np.maximum(above - best, 0.0)).sum(axis=0)
        added[here.argmax()] += here.max()
        can_be_taken |= (scores > -np.inf).any(axis=0)
        if floors is not None:
            place = {word: number for number, word in enumerate(counted)}
            least = _least_of_best(scores, top)
            floors[first : first + len(piece)] = least[[place[word] for word in piece]]
    chosen = _chosen(parts, gains, added, can_be_taken, len(words))
    if len(chosen) == can_be_taken.sum():
        return parts.among(chosen)
    return replace(parts.among(chosen), left_out=True, floors=floors)


def pieces_of(words: Sequence[str]) -> Iterator[tuple[int, Sequence[str]]]:
    """The words a piece at a time, and where each begins."""
    for first in range(0, len(words), PIECE):
        yield first, words[first : first + PIECE]


def _pieces(parts: PipelineParts, words: Sequence[str]) -> Iterator[tuple[int, Sequence[str], FloatArray]]:
    """Each piece, and the scores of its different words in their order, less prices."""
    prices = 0.0
    if parts.word_prices is not None:
        prices = parts.word_prices * (1 + parts.short_price / (len(words) * len(words)))
    for first, piece in pieces_of(words):
        different = list(dict.fromkeys(piece))
        scores = checked(parts.model.word_scores(different), len(different), len(parts.labels.of_model))
        yield first, piece, scores - prices


def _least_of_best(scores: FloatArray, size: int) -> FloatArray:
    """By word: the least of its `size` best scores."""
    width = scores.shape[1]
    least: FloatArray = np.partition(scores, max(width - size, 0), axis=1)[:, max(width - size, 0)]
    return least


def _chosen(
    parts: PipelineParts, gains: FloatArray, added: FloatArray, can_be_taken: NDArray[np.bool_], words: int
) -> list[int]:
    """The labels that stay, in the order of the model."""
    if can_be_taken.sum() <= MOST_LABELS:
        return np.flatnonzero(can_be_taken).tolist() or [0]
    kept: set[int] = set()
    for worth, most in ((gains, MOST_LABELS // 2), (added, MOST_LABELS)):
        value = worth / float(words) ** parts.problem.length_exponent - parts.problem.penalties
        order = np.argsort(-value, kind="stable").tolist()
        kept.update([label for label in order if can_be_taken[label] and label not in kept][: most - len(kept)])
    return sorted(kept)
