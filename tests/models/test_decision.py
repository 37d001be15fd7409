"""A decision survives a round trip through its file, and senseless numbers are refused with a reason."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

import mixlid
from mixlid import Identifier, ModelError, SettingsError
from mixlid.models.decision import EVIDENCE, Decision, evidence_of, in_order, probability_of
from mixlid.models.from_json import from_json
from mixlid.models.table import TableModel

WEIGHTS = {name: 0.125 * place for place, name in enumerate(EVIDENCE)}
VALUES: dict[str, Any] = {"constant": -1.5, "weights": WEIGHTS, "dominant": {"*": 0.0, "eng_Latn": 0.5}}
CURVE = {"languages": [1.0, 0.5, 0.0, 0.1], "language": [1.0, 0.5, 0.0, 0.1], "word": [1.0, 0.5, 0.0, 0.2, 0.1, 0.0]}


def test_there_and_back() -> None:
    decision = from_json(Decision, json.loads(json.dumps(VALUES)))
    assert decision.to_dict() == VALUES
    assert decision.offset("eng_Latn") == -1.0
    assert decision.offset("tur_Latn") == -1.5


def test_weights_for_further_languages() -> None:
    further = {"constant": -2.0, "weights": {"run_gain": 0.5}, "dominant": {"*": 0.0}}
    decision = from_json(Decision, {**VALUES, "further": further})
    assert decision.to_dict() == {**VALUES, "further": further}
    assert decision.further is not None
    assert decision.further.offset("eng_Latn") == -2.0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"constant": float("nan")}, "constant: nan is not a number"),
        ({"dominant": {"eng_Latn": 0.5}}, "not named"),
    ],
)
def test_senseless_numbers_are_refused(change: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        from_json(Decision, {**VALUES, **change})


def test_a_piece_that_it_does_not_know_weighs_nothing() -> None:
    decision = from_json(Decision, {**VALUES, "weights": {"share": 0.5}})
    assert decision.to_dict()["weights"] == {"share": 0.5}
    assert in_order(decision.weights) == [0.5 if name == "share" else 0.0 for name in EVIDENCE]


def test_a_piece_that_the_code_does_not_know_is_named() -> None:
    with pytest.raises(ModelError, match=r"does not know: weather, moon\. Use the mixlid that made it, or a later one"):
        from_json(Decision, {**VALUES, "weights": {**WEIGHTS, "weather": 0.1, "moon": 1.0}})


def test_with_a_model(tiny_table: Path, tmp_path: Path) -> None:
    plain, path = TableModel.load(tiny_table), tmp_path / "weighs.mixlid"
    curves = {"unit": 1.0, "word_unit": 1.0, "one": CURVE, "several": CURVE, "decision": VALUES}
    plain.with_header(presets={"default": {"mixed_threshold": 0.4}}, confidence={"default": curves}).write(path)
    lid = mixlid.load(path)
    assert lid.decision == from_json(Decision, VALUES)
    assert lid.settings.mixed_threshold == 0.4
    assert lid.replace(max_languages=1).decision == lid.restrict("eng,tur").decision == lid.decision
    bad = {**curves, "decision": {**VALUES, "constant": "much"}}
    with pytest.raises(ValueError, match="much"):
        plain.with_header(presets={}, confidence={"default": bad}).write(path)


def test_a_model_of_a_later_version_is_not_called_damaged(tiny_table: Path, tmp_path: Path, monkeypatch: Any) -> None:
    plain, path = TableModel.load(tiny_table), tmp_path / "later.mixlid"
    decision = {**VALUES, "weights": {"lead": 1.0, "weather": 0.1}}
    curves = {"unit": 1.0, "word_unit": 1.0, "one": CURVE, "several": CURVE, "decision": decision}
    with monkeypatch.context() as later:
        later.setitem(EVIDENCE, "weather", "whether it rains")
        plain.with_header(presets={}, confidence={"default": curves}).write(path)
    with pytest.raises(ModelError, match=r"later\.mixlid: its decision .* does not know: weather\. Use"):
        mixlid.load(path)


def test_a_threshold_needs_a_decision(tiny_table: Path) -> None:
    lid = mixlid.load(tiny_table)
    with pytest.raises(SettingsError, match="mixlid tune"):
        lid.replace(mixed_threshold=0.5)
    with pytest.raises(SettingsError, match="0 to 1"):
        Identifier(lid.model, mixlid.Settings(mixed_threshold=1.5))


def test_a_sum_and_its_probability() -> None:
    assert probability_of(0.0) == 0.5
    assert probability_of(math.log(3)) == pytest.approx(0.75)
    assert evidence_of(0.75) == pytest.approx(math.log(3))
    assert 0 <= probability_of(-1e9) < 1e-9 < probability_of(1e9) <= 1
