"""Confidence: curves by hand, where they are used, and where there is none."""

from __future__ import annotations

import json
import math
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curves import CURVES
from mixlid.errors import ModelError
from mixlid.identifier import Identifier
from mixlid.models.calibration import Calibration, logistic
from mixlid.models.table import TableModel, write_presets

positive = st.floats(0, 1e6)


def sigmoid(value: float) -> float:
    return 1 / (1 + math.exp(-value))


def test_curves_by_hand() -> None:
    calibration = Calibration.from_dict(CURVES)
    one = calibration.judge(margin=2.0, characters=10, languages=1)
    assert one.languages == pytest.approx(sigmoid(1 + 0.5 * 1 + 0.25 * math.log(10)))
    assert one.language == pytest.approx(sigmoid(3))
    assert one.word(margin=-0.5, characters=4) == pytest.approx(sigmoid(0.5 - math.asinh(1)))
    two = calibration.judge(margin=0.0, characters=0, languages=2)
    assert two.languages == pytest.approx(sigmoid(-1))
    assert two.word(margin=9.0, characters=4) == pytest.approx(sigmoid(math.log(4)))


@given(positive, positive, st.integers(0, 10_000), st.integers(1, 5))
def test_a_larger_margin_is_never_less_sure(first: float, second: float, characters: int, languages: int) -> None:
    calibration = Calibration.from_dict(CURVES)
    low, high = sorted((first, second))
    below, above = (calibration.judge(margin, characters, languages) for margin in (low, high))
    assert 0 <= below.languages <= above.languages <= 1
    assert 0 <= below.language <= above.language <= 1
    assert below.word(-high, 3) <= below.word(low, 3) <= below.word(high, 3)


def test_extreme_values_do_not_overflow() -> None:
    assert logistic((1e6, 0.0), (1.0,)) == pytest.approx(1)
    assert logistic((-1e6, 0.0), (1.0,)) == pytest.approx(0)


@pytest.fixture
def calibrated(tiny_table: Path, tmp_path: Path) -> Identifier:
    plain = TableModel.load(tiny_table)
    path = tmp_path / "calibrated.mixlid"
    write_presets(plain, plain.presets, {"avg": CURVES, "cs": CURVES}, path)
    return Identifier.with_preset(TableModel.load(path), "cs")


def test_results_carry_it(calibrated: Identifier, sentences: dict[str, list[str]]) -> None:
    judged = Calibration.from_dict(CURVES)
    for text in [group[0] for group in sentences.values()]:
        result = calibrated.identify(text)
        assert result.margin is not None
        letters = sum(word.end - word.start for word in result.words if word.label != "zxx")
        expected = judged.judge(result.margin, letters, len(result.languages))
        assert result.confidence == expected.languages
        assert result.language_score == expected.language
        assert result.to_dict()["confidence"] == result.confidence
        for word in result.words:
            known = word.label not in ("zxx", "und")
            assert word.confidence == (expected.word(word.margin, word.end - word.start) if known else None)
    assert json.loads(json.dumps(result.to_dict()))["words"][0]["confidence"] == result.words[0].confidence
    assert pickle.loads(pickle.dumps(calibrated)).identify(text) == result


def test_none_where_it_would_be_a_guess(calibrated: Identifier, sentences: dict[str, list[str]]) -> None:
    text = sentences["eng_Latn"][0]
    assert calibrated.identify(text).confidence is not None
    assert calibrated.restrict(calibrated.labels[:2]).identify(text).confidence is not None
    assert calibrated.replace(penalty=0.123).identify(text).confidence is None  # fitted for other settings
    assert calibrated.replace("masklid").identify(text).confidence is None  # a greedy solver has no margin
    assert calibrated.identify("12 🙂").confidence is None  # nothing to judge
    assert calibrated.identify("12 🙂").words[0].confidence is None


def test_default_uses_the_curves_of_the_preset_it_stands_for(calibrated: Identifier) -> None:
    assert Identifier.with_preset(calibrated.model, "default").calibration == Calibration.from_dict(CURVES)
    assert Identifier.with_preset(calibrated.model, "mono").calibration is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"unit": 0}, "unit"),
        ({"one": {**CURVES["one"], "languages": [1.0, -0.5, 0.0]}}, "falls as the margin grows"),
        ({"one": {**CURVES["one"], "word": [1.0]}}, "needs 5 finite numbers"),
        ({"several": 3}, "makes no sense"),
    ],
)
def test_a_table_with_senseless_curves_is_refused(
    tiny_table: Path, tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    plain = TableModel.load(tiny_table)
    with pytest.raises(ValueError, match=words):
        write_presets(plain, plain.presets, {"avg": {**CURVES, **change}}, tmp_path / "bad.mixlid")
    good = tmp_path / "good.mixlid"
    write_presets(plain, plain.presets, {"avg": CURVES}, good)
    damaged = good.read_bytes().replace(b'\\"unit\\": 2.0', b'\\"unit\\": -20')
    assert damaged != good.read_bytes()
    good.write_bytes(damaged)
    with pytest.raises(ModelError, match="confidence"):
        TableModel.load(good)


def test_a_table_from_before_confidence_can_be_read(tiny_table: Path) -> None:
    header = TableModel.load(tiny_table).header
    old = {key: value for key, value in json.loads(header.to_metadata()["mixlid"]).items() if key != "confidence"}
    read = type(header).from_metadata({"mixlid": json.dumps(old)}, tiny_table)
    assert read == replace(header, confidence={})
