"""McNemar's test compared with fractions, bootstrap intervals with resampling single sentences."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mixlid.adapt.labelled import Sample
from mixlid_lab.evaluation import scoreboard
from mixlid_lab.evaluation.predictions import Prediction
from mixlid_lab.evaluation.scoreboard import (
    Interval,
    McNemar,
    difference_interval,
    exact_match_interval,
    mcnemar,
)


def system(right: Sequence[int | bool]) -> list[Prediction]:
    """A system's answers to numbered sentences."""
    return [
        Prediction(Sample(f"sentence {number}", frozenset({"tur", "eng"})), ("tur", "eng") if is_right else ("tur",))
        for number, is_right in enumerate(right)
    ]


def test_mcnemar_by_hand() -> None:
    """One against five: 2 · (1 + 6) / 64. The two sentences that both or neither get right do not count."""
    first = system([1, 1, 1, 1, 1, 0, 1, 0])
    second = system([0, 0, 0, 0, 0, 1, 1, 0])
    assert mcnemar(first, second) == pytest.approx((5, 1, math.log10(14 / 64)))
    assert mcnemar(second, first) == pytest.approx((1, 5, math.log10(14 / 64)))
    assert mcnemar(first, second).p_text == "0.22"


def test_no_difference() -> None:
    same = system([1, 0, 1])
    assert mcnemar(same, same) == McNemar(0, 0, 0.0)
    assert mcnemar(system([1, 0]), system([0, 1])) == McNemar(1, 1, 0.0)
    assert mcnemar([], []) == McNemar(0, 0, 0.0)


@given(st.integers(0, 40), st.integers(0, 40))
def test_mcnemar_against_fractions(first: int, second: int) -> None:
    """All splits at least as uneven as the observed one, each with its probability."""
    trials = first + second
    expected = sum(
        (Fraction(math.comb(trials, split), 2**trials)
        for split in range(trials + 1)
        if abs(2 * split - trials) >= abs(first - second)),
        start=Fraction(0),
    )  # fmt: skip
    found = mcnemar(system([1] * first + [0] * second), system([0] * first + [1] * second))
    assert found.log10_p == pytest.approx(math.log10(expected), abs=1e-12)


def test_mcnemar_where_floats_end() -> None:
    """All 2000 for one side: 2 · 2^-2000, which is no float."""
    found = mcnemar(system([1] * 2000), system([0] * 2000))
    assert found.log10_p == pytest.approx(-1999 * math.log10(2))
    assert found.p_text == "10^-602"


def test_systems_must_have_answered_the_same() -> None:
    with pytest.raises(ValueError, match="argument"):
        mcnemar(system([1, 0]), system([1]))
    with pytest.raises(ValueError, match="number 2 is not the same"):
        mcnemar(system([1, 0]), [*system([1]), Prediction(Sample("another", frozenset({"tur", "eng"})), ("tur",))])
    with pytest.raises(ValueError, match="number 1 is not the same"):
        mcnemar(system([1]), [Prediction(Sample("sentence 0", frozenset({"tur"})), ("tur",))])
    with pytest.raises(ValueError, match=r"different data sets: \['b'\]"):
        difference_interval({"a": system([1])}, {"a": system([1]), "b": system([1])})


def test_repeated_texts_are_paired_by_place() -> None:
    sample = Sample("tamam ok", frozenset({"tur", "eng"}))
    right, wrong = Prediction(sample, ("eng", "tur")), Prediction(sample, ("und",))
    assert mcnemar([right, right, wrong], [wrong, right, wrong]).only_first == 1


def test_interval_is_the_same_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoreboard, "RESAMPLES", 20)
    predictions = {"a": system([1, 0, 1, 1]), "b": system([0, 0, 1])}
    found = exact_match_interval(predictions)
    assert found == exact_match_interval(predictions)
    monkeypatch.setattr(scoreboard, "SEED", 3)
    assert found != exact_match_interval(predictions)
    assert found.value == pytest.approx((3 / 4 + 1 / 3) / 2)
    assert 0 <= found.low < found.value < found.high <= 1


def test_interval_of_what_cannot_vary() -> None:
    """One sentence, or all right, or two systems that are always right together."""
    assert exact_match_interval({"a": system([1]), "b": system([0])}) == Interval(0.5, 0.5, 0.5)
    assert exact_match_interval({"a": system([1] * 9)}) == Interval(1.0, 1.0, 1.0)
    same = {"a": system([1, 0, 1, 0])}
    assert difference_interval(same, same) == Interval(0.0, 0.0, 0.0)


def test_intervals_against_drawing_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sentences drawn one by one, with another generator: the ends agree within the noise of this many resamples."""
    generator = np.random.default_rng(5)
    first = {"a": generator.random(60) < 0.8, "b": generator.random(90) < 0.5}
    second = {"a": generator.random(60) < 0.6, "b": generator.random(90) < 0.5}
    draws: list[list[float]] = [[], []]
    for _ in range(4000):
        chosen = {name: generator.integers(len(values), size=len(values)) for name, values in first.items()}
        draws[0].append(float(np.mean([first[name][chosen[name]].mean() for name in first])))
        draws[1].append(draws[0][-1] - float(np.mean([second[name][chosen[name]].mean() for name in first])))
    one = {name: system(values.tolist()) for name, values in first.items()}
    other = {name: system(values.tolist()) for name, values in second.items()}
    monkeypatch.setattr(scoreboard, "RESAMPLES", 20_000)
    found = [exact_match_interval(one), difference_interval(one, other)]
    for interval, drawn in zip(found, draws, strict=True):
        low, high = np.quantile(drawn, [0.025, 0.975])
        assert interval.low == pytest.approx(low, abs=0.01)
        assert interval.high == pytest.approx(high, abs=0.01)
    assert found[1].value == pytest.approx(found[0].value - (second["a"].mean() + second["b"].mean()) / 2)


def test_weights() -> None:
    """Against a system that is never right, with twice the weight for a: (2 · 1 + 1/2) / 3."""
    first, never = {"a": system([1]), "b": system([0, 1])}, {"a": system([0]), "b": system([0, 0])}
    found = difference_interval(first, never, {"a": 4, "b": 2})
    assert found.value == pytest.approx(5 / 6)
    assert found.low == pytest.approx(2 / 3)
    assert found.high == pytest.approx(1.0)
