"""A model as a one-label language identifier: for sentences, for pieces of them, and for single words.

This shows whether a model's scores can be trusted before any optimisation (the paper's figures on probabilities, on F1
by length and on the ten best labels). Samples are monolingual; words are separated by white space.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from sklearn.metrics import f1_score

from mixlid.adapt.labelled import Sample
from mixlid.errors import InputError
from mixlid.models.interface import FloatArray, Model
from mixlid.text.groups import GROUPS, group_of
from mixlid.text.labels import scripts_of, split
from mixlid.text.words import tokenize
from mixlid_lab.evaluation.predictions import language_code
from mixlid_lab.evaluation.set_metrics import mean

#: Lengths in characters of the pieces whose F1 is reported separately.
LENGTHS = ((1, 5), (6, 10), (11, 20), (21, 50), (51, 10**9))


class Guess(NamedTuple):
    """A sentence, its label, the model's best label for it, and the probability of the right one."""

    sample: Sample
    right: str
    given: str
    probability: float


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


def figures(model: Model, made: Sequence[Guess], every: int = 10) -> dict[str, Any]:
    """The figures for some guesses: by label if any of the data name a script, otherwise by language."""
    name = str if any(guess.sample.label for guess in made) else language_code
    frame = pd.DataFrame({
        "label": [guess.right for guess in made],
        "right": [name(guess.right) for guess in made],
        "given": [name(guess.given) for guess in made],
    })  # fmt: skip
    f1 = f1_by_label(frame.right, frame.given)
    group_f1 = f1_by_label([group_of(one.right) for one in made], [group_of(one.given) for one in made])
    wrong = frame[frame.right != frame.given]
    there = frame.right.value_counts()
    confusions = wrong.value_counts(["right", "given"]).reset_index(name="count")
    confusions = confusions.sort_values(["count", "right", "given"], ascending=[False, True, True])
    some = [guess.sample for guess in made[::every]]
    by_script: dict[str, dict[str, float]] = {}
    for script, labels in sorted(frame.label.drop_duplicates().groupby(lambda row: split(frame.label[row])[1])):
        by_script[script] = {
            "labels": mean(f1[name(label)] for label in sorted(labels)),
            "groups": mean(group_f1[group] for group in sorted(set(map(group_of, labels)))),
        }
    return {
        "macro F1": round(mean(f1.values()), 4),
        "macro F1 of groups": round(mean(group_f1.values()), 4),
        "groups": len(group_f1),
        "macro F1 by script": {script: rounded(values) for script, values in by_script.items()},
        "sentence probability": round(mean(guess.probability for guess in made), 4),
        "word probability": round(_mean_of_words(*word_probabilities(model, some)), 4),
        "F1 by characters": rounded(f1_by_length(model, some)),
        "top-1": rounded((frame.right == frame.given).groupby(frame.right).mean().to_dict()),
        "F1": rounded(f1),
        "F1 of groups": rounded({group: value for group, value in group_f1.items() if group in GROUPS}),
        # The share of all sentences in other languages that were given the label.
        "false positives": rounded(
            {label: int((wrong.given == label).sum()) / max(len(made) - there[label], 1) for label in f1}, 6
        ),
        "confused": [[right, given, int(count)] for right, given, count in confusions.head(15).to_numpy().tolist()],
    }


def rounded(values: Mapping[str, float], places: int = 4) -> dict[str, float]:
    return {name: round(value, places) for name, value in values.items()}


def f1_by_label(gold: Iterable[str], predicted: Iterable[str]) -> dict[str, float]:
    """F1 of each gold label."""
    right, given = list(gold), list(predicted)
    labels = sorted(set(right))
    values = f1_score(right, given, labels=labels, average=None, zero_division=0) if labels else np.empty(0)
    return dict(zip(labels, values.tolist(), strict=True))


def f1_by_length(model: Model, samples: Sequence[Sample]) -> dict[str, float]:
    """Macro F1 of pieces of the samples, by length in characters; NaN if there are no such pieces."""
    codes = LanguageColumns(model).codes
    scores = {}
    for low, high in LENGTHS:
        made = [(language_of(one), piece) for one in samples for piece in pieces(one.text, low, high)]
        given = [codes[int(model.probabilities(piece).argmax())] for _, piece in made]
        scores[f"{low}–{high}" if high < 10**9 else f"{low}+"] = mean(
            f1_by_label((right for right, _ in made), given).values()
        )
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


def word_probabilities(model: Model, samples: Iterable[Sample]) -> tuple[list[float], list[int]]:
    """The probability of the right language for each distinct word of a language, and how often the word occurs."""
    columns = LanguageColumns(model)
    by_word: dict[str, Counter[str]] = {}
    for sample in samples:
        for word in sample.text.split():
            by_word.setdefault(word, Counter())[language_of(sample)] += 1
    values: list[float] = []
    times: list[int] = []
    for word, languages in by_word.items():
        row = model.probabilities(word)
        values += (columns.pick(row, language) for language in languages)
        times += languages.values()
    return values, times


def _mean_of_words(values: Sequence[float], times: Sequence[int]) -> float:
    return float(np.average(values, weights=times)) if times else float("nan")


class LanguageColumns:
    """The columns of a language in a model; it has one for each script, so there may be several."""

    def __init__(self, model: Model) -> None:
        self._labels = model.labels
        self.codes = [language_code(label) for label in model.labels]
        self._places: dict[str, list[int]] = {}
        for place, code in enumerate(self.codes):
            self._places.setdefault(code, []).append(place)

    def places(self, language: str) -> list[int]:
        if language not in self._places:
            raise InputError(f"the model does not know the language {language!r}; leave out its sentences")
        return self._places[language]

    def pick(self, probabilities: FloatArray, language: str) -> float:
        """The probability of a language in any script."""
        return float(probabilities[self.places(language)].sum())

    def probability(self, probabilities: FloatArray, sample: Sample) -> float:
        """The probability of a sample's label, or of its language if it names no script."""
        if sample.label in self._labels:
            return float(probabilities[self._labels.index(sample.label)])
        return self.pick(probabilities, language_of(sample))

    def label_of(self, sample: Sample) -> str:
        """The right label for a sample: if its language has several, the script of most of its letters decides."""
        places = self.places(language_of(sample))
        letters: Counter[str] = Counter()
        if len(places) > 1:
            for token in tokenize(sample.text):
                letters[token.script] += token.end - token.start
        labels = [self._labels[place] for place in places]
        return max(labels, key=lambda label: sum(letters[script] for script in scripts_of([label]) or ()))


def language_of(sample: Sample) -> str:
    """The only language of a monolingual sample."""
    if len(sample.languages) != 1:
        names = ", ".join(sorted(sample.languages))
        raise InputError(f"a sentence in {len(sample.languages)} languages ({names}): {sample.text[:60]!r}")
    return next(iter(sample.languages))
