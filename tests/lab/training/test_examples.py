"""The paper's augmentation and our own drawing, by their statistics."""

from __future__ import annotations

import numpy as np
import pytest

from mixlid_lab.training.corpus import CorpusSentence
from mixlid_lab.training.examples import Part, accepted, lines_of_label, running_words
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
    chosen = running_words(["a b c", "d e", "f g h i"], 5, _generator())
    assert sum(map(len, chosen)) == 5
    assert sum(map(len, running_words(["a b", "c"], 1_000_000, _generator()))) == 3


def test_frequent_words_are_rejected_half_of_the_time() -> None:
    sentences = [["often", "rare"]] * 1_000 + [["often"]] * 3_000
    kept = [sentences[i][j] for i, j in accepted(sentences, 1_000, 0.5, _generator())]
    assert kept.count("rare") == 1_000  # seen 1,000 times, which is not more than 1,000
    assert kept.count("often") == pytest.approx(2_000, abs=150)


def test_lines_are_seeded_and_hold_the_parts_asked_for() -> None:
    sentences = [CorpusSentence("", "bir  iki üç"), CorpusSentence("", "dört")]

    def lines(*parts: Part, seed: int = 1) -> list[str]:
        generator = np.random.default_rng(seed)
        return list(
            lines_of_label(
                "tur_Latn",
                sentences,
                parts,
                word_limit=10,
                frequent=9,
                rejection=0.5,
                generator=generator,
            )
        )

    assert lines("sentences") == ["__label__tur_Latn bir iki üç", "__label__tur_Latn dört"]
    assert sorted(lines("words")) == [f"__label__tur_Latn {word}" for word in ("bir", "dört", "iki", "üç")]
    assert "__label__tur_Latn bir iki üç" in lines("words", "trigrams")
    assert lines("sentences", "words", seed=3) == lines("sentences", "words", seed=3)


def test_devanagari_is_romanised_and_not_kept() -> None:
    found = list(
        lines_of_label(
            "hin_Deva",
            [CorpusSentence("", "नमस्ते"), CorpusSentence("", "theek hai")],
            ("sentences", "romanised"),
            word_limit=10,
            frequent=9,
            rejection=0.5,
            generator=_generator(),
            romanise=lambda _: "namaste",
        )
    )
    assert found == ["__label__hin_Latn namaste", "__label__hin_Latn theek hai"]


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
