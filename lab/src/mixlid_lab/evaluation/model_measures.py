"""A model's probabilities before any optimisation: the paper's histograms and its top-10 charts.

Samples are monolingual. Words are separated by white space, as in `one_label`, and each distinct word is scored once,
in batches. Accuracy is in `one_label`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from mixlid.adapt.labelled import Sample
from mixlid.errors import InputError
from mixlid.models.interface import FloatArray, Model
from mixlid.text.labels import scripts_of
from mixlid.text.words import tokenize
from mixlid_lab.evaluation.codes import language_code

#: Words scored at once: with two thousand labels, a batch takes 32 MB.
_BATCH = 2048


@dataclass(frozen=True, slots=True)
class Histogram:
    """How many probabilities fall into each of the equal bins from 0 to 1; 1 itself is in the last."""

    counts: tuple[int, ...]
    #: None if there is nothing to count
    mean: float | None

    @classmethod
    def of(cls, values: Sequence[float], times: Sequence[int], bins: int) -> Histogram:
        """A histogram of values that occur `times` times each."""
        weights = np.asarray(times, dtype=np.int64)
        # A sum of probabilities may exceed 1 by a rounding error, and would then be in no bin.
        clipped = np.minimum(np.asarray(values, dtype=np.float64), 1.0)
        counts, _ = np.histogram(clipped, bins, (0.0, 1.0), weights=weights)
        total = int(weights.sum())
        return cls(tuple(int(count) for count in counts), float(clipped @ weights) / total if total else None)


@dataclass(frozen=True, slots=True)
class ProbabilityHistograms:
    """The probability of the right language, for whole sentences and for single words."""

    sentences: Histogram
    words: Histogram


def probability_histograms(model: Model, samples: Sequence[Sample], bins: int = 20) -> ProbabilityHistograms:
    """The model's own probabilities of whole sentences, and of their words as if each were a sentence, as in the paper.

    A fastText model averages over features here, while the solvers use sums, which are far more extreme.
    """
    columns = LanguageColumns(model)
    sentences = [columns.pick(model.probabilities(sample.text), language_of(sample)) for sample in samples]
    words, times = word_probabilities(model, samples)
    return ProbabilityHistograms(Histogram.of(sentences, [1] * len(sentences), bins), Histogram.of(words, times, bins))


@dataclass(frozen=True, slots=True)
class TopLabels:
    """The labels among the best few for the words of a language."""

    language: str
    top: int
    words: int
    #: Words with the same score for every label, such as numbers: no label is among their best.
    unscored: int
    #: Share of words with the right language among their best; None if there are no words.
    right: float | None
    #: For each label, the share of words that have it among their best; most frequent first.
    labels: dict[str, float]


def top_labels(model: Model, samples: Iterable[Sample], language: str, top: int = 10) -> TopLabels:
    """The labels among the `top` best for all words in the samples of a language; ties go to the earlier label."""
    words = Counter(word for sample in samples if language_of(sample) == language for word in sample.text.split())
    own = LanguageColumns(model).places(language)
    having = np.zeros(len(model.labels), dtype=np.int64)
    right = unscored = 0
    for batch in _batches(words):
        scores = model.word_scores(batch)
        times = np.array([words[word] for word in batch])
        tells = scores.max(axis=1) > scores.min(axis=1)
        unscored += int(times[~tells].sum())
        best = np.argsort(-scores, axis=1, kind="stable")[tells, :top]
        np.add.at(having, best, times[tells, None])
        right += int(times[tells][np.isin(best, own).any(axis=1)].sum())
    total = words.total()
    order = [int(place) for place in np.argsort(-having, kind="stable") if having[place]]
    return TopLabels(
        language=language,
        top=top,
        words=total,
        unscored=unscored,
        right=right / total if total else None,
        labels={model.labels[place]: int(having[place]) / total for place in order},
    )


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
            raise InputError(
                f"the model does not know the language {language!r}, so its probability cannot be measured; "
                "leave out the sentences of languages that the model does not have"
            )
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
        by_letters = [self._labels[place] for place in places]
        return max(by_letters, key=lambda label: sum(letters[script] for script in scripts_of([label]) or ()))


def language_of(sample: Sample) -> str:
    """The only language of a monolingual sample."""
    if len(sample.languages) != 1:
        raise InputError(
            f"a sentence in {len(sample.languages)} languages ({', '.join(sorted(sample.languages))}) has no one right "
            f"label; give monolingual sentences only: {sample.text[:60]!r}"
        )
    return next(iter(sample.languages))


def word_probabilities(model: Model, samples: Iterable[Sample]) -> tuple[list[float], list[int]]:
    """The probability of the right language for each distinct word of a language, and how often the word occurs."""
    columns = LanguageColumns(model)
    by_word: dict[str, Counter[str]] = {}
    for sample in samples:
        language = language_of(sample)
        for word in sample.text.split():
            by_word.setdefault(word, Counter())[language] += 1
    values: list[float] = []
    times: list[int] = []
    for word, languages in by_word.items():
        row = model.probabilities(word)
        values += (columns.pick(row, language) for language in languages)
        times += languages.values()
    return values, times


def _batches(words: Iterable[str]) -> Iterator[list[str]]:
    source = iter(words)
    while batch := list(islice(source, _BATCH)):
        yield batch
