"""The paper's augmentation and our own drawing, by their statistics."""

from __future__ import annotations

import numpy as np
import pytest

from mixlid_lab.training.bags import Ragged
from mixlid_lab.training.examples import PaperExamples, Part, accepted, paper_examples, running_words
from mixlid_lab.training.recipe_files import load_recipe
from mixlid_lab.training.sampling import (
    DrawSettings,
    cap_kinds,
    draw_words,
    keep_probability,
    repeat_up_to,
    split_held_out,
)


def _generator() -> np.random.Generator:
    return np.random.default_rng(5)


def test_running_words_stop_at_the_limit() -> None:
    sentences = Ragged.of([[0, 1, 2], [3, 4], [5, 6, 7, 8]])
    assert len(running_words(sentences, 5, _generator())) == 5
    assert len(running_words(sentences, 1_000_000, _generator())) == 9


def test_frequent_words_are_rejected_half_of_the_time() -> None:
    words = np.array([0, 1] * 1_000 + [0] * 3_000, dtype=np.int32)
    kept = words[accepted(words, 1_000, 0.5, _generator())]
    assert (kept == 1).sum() == 1_000  # seen 1,000 times, which is not more than 1,000
    assert (kept == 0).sum() == pytest.approx(2_000, abs=150)


def test_examples_are_seeded_and_hold_the_parts_asked_for() -> None:
    texts = [Ragged.of([[0, 1, 2], [3]]), Ragged.of([[4, 5]])]

    def examples(*parts: Part, seed: int = 1) -> list[tuple[int, list[int]]]:
        bags = paper_examples(texts, PaperExamples(parts), seed)
        lists = np.split(bags.words.flat, bags.words.starts[1:-1])
        return [(int(label), words.tolist()) for label, words in zip(bags.labels, lists, strict=True)]

    sentences, words = [(0, [0, 1, 2]), (0, [3]), (1, [4, 5])], [(0, [n]) for n in range(4)] + [(1, [4]), (1, [5])]
    assert sorted(examples("sentences")) == sentences
    assert sorted(examples("words")) == words
    assert sorted(examples("sentences", "words")) == sorted(sentences + words)
    assert examples("sentences", "words", seed=3) == examples("sentences", "words", seed=3)


def test_small_labels_are_repeated() -> None:
    """Numbers of sentences follow the power 0.3: 200 stay, 2 become 200 · 0.01^0.3."""
    texts = [Ragged.of([[0]] * 200), Ragged.of([[1], [2]])]
    bags = paper_examples(texts, PaperExamples(exponent=0.3), 1)
    assert np.bincount(bags.labels).tolist() == [200, 50]
    assert load_recipe("v0").paper_examples.exponent == 0.3
    assert load_recipe("v2").paper_examples.exponent == 1.0


def test_thinning_keeps_the_square_root() -> None:
    assert keep_probability(np.array([1.0, 200.0, 800.0, 20_000.0]), 200).tolist() == pytest.approx([1, 1, 0.5, 0.1])
    running = np.repeat(np.array([0, 1, 2], dtype=np.int32), [100, 800, 20_000])
    drawn = np.bincount(draw_words(running, DrawSettings(words=100_000), _generator()), minlength=3)
    assert drawn[0] == 100
    assert drawn[1] == pytest.approx(400, abs=60)
    assert drawn[2] == pytest.approx(2_000, abs=200)
    assert len(draw_words(running, DrawSettings(words=50), _generator())) == 50


def test_caps_give_way_where_there_is_little_else() -> None:
    kinds = ["scripture"] * 100 + ["prose"] * 30
    rich = cap_kinds(kinds, DrawSettings(caps={"scripture": 10}, enough_sentences=20), _generator())
    assert len(rich) == 40
    poor = cap_kinds(kinds, DrawSettings(caps={"scripture": 10}, enough_sentences=90), _generator())
    assert len(poor) == 90
    assert set(range(100, 130)) <= set(poor.tolist())


def test_repeats_and_held_out() -> None:
    items = np.arange(3, dtype=np.int32)
    assert repeat_up_to(items, 7, 8).tolist() == [0, 1, 2, 0, 1, 2, 0]
    assert len(repeat_up_to(items, 100, 2)) == 6
    train, held = split_held_out(1_000, DrawSettings(held_out=0.1), _generator())
    assert len(held) == 100
    assert sorted([*train, *held]) == list(range(1_000))
