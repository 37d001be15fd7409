"""Alternative spellings are drawn, but few enough to leave the text recognisable."""

from __future__ import annotations

import numpy as np

from mixlid_lab.training.sampling import plainly_typed, spelling_variants

TEXT = "mujhe bahut achha laga yaar, kya baat hai 7abibi"


def test_plainly_typed() -> None:
    assert plainly_typed("Yarın görüşürüz, don’t forget: c'est l'été à Łódź, ıslak") == (
        "Yarin gorusuruz, dont forget: cest lete a Lodz, islak"
    )
    assert plainly_typed("plain") == "plain"


def test_a_seed_decides() -> None:
    first, again, other = (spelling_variants(TEXT, np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_about_a_third_of_the_words_change_and_what_is_between_them_never() -> None:
    generator = np.random.default_rng(3)
    words = "khushi " * 3000
    changed = sum(word != "khushi" for word in spelling_variants(words, generator).split())
    assert 0.25 < changed / 3000 < 0.4
    for _ in range(50):
        variant = spelling_variants("ab, khushi! 12 is", generator)
        assert variant.startswith("ab, ")
        assert variant.endswith("! 12 is")


def test_words_stay_near() -> None:
    generator = np.random.default_rng(4)
    variants = {spelling_variants("khushi", generator) for _ in range(300)}
    assert {"khushi", "kushi", "khusi"} <= variants
    assert all(abs(len(word) - 6) <= 4 for word in variants)
    assert spelling_variants("bcnt " * 40, generator) == "bcnt " * 40  # no rule fits
