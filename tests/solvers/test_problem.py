"""`Problem` is the definition, so its numbers here are computed by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from brute_force import all_ranks, allowed, by_set, literal, tuples, values
from random_problems import random_problem

from mixlid.errors import SettingsError
from mixlid.rules import RULES
from mixlid.settings import Settings
from mixlid.solvers.problem import Assignment, LabelRules, Problem

#: Three languages (rows), four words.
SCORES = np.array(
    [
        [4.0, 2.0, -1.0, 0.5],
        [1.0, 3.0, 5.0, -2.0],
        [0.0, 2.0, 1.0, 8.0],
    ]
)


def problem(**settings: Any) -> Problem:
    return Problem(SCORES, np.array([3, 5, 2, 7]), **settings)


@pytest.mark.parametrize(
    ("settings", "languages", "ranks", "expected"),
    [
        ({}, (), (-1, -1, -1, -1), 0.0),
        ({}, (0, 1), (0, 1, 1, -1), 4 + 3 + 5),
        ({}, (1, 0), (1, 0, 0, -1), 4 + 3 + 5),
        ({"rank_weights": (1.0, 0.5)}, (0, 1), (0, 1, 1, -1), 4 + 0.5 * (3 + 5)),
        ({"rank_weights": (1.0, 0.5)}, (1, 0), (1, 0, 0, -1), 0.5 * 4 + 3 + 5),
        ({"rank_weights": (1.0, 0.5), "max_languages": 3}, (1, 0, 2), (1, 0, 0, 2), 0.5 * 4 + 3 + 5 + 0.5 * 8),
        ({"length_exponent": 1.0}, (0, 1), (0, 1, 1, -1), 12 / 4),
        ({"length_exponent": 0.5}, (0, 1), (0, 1, 1, -1), 12 / 2),
        ({"penalty": 1.5}, (0, 1), (0, 1, 1, -1), 12 - 3),
        ({"penalty": np.array([1.0, 2.0, 4.0])}, (0, 2), (0, 0, -1, 1), 4 + 2 + 8 - 5),
        ({"penalty": 1.5, "length_exponent": 1.0}, (2,), (-1, -1, -1, 0), 8 / 4 - 1.5),
        ({}, (0,), (0, 0, 0, 0), 4 + 2 - 1 + 0.5),
        # A language without a word breaks C0 and still has a value.
        ({"penalty": 1.0}, (0, 2), (0, -1, -1, -1), 4 - 2),
    ],
)
def test_value(settings: dict[str, Any], languages: tuple[int, ...], ranks: tuple[int, ...], expected: float) -> None:
    assert problem(**settings).value(Assignment(languages, ranks)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("settings", "languages", "ranks", "broken"),
    [
        ({}, (), (-1, -1, -1, -1), []),
        ({}, (0, 1), (0, 1, 1, -1), []),
        ({}, (0,), (0, 0, 0), ["C1"]),
        ({}, (0,), (0, 0, 0, 1), ["C1"]),
        ({}, (0, 1, 2), (0, 1, 2, 2), ["C2"]),
        ({}, (1, 1), (0, 1, 1, 1), ["C2"]),
        ({}, (0, 1), (0, 0, -1, -1), ["C0"]),
        ({"min_chars": 7}, (0, 1), (0, 1, 1, 0), []),
        ({"min_chars": 8}, (0, 1), (0, 1, 1, 0), ["C3"]),
        ({"min_chars": 11}, (0, 1), (0, 1, 1, 0), ["C3", "C3"]),
        ({"only_top": 1}, (0, 1), (0, 1, 1, -1), []),
        ({"only_top": 1}, (0, 1), (0, 0, 1, 1), ["C4", "C4"]),
        # Languages 0 and 2 tie for word 1: the earlier one is its second best.
        ({"only_top": 2}, (0,), (0, 0, -1, 0), []),
        ({"only_top": 2}, (2,), (-1, 0, 0, 0), ["C4"]),
        ({"force_top": 1}, (1, 0), (1, 0, 0, -1), []),
        ({"force_top": 1}, (1, 0), (1, 1, 0, -1), ["C5"]),
        ({"force_top": 2}, (1, 0), (1, 0, 0, -1), ["C5"]),
        ({"force_top": 2}, (1, 0), (-1, 0, -1, 1), ["C5", "C5"]),
        ({"force_top": 1}, (), (-1, -1, -1, -1), []),
        ({"max_switches": 1}, (0, 1), (0, 1, 1, 1), []),
        ({"max_switches": 1}, (0, 1), (0, 1, 0, 0), ["C6"]),
        # From a language to none is not a switch; from none to a language is, even back to the same one.
        ({"max_switches": 0}, (0,), (0, 0, -1, -1), []),
        ({"max_switches": 0}, (0,), (-1, 0, 0, 0), ["C6"]),
        ({"max_switches": 1}, (0,), (0, -1, 0, -1), []),
        ({"max_switches": 0}, (0,), (0, -1, 0, -1), ["C6"]),
    ],
)
def test_violations(
    settings: dict[str, Any], languages: tuple[int, ...], ranks: tuple[int, ...], broken: list[str]
) -> None:
    said = problem(**settings).violations(Assignment(languages, ranks))
    assert [sentence.split(":")[0] for sentence in said] == broken


def test_violations_use_the_names_of_languages() -> None:
    named = problem(labels=("tur_Latn", "eng_Latn", "deu_Latn"), min_chars=8)
    assert named.violations(Assignment((1,), (0, -1, -1, -1))) == ["C3: eng_Latn has 3 characters, fewer than 8"]


def test_rules_are_taken_over_from_settings() -> None:
    settings = Settings(max_languages=3, rank_weights=(1.0, 0.5), penalty={"*": 2.0}, min_chars=4, max_switches=2)
    made = LabelRules.of(settings, np.full(3, 2.0), ("a", "b", "c")).problem(SCORES, np.array([3, 5, 2, 7]))
    assert {name: getattr(made, name) for name in RULES if name != "penalty"} == {
        name: getattr(settings, name) for name in RULES if name != "penalty"
    }
    assert made.penalties.tolist() == [2.0, 2.0, 2.0]
    assert made.labels == ("a", "b", "c")


def test_random_problems_use_every_rule() -> None:
    """So that a rule which a solver does not know shows in the comparisons between solvers."""
    problems = [random_problem(seed, 5, 5, 3) for seed in range(24)]
    plain = Settings()
    used = {name for name in RULES for one in problems if np.any(getattr(one, name) != getattr(plain, name))}
    assert used | {"search_budget"} == {*RULES}  # which changes how long is searched, not what for


def test_more_languages_than_allowed_still_have_a_value() -> None:
    assert problem(max_languages=1, rank_weights=(1.0, 0.5)).value(Assignment((1, 0, 2), (1, 0, 0, 2))) == 14.0


def test_no_words() -> None:
    empty = Problem(np.zeros((3, 0)), np.zeros(0, dtype=np.int64), length_exponent=1.0)
    assert empty.value(Assignment((), ())) == 0.0
    assert empty.violations(Assignment((), ())) == []


@pytest.mark.parametrize(
    ("scores", "lengths", "settings"),
    [
        (np.zeros(3), np.ones(3, dtype=np.int64), {}),
        (np.zeros((2, 3)), np.ones(2, dtype=np.int64), {}),
        (np.full((1, 1), np.nan), np.ones(1, dtype=np.int64), {}),
        (np.zeros((1, 1)), np.zeros(1, dtype=np.int64), {}),
        (np.zeros((1, 1)), np.ones(1, dtype=np.int64), {"only_top": 1, "force_top": 1}),
        (np.zeros((1, 1)), np.ones(1, dtype=np.int64), {"max_languages": 6}),
        (np.zeros((1, 1)), np.ones(1, dtype=np.int64), {"max_switches": -1}),
        (np.zeros((2, 1)), np.ones(1, dtype=np.int64), {"penalty": np.ones(3)}),
        (np.zeros((2, 1)), np.ones(1, dtype=np.int64), {"penalty": np.array([1.0, np.nan])}),
        (np.zeros((2, 1)), np.ones(1, dtype=np.int64), {"penalty": np.array([0.0, 1e7])}),
    ],
)
def test_what_makes_no_sense_is_refused(scores: Any, lengths: Any, settings: dict[str, Any]) -> None:
    with pytest.raises(SettingsError):
        Problem(scores, lengths, **settings)


@pytest.mark.parametrize("seed", range(12))
def test_the_brute_force_with_arrays_agrees_with_the_definition(seed: int) -> None:
    rng = np.random.default_rng(seed)
    words = int(rng.integers(0, 4))
    small = Problem(
        rng.integers(-3, 4, (3, words)).astype(float),
        rng.integers(1, 5, words),
        max_languages=int(rng.integers(1, 4)),
        rank_weights=(1.0, 0.5),
        penalty=rng.normal(size=3),
        length_exponent=0.5,
        min_chars=int(rng.integers(0, 5)),
        only_top=2 if seed % 3 == 0 else None,
        force_top=2 if seed % 3 == 1 else None,
        max_switches=int(rng.integers(0, 3)) if seed % 2 else None,
    )
    for languages in tuples(small):
        ranks = all_ranks(len(languages), words)
        each = [Assignment(languages, tuple(row)) for row in ranks.tolist()]
        assert allowed(small, languages, ranks).tolist() == [not small.violations(one) for one in each]
        np.testing.assert_allclose(values(small, languages, ranks), [small.value(one) for one in each])
    slow, quick = literal(small), by_set(small)
    assert slow.keys() == quick.keys()
    assert all(slow[key] == pytest.approx(quick[key]) for key in slow)
