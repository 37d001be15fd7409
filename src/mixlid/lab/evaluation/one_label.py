"""How good a model is as a plain, one-label language identifier: for sentences, for pieces of them, for single words.

This says whether a model's scores can be trusted before any optimisation is put on top (the paper's figures on
probabilities and on F1 by length).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import mul

from mixlid.lab.evaluation.datasets import Sample
from mixlid.lab.evaluation.model_measures import LanguageColumns, language_of, word_probabilities
from mixlid.lab.evaluation.set_metrics import mean
from mixlid.models.interface import Model

#: Characters of the pieces whose F1 is reported apart.
LENGTHS = ((1, 5), (6, 10), (11, 20), (21, 50), (51, 10**9))
#: The finer ones of a figure of F1 by length.
FIGURE_LENGTHS = ((1, 5), (6, 10), (11, 15), (16, 20), (21, 30), (31, 50), (51, 100), (101, 10**9))


@dataclass(frozen=True, slots=True)
class OneLabel:
    """Quality as a classifier with one answer."""

    f1: dict[str, float]
    #: Share of all sentences of *other* languages that were given the label.
    false_positives: dict[str, float]
    top1: dict[str, float]
    #: Mean probability of the right label.
    sentence_probability: float
    word_probability: float
    f1_by_length: dict[str, float]
    #: The most frequent mistakes: right label, given label, how often.
    confusions: list[tuple[str, str, int]]

    @property
    def macro_f1(self) -> float:
        return mean(self.f1.values())


def judge(model: Model, samples: Sequence[Sample], every: int = 10) -> OneLabel:
    """All figures for monolingual samples; words and pieces are taken from every `every`-th of them."""
    columns = LanguageColumns(model)
    gold = [language_of(sample) for sample in samples]
    guesses, right = [], []
    for sample, language in zip(samples, gold, strict=True):
        probabilities = model.probabilities(sample.text)
        guesses.append(columns.codes[int(probabilities.argmax())])
        right.append(columns.pick(probabilities, language))
    words, times = word_probabilities(model, samples[::every])
    return OneLabel(
        f1=f1_by_label(gold, guesses),
        false_positives=_false_positives(gold, guesses),
        top1={
            language: mean(guess == language for guess, other in zip(guesses, gold, strict=True) if other == language)
            for language in sorted(set(gold))
        },
        sentence_probability=mean(right),
        word_probability=sum(map(mul, words, times)) / sum(times) if times else float("nan"),
        f1_by_length=f1_by_length(model, samples[::every]),
        confusions=_confusions(gold, guesses),
    )


def f1_by_label(gold: Sequence[str], predicted: Sequence[str]) -> dict[str, float]:
    """F1 of each gold label of a one-label task."""
    scores: dict[str, float] = {}
    for label in sorted(set(gold)):
        both = sum(g == label == p for g, p in zip(gold, predicted, strict=True))
        claimed, there = predicted.count(label), gold.count(label)
        scores[label] = 2 * both / (claimed + there)
    return scores


def _false_positives(gold: Sequence[str], guesses: Sequence[str]) -> dict[str, float]:
    return {
        label: sum(guess == label != right for right, guess in zip(gold, guesses, strict=True))
        / max(len(gold) - gold.count(label), 1)
        for label in sorted(set(gold))
    }


def _confusions(gold: Sequence[str], guesses: Sequence[str], most: int = 15) -> list[tuple[str, str, int]]:
    counts: dict[tuple[str, str], int] = {}
    for right, guess in zip(gold, guesses, strict=True):
        if right != guess:
            counts[right, guess] = counts.get((right, guess), 0) + 1
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [(right, guess, count) for (right, guess), count in ranked[:most]]


def f1_by_length(
    model: Model, samples: Sequence[Sample], lengths: Sequence[tuple[int, int]] = LENGTHS
) -> dict[str, float]:
    """Macro F1 of pieces of the samples, by their number of characters; not a number where there is no such piece."""
    codes = LanguageColumns(model).codes
    scores = {}
    for low, high in lengths:
        right, guesses = [], []
        for sample in samples:
            for piece in pieces(sample.text, low, high):
                right.append(language_of(sample))
                guesses.append(codes[int(model.probabilities(piece).argmax())])
        name = f"{low}–{high}" if high < 10**9 else f"{low}+"
        scores[name] = mean(f1_by_label(right, guesses).values())
    return scores


def pieces(text: str, low: int, high: int) -> Iterator[str]:
    """At most two runs of whole words, from the beginning and from the middle, that have `low` to `high` characters."""
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
