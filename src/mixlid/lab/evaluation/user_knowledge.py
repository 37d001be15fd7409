"""What a user's knowledge is worth on a corpus: its languages, its texts, and some labelled sentences.

Labels are drawn from the corpus at random, with a seed, and the other sentences are judged; a few draws are averaged,
since one may be lucky. All texts are adapted to, without labels, as by a user who labels some of the texts at hand.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from mixlid.identifier import Identifier
from mixlid.lab.evaluation.adapted import FEWEST, Measured, answers_of, measure
from mixlid.lab.evaluation.datasets import Dataset
from mixlid.lab.evaluation.set_metrics import mean

DRAWS = 3


@dataclass(frozen=True, slots=True)
class Exact:
    """Exact match of mixed, monolingual and all sentences; None where there is hardly any such text."""

    mixed: float | None
    mono: float | None
    all: float

    @classmethod
    def of(cls, measured: Measured) -> Exact:
        return cls(measured.mixed, measured.mono, measured.plain)


def by_knowledge(identifier: Identifier, corpus: Dataset, label_counts: Sequence[int]) -> dict[str, Exact]:
    """Exact match by what the user says; a number of labels that the corpus does not have is left out."""
    samples = corpus.samples
    texts = [sample.text for sample in samples]
    told = identifier.restrict(sorted(frozenset().union(*(sample.languages for sample in samples))))
    adapted = identifier.adapt(texts)
    ways = {"as it comes": identifier, "-l": told, "--adapt": adapted, "-l --adapt": told.adapt(texts)}
    found = {name: Exact.of(measure(answers_of(one, corpus))) for name, one in ways.items()}
    for count in label_counts:
        if len(samples) >= count + FEWEST:
            found[f"{count} labels"] = average([_with_labels(adapted, corpus, count, draw) for draw in range(DRAWS)])
    return found


def average(members: Sequence[Exact]) -> Exact:
    """Each figure's mean over those that have it."""

    def over(values: list[float | None]) -> float | None:
        known = [value for value in values if value is not None]
        return mean(known) if known else None

    mixed, mono = over([one.mixed for one in members]), over([one.mono for one in members])
    return Exact(mixed, mono, mean(one.all for one in members))


def _with_labels(adapted: Identifier, corpus: Dataset, count: int, seed: int) -> Exact:
    order = list(corpus.samples)
    random.Random(seed).shuffle(order)
    others = Dataset(corpus.name, tuple(order[count:]))
    return Exact.of(measure(answers_of(adapted.with_labels(order[:count]), others)))
