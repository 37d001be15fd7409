"""With the shortlist, answers are those of all labels, whatever the rows, prices and weights."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest
from reference import same

from compiled import compiled_module
from mixlid import Identifier, Settings
from mixlid.models.header import TableHeader
from mixlid.models.ngrams import NgramSpec
from mixlid.models.table import TableModel

compiled_module("mixlid.engine._compiled")

LETTERS = "abcdefghij"


def random_model(draw: random.Random, labels: int) -> TableModel:
    """Rows that are often similar, so that many labels come close."""
    numbers = np.random.default_rng(draw.randrange(1 << 30))
    spec = NgramSpec(1, draw.randint(2, 4), 512, whole_word=draw.random() < 0.5)
    header = TableHeader(
        tuple(f"q{chr(97 + n // 26)}{chr(97 + n % 26)}_Latn" for n in range(labels)),
        spec,
        scale=draw.choice([0.01, 0.1]),
        normalisation="words-2",
        pooling=draw.choice(["sqrt", "sum"]),
    )
    ids = np.flatnonzero(numbers.random(spec.buckets) < 0.8).astype(np.uint32)
    spread = draw.choice([3, 127])
    return TableModel(header, ids, numbers.integers(-spread, spread + 1, (len(ids), labels), dtype=np.int8))


def random_settings(draw: random.Random) -> Settings:
    penalties: list[float | dict[str, float]] = [0.0, 0.05, 0.5, 2.0, {"*": 0.4, "qaa": 0.0, "qac": 1.3}]
    prices: list[float | dict[str, float]] = [0.0, 0.2, {"*": 0.1, "qab": 0.0}]
    return Settings(
        max_languages=draw.choice([1, 2, 2, 3, 4]),
        rank_weights=draw.choice([(1.0,), (1.0, 0.8), (1.0, 1.0), (1.0, 0.3), (0.9, 0.5), (1.0, 0.8, 0.3)]),
        penalty=draw.choice(penalties),
        length_exponent=draw.choice([0.0, 0.5, 1.0]),
        capital_weight=draw.choice([1.0, 0.4, 0.0]),
        word_price=draw.choice(prices),
        short_price=draw.choice([0.0, 2.0]),
        min_chars=draw.choice([0, 0, 3]),
        search_budget=50_000,  # to the end, with NumPy too
    )


def random_text(draw: random.Random) -> str:
    words = ["".join(draw.choices(LETTERS, k=draw.randint(1, 7))) for _ in range(draw.randint(1, 5))]
    return " ".join(draw.choice([word, word, word.title()]) for word in draw.choices(words, k=draw.randint(0, 14)))


def random_prior(draw: random.Random, lid: Identifier) -> Identifier:
    """A few languages are common or rare, and all others are absent."""
    shares = {label: draw.choice([0.005, 0.02, 0.2]) for label in draw.sample(lid.labels, 4)}
    return lid.with_prior({"languages": shares})


def test_random_priors(part_of: Callable[[int], range]) -> None:
    for seed in part_of(300):
        draw = random.Random(seed)
        settings = random_settings(draw).replace(
            max_languages=draw.choice([2, 3, 4]), rank_weights=draw.choice([(1.0,), (1.0, 0.8)]), min_chars=0
        )
        lid = random_prior(draw, Identifier(random_model(draw, draw.choice([12, 17, 40])), settings))
        same(lid, [random_text(draw) for _ in range(8)])


def test_random_models(part_of: Callable[[int], range]) -> None:
    for seed in part_of(300):
        draw = random.Random(seed)
        model, settings = random_model(draw, draw.choice([12, 17, 40, 70])), random_settings(draw)
        if len(model.labels) > 40:  # NumPy takes seconds to find four of seventy
            settings = settings.replace(max_languages=min(settings.max_languages, 3))
        same(Identifier(model, settings), [random_text(draw) for _ in range(4)])


@pytest.mark.parametrize("labels", [20, 90])
def test_labels_that_are_all_alike(labels: int) -> None:
    model = random_model(random.Random(1), labels)
    equal = TableModel(model.header, model.ids, np.repeat(model.rows[:, :1], labels, axis=1))
    same(Identifier(equal, Settings(penalty=0.1)), ["abc", "abc def", "ab cd ef gh ij ab cd", "a " * 200])


def test_long_text() -> None:
    draw = random.Random(7)
    lid = Identifier(random_model(draw, 30), Settings(penalty=0.3, length_exponent=0.5))
    same(lid, [" ".join(random_text(draw) for _ in range(60)), "abcdefghij" * 40])
