"""The formulas of confidence by hand, in Python and compiled."""

from __future__ import annotations

import math
from importlib import import_module
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curves import CURVES
from mixlid._kernel import kernel
from mixlid.engine.confidence import Confidence
from mixlid.models.calibration import Calibration

positive = st.floats(0, 1e6)
#: `Confidence` as it stands, and compiled where that was built.
KINDS: list[Any] = [Confidence]
if kernel() == "compiled":
    KINDS.append(import_module("mixlid.engine._stages").Confidence)


def sigmoid(value: float) -> float:
    return 1 / (1 + math.exp(-value))


@pytest.mark.parametrize("kind", KINDS)
def test_curves_by_hand(kind: type[Confidence]) -> None:
    one = kind(Calibration.from_dict(CURVES)).judge(margin=2.0, characters=10, languages=1)
    assert one.languages == pytest.approx(sigmoid(1 + 0.5 * 1 + 0.25 * math.log(10)))
    assert one.language == pytest.approx(sigmoid(3))
    assert sigmoid(0.5 - math.asinh(1)) < one.languages  # so it is raised: in one language all words are in that
    assert one.word(margin=-0.5, characters=4) == one.languages
    assert one.word(margin=1e6, characters=4) == one.language
    two = kind(Calibration.from_dict(CURVES)).judge(margin=0.0, characters=0, languages=2)
    assert two.languages == pytest.approx(sigmoid(-1))
    assert two.word(margin=9.0, characters=4) == pytest.approx(sigmoid(math.log(4)))
    assert two.language == 0.5  # its own curve: all languages may be right, and their order wrong


@pytest.mark.parametrize("kind", KINDS)
def test_one_word_is_as_sure_as_its_text(kind: type[Confidence]) -> None:
    one = kind(Calibration.from_dict(CURVES)).judge(margin=2.0, characters=10, languages=1, words=1)
    assert one.languages == one.language == one.word(margin=0.1, characters=10)


@given(positive, positive, st.integers(0, 10_000), st.integers(1, 5))
def test_a_larger_margin_is_never_less_sure(first: float, second: float, characters: int, languages: int) -> None:
    for kind in KINDS:
        low, high = sorted((first, second))
        calibration = Calibration.from_dict(CURVES)
        below, above = (kind(calibration).judge(margin, characters, languages) for margin in (low, high))
        assert 0 <= below.languages <= above.languages <= 1
        assert 0 <= below.language <= above.language <= 1
        assert below.word(-high, 3) <= below.word(low, 3) <= below.word(high, 3) <= 1


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("languages", [1, 3])
def test_no_answer_is_more_certain_than_what_was_decided(kind: type[Confidence], languages: int) -> None:
    """However large its margin is: a third language that was almost kept may well be there."""
    one = kind(Calibration.from_dict(CURVES))
    sums = [one.judge(1e6, 100, languages, True, odds).languages for odds in (-1.0, 0.0, 3.0)]
    assert sums == sorted(sums)
    assert sums[1] <= 0.5
    assert one.judge(1e6, 100, languages, True, 3.0).languages <= 1 / (1 + math.exp(-3))


@given(positive, st.floats(-1e6, 1e6), st.integers(0, 10_000), st.integers(1, 5))
def test_compiled_it_is_the_same(margin: float, word_margin: float, characters: int, languages: int) -> None:
    answers = [kind(Calibration.from_dict(CURVES)).judge(margin, characters, languages) for kind in KINDS]
    assert len({(one.languages, one.language, one.word(word_margin, characters)) for one in answers}) == 1


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("constant", "probability"), [(1e6, 1.0), (-1e6, 0.0)])
def test_extreme_values_do_not_overflow(kind: type[Confidence], constant: float, probability: float) -> None:
    curves = {**CURVES, "one": {**CURVES["one"], "languages": [constant, 0.0, 0.0, 0.0]}}
    assert kind(Calibration.from_dict(curves)).judge(1.0, 10, 1).languages == pytest.approx(probability)
