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
    """The runs of the same label; what is no language (numbers, punctuation) may be within one, not at its ends."""
    run: Run | None = None
    for place, label in enumerate(labels):
        if label == NO_LANGUAGE:
            continue
        if run is not None and run.label == label:
            run = run._replace(end=place + 1)
            continue
        if run is not None:
            yield run
        run = Run(place, place + 1, label)
    if run is not None:
        yield run
