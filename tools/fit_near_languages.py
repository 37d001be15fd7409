"""Fit `mixlid.engine.near_scores`: `python tools/fit_near_languages.py mono-flores.jsonl.xz mono-romanised.jsonl.xz …`.

For each group of near languages: a factor for the scores of its members, and an offset for each member, so that their
softmax is the probability of a member if all are equally common. Monolingual sentences are used whole and cut into
pieces of 8, 4 and 2 words; each length and each language weighs the same. Every second sentence is left to
`near_table.py`.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import mixlid
from mixlid.engine.plain_pipeline import PlainAnalyzer
from mixlid.text.groups import GROUPS, group_of
from near_table import labelled_sentences

Floats = NDArray[np.float64]
PIECES = (8, 4, 2)
#: Groups whose development data are not comparable: in FLORES, varieties of Arabic, and Cantonese, are close to the
#: standard language, unlike chat; and the two languages of the last group occur in different kinds of text.
NOT_COMPARABLE = ("Arabic", "Chinese in traditional characters", "Hindi and Urdu in Latin letters")
#: The strength of the regularisation, where the data count as 1.
RIDGE = 0.002
_STEPS = 50


class Piece(NamedTuple):
    """Words of a sentence: the sums of their scores by member, their number, and the index of the right member."""

    sums: Floats
    words: int
    right: int
    #: 0 for a whole sentence
    size: int


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("data", type=Path, nargs="+", help="sentences in one language each")
    args = parser.parse_args()
    by_group = defaultdict[str, list[Piece]](list)
    analyzer = PlainAnalyzer(mixlid.load().parts())
    labels = analyzer.parts.labels.of_model
    known = {name: [label for label in group.labels if label in labels] for name, group in GROUPS.items()}
    for right, text in labelled_sentences(args.data, to_fit=True):
        members = known.get(group_of(right), [])
        if right in members:
            by_group[group_of(right)] += pieces(analyzer, text, members, members.index(right))
    for group, found in sorted(by_group.items()):
        if group not in NOT_COMPARABLE and len({one.right for one in found}) > 1:
            weight, offsets = fit(found, len(known[group]))
            added = {
                label: value for label, value in zip(known[group], offsets.round(2).tolist(), strict=True) if value
            }
            print(f'    "{group}": Fit({weight:.2f}, {added}),'.replace("'", '"'))


def pieces(analyzer: PlainAnalyzer, text: str, members: Sequence[str], right: int) -> Iterator[Piece]:
    """A sentence, whole and in pieces."""
    analyzer.answer(text, None)
    columns = [analyzer.parts.labels.of_model.index(label) for label in members]
    scores = analyzer.matrix[:, columns] if analyzer.word_count else np.zeros((0, len(members)))
    scores = scores[np.isfinite(scores).all(axis=1)]
    for size in (0, *PIECES):
        for first in range(0, len(scores), size or len(scores)):
            words = scores[first : first + (size or len(scores))]
            if len(words) >= size:
                yield Piece(words.sum(axis=0), len(words), right, size)


def fit(found: Sequence[Piece], members: int) -> tuple[float, Floats]:
    """The factor and the members' offsets, 0 for those without sentences: a conditional logit."""
    seen = sorted({one.right for one in found})
    alike = defaultdict[tuple[int, int], int](int)
    for one in found:
        alike[one.right, one.size] += 1
    parts = np.array([1 / alike[one.right, one.size] for one in found])
    parts /= parts.sum()
    roots = np.sqrt([one.words for one in found])
    sums = np.array([one.sums[seen] for one in found]) / roots[:, None]
    rows = np.zeros((len(found), len(seen), 1 + len(seen)))
    rows[:, :, 0] = sums
    rows[:, range(len(seen)), range(1, len(seen) + 1)] = roots[:, None]
    right = np.array([seen.index(one.right) for one in found])
    at = np.zeros(rows.shape[2])
    for _ in range(_STEPS):  # Newton
        odds = rows @ at
        chances = np.exp(odds - odds.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        expected = np.einsum("il,ilk->ik", chances, rows)
        gradient = parts @ (rows[range(len(found)), right] - expected) - RIDGE * at
        spread = rows - expected[:, None]
        curvature = np.einsum("i,il,ilk,ilm->km", parts, chances, spread, spread) + RIDGE * np.eye(len(at))
        step = np.linalg.solve(curvature, gradient)
        at += np.clip(step, -0.5, 0.5)
    offsets = np.zeros(members)
    if at[0] < 0:  # the scores say nothing
        return 0.0, offsets
    offsets[seen] = at[1:]
    return float(at[0]), offsets


if __name__ == "__main__":
    main()
