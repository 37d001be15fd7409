"""OpusFilter's filter, also from a configuration: the shares of `identify_many`, pairs kept and dropped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mixlid import LabelError

pytest.importorskip("opusfilter", reason="the extra mixlid[opusfilter] is not installed")

from opusfilter import ConfigurationError
from opusfilter.pipeline import FilterPipeline

from mixlid.adapters.opusfilter import MixlidFilter

ENGLISH, TURKISH = "the children were playing", "çocuklar bütün gün bahçede"


def test_all_records(calibrated: Path, records: list[str | None], answers: list[dict[str, Any]]) -> None:
    both = [(text, answer) for text, answer in zip(records, answers, strict=True) if text is not None]
    made = MixlidFilter(["tr", "eng"], model=calibrated, preset="cs")
    scores = made.score((text, text) for text, _ in both)
    for score, (_, answer) in zip(scores, both, strict=True):
        shares = dict(answer["proportions"])
        assert score == [shares.get(label, 0.0) if shares else 1.0 for label in ("tur_Latn", "eng_Latn")]


def test_by_a_configuration(calibrated: Path, tmp_path: Path) -> None:
    config = {"languages": ["en", "tr"], "model": str(calibrated), "preset": "cs"}
    steps = [{"MixlidFilter": config, "module": "mixlid.adapters.opusfilter"}]
    pairs = [(ENGLISH, TURKISH), (TURKISH, ENGLISH), (ENGLISH, ENGLISH), ("12", ""), (f"{TURKISH} the", TURKISH)]
    pipeline = FilterPipeline.from_config(steps, workdir=str(tmp_path))
    assert list(pipeline.filter(pairs)) == [pairs[0], pairs[3]]
    assert list(pipeline.filterfalse(pairs)) == [pairs[1], pairs[2], pairs[4]]
    (score,) = pipeline.score([("the", "")])
    assert score == {"MixlidFilter": [1.0, 1.0]}


def test_refusals(calibrated: Path) -> None:
    with pytest.raises(ConfigurationError, match="needs languages"):
        MixlidFilter()
    with pytest.raises(ConfigurationError, match="2 languages and 1 thresholds"):
        MixlidFilter(["en", "tr"], [0.5], model=calibrated)
    with pytest.raises(ConfigurationError, match="2 languages and 1 segments"):
        list(MixlidFilter(["en", "tr"], model=calibrated).filter([("the",)]))
    with pytest.raises(LabelError, match="klingon"):
        MixlidFilter(["klingon", "tr"], model=calibrated)
