"""A model as a one-label language identifier: for sentences, for pieces of them, and for single words.

This shows whether a model's scores can be trusted before any optimisation (the paper's figures on probabilities and on
F1 by length).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import mul
from typing import NamedTuple

from mixlid.adapt.labelled import Sample
from mixlid.models.interface import Model
from mixlid.text.groups import group_of
from mixlid.text.labels import split
from mixlid_lab.evaluation.codes import language_code
from mixlid_lab.evaluation.model_measures import LanguageColumns, language_of, word_probabilities
from mixlid_lab.evaluation.set_metrics import mean

#: Lengths in characters of the pieces whose F1 is reported separately.
LENGTHS = ((1, 5), (6, 10), (11, 20), (21, 50), (51, 10**9))
#: Finer lengths, for the figure.
FIGURE_LENGTHS = ((1, 5), (6, 10), (11, 15), (16, 20), (21, 30), (31, 50), (51, 100), (101, 10**9))


class Guess(NamedTuple):
    """A sentence, its label, the model's best label for it, and the probability of the right one."""

    sample: Sample
    right: str
    given: str
    probability: float


@dataclass(frozen=True, slots=True)
class OneLabel:
    """Accuracy as a classifier with one answer."""

    f1: dict[str, float]
    #: The same with near languages as one (`text/groups.py`), by name of the group.
    group_f1: dict[str, float]
    #: Mean F1 of the labels of each script, and of their groups.
    by_script: dict[str, tuple[float, float]]
    #: Share of all sentences in *other* languages that were given the label.
    false_positives: dict[str, float]
    top1: dict[str, float]
    #: Mean probability of the right label.
    sentence_probability: float
    word_probability: float
    f1_by_length: dict[str, float]
    #: The most frequent mistakes: right label, given label, count.
    confusions: list[tuple[str, str, int]]

    @property
    def macro_f1(self) -> float:
        return mean(self.f1.values())

    @property
    def macro_group_f1(self) -> float:
        return mean(self.group_f1.values())


def judge(model: Model, samples: Sequence[Sample], every: int = 10) -> OneLabel:
    """All figures for monolingual samples; words and pieces are taken from every `every`-th sample."""
    return figures(model, guesses(model, samples), every)


def guesses(model: Model, samples: Sequence[Sample]) -> list[Guess]:
    """The model's best label for each monolingual sample."""
    columns = LanguageColumns(model)
    made = []
    for sample in samples:
        probabilities = model.probabilities(sample.text)
        best = model.labels[int(probabilities.argmax())]
        right = sample.label or columns.label_of(sample)
        made.append(Guess(sample, right, best, columns.probability(probabilities, sample)))
    return made


def figures(model: Model, made: Sequence[Guess], every: int = 10) -> OneLabel:
    """The figures for some guesses: by label if any of the data name a script, otherwise by language."""
    scripts_matter = any(guess.sample.label for guess in made)
    right, given = (
        [label if scripts_matter else language_code(label) for label in labels]
        for labels in ([guess.right for guess in made], [guess.given for guess in made])
    )
    f1 = f1_by_label(right, given)
    group_f1 = f1_by_label([group_of(guess.right) for guess in made], [group_of(guess.given) for guess in made])
    some = [guess.sample for guess in made[::every]]
    words, times = word_probabilities(model, some)
    return OneLabel(
        f1=f1,
        group_f1=group_f1,
        by_script=_by_script(made, dict(zip((guess.right for guess in made), right, strict=True)), f1, group_f1),
        false_positives=_false_positives(right, given),
        top1={
            label: mean(guess == label for guess, other in zip(given, right, strict=True) if other == label)
            for label in sorted(set(right))
        },
        sentence_probability=mean(guess.probability for guess in made),
        word_probability=sum(map(mul, words, times)) / sum(times) if times else float("nan"),
        f1_by_length=f1_by_length(model, some),
        confusions=_confusions(right, given),
    )


def _by_script(
    made: Sequence[Guess], names: Mapping[str, str], f1: Mapping[str, float], group_f1: Mapping[str, float]
) -> dict[str, tuple[float, float]]:
    labels: dict[str, set[str]] = {}
    for guess in made:
        labels.setdefault(split(guess.right)[1], set()).add(guess.right)
    return {
        script: (
            mean(f1[names[label]] for label in sorted(members)),
            mean(group_f1[group] for group in sorted({group_of(label) for label in members})),
        )
        for script, members in sorted(labels.items())
    }


def f1_by_label(gold: Sequence[str], predicted: Sequence[str]) -> dict[str, float]:
    """F1 of each gold label."""
    there, claimed = Counter(gold), Counter(predicted)
    both = Counter(right for right, guess in zip(gold, predicted, strict=True) if right == guess)
    return {label: 2 * both[label] / (claimed[label] + there[label]) for label in sorted(there)}


def _false_positives(gold: Sequence[str], given: Sequence[str]) -> dict[str, float]:
    there = Counter(gold)
    wrong = Counter(guess for right, guess in zip(gold, given, strict=True) if right != guess)
    return {label: wrong[label] / max(len(gold) - there[label], 1) for label in sorted(there)}


def _confusions(gold: Sequence[str], given: Sequence[str], most: int = 15) -> list[tuple[str, str, int]]:
    counts = Counter((right, guess) for right, guess in zip(gold, given, strict=True) if right != guess)
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [(right, guess, count) for (right, guess), count in ranked[:most]]


def f1_by_length(
    model: Model, samples: Sequence[Sample], lengths: Sequence[tuple[int, int]] = LENGTHS
) -> dict[str, float]:
    """Macro F1 of pieces of the samples, by length in characters; NaN if there are no such pieces."""
    codes = LanguageColumns(model).codes
    scores = {}
    for low, high in lengths:
        right, given = [], []
        for sample in samples:
            for piece in pieces(sample.text, low, high):
                right.append(language_of(sample))
                given.append(codes[int(model.probabilities(piece).argmax())])
        name = f"{low}–{high}" if high < 10**9 else f"{low}+"
        scores[name] = mean(f1_by_label(right, given).values())
    return scores


def pieces(text: str, low: int, high: int) -> Iterator[str]:
    """At most two runs of whole words, from the beginning and the middle, with `low` to `high` characters."""
    words = text.split()
    for start in dict.fromkeys((0, len(words) // 2)):
        piece = ""
        for word in words[start:]:
            longer = f"{piece} {word}".strip()
            if len(longer) > high:
                break
            piece = longer
        if len(piece) >= low:
            yield piece
