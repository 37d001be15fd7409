"""How good answers are: exact match of the language set, macro-averaged as in the paper.

A data set of code-switched sentences counts once in the CS average; monolingual sentences are averaged by language
first. Labels are compared by language (`tur_Latn` is right for `tur`); `und` and `zxx` are right for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from mixlid.evaluation.datasets import Dataset, Sample
from mixlid.labels import split
from mixlid.result import Result

#: The languages of the paper's pairs: its monolingual average is over these.
PAIR_LANGUAGES = ("deu", "eng", "eus", "fra", "hin", "ind", "npi", "spa", "tur", "wol")


def languages_of(result: Result) -> frozenset[str]:
    """The predicted set, by language code."""
    return frozenset(split(label)[0] for label in result.languages)


def exact_match(samples: Sequence[Sample], predicted: Sequence[frozenset[str]]) -> float:
    """Share of sentences whose set of languages is exactly right."""
    return mean(sample.languages == found for sample, found in zip(samples, predicted, strict=True))


def mean(values: Iterable[float]) -> float:
    numbers = [float(value) for value in values]
    return sum(numbers) / len(numbers) if numbers else float("nan")


@dataclass(frozen=True, slots=True)
class Scores:
    """Exact match by data set, and the averages over them."""

    #: code-switched data sets
    mixed: dict[str, float]
    #: monolingual: data set and language, such as `mono-flores/tur`
    mono: dict[str, float]

    @property
    def cs(self) -> float:
        """Mean over the code-switched data sets, but for those called extra-…, which are there to look at."""
        return mean(value for name, value in self.mixed.items() if not name.startswith("extra-"))

    @property
    def mono_mean(self) -> float:
        """Mean over the monolingual data sets of their means over languages."""
        names = dict.fromkeys(name.partition("/")[0] for name in self.mono)
        return mean(mean(value for key, value in self.mono.items() if key.startswith(f"{name}/")) for name in names)

    @property
    def mean(self) -> float:
        return (self.cs + self.mono_mean) / 2

    def to_dict(self) -> dict[str, float]:
        """Every figure, rounded for people and for files."""
        figures = {**self.mixed, **self.mono, "CS": self.cs, "mono": self.mono_mean, "mean": self.mean}
        return {name: round(value, 4) for name, value in figures.items()}


def score(datasets: Sequence[Dataset], predict: Callable[[Sample], frozenset[str]]) -> Scores:
    """Exact match of `predict` on all data sets."""
    mixed, mono = {}, {}
    for dataset in datasets:
        if dataset.is_mixed:
            mixed[dataset.name] = exact_match(dataset.samples, [predict(sample) for sample in dataset.samples])
            continue
        by_language: dict[str, list[Sample]] = {}
        for sample in dataset.samples:
            by_language.setdefault(next(iter(sample.languages)), []).append(sample)
        for language, samples in sorted(by_language.items()):
            found = [predict(sample) for sample in samples]
            mono[f"{dataset.name}/{language}"] = exact_match(samples, found)
    return Scores(mixed, mono)


def f1_by_label(gold: Sequence[str], predicted: Sequence[str]) -> dict[str, float]:
    """F1 of each gold label of a one-label task."""
    found: dict[str, float] = {}
    for label in sorted(set(gold)):
        both = sum(g == label == p for g, p in zip(gold, predicted, strict=True))
        claimed, there = predicted.count(label), gold.count(label)
        found[label] = 2 * both / (claimed + there)
    return found
