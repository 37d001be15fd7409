"""Fit the section `word_labels` of `mixlid.models.fitted`: `python -m mixlid_lab.tuning.word_labels DATA…`.

There are two maximum-likelihood fits, in which all corpora weigh the same: the cost of a switch, on sentences whose two
languages were found; and whether a word is in the best language outside the answer.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

import mixlid
from mixlid import Identifier
from mixlid.adapt.labelled import Sample
from mixlid.adapt.logistic import Floats, regress
from mixlid.engine import word_labels
from mixlid.engine.plain_pipeline import PlainAnalyzer, spans_of
from mixlid.engine.text_record import TextRecord
from mixlid.models.added import fitted_for
from mixlid.models.fitted import WordLabelNumbers
from mixlid.models.loading import with_header
from mixlid.text.labels import split
from mixlid_lab.evaluation.datasets import read_marked
from mixlid_lab.evaluation.word_metrics import align

#: Features of the guess for a word, and whether it is right.
Case = tuple[list[float], bool]
#: The parts of the cost of a switch: a constant, how much longer than usual the words before and after are, and whether
#: there is punctuation between them.
SHAPE = ("price", "longer before", "longer after", "after punctuation")
_MOST_WORDS = 40


class Sentence(NamedTuple):
    """A sentence whose two languages were found."""

    found: list[str]
    #: for words in one of these: scores, the parts of the cost before the word, and labels
    scores: Floats
    shapes: Floats
    tags: list[str]


class Corpus(NamedTuple):
    sentences: list[Sentence]
    #: of words that may be outside the answer
    guesses: list[Case]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, nargs="+", help="folders of labelled sentences")
    parser.add_argument("--model", help="the model; default: the one that ships")
    parser.add_argument("--write", action="store_true", help="write the numbers into the model")
    parser.add_argument("--without", default="", help="corpora that are left out: NAME,…")
    parser.add_argument("--sentences", type=int, default=400, help="at most so many of a corpus")
    args = parser.parse_args()
    lid = mixlid.load(args.model)
    corpora = read(lid, args.data, args.sentences, set(args.without.split(",")))
    found = fit_switches(corpora)
    print("costs by score:", named(SHAPE, found[1:] / found[0]), f"log odds by score: {found[0]:.3f}")
    guess = fit_curve([one.guesses for one in corpora])
    print("guess:", named(("constant", "lead", "price", "score", "length"), guess))
    if args.write:
        fitted = fitted_for(lid.model)
        numbers = word_label_numbers(fitted.word_labels, found, guess)
        default = {**fitted.default, "switch_price": round(float(found[1] / found[0]), 2)}
        with_header(args.model, fitted=replace(fitted, word_labels=numbers, default=default))


def word_label_numbers(before: WordLabelNumbers, switches: Floats, guess: Floats) -> WordLabelNumbers:
    """The numbers with those that were fitted; the others, which bound what is tried, stay as they are."""
    per_price = -switches[2:] / switches[1]
    names = ("guess_constant", "guess_lead", "guess_price", "guess_score", "guess_length")
    values = {
        **dict(zip(("longer_before", "longer_after", "after_punctuation"), per_price.round(2).tolist(), strict=True)),
        **dict(zip(names, guess.round(3).tolist(), strict=True)),
    }
    return replace(before, log_odds=round(float(switches[0]), 2), **values)


def named(names: Sequence[str], values: Floats) -> str:
    return ", ".join(f"{name} {value:.3f}" for name, value in zip(names, values, strict=True))


def read(lid: Identifier, paths: Sequence[Path], most: int, without: set[str]) -> list[Corpus]:
    """The corpora that have labelled words."""
    analyzer = PlainAnalyzer(lid._config())
    made = []
    for dataset in read_marked(paths):
        samples = [one for one in dataset.samples if one.has_gold_words and dataset.name not in without]
        random.Random(1).shuffle(samples)
        corpus = Corpus([], [])
        for sample in samples[:most]:
            add(corpus, sample, analyzer)
        if corpus.sentences:
            made.append(corpus)
    return made


def add(corpus: Corpus, sample: Sample, analyzer: PlainAnalyzer) -> None:
    """Add what a sentence contributes to the two fits."""
    result = analyzer.answer(sample.text, None)
    text, labels, of_model = analyzer.text, analyzer.labelling.word_labels, analyzer.config.labels.of_model
    placed = zip(align(sample.text, sample.tokens), sample.tags, strict=True)
    by_place = {place: tag for stretch, tag in placed if stretch is not None for place in range(*stretch)}
    tags = [by_place.get(start, "") for start, _ in spans_of(text)]
    columns = text.languages[: text.language_count]
    found = [split(of_model[column])[0] for column in columns]
    words = [t for t in range(text.word_count) if text.ranks[t] >= 0]
    if len(found) == 2 and set(found) == sample.languages and len(words) <= _MOST_WORDS:
        scores = np.array([[text.scores.score_of(t, column) for column in columns] for t in words])
        shapes = np.array([shape(text, words[i - 1] if i else -1, t) for i, t in enumerate(words)])
        known = [tags[t] if tags[t] in sample.languages else "" for t in words]
        corpus.sentences.append(Sentence(found, np.maximum(scores, -30), shapes, known))
    if not labels.is_used or result.confidence is None:
        return
    for t in (t for t in range(text.word_count) if tags[t] in sample.languages):
        own = max(text.scores.score_of(t, column) for column in columns)
        if -np.inf < own < labels.doubtful_score:
            labels.guess(text, t, own)
            if (column := labels.guesses[t]) >= 0:
                lead = text.scores.score_of(t, column) - own
                values = [lead, labels.language_prices[column], own, np.log(text.lengths[t])]
                corpus.guesses.append((values, split(of_model[column])[0] == tags[t]))


def shape(text: TextRecord, before: int, after: int) -> list[float]:
    """The parts of the cost of a switch between two words; zeros before the first."""
    if before < 0:
        return [0.0] * len(SHAPE)
    lengths = [np.log(text.lengths[t] / word_labels.TYPICAL_LENGTH) for t in (before, after)]
    return [1.0, *lengths, float(word_labels.are_apart(text, before, after))]


def fit_switches(corpora: Sequence[Corpus]) -> Floats:
    """The factor that turns scores into log odds, and the parts of the cost of a switch."""
    sizes = [len(corpus.sentences) for corpus in corpora]
    weights = np.repeat([1 / (size + 10) for size in sizes], sizes)
    sentences = [one for corpus in corpora for one in corpus.sentences]
    weights /= weights.sum()
    # The state is the first or the second language; the second's score is 0.
    size = (len(sentences), max(len(one.tags) for one in sentences))
    leads, certain, there, shapes = np.zeros(size), np.zeros(size), np.zeros(size, bool), np.zeros((*size, len(SHAPE)))
    for row, one in enumerate(sentences):
        own = (row, slice(len(one.tags)))
        leads[own], shapes[own], there[own] = one.scores[:, 0] - one.scores[:, 1], one.shapes, True
        certain[own] = [200.0 if tag == one.found[0] else -200.0 if tag == one.found[1] else 0.0 for tag in one.tags]

    def loss(at: Floats) -> float:
        """Minus the log likelihood of the labels."""
        odds, costs = at[0] * leads, shapes @ at[1:]
        gold = log_total(odds + certain, costs, there) - np.maximum(certain, 0).sum(axis=1)
        return float(weights @ (log_total(odds, costs, there) - gold))

    solution: Floats = minimize(loss, np.array([0.7, 0.8, 0, 0, 0]), jac="3-point", method="L-BFGS-B").x
    return solution


def log_total(odds: Floats, costs: Floats, there: NDArray[np.bool_]) -> Floats:
    """The logarithm of the sum over all labellings of each sentence."""
    one, two = odds[:, 0], np.zeros(len(odds))
    for i in range(1, odds.shape[1]):
        stay_or_switch = np.logaddexp(one, two - costs[:, i]), np.logaddexp(two, one - costs[:, i])
        one, two = np.where(there[:, i], (stay_or_switch[0] + odds[:, i], stay_or_switch[1]), (one, two))
    return np.logaddexp(one, two)


def fit_curve(parts: Sequence[Sequence[Case]]) -> Floats:
    rows = [(values, right, 1 / len(part)) for part in parts for values, right in part]
    data, right, weights = (np.array(column, dtype=np.float64) for column in zip(*rows, strict=True))
    return regress(data, right, np.full(data.shape[1] + 1, 1e-3), weights * len(rows) / weights.sum())


if __name__ == "__main__":
    main()
