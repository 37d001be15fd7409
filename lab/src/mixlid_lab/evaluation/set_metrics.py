"""Scores of sets of languages: exact match, precision, recall and F1, averaged as in the paper.

Within a data set, precision and recall are means over sentences and F1 is the harmonic mean of the two; across data
sets (or languages) each figure is a plain mean. The paper does not say so, but its tables do. Basque-Spanish with
MaskLID has EM .55, precision .99 and recall .77: a mean of F1 by sentence could not exceed .85, but its F1 is .87. And
the CS row of GlotLID with MaskLID has an F1 of .68, the mean over its pairs, not the .69 of its mean Pr and Re.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, TypeVar

from mixlid_lab.evaluation.datasets import is_counted, is_silver
from mixlid_lab.evaluation.predictions import Prediction

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

#: Scores of a data set: floats, which are averaged, and integers, which are counts.
Figures = TypeVar("Figures", bound="DataclassInstance")


@dataclass(frozen=True, slots=True)
class SetScores:
    exact: float
    precision: float
    recall: float
    f1: float
    #: sentences
    count: int


def set_scores(predictions: Sequence[Prediction]) -> SetScores:
    """The scores of a data set. `und` and `zxx` are wrong answers; an empty answer has precision 0."""
    if not predictions:
        raise ValueError("there are no predictions to score")
    both = [(len(one.found & one.sample.languages), one) for one in predictions]
    precision = mean(right / max(len(one.found), 1) for right, one in both)
    recall = mean(right / len(one.sample.languages) for right, one in both)
    exact = mean(one.is_right for one in predictions)
    return SetScores(exact, precision, recall, harmonic_mean(precision, recall), len(predictions))


def mean(values: Iterable[float]) -> float:
    """The plain mean; NaN if there are no values."""
    numbers = [float(value) for value in values]
    return sum(numbers) / len(numbers) if numbers else float("nan")


def mean_of_known(values: Iterable[float | None]) -> float | None:
    """The mean of the values that are not None; None if there are none."""
    known = [value for value in values if value is not None]
    return mean(known) if known else None


def rounded(values: Mapping[str, float] | Mapping[str, float | None]) -> dict[str, float | None]:
    return {name: None if value is None else round(value, 4) for name, value in values.items()}


def harmonic_mean(first: float, second: float) -> float:
    """F1 of precision and recall; 0 if both are 0."""
    return 2 * first * second / (first + second) if first + second else 0.0


def macro(scores: Sequence[Figures]) -> Figures | None:
    """The mean of each figure, with equal weights, and the sum of each count; None without members."""
    if not scores:
        return None
    columns = {field: [getattr(one, field.name) for one in scores] for field in fields(scores[0])}
    values = {field.name: sum(column) if field.type == "int" else mean(column) for field, column in columns.items()}
    return type(scores[0])(**values)


def is_mixed(predictions: Sequence[Prediction]) -> bool:
    """Whether the data set has code-switched sentences."""
    return any(prediction.sample.is_mixed for prediction in predictions)


def mixed_sets(predictions: Mapping[str, Sequence[Prediction]]) -> dict[str, Sequence[Prediction]]:
    """The code-switched data sets in the CS average: all but the extra and the silver ones."""
    return {name: members for name, members in predictions.items() if counts(name, members) and is_mixed(members)}


def mono_by_language(predictions: Mapping[str, Sequence[Prediction]]) -> dict[str, list[Prediction]]:
    """The sentences of the monolingual data sets that count, pooled by language (sorted)."""
    pooled: dict[str, list[Prediction]] = {}
    for name, members in predictions.items():
        if counts(name, members) and not is_mixed(members):
            for prediction in members:
                (language,) = prediction.sample.languages
                pooled.setdefault(language, []).append(prediction)
    return dict(sorted(pooled.items()))


def counts(name: str, predictions: Sequence[Prediction]) -> bool:
    """Whether a data set is in averages."""
    return is_counted(name, [one.sample for one in predictions])


@dataclass(frozen=True, slots=True)
class Summary:
    """All set scores of one system. An average of nothing is None."""

    #: every data set with sentences, including the extra and the silver ones
    by_dataset: dict[str, SetScores]
    #: those that are code-switched
    mixed: tuple[str, ...]
    #: those that are in no average because people have not labelled them
    silver: tuple[str, ...]
    #: those that are monolingual and in no average, so not in `by_language`
    mono_apart: tuple[str, ...]
    #: monolingual sentences by language, pooled over data sets
    by_language: dict[str, SetScores]
    cs: SetScores | None
    mono: SetScores | None
    #: mean of `cs` and `mono`
    all: SetScores | None

    def by_name(self) -> dict[str, SetScores | None]:
        """All scores by name; monolingual text by language, as `mono/tur`.

        Monolingual data sets in no average are listed by themselves, as `mono/own (in no average)`.
        """
        return {
            **{name: self.by_dataset[name] for name in self.mixed},
            **{f"mono/{name}": scores for name, scores in self.by_language.items()},
            **{f"mono/{name} (in no average)": self.by_dataset[name] for name in self.mono_apart},
            "CS": self.cs, "mono": self.mono, "mean": self.all,
        }  # fmt: skip

    def exact_figures(self) -> dict[str, float | None]:
        """Exact match by name, rounded."""
        return {name: round(scores.exact, 4) if scores else None for name, scores in self.by_name().items()}

    def set_figures(self) -> dict[str, dict[str, float]]:
        """All available figures by name and metric, rounded."""
        found = ((name, asdict(scores)) for name, scores in self.by_name().items() if scores)
        return {name: {kind: round(value, 4) for kind, value in scores.items()} for name, scores in found}


def summary(predictions: Mapping[str, Sequence[Prediction]]) -> Summary:
    """Scores by data set and by language, and the averages over those that count."""
    by_dataset = {name: set_scores(members) for name, members in predictions.items() if members}
    by_language = {name: set_scores(members) for name, members in mono_by_language(predictions).items()}
    cs = macro([by_dataset[name] for name in mixed_sets(predictions)])
    mono = macro(list(by_language.values()))
    mixed = tuple(name for name in by_dataset if is_mixed(predictions[name]))
    silver = tuple(name for name, members in predictions.items() if is_silver(one.sample for one in members))
    mono_apart = tuple(name for name in by_dataset if name not in mixed and not counts(name, predictions[name]))
    return Summary(
        by_dataset, mixed, silver, mono_apart, by_language, cs, mono,
        macro([cs, mono]) if cs and mono else None,
    )  # fmt: skip
