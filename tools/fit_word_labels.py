"""Fit the section `word_labels` of `mixlid.models.fitted` on labelled words: `python tools/fit_word_labels.py DATA…`.

There are three maximum-likelihood fits, in which all corpora weigh the same: the cost of a switch, on sentences whose
two languages were found; whether a word is in the best language outside the answer; and whether a word's label is
right. The first fit is then repeated without each corpus in turn, which is judged by the numbers from the others.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import mixlid
from mixlid.adapt.labelled import Sample
from mixlid.engine import word_labels
from mixlid.engine.confidence import log_odds
from mixlid.engine.label_chain import LabelChain
from mixlid.engine.logistic import regress
from mixlid.engine.plain_pipeline import PlainAnalyzer
from mixlid.results.result import NO_LANGUAGE, UNKNOWN, Result
from mixlid.text.labels import split
from mixlid_lab.evaluation.calibration_metrics import expected_calibration_error
from mixlid_lab.evaluation.datasets import read_marked
from mixlid_lab.evaluation.set_metrics import harmonic_mean
from mixlid_lab.evaluation.switch_metrics import switch_points
from mixlid_lab.evaluation.word_metrics import align

Floats = NDArray[np.float64]
#: The parts of the cost of a switch: a constant, how much longer than usual the words before and after are, and whether
#: there is punctuation between them.
SHAPE = ("price", "longer before", "longer after", "after punctuation")
_MOST_WORDS = 40


class Sentence(NamedTuple):
    """A sentence, and the languages that were found in it."""

    languages: frozenset[str]
    found: list[str]
    #: for words in one of these: scores, the parts of the cost before the word, and labels
    scores: Floats
    shapes: Floats
    tags: list[str]
    #: labels of words in none of them, and (label, language) pairs of all words, labelled one by one
    outside: list[str]
    one_by_one: list[tuple[str, str | None]]

    @property
    def is_fitted(self) -> bool:
        return len(self.found) == 2 and set(self.found) == self.languages and len(self.tags) <= _MOST_WORDS

    @property
    def gold(self) -> NDArray[np.int64]:
        """The index of each word's language, or -1."""
        return np.array([self.found.index(tag) if tag in self.found else -1 for tag in self.tags])


class Corpus(NamedTuple):
    name: str
    sentences: list[Sentence]
    #: for words that may be outside the answer: the features of a guess, and whether it is right
    guesses: list[tuple[list[float], bool]]
    #: for words of answers with several languages: the features of their confidence, and whether they are right
    labels: list[tuple[list[float], bool]]
    #: the same words labelled one by one: their confidence, and whether they are right
    alone: list[tuple[float, bool]]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("data", type=Path, nargs="+", help="folders of labelled sentences")
    parser.add_argument("--without", default="", help="corpora that are left out: NAME,…")
    parser.add_argument("--sentences", type=int, default=400, help="at most so many of a corpus")
    args = parser.parse_args()
    corpora = read(args.data, args.sentences, set(args.without.split(",")))
    found = fit_switches(corpora, np.array([0.7, 0.8, 0, 0, 0]), 300)
    print("costs by score:", named(SHAPE, found[1:] / found[0]), f"log odds by score: {found[0]:.3f}")
    print(
        "guess:", named(("constant", "lead", "price", "score", "length"), fit_curve([one.guesses for one in corpora]))
    )
    print(
        "confidence:", named(("constant", "marginal", "languages", "first"), fit_curve([one.labels for one in corpora]))
    )
    print("\nwords right, and precision, recall and F1 of switches: one by one → by numbers fitted on other corpora")
    rows = []
    for one in corpora:
        without = fit_switches([other for other in corpora if other.name != one.name], found, 60)
        before = figures([sentence.one_by_one for sentence in one.sentences])
        after = figures([label(sentence, without) for sentence in one.sentences])
        rows.append(np.array([before, after]))
        print(one.name, len(one.sentences), *(f"{old:.3f} → {new:.3f}" for old, new in rows[-1].T), sep=" | ")
    print("average", "", *(f"{old:.3f} → {new:.3f}" for old, new in np.mean(rows, axis=0).T), sep=" | ")

    print("\ncalibration error of words in answers of several languages, left out by corpus")
    print(f"one by one {error([one.alone for one in corpora]):.3f}", end=", ")
    print(f"jointly {error(left_out([one.labels for one in corpora])):.3f}", end="; ")
    print(f"of guesses {error(left_out([one.guesses for one in corpora])):.3f}")


def named(names: Sequence[str], values: Floats) -> str:
    return ", ".join(f"{name} {value:.3f}" for name, value in zip(names, values, strict=True))


# Reading


def read(paths: Sequence[Path], most: int, without: set[str]) -> list[Corpus]:
    """Read the corpora that have labelled words."""
    lid = mixlid.load()
    alone = lid.replace(switch_price=0.0)
    analyzer = PlainAnalyzer(lid.parts())
    made = []
    for dataset in read_marked(paths):
        samples = [one for one in dataset.samples if one.has_gold_words and dataset.name not in without]
        random.Random(1).shuffle(samples)
        corpus = Corpus(dataset.name, [], [], [], [])
        for sample in samples[:most]:
            add(corpus, sample, analyzer, alone.identify(sample.text))
        if any(sentence.is_fitted for sentence in corpus.sentences):
            made.append(corpus)
    return made


def add(corpus: Corpus, sample: Sample, analyzer: PlainAnalyzer, alone: Result) -> None:
    """Add what a sentence contributes to the three fits; `alone` is the answer with words labelled one by one."""
    result = analyzer.answer(sample.text, None)
    labels = analyzer.labelling.word_labels
    tags = tags_of(sample, analyzer)
    known = [t for t in range(analyzer.word_count) if tags[t] in sample.languages]
    pairs = [(tags[t], code_of(alone.words[analyzer.token_of[t]].label)) for t in known]
    found = [
        split(analyzer.parts.labels.of_model[column])[0] for column in analyzer.languages[: analyzer.language_count]
    ]
    words = [t for t in range(analyzer.word_count) if analyzer.ranks[t] >= 0]
    scores = np.array([[analyzer.score_of(t, column) for column in analyzer.languages] for t in words])
    shapes = np.array([shape(analyzer, words[i - 1] if i else -1, t) for i, t in enumerate(words)])
    inside = [tags[t] if tags[t] in sample.languages else "" for t in words]
    outside = [tags[t] for t in known if analyzer.ranks[t] < 0]
    corpus.sentences.append(Sentence(sample.languages, found, np.maximum(scores, -30), shapes, inside, outside, pairs))
    if not labels.is_used or result.confidence is None:
        return
    for t in known:
        own = max(analyzer.score_of(t, column) for column in analyzer.languages)
        if not (-np.inf < own < labels.doubtful_score):
            continue
        labels.guess(analyzer, t, own)
        column = labels.guesses[t]
        price, score = labels.language_prices[column], analyzer.score_of(t, column)
        values = [score - own, price, own, np.log(analyzer.lengths[t])]
        right = split(analyzer.parts.labels.of_model[column])[0] == tags[t]
        corpus.guesses.append((values, right))
    if not labels.is_joint:
        return
    for t in known:
        before = alone.words[analyzer.token_of[t]]
        if before.confidence is not None:
            corpus.alone.append((before.confidence, code_of(before.label) == tags[t]))
        if analyzer.ranks[t] >= 0:
            label = analyzer.parts.labels.of_model[analyzer.languages[analyzer.ranks[t]]]
            values = [
                log_odds(analyzer.labelling.marginals[t]),
                log_odds(result.confidence),
                float(label == result.label),
            ]
            corpus.labels.append((values, split(label)[0] == tags[t]))


def code_of(label: str) -> str | None:
    code = split(label)[0]
    return None if code in (UNKNOWN, NO_LANGUAGE) else code


def tags_of(sample: Sample, analyzer: PlainAnalyzer) -> list[str]:
    """The tag of each word."""
    tags = {}
    for stretch, tag in zip(align(sample.text, sample.tokens), sample.tags, strict=True):
        if stretch is not None:
            tags.update(dict.fromkeys(range(*stretch), tag))
    return [tags.get(start, "") for start, _ in analyzer.spans()]


def shape(analyzer: Any, before: int, after: int) -> list[float]:
    """The parts of the cost of a switch between two words; zeros before the first."""
    if before < 0:
        return [0.0] * len(SHAPE)
    lengths = [np.log(analyzer.lengths[t] / word_labels.TYPICAL_LENGTH) for t in (before, after)]
    return [1.0, *lengths, float(word_labels.are_apart(analyzer, before, after))]


# Fitting


def fit_switches(corpora: Sequence[Corpus], at: Floats, steps: int) -> Floats:
    """The factor that turns scores into log odds, and the parts of the cost of a switch, starting from `at`."""
    fitted = [[one for one in corpus.sentences if one.is_fitted] for corpus in corpora]
    weights = np.concatenate([np.full(len(sentences), 1 / (len(sentences) + 10)) for sentences in fitted])
    batch = Batch([one for sentences in fitted for one in sentences], weights / weights.sum())
    mean, spread = np.zeros(len(at)), np.zeros(len(at))
    for step in range(1, steps + 1):  # Adam
        gradient = batch.gradient(at)
        mean, spread = 0.9 * mean + 0.1 * gradient, 0.99 * spread + 0.01 * gradient**2
        at = at + 0.02 * (mean / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.99**step)) + 1e-8)
    return at


class Batch:
    """Sentences as arrays. The state is the first or the second language; the second's score is 0."""

    def __init__(self, sentences: Sequence[Sentence], weights: Floats) -> None:
        count, most = len(sentences), max(len(one.gold) for one in sentences)
        self.weights = weights
        self.leads, self.gold = np.zeros((count, most)), np.full((count, most), -1)
        self.shapes, self.there = np.zeros((count, most, len(SHAPE))), np.zeros((count, most), dtype=bool)
        for row, one in enumerate(sentences):
            size = len(one.gold)
            self.leads[row, :size] = one.scores[:, 0] - one.scores[:, 1]
            self.shapes[row, :size], self.gold[row, :size], self.there[row, :size] = one.shapes, one.gold, True

    def gradient(self, at: Floats) -> Floats:
        """The gradient of the likelihood of the gold labels."""
        odds, costs = at[0] * self.leads, self.shapes @ at[1:]
        certain = np.where(self.gold == 0, 200.0, np.where(self.gold == 1, -200.0, 0.0))
        (first, switches), (told, told_switches) = self.expect(odds, costs), self.expect(odds + certain, costs)
        by_lead = (self.weights[:, None] * (told - first) * self.leads).sum()
        by_shape = (self.weights[:, None, None] * (switches - told_switches)[:, :, None] * self.shapes).sum((0, 1))
        return np.concatenate([[by_lead], by_shape])

    def expect(self, odds: Floats, costs: Floats) -> tuple[Floats, Floats]:
        """For each word, the probability of the first language, and of a switch before it."""
        size, there = odds.shape[1], self.there
        ahead, back = np.zeros((*odds.shape, 2)), np.zeros((*odds.shape, 2))
        ahead[:, 0, 0] = odds[:, 0]
        for i in range(1, size):
            one, two, cost = ahead[:, i - 1, 0], ahead[:, i - 1, 1], costs[:, i]
            ahead[:, i, 0] = np.where(there[:, i], np.logaddexp(one, two - cost) + odds[:, i], one)
            ahead[:, i, 1] = np.where(there[:, i], np.logaddexp(two, one - cost), two)
        for i in range(size - 2, -1, -1):
            one, two, cost = back[:, i + 1, 0] + odds[:, i + 1], back[:, i + 1, 1], costs[:, i + 1]
            back[:, i, 0] = np.where(there[:, i + 1], np.logaddexp(one, two - cost), 0)
            back[:, i, 1] = np.where(there[:, i + 1], np.logaddexp(two, one - cost), 0)
        total = np.logaddexp(ahead[:, -1, 0], ahead[:, -1, 1])[:, None]
        first = np.exp(ahead[:, :, 0] + back[:, :, 0] - total) * there
        switches = np.zeros_like(odds)
        to_second = ahead[:, :-1, 0] - costs[:, 1:] + back[:, 1:, 1] - total
        to_first = ahead[:, :-1, 1] - costs[:, 1:] + back[:, 1:, 0] + odds[:, 1:] - total
        switches[:, 1:] = (np.exp(to_second) + np.exp(to_first)) * there[:, 1:]
        return first, switches


def fit_curve(parts: Sequence[Sequence[tuple[list[float], bool]]]) -> Floats:
    rows = [(values, right, 1 / len(part)) for part in parts for values, right in part]
    data, right, weights = (np.array(column, dtype=np.float64) for column in zip(*rows, strict=True))
    return regress(data, right, np.full(data.shape[1] + 1, 1e-3), weights * len(rows) / weights.sum())


def left_out(parts: Sequence[Sequence[tuple[list[float], bool]]]) -> list[list[tuple[float, bool]]]:
    """For each corpus, the probabilities from a curve fitted on the others, and what is right."""
    made = []
    for place, part in enumerate(parts):
        curve = fit_curve([other for number, other in enumerate(parts) if number != place])
        values = np.array([one for one, _ in part])
        chances = 1 / (1 + np.exp(-(curve[0] + values @ curve[1:])))
        made.append([(float(chance), right) for chance, (_, right) in zip(chances, part, strict=True)])
    return made


def error(parts: Sequence[Sequence[tuple[float, bool]]]) -> float:
    """The expected calibration error, with equal weight for each corpus."""
    return (
        expected_calibration_error([(chance, right, 1 / len(part)) for part in parts for chance, right in part]) or 0.0
    )


def label(sentence: Sentence, at: Floats) -> list[tuple[str, str | None]]:
    """The (label, language) pairs of a sentence's words, labelled jointly; those outside come last."""
    chain, width, outside = LabelChain(), len(sentence.found), [(tag, None) for tag in sentence.outside]
    if not sentence.tags or not width:
        return [*((tag, None) for tag in sentence.tags if tag), *outside]
    chain.begin(len(sentence.tags), width)
    for i, (scores, cost) in enumerate(zip(sentence.scores, sentence.shapes @ at[1:], strict=True)):
        chain.costs[i] = max(cost, 0.0)
        for k in range(width):
            chain.scores[i * width + k] = at[0] * scores[k]
    chain.find_labels()
    pairs = [(tag, sentence.found[chain.labels[i]]) for i, tag in enumerate(sentence.tags) if tag]
    return [*pairs, *outside]


def figures(sentences: Sequence[Sequence[tuple[str, str | None]]]) -> list[float]:
    """The share of words that are right, and precision, recall and F1 of switches."""
    pairs = [pair for sentence in sentences for pair in sentence]
    right = sum(tag == language for tag, language in pairs) / len(pairs)
    points = [[set(switch_points(column)) for column in zip(*one, strict=True)] for one in sentences if one]
    both, gold, given = (sum(map(len, sets)) for sets in zip(*((a & b, a, b) for a, b in points), strict=True))
    precision, recall = both / max(given, 1), both / max(gold, 1)
    return [right, precision, recall, harmonic_mean(precision, recall)]


if __name__ == "__main__":
    main()
