"""Long texts made by joining sentences with the same languages."""

from __future__ import annotations

from collections.abc import Sequence

from mixlid.adapt.labelled import Sample
from mixlid_lab.evaluation.datasets import Dataset


def joined(datasets: Sequence[Dataset], words: int) -> list[Dataset]:
    """Texts of at least this many words, from each data set with enough sentences in the same languages."""
    made = []
    for dataset in datasets:
        waiting: dict[frozenset[str], list[str]] = {}
        samples = []
        for one in dataset.samples:
            parts = waiting.setdefault(one.languages, [])
            parts.append(one.text)
            if sum(len(part.split()) for part in parts) >= words:
                samples.append(Sample(" ".join(waiting.pop(one.languages)), one.languages, silver=one.silver))
        if samples:
            made.append(Dataset(dataset.name, tuple(samples)))
    return made
