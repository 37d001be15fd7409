"""Monolingual sentences cut to the lengths that mixed ones have.

Development data confound the two: monolingual text is mostly long sentences of an encyclopaedia, mixed text is short
turns and tweets. Whatever is fitted on them as they are learns that a short text is a mixed one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count, cycle

from mixlid.lab.evaluation.datasets import Dataset, Sample


def cut_to_mixed_lengths(datasets: Sequence[Dataset]) -> list[Dataset]:
    """Each monolingual sentence becomes a run of its words about as long as a mixed sentence, taken in turn."""
    lengths = [len(sample.text) for dataset in datasets if dataset.is_mixed for sample in dataset.samples]
    if not lengths:
        return list(datasets)
    wanted, number = cycle(lengths), count()
    return [
        dataset
        if dataset.is_mixed
        else replace(dataset, samples=tuple(_cut(one, next(wanted), next(number)) for one in dataset.samples))
        for dataset in datasets
    ]


def _cut(sample: Sample, length: int, number: int) -> Sample:
    """As many whole words as `length` allows, but at least one: from the beginning, the middle and the end in turn."""
    words = sample.text.split()
    sizes = [len(word) + 1 for word in words]
    begin = {0: 0, 1: len(words) // 2, 2: len(words) - 1}[number % 3]
    end = begin
    room = length + 1
    while end < len(words) and (room := room - sizes[end]) >= 0:
        end += 1
    end = max(end, begin + 1)
    while begin > 0 and sum(sizes[begin - 1 : end]) <= length + 1:  # a text that begins late may grow to the left
        begin -= 1
    return Sample(" ".join(words[begin:end]), sample.languages)
