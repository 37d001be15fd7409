"""A column minimises its objective, and examples are what they should be."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from mixlid.models.loading import load_model
from mixlid.models.ngrams import word_features
from mixlid.models.table import TableModel
from mixlid_lab.training.added_column import (
    RIDGE,
    SMOOTHING,
    Examples,
    common_words,
    frequent_words,
    learn_column,
    parse_words,
    rounded,
    scale_for,
)
from mixlid_lab.training.added_label import (
    DRAWN_WEIGHT,
    LONGEST,
    SHORTEST,
    draw_sentences,
    likeness,
    make_examples,
)
from mixlid_lab.training.bags import Ragged
from tiny_partitions import make_partitioned

WORDS = ["kalu", "miro", "ten", "wetter", "the", "and", "of"]
BAGS = [[0, 1, 2], [0], [1, 2], [3, 4], [4, 5, 6], [6], [0, 4]]
OWN = np.array([True, True, True, False, False, False, False])


def table() -> TableModel:
    found = make_partitioned().partition_of["Latn"].table
    assert found is not None
    return found


def objective(values: dict[int, float], weights: np.ndarray) -> float:
    """The objective, written again: cross-entropy of the softmax, and half the squares."""
    model, total = table(), 0.0
    scores = model.word_scores(WORDS)
    for bag, own, weight in zip(BAGS, OWN, weights, strict=True):
        mine = 0.0
        for word in bag:
            ids = word_features([WORDS[word]], model.header.ngrams).ids
            mine += sum(values[int(one)] for one in ids) / np.sqrt(len(ids))
        row = np.append(scores[bag].sum(axis=0), mine) / np.sqrt(len(bag))
        logs = row - row.max() - np.log(np.exp(row - row.max()).sum())
        new, others = logs[-1], np.log(max(1 - np.exp(logs[-1]), 1e-300))
        wanted = own * (1 - SMOOTHING) + SMOOTHING / len(row)
        total -= weight * (wanted * new + (1 - wanted) * others)
    return total + RIDGE / 2 * sum(value**2 for value in values.values())


def test_the_column_is_a_minimum() -> None:
    weights = np.array([30.0, 20.0, 10.0, 40.0, 25.0, 15.0, 5.0])
    ids, values = learn_column(table(), Examples(WORDS, Ragged.of(BAGS), OWN, weights))
    found = dict(zip(ids.tolist(), values.tolist(), strict=True))
    assert sorted(found) == sorted({int(one) for one in word_features(WORDS, table().header.ngrams).ids})
    best, draw = objective(found, weights), np.random.default_rng(1)
    assert best < objective(dict.fromkeys(found, 0.0), weights) - 1
    for size in (0.3, 0.1, 0.03):
        for _ in range(20):
            other = {one: value + size * draw.normal() for one, value in found.items()}
            assert objective(other, weights) > best


def test_values_in_units_of_a_table() -> None:
    ids, values = np.array([3, 5, 8, 9]), np.array([0.1, -0.6, 100.0, -1.2])
    kept, whole = rounded(ids, values, 0.5)
    assert kept.tolist() == [5, 8, 9]
    assert whole.tolist() == [-1, 127, -2]
    assert rounded(ids, values, scale_for(values))[1].max() == 127
    assert scale_for(np.zeros(3)) == 1.0


def test_drawn_sentences_have_the_shares_of_their_words() -> None:
    words = {"kalu": 0.5, "miro": 0.3, "ten": 0.2}
    drawn = draw_sentences(words, 2_000, np.random.default_rng(1))
    assert drawn == draw_sentences(words, 2_000, np.random.default_rng(1))
    assert {len(sentence) for sentence in drawn} == set(range(SHORTEST, LONGEST))
    counts = Counter(word for sentence in drawn for word in sentence)
    for word, share in words.items():
        assert counts[word] / counts.total() == pytest.approx(share, abs=0.02)
    assert draw_sentences({}, 5, np.random.default_rng(1)) == []


def test_examples_count_as_much_as_they_should() -> None:
    own = [["kalu", "miro"], ["kalu"], ["ten", "kalu", "kalu"]]
    others = {"eng_Latn": {"the": 1.0}, "fra_Latn": {"les": 1.0}, "deu_Latn": {"der": 1.0}}
    made = make_examples(own, others, np.random.default_rng(1))
    assert made.weights[made.own].sum() == pytest.approx(2 * len(own))  # sentences, and words as much again
    starts = made.bags.starts
    single = np.flatnonzero(np.diff(starts) == 1)
    by_word = {made.words[made.bags.flat[starts[place]]]: made.weights[place] for place in single}
    assert by_word["les"] == by_word["the"] == by_word["der"] == pytest.approx(DRAWN_WEIGHT * len(own))


def test_likeness_is_a_mean_of_probabilities() -> None:
    found = likeness(table(), [["kalu", "miro"], ["kalu"]])
    powers = np.exp(table().word_scores(["kalu", "miro"]))
    chances = powers / powers.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(found, (2 * chances[0] + chances[1]) / 3)


def test_words_of_the_file() -> None:
    assert parse_words("qaa_Latn\t/ kalu / miro ten\n") == {
        "qaa_Latn": {"kalu": 2**-1.5, "miro": 2**-2.5, "ten": 2**-2.5}
    }
    known = common_words()
    assert set(known) == set(load_model().labels), "python -m mixlid_lab.resources.word_files common CORPUS…"
    assert all(len(words) > 20 and sum(words.values()) < 1.5 for words in known.values())
    assert next(iter(known["eng_Latn"])) == "the"


def test_frequent_words_are_there_twice_unless_they_are_a_list() -> None:
    assert frequent_words(["Kalu miro", "kalu ten", "12 ten"]) == ["kalu", "ten"]
    assert frequent_words(["miro", "kalu"]) == ["miro", "kalu"]
