"""What adapting to the texts of a corpus gains, and that it does no harm.

A corpus is one of three things: a data set in its natural mixture; mixed sentences joined with as many monolingual ones
in their languages, since mixed sentences alone would teach that everything is mixed; or monolingual sentences in many
languages. Harder ones are made of these: each with mixing in only 1 % of the texts that are learnt from, and two joins
of all of them, the second with equal parts of each.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from mixlid.adapt.labelled import Sample
from mixlid.errors import InputError
from mixlid.identifier import Identifier
from mixlid_lab.evaluation.datasets import Dataset, is_silver
from mixlid_lab.evaluation.predictions import Prediction, answers_of
from mixlid_lab.evaluation.set_metrics import mean, mean_of_known

#: One sentence in this many of the largest monolingual data set is used.
THINNED = 30
#: The share of mixed sentences where they are rare, and how many sentences of each corpus are in equal parts.
RARE = 0.01
PART = 100
#: A kind of text with fewer sentences in a data set is ignored.
FEWEST = 6

Figures = Mapping[str, float | None]


def exact_match(answers: Sequence[Prediction]) -> dict[str, float | None]:
    """Exact match on mixed, monolingual and all sentences; None for a kind with hardly any sentences."""
    kinds = {kind: [one.is_right for one in answers if one.sample.is_mixed is mixed]
             for kind, mixed in (("mixed", True), ("mono", False))}  # fmt: skip
    by_kind = {kind: mean(right) if len(right) >= FEWEST else None for kind, right in kinds.items()}
    return {**by_kind, "all": mean(one.is_right for one in answers)}


def average(members: Iterable[Figures]) -> dict[str, float | None]:
    """The mean of each figure over the members that have it."""
    found = list(members)
    return {name: mean_of_known(one[name] for one in found) for name in (found[0] if found else ())}


class Corpus(NamedTuple):
    """A data set, and the texts to adapt to."""

    dataset: Dataset
    learnt_from: Sequence[str]


def before_and_after(identifier: Identifier, corpus: Corpus) -> dict[str, list[Prediction]]:
    """The answers as they come, and adapted to the texts."""
    adapted = identifier.adapt(corpus.learnt_from)
    identifiers = {"as it comes": identifier, "adapted": adapted}
    return {name: answers_of(one, corpus.dataset.samples) for name, one in identifiers.items()}


def corpora(datasets: Sequence[Dataset]) -> list[Corpus]:
    """The corpora to adapt to."""
    mono = _plain(datasets)
    made = []
    for one in datasets:
        if one.is_natural or (one.is_mixed and one.name.startswith("corpus-")):
            made.append(_corpus(one.name, one.samples))
        elif one.is_mixed:
            made.append(_corpus(one.name, (*one.samples, *_partners(one, mono))))
        elif one is mono[-1]:
            made.append(_corpus(one.name, one.samples[::THINNED]))
    return made


def hard_corpora(datasets: Sequence[Dataset]) -> list[Corpus]:
    """Those in which mixed text, or each of many languages, is rare."""
    mono, known = _plain(datasets), [one.dataset for one in corpora(datasets)]
    mixed = [one for one in known if one.is_mixed]
    made = []
    for one in mixed:
        plain = [sample for sample in one.samples if not sample.is_mixed]
        if len(plain) < FEWEST:
            plain = _partners(one, mono)
        several = [sample for sample in one.samples if sample.is_mixed]
        few = _part(several, math.ceil(len(plain) * RARE / (1 - RARE)))
        made.append(_corpus(f"{one.name}, 1 % mixed", one.samples, [*plain, *few]))
    if len(mixed) > 1:
        made.append(_corpus("all together", [sample for one in mixed for sample in one.samples]))
        made.append(_corpus("equal parts", [sample for one in mixed for sample in _part(one.samples, PART)]))
    return made


def _plain(datasets: Iterable[Dataset]) -> list[Dataset]:
    """Small data sets first: they are conversations, which are more like mixed text than news is."""
    return sorted((one for one in datasets if not one.is_mixed), key=lambda one: len(one.samples))


def _corpus(name: str, samples: Sequence[Sample], learnt_from: Sequence[Sample] | None = None) -> Corpus:
    texts = [sample.text for sample in (samples if learnt_from is None else learnt_from)]
    return Corpus(Dataset(name, tuple(samples)), texts)


def _part(samples: Sequence[Sample], count: int) -> list[Sample]:
    """So many of them, from all over the data set."""
    return list(samples[:: max(len(samples) // max(count, 1), 1)])[:count]


def _partners(dataset: Dataset, mono: Iterable[Dataset]) -> list[Sample]:
    """As many monolingual sentences labelled by people, equally many of each language."""
    languages = sorted(dataset.languages)
    wanted = dict.fromkeys(languages, -(-len(dataset.samples) // len(languages)))
    chosen = []
    for sample in (sample for one in mono if not is_silver(one.samples) for sample in one.samples):
        (language,) = sample.languages
        if wanted.get(language, 0):
            wanted[language] -= 1
            chosen.append(sample)
    if not chosen:
        raise InputError(
            f"--adapted: {dataset.name} has only mixed sentences, and there are no monolingual ones in "
            f"{' or '.join(languages)} to join them with; give such data with --data"
        )
    return chosen
