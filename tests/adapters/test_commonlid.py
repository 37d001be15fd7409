"""mixlid in CommonLID's harness: registered, equal to `identify_many`, evaluated on a data set."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("commonlid", reason="the extra mixlid[commonlid] is not installed")

from commonlid.core.registry import get_model, list_models

from mixlid.adapters.commonlid import MixlidModel


def test_all_records(calibrated: Path, records: list[str | None], answers: list[dict[str, Any]]) -> None:
    both = [(text, answer) for text, answer in zip(records, answers, strict=True) if text is not None]
    found = MixlidModel(model=calibrated, preset="cs").predict([text for text, _ in both])
    for code, (_, answer) in zip(found, both, strict=True):
        assert code == (None if answer["language"] in ("und", "zxx") else answer["language"])


def test_it_is_one_of_the_models(calibrated: Path) -> None:
    assert "mixlid" in list_models()
    assert get_model("mixlid").predict(["The children are playing in the garden."]) == ["eng"]
    assert {"eng", "tur"} < MixlidModel(model=calibrated).discover_supported_languages()
