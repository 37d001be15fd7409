"""Runs of tokens in one language, for engines that mark stretches of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mixlid.text.labels import NO_LANGUAGE


class Run(NamedTuple):
    """Tokens from `first` to `end`, exclusive."""

    first: int
    end: int
    label: str


def language_runs(labels: Sequence[str]) -> Iterator[Run]:
    """The runs of the same label. What has no language (numbers, punctuation) may be inside a run, not at its ends."""
    current, first, end = NO_LANGUAGE, 0, 0
    for place, label in enumerate(labels):
        if label == NO_LANGUAGE:
            continue
        if label != current:
            if current != NO_LANGUAGE:
                yield Run(first, end, current)
            current, first = label, place
        end = place + 1
    if current != NO_LANGUAGE:
        yield Run(first, end, current)


def mean_confidence(run: Run, labels: Sequence[str], confidences: Sequence[float | None]) -> float:
    """How sure the tokens of a run are on average, without those that have no language; None counts as 1."""
    places = [place for place in range(run.first, run.end) if labels[place] == run.label]
    sure = [confidences[place] for place in places]
    return sum(1.0 if one is None else one for one in sure) / len(sure)
