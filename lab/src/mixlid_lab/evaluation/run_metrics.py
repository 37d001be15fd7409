"""How good runs are: characters with the right language, and places where the language changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from mixlid.adapt.labelled import Sample
from mixlid_lab.evaluation.marked_runs import MarkedText
from mixlid_lab.evaluation.set_metrics import harmonic_mean
from mixlid_lab.evaluation.word_metrics import align, switch_points

Text = TypeVar("Text")


@dataclass(slots=True)
class RunScores:
    """Counts over texts. Only characters count that people gave a language."""

    chars: int = 0
    right: int = 0
    gold: int = 0
    given: int = 0
    both: int = 0

    def add(self, text: MarkedText, runs: Iterable[tuple[int, int, str]]) -> None:
        found: list[str | None] = [None] * len(text.text)
        for start, end, language in runs:
            found[start:end] = [language] * (end - start)
        pairs = [(own, other) for own, other in zip(text.languages, found, strict=True) if own is not None]
        gold, given = (set(switch_points(side)) for side in ([own for own, _ in pairs], [one for _, one in pairs]))
        self.chars += len(pairs)
        self.right += sum(own == other for own, other in pairs)
        self.gold, self.given, self.both = self.gold + len(gold), self.given + len(given), self.both + len(gold & given)

    @property
    def accuracy(self) -> float:
        return self.right / self.chars if self.chars else 0.0

    @property
    def boundary_f1(self) -> float:
        precision = self.both / self.given if self.given else 0.0
        return harmonic_mean(precision, self.both / self.gold if self.gold else 0.0)


def marked_text(sample: Sample) -> MarkedText:
    """A sentence whose words people have labelled."""
    languages: list[str | None] = [None] * len(sample.text)
    for tag, place in zip(sample.tags, align(sample.text, sample.tokens), strict=True):
        if tag in sample.languages and place is not None:
            languages[place[0] : place[1]] = [tag if char.isalpha() else None for char in sample.text[slice(*place)]]
    return MarkedText(sample.text, tuple(languages))


def every(texts: Sequence[Text], most: int) -> Sequence[Text]:
    """At most so many of the texts, evenly spread."""
    return texts[:: max(-(-len(texts) // most), 1)]
