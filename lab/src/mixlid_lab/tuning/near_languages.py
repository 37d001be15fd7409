"""Fit the section `near` of `mixlid.models.fitted`: `python -m mixlid_lab.tuning.near_languages FLORES.jsonl.xz …`.

For each group of near languages: a factor for the scores of its members, and an offset for each member, so that their
softmax is the probability of a member if all are equally common. Monolingual sentences are used whole and cut into
pieces of 8, 4 and 2 words; each length and each language weighs the same. Every second sentence is left to judge by:
for each group, how often the answer is right as the search found it, with near languages told apart, and with `auto`,
and how often it is the group (docs/near-languages.md).
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.optimize import minimize
from scipy.special import log_softmax

import mixlid
from mixlid import Identifier
from mixlid.adapt.logistic import Floats
from mixlid.engine.plain_pipeline import PlainAnalyzer
from mixlid.models.added import fitted_for
from mixlid.models.fitted import NearNumbers
from mixlid.models.loading import with_header
from mixlid.text.groups import GROUPS, group_of, is_group
from mixlid_lab.evaluation.datasets import read_dataset

PIECES = (8, 4, 2)
#: Groups whose development data do not compare: Cantonese is close to the standard language in FLORES, as chat is not,
#: and the two languages of the last group are there in different kinds of text.
NOT_COMPARABLE = ("Chinese in traditional characters", "Hindi and Urdu in Latin letters")
#: Varieties of Arabic are close to the standard language in FLORES too: what sets them apart from each other there
#: counts half.
HALVED = ("Arabic",)
#: How much weights and offsets should be small, beside data that count as 1.
RIDGE = 0.002
#: The most sentences of a label.
SENTENCES = 200
#: Serbian, whose development data are in Cyrillic letters alone, in Latin ones.
_LETTERS = dict(zip("абвгдђежзијклмнопрстћуфхцчш", "abvgdđežzijklmnoprstćufhcčš", strict=True))
_LETTERS |= {"љ": "lj", "њ": "nj", "џ": "dž"}
LATIN = str.maketrans(_LETTERS | {letter.upper(): latin.capitalize() for letter, latin in _LETTERS.items()})


class Piece(NamedTuple):
    """Words of a sentence: their value and the deficit for each member, how many they are, the right member's place."""

    #: the sum of scores over the square root of the number of words, less the language's price
    values: Floats
    #: by how much the score of a word is at most below that of the member which is best for it
    deficits: Floats
    words: int
    right: int
    #: 0 for a whole sentence
    size: int


def labelled_sentences(paths: Iterable[Path], to_fit: bool) -> Iterator[tuple[str, str]]:
    """Labels and texts: those to fit on, or the others."""
    taken = Counter[str]()
    for sample in (sample for path in paths for sample in read_dataset(path).samples if not sample.is_mixed):
        right = sample.label or f"{next(iter(sample.languages))}_Latn"
        in_latin = [("srp_Latn", sample.text.translate(LATIN))] if right == "srp_Cyrl" else []
        for label, text in [(right, sample.text), *in_latin]:
            if taken[label] < SENTENCES:
                taken[label] += 1
                if taken[label] % 2 == to_fit:
                    yield label, text


def pieces(analyzer: PlainAnalyzer, text: str, members: Sequence[str], right: int) -> Iterator[Piece]:
    """A sentence, whole and in pieces."""
    analyzer.answer(text, None)
    columns = [analyzer.config.labels.of_model.index(label) for label in members]
    scores = analyzer.kernel.matrix[:, columns] if analyzer.text.word_count else np.zeros((0, len(members)))
    scores, prices = scores[np.isfinite(scores).all(axis=1)], np.array(analyzer.config.language_prices())[columns]
    for size in (0, *PIECES):
        for first in range(0, len(scores), size or len(scores)):
            words = scores[first : first + (size or len(scores))]
            if len(words) >= size:
                values = words.sum(axis=0) / math.sqrt(len(words)) - prices
                deficits = (words.max(axis=1, keepdims=True) - words).max(axis=0)
                yield Piece(values, deficits, len(words), right, size)


def fit(found: Sequence[Piece], members: int) -> tuple[float, float, Floats]:
    """The weights of scores and of deficits, and the members' offsets, 0 for those without sentences."""
    offsets, seen = np.zeros(members), sorted({one.right for one in found})
    at = logit(found, seen, with_deficit=True)
    if at[1] > 0:  # a deficit speaks against a member
        at = logit(found, seen, with_deficit=False)
    if at[0] < 0:  # the scores tell nothing
        return 0.0, 0.0, offsets
    offsets[seen] = at[2:]
    return float(at[0]), abs(float(min(at[1], 0.0))), offsets


def logit(found: Sequence[Piece], seen: Sequence[int], with_deficit: bool) -> Floats:
    """The coefficients of values and deficits, and one for each member that is seen: a conditional logit."""
    alike = Counter((one.right, one.size) for one in found)
    parts = np.array([1 / alike[one.right, one.size] for one in found])
    parts /= parts.sum()
    rows = np.zeros((len(found), len(seen), 2 + len(seen)))
    rows[:, :, 0] = [one.values[seen] for one in found]
    if with_deficit:
        rows[:, :, 1] = [one.deficits[seen] for one in found]
    rows[:, range(len(seen)), range(2, len(seen) + 2)] = np.sqrt([one.words for one in found])[:, None]
    right, every = np.array([seen.index(one.right) for one in found]), np.arange(len(found))

    def loss(at: Floats) -> float:
        return float(-parts @ log_softmax(rows @ at, axis=1)[every, right] + RIDGE / 2 * at @ at)

    solution: Floats = minimize(loss, np.zeros(rows.shape[2]), jac="3-point", method="BFGS").x
    return solution


def judged(plain: Identifier, paths: Sequence[Path]) -> pd.DataFrame:
    """For each group, the number of sentences left to judge by, and the shares described above."""
    ways = plain.replace(standard_weight=0.0), plain, plain.replace(group="auto")
    rows = []
    for right, text in labelled_sentences(paths, to_fit=False):
        if group_of(right) in GROUPS:
            found, told, grouped = ("+".join(one.identify(text).labels) for one in ways)
            named = is_group(grouped)
            is_right = grouped == right or (named and group_of(grouped) == group_of(right))
            rows.append((group_of(right), 1, found == right, told == right, is_right, named, named and told == right))
    heads = ["group", "sentences", "as found", "by language", "with auto", "answered with the group", "needlessly"]
    frame = pd.DataFrame(rows, columns=heads)
    table = frame.groupby("group").agg({name: "sum" if name == "sentences" else "mean" for name in heads[1:]})
    table.loc["all"] = frame[heads[1:]].mean()
    table.loc["all", "sentences"] = len(frame)
    return table.round(3)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, nargs="+", help="sentences in one language each")
    parser.add_argument("--model", help="the model; default: the one that ships")
    parser.add_argument("--write", action="store_true", help="write the numbers into the model")
    args = parser.parse_args()
    lid = mixlid.load(args.model)
    numbers = near_numbers(lid, args.data)
    for group, found in numbers.items():
        print(json.dumps({group: asdict(found)}, ensure_ascii=False))
    if args.write:
        fitted = fitted_for(lid.model)
        with_header(args.model, fitted=replace(fitted, near={**fitted.near, **numbers}))
    else:
        print(f"\n{judged(lid, args.data).to_string()}")


def near_numbers(lid: Identifier, data: Sequence[Path]) -> dict[str, NearNumbers]:
    """By group what was fitted."""
    by_group = defaultdict[str, list[Piece]](list)
    analyzer = PlainAnalyzer(lid._config())
    labels = analyzer.config.labels.of_model
    known = {name: [label for label in group.labels if label in labels] for name, group in GROUPS.items()}
    for right, text in labelled_sentences(data, to_fit=True):
        members = known.get(group_of(right), [])
        if right in members:
            by_group[group_of(right)] += pieces(analyzer, text, members, members.index(right))
    made = {}
    for group, found in sorted(by_group.items()):
        if group not in NOT_COMPARABLE and len({one.right for one in found}) > 1:
            weight, deficit, offsets = fit(found, len(known[group]))
            if group in HALVED:
                offsets[[label != GROUPS[group].standard for label in known[group]]] /= 2
            rounded = zip(known[group], offsets.round(2).tolist(), strict=True)
            added = {label: value for label, value in rounded if value}
            made[group] = NearNumbers(round(weight, 2), round(deficit, 2), added)
    return made


if __name__ == "__main__":
    main()
