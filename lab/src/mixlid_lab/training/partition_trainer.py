"""Train the partition of one script: clean, draw examples, train, prune, train further, round.

Words in different scripts share no n-grams, so the partitions of a model are trained independently. The corpus is
read in `encoding.py`; the file is written in `table_trainer.py`.

Pruning keeps the rows that matter: by the largest |value| times the square root of the feature's frequency, because a
strong value that is never used is worth as little as a weak one. The table has one scale, so that word scores are sums
of integers; the largest value becomes 127.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from mixlid.text.labels import split
from mixlid_lab.training.bags import (
    Bags,
    Int32Array,
    Int64Array,
    Ragged,
    WordIndex,
    feature_frequencies,
    features_of,
    starts_of,
)
from mixlid_lab.training.corpus import Report
from mixlid_lab.training.encoding import LabelText
from mixlid_lab.training.linear import best_labels, score_bags, train_linear
from mixlid_lab.training.recipe import BlockChanges, Recipe
from mixlid_lab.training.sampling import bags_of_label, draw_listed, generator_for, split_held_out
from mixlid_lab.training.word_lists import WordList

_INT8_MAX = 127


def choose_rows(table: NDArray[np.float32], frequencies: NDArray[np.float64], rows: int) -> Int64Array:
    """The ids of the rows to keep, ascending; rows of zeros are dropped. With `rows` 0 there is no limit."""
    weight = np.abs(table).max(axis=1, initial=0.0) * np.sqrt(frequencies)
    order = np.argsort(-weight, kind="stable")[: rows or len(weight)]
    return np.sort(order[weight[order] > 0])


def prune_features(features: Ragged, kept: Int64Array, buckets: int) -> Ragged:
    """The features that still have a row, as indices into `kept`."""
    place = np.full(buckets, -1, dtype=np.int32)
    place[kept] = np.arange(len(kept), dtype=np.int32)
    places = place[features.flat]
    present = places >= 0
    return Ragged(places[present], starts_of(present)[features.starts])


def quantise(rows: NDArray[np.float32]) -> tuple[NDArray[np.int8], float]:
    """Rows as int8, and the value of one unit."""
    scale = float(np.abs(rows).max(initial=0.0)) / _INT8_MAX or 1.0
    return np.rint(rows / np.float32(scale)).astype(np.int8), scale


#: How many sentences were removed, by label and source.
Dropped = Counter[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class TrainedPartition:
    """The rows of a partition, and their accuracy on held-out sentences."""

    ids: NDArray[np.int64]
    rows: NDArray[np.int8]
    scale: float
    held_out: int
    held_out_right: int
    #: The mean score of a held-out word for its own label.
    typical: float
    dropped: Dropped


@dataclass(frozen=True, slots=True)
class _Corpus:
    """The sentences and word lists of a partition's labels, as word numbers."""

    labels: Sequence[str]
    words: Sequence[str]
    sentences: list[Ragged]
    #: By label, the source of each sentence.
    sources: list[list[str]]
    #: By label, the words of each of its lists, and their counts.
    listed: list[list[tuple[Int32Array, NDArray[np.float64]]]]


def train_partition(
    script: str,
    texts: Sequence[LabelText],
    lists: Mapping[str, Sequence[WordList]],
    recipe: Recipe,
    *,
    seed: int,
    jobs: int,
    device: str | None,
    report: Report,
    quiet: bool,
) -> TrainedPartition:
    """Train the partition of a script that several labels use."""
    guests = recipe.blocks.get(script, BlockChanges()).guests
    is_guest = np.array([text.label in guests for text in texts])
    corpus = _number(script, [text for text in texts if text.label not in guests], lists)
    features = features_of(corpus.words, recipe.ngrams, jobs)
    report(f"{script}: {len(corpus.words):,} distinct words")
    dropped: Dropped = Counter()
    if recipe.cleaning.epochs:
        corpus, dropped = _clean(corpus, features, recipe, seed, device, quiet)
        report(f"{script}: {dropped.total():,} sentences taken out")
    examples, held = _draw(corpus, recipe, seed)
    count = len(corpus.labels)
    settings = replace(recipe.linear, buckets=recipe.ngrams.buckets, seed=seed)
    report(f"{script}: {len(examples):,} examples of {count} labels")
    table = train_linear(examples, features, count, settings, device=device, quiet=quiet)
    kept = choose_rows(table, feature_frequencies(examples, features, recipe.ngrams.buckets), recipe.pruning.rows)
    rows = table[kept]
    del table
    pruned, counts = prune_features(features, kept, recipe.ngrams.buckets), np.diff(features.starts)
    if recipe.pruning.epochs:
        again = replace(
            settings, buckets=len(kept), epochs=recipe.pruning.epochs, learning_rate=recipe.pruning.learning_rate,
            seed=seed + 1,
        )  # fmt: skip
        rows = train_linear(examples, pruned, count, again, counts=counts, start=rows, device=device, quiet=quiet)
    small, scale = quantise(rows)
    scores = score_bags(held, pruned, small.astype(np.float32), counts, device)
    right = int((scores.argmax(axis=1) == held.labels).sum()) if len(held) else 0
    # Held-out words one by one.
    owners = np.repeat(held.labels, np.diff(held.words.starts))
    words = Bags(Ragged(held.words.flat, np.arange(len(held.words.flat) + 1)), owners)
    of_words = score_bags(words, pruned, small.astype(np.float32), counts, device)
    typical = float(of_words[np.arange(len(owners)), owners].mean()) * scale if len(owners) else 0.0
    whole = np.zeros((len(kept), len(texts)), dtype=np.int8)
    whole[:, ~is_guest] = small
    return TrainedPartition(kept, whole, scale, len(held), right, typical, dropped)


def _number(script: str, texts: Sequence[LabelText], lists: Mapping[str, Sequence[WordList]]) -> _Corpus:
    book = WordIndex()
    sentences, sources = [], []
    for text in texts:
        part = text.by_script[script]
        numbers = np.array(book.encode(part.words), dtype=np.int32)
        sentences.append(Ragged(numbers[part.sentences.flat], part.sentences.starts))
        sources.append([text.sources[place] for place in part.sources.tolist()])
    listed = [
        [(np.array(book.encode(one.words), dtype=np.int32), one.counts) for one in lists.get(text.label, ())]
        for text in texts
    ]
    return _Corpus([text.label for text in texts], book.words, sentences, sources, listed)


def _clean(
    corpus: _Corpus, features: Ragged, recipe: Recipe, seed: int, device: str | None, quiet: bool
) -> tuple[_Corpus, Dropped]:
    """Remove the sentences that a model trained on sentences is sure are in a distant language."""
    bags = Bags.join([
        Bags(part, np.full(len(part), place, dtype=np.int16)) for place, part in enumerate(corpus.sentences)
    ])  # fmt: skip
    settings = replace(recipe.linear, buckets=recipe.ngrams.buckets, seed=seed, epochs=recipe.cleaning.epochs)
    table = train_linear(bags, features, len(corpus.labels), settings, device=device, quiet=quiet)
    best, best_chance, own_chance = best_labels(bags, features, table, device)
    labels, near = corpus.labels, recipe.cleaning.near()
    codes = [split(label)[0] for label in labels]
    may_be = np.array([[b == a or b in near.get(a, ()) for b in codes] for a in codes])
    sure = (best_chance >= recipe.cleaning.sure) & (own_chance <= recipe.cleaning.own) & ~may_be[bags.labels, best]
    dropped: Dropped = Counter()
    sentences, sources, begin = [], [], 0
    for place, part in enumerate(corpus.sentences):
        out = sure[begin : begin + len(part)]
        dropped.update((labels[place], corpus.sources[place][i]) for i in np.flatnonzero(out).tolist())
        kept = np.flatnonzero(~out)
        sentences.append(part.take(kept))
        sources.append([corpus.sources[place][i] for i in kept.tolist()])
        begin += len(part)
    return replace(corpus, sentences=sentences, sources=sources), dropped


def _draw(corpus: _Corpus, recipe: Recipe, seed: int) -> tuple[Bags, Bags]:
    """The examples to train on, and the sentences held out."""
    drawing = recipe.drawing
    examples, held = [], []
    for place, label in enumerate(corpus.labels):
        generator = generator_for(label, seed, 2)
        part, lists = corpus.sentences[place], corpus.listed[place]
        train, rest = split_held_out(len(part), drawing, generator)
        # As many words from each list.
        drawn = [draw_listed(*one, drawing.listed // len(lists), generator) for one in lists]
        listed = np.concatenate([np.empty(0, dtype=np.int32), *drawn])
        examples.append(bags_of_label(part.take(train), place, drawing, generator, listed))
        held.append(Bags(part.take(rest), np.full(len(rest), place, dtype=np.int16)))
    return Bags.join(examples), Bags.join(held)
