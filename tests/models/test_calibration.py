"""Confidence curves: where they are used, where there are none, and which are refused."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from curves import CURVES
from mixlid.configuration import with_preset
from mixlid.engine.confidence import Confidence
from mixlid.errors import ModelError
from mixlid.identifier import Identifier
from mixlid.models.calibration import Calibration
from mixlid.models.container import KEY, read_container, write_container
from mixlid.models.header import TableHeader, read_header
from mixlid.models.table import TableModel


@pytest.fixture
def calibrated(tiny_table: Path, tmp_path: Path) -> Identifier:
    plain = TableModel.load(tiny_table)
    path = tmp_path / "calibrated.mixlid"
    plain.with_header(confidence={"avg": CURVES, "cs": CURVES}).write(path)
    return with_preset(TableModel.load(path), "cs")


def test_results_carry_it(calibrated: Identifier, sentences: dict[str, list[str]]) -> None:
    confidence = Confidence(Calibration.from_dict(CURVES))
    for text in [group[0] for group in sentences.values()]:
        result = calibrated.identify(text)
        assert result.margin is not None
        letters = sum(word.end - word.start for word in result.words if word.label != "zxx")
        expected = confidence.judge(result.margin, letters, len(result.labels))
        assert result.confidence == expected.languages
        assert result.language_score == expected.language
        assert result.to_dict()["confidence"] == result.confidence
        for word in result.words:
            known = word.label not in ("zxx", "und")
            assert word.confidence == (expected.word(word.margin, word.end - word.start) if known else None)
    assert json.loads(json.dumps(result.to_dict()))["words"][0]["confidence"] == result.words[0].confidence
    assert pickle.loads(pickle.dumps(calibrated)).identify(text) == result


def test_none_where_there_is_nothing_to_judge(calibrated: Identifier, sentences: dict[str, list[str]]) -> None:
    text = sentences["eng_Latn"][0]
    assert calibrated.identify(text).confidence is not None
    assert calibrated.restrict(calibrated.labels[:2]).identify(text).confidence is not None
    assert calibrated.replace(penalty=0.123).identify(text).confidence is not None  # the best that is known
    assert calibrated.identify("12 🙂").confidence == 1  # nothing to judge
    assert calibrated.identify("12 🙂").words[0].confidence is None


@pytest.mark.parametrize("solver", ["masklid", "topk:k=2", "threshold"])
def test_solvers_that_give_one_answer_are_compared(
    calibrated: Identifier, sentences: dict[str, list[str]], solver: str
) -> None:
    for text in (sentences["eng_Latn"][0], f"{sentences['eng_Latn'][1]} {sentences['tur_Latn'][1]}"):
        exact, other = calibrated.identify(text), calibrated.replace(solver).identify(text)
        assert other.confidence is not None
        if set(other.labels) != set(exact.labels):
            assert other.margin == 0.0  # another set is better
        elif other.words == exact.words:
            assert other.margin == pytest.approx(exact.margin)


def test_default_uses_the_curves_of_the_preset_it_stands_for(calibrated: Identifier) -> None:
    assert with_preset(calibrated.model, "default").calibration == Calibration.from_dict(CURVES)
    assert with_preset(calibrated.model, "mono").calibration is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"unit": 0}, "unit"),
        ({"one": {**CURVES["one"], "languages": [1.0, -0.5, 0.0, 0.0]}}, "falls as the margin grows"),
        ({"one": {**CURVES["one"], "word": [1.0]}}, "needs 6 finite numbers"),
        ({"several": 3}, "is invalid"),
    ],
)
def test_a_table_with_senseless_curves_is_refused(
    tiny_table: Path, tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    plain = TableModel.load(tiny_table)
    with pytest.raises(ValueError, match=words):
        plain.with_header(confidence={"avg": {**CURVES, **change}}).write(tmp_path / "bad.mixlid")
    good = tmp_path / "good.mixlid"
    plain.with_header(confidence={"avg": CURVES}).write(good)
    container = read_container(good)
    damaged = container.metadata[KEY].replace('"unit": 2.0', '"unit": -20')
    assert damaged != container.metadata[KEY]
    write_container(good, container.tensors, {KEY: damaged})
    with pytest.raises(ModelError, match="confidence"):
        TableModel.load(good)


def test_a_table_from_before_confidence_can_be_read(tiny_table: Path) -> None:
    container, header = read_container(tiny_table), TableModel.load(tiny_table).header
    old = {key: value for key, value in json.loads(container.metadata[KEY]).items() if key != "confidence"}
    read = read_header(container._replace(metadata={KEY: json.dumps(old)}), TableHeader)
    assert read == replace(header, confidence={})
