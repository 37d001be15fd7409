"""Compiled word scores equal NumPy's to the last bit, for every kind of table."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compiled import compiled_module
from mixlid.models.header import TableHeader
from mixlid.models.ngrams import NgramSpec
from mixlid.models.table import TableModel

compiled_module("mixlid.models._compiled")

WORDS = ["the", "The", "ekmek", "bahçede", "где", "İSTANBUL", "a", "", "'", "</s>", "__label__x", "__label__eng_Latn"]
WORDS += ["x" * 300, "ab" * 5_000, "日本語", "𐍈𐍉", "\ud800", "e\u0301", "sooooo", "#tag_1", "1984", "na-na", "<", "the"]


def tables() -> list[TableModel]:
    """Small tables in memory: each way of pooling, hashing and counting, full and sparse, with few and many labels."""
    random = np.random.default_rng(5)
    specs = [
        NgramSpec(2, 6, 1 << 12, whole_word=True),
        NgramSpec(1, 3, 1000),
        NgramSpec(3, 3, 777, whole_word=True),
        NgramSpec(0, 0, 50, whole_word=True),
        NgramSpec(5, 2, 64),
        NgramSpec(1, 70, 4093),
    ]
    made = []
    for number, spec in enumerate(specs):
        for labels, share in ((1, 1.0), (2, 0.5), (7, 0.1), (125, 0.7), (300, 0.0)):
            words = [b"the", "bahçede".encode(), b"</s>", b"__label__x"] if (number + labels) % 2 else []
            ids = np.flatnonzero(random.random(spec.buckets + len(words)) < share).astype(np.uint32)
            rows = random.integers(-128, 128, size=(len(ids), labels)).astype(np.int8)
            header = TableHeader(
                tuple(f"l{n:03}_Latn" for n in range(labels)),
                spec,
                scale=float(random.uniform(0.001, 0.1)),
                pooling="sqrt" if labels % 2 else "sum",
                normalisation="words-2" if number % 2 else "none",
            )
            made.append(TableModel(header, ids, rows, words))
    return made


def same(model: TableModel, words: Sequence[str]) -> None:
    assert model.compiled is not None
    assert np.array_equal(model.word_scores(words), model.numpy_scores(words))


@pytest.mark.parametrize("model", tables(), ids=lambda model: f"{model.header.ngrams}, {len(model.labels)} labels")
def test_every_kind_of_table(model: TableModel) -> None:
    same(model, WORDS)
    same(model, [])


@pytest.mark.parametrize("labels", [15, 16, 17, 31, 33, 64, 100, 161, 167, 176, 177, 191, 192, 193, 353])
def test_any_number_of_labels(labels: int) -> None:
    """Sums are in registers for sixteen labels each, and for 176 at a time."""
    random = np.random.default_rng(labels)
    rows = random.integers(-128, 128, size=(1 << 12, labels)).astype(np.int8)
    header = TableHeader(tuple(f"l{n:03}_Latn" for n in range(labels)), NgramSpec(2, 5, 1 << 12), scale=0.01)
    same(TableModel(header, np.arange(1 << 12, dtype=np.uint32), rows), WORDS)


def test_the_largest_sums_do_not_overflow() -> None:
    """All rows are -128 (or 127), and the word has thousands of features."""
    spec = NgramSpec(1, 6, 64, whole_word=True)
    for value in (-128, 127):
        rows = np.full((64, 3), value, dtype=np.int8)
        model = TableModel(TableHeader(("a", "b", "c"), spec, scale=0.5), np.arange(64, dtype=np.uint32), rows)
        same(model, ["ab" * size for size in (1, 20, 21, 22, 23, 24, 25, 26, 100, 5000)])


@settings(deadline=None, max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(max_size=12), max_size=5))
def test_any_words(tiny_table: Path, words: list[str]) -> None:
    model = TableModel.load(tiny_table)
    same(model, words)
    header = replace(model.header, normalisation="words-2", pooling="sqrt")
    same(TableModel(header, model.ids, model.rows, model.words), words)


def test_tables_of_float32_are_left_to_numpy() -> None:
    spec = NgramSpec(2, 3, 64)
    rows = np.random.default_rng(1).normal(size=(64, 3)).astype(np.float32)
    model = TableModel(TableHeader(("a", "b", "c"), spec), np.arange(64, dtype=np.uint32), rows)
    assert model.compiled is None
    assert np.array_equal(model.word_scores(WORDS), model.numpy_scores(WORDS))


def test_a_pickle_has_no_cache(tiny_table: Path) -> None:
    model = TableModel.load(tiny_table)
    same(model, WORDS)
    data = pickle.dumps(model)
    assert len(data) < 1000
    same(pickle.loads(data), WORDS)


def test_threads_share_a_table(tiny_table: Path) -> None:
    model = TableModel.load(tiny_table)
    assert model.compiled is not None
    alone = model.numpy_scores(WORDS)
    with ThreadPoolExecutor(4) as pool:
        for scores in pool.map(model.word_scores, [WORDS] * 50):
            assert np.array_equal(scores, alone)


def test_a_word_of_millions_of_letters(tiny_table: Path) -> None:
    """All its rows have the largest values: their sum would overflow 32 bits and become negative."""
    model = TableModel.load(tiny_table)
    header = replace(model.header, normalisation="none", pooling="sum", ngrams=NgramSpec(1, 200, 1, False))
    rows = np.full((1, len(model.labels)), 127, dtype=np.int8)
    worst = TableModel(header, np.zeros(1, dtype=np.uint32), rows)
    word = "a" * 200_000
    numpy, compiled = worst.numpy_scores([word[:100]]), worst.word_scores([word[:100]])
    assert (numpy == compiled).all()
    assert (worst.word_scores([word]) > compiled).all()
    assert (worst.word_scores([word]) == worst.word_scores([word + word])).all()
