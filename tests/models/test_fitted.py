"""Numbers that were fitted for a model: read from its file, neutral without it, and kept by models made of it."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

import mixlid
from mixlid.models.added import fitted_for
from mixlid.models.catalogue import EMBEDDED
from mixlid.models.container import KEY, read_container
from mixlid.models.fitted import NEUTRAL, DocumentNumbers, Fitted, NearNumbers, WordLabelNumbers
from mixlid.models.from_json import from_json
from mixlid.models.loading import load_model, open_model, with_header
from mixlid.models.partitions import PartitionedModel

FITTED = Fitted(
    default={"switch_price": 0.5},
    word_labels=WordLabelNumbers(longer_before=0.25),
    near={"*": NearNumbers(0.5, 0.1), "Norwegian": NearNumbers(0.6, 0.2, {"nob_Latn": 0.3})},
    documents=DocumentNumbers(whole=0.9),
)


def test_they_are_written_and_read(tiny_table: Path, tmp_path: Path) -> None:
    path = tmp_path / "fitted.mixlid"
    with_header(tiny_table, path, fitted=FITTED, presets={"default": {"penalty": 0.25}})
    model = open_model(path)
    assert fitted_for(model) == FITTED
    assert fitted_for(mixlid.load(path).restrict(["eng"]).model) == FITTED
    assert mixlid.load(path).settings.switch_price == 0.5
    with_header(path, presets={"default": {"switch_price": 0.0}})  # in place; what the preset says comes first
    assert mixlid.load(path).settings.switch_price == 0.0


def test_a_model_without_any_is_neutral(tiny_table: Path) -> None:
    assert fitted_for(open_model(tiny_table)) == NEUTRAL
    assert KEY in read_container(tiny_table).metadata
    assert "fitted" not in json.loads(read_container(tiny_table).metadata[KEY])
    lid = mixlid.load(tiny_table)
    assert (lid.settings.switch_price, lid.settings.standard_weight) == (0.0, 0.0)


def test_the_model_that_ships_has_all_sections() -> None:
    model = load_model()
    assert isinstance(model, PartitionedModel)
    written = json.loads(read_container(EMBEDDED).metadata[KEY])
    assert written["fitted"] == json.loads(json.dumps(model.fitted.to_dict()))
    assert model.fitted.default["switch_price"] > 0
    assert model.fitted.word_labels != WordLabelNumbers()
    assert model.fitted.near["*"] != NearNumbers()
    assert {"decision", "familiarity"} <= model.confidence["default"].keys()


@pytest.mark.parametrize(
    "values",
    [
        {"default": {"switch_price": "much"}},
        {"word_labels": {"log_odds": math.nan}},
        {"near": {"*": {"weight": True}}},
        {"documents": 3},
    ],
)
def test_what_is_no_number_is_refused(values: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="is not"):
        from_json(Fitted, values)


def test_what_is_missing_or_from_later_versions_has_no_effect() -> None:
    assert from_json(Fitted, {"word_labels": {"longer_before": 0.25, "later": 1}, "later": {}}) == Fitted(
        word_labels=WordLabelNumbers(longer_before=0.25)
    )
    assert FITTED.near_numbers("Persian") == FITTED.near["*"]
    assert NEUTRAL.near_numbers("Persian") == NearNumbers()
    assert from_json(Fitted, FITTED.to_dict()) == FITTED
