"""What a user's knowledge of a corpus is worth: its languages, its texts, and some labelled sentences.

Labelled sentences are drawn at random, with a seed, and the others are judged; a few draws are averaged, since one may
be lucky. All texts are used for adapting, without labels, as if the user had labelled some of the texts at hand.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from mixlid.identifier import Identifier
from mixlid_lab.evaluation.adapted import FEWEST, Measured, answers_of, measure
from mixlid_lab.evaluation.datasets import Dataset
from mixlid_lab.evaluation.set_metrics import mean, mean_of_known

DRAWS = 3


@dataclass(frozen=True, slots=True)
class Exact:
    """Exact match on mixed, monolingual and all sentences; None for a kind with hardly any sentences."""

    mixed: float | None
    mono: float | None
    all: float

    @classmethod
    def of(cls, measured: Measured) -> Exact:
        return cls(measured.mixed, measured.mono, measured.plain)


def by_knowledge(identifier: Identifier, corpus: Dataset, label_counts: Sequence[int]) -> dict[str, Exact]:
    """Exact match by what the user says; label counts that the corpus is too small for are left out."""
    samples = corpus.samples
    texts = [sample.text for sample in samples]
    restricted = identifier.restrict(sorted(corpus.languages))
    adapted = identifier.adapt(texts)
    identifiers = {
        "as it comes": identifier,
        "-l": restricted,
        "--adapt": adapted,
        "-l --adapt": restricted.adapt(texts),
    }
    found = {name: Exact.of(measure(answers_of(one, corpus))) for name, one in identifiers.items()}
    for count in label_counts:
        if len(samples) >= count + FEWEST:
            found[f"{count} labels"] = average([_with_labels(adapted, corpus, count, draw) for draw in range(DRAWS)])
    return found


def average(members: Sequence[Exact]) -> Exact:
    """The mean of each figure over the members that have it."""
    mixed, mono = mean_of_known(one.mixed for one in members), mean_of_known(one.mono for one in members)
    return Exact(mixed, mono, mean(one.all for one in members))


def _with_labels(adapted: Identifier, corpus: Dataset, count: int, seed: int) -> Exact:
    order = list(corpus.samples)
    random.Random(seed).shuffle(order)
    others = Dataset(corpus.name, tuple(order[count:]))
    return Exact.of(measure(answers_of(adapted.with_labels(order[:count]), others)))
