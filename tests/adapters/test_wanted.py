"""Which documents datatrove's filter keeps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import mixlid
from mixlid import LabelError, SettingsError

pytest.importorskip("datatrove", reason="the extra mixlid[datatrove] is not installed")

from mixlid.adapters.datatrove import Wanted


def record(*languages: str, **values: Any) -> dict[str, Any]:
    return {
        "labels": list(languages),
        "is_mixed": len(languages) > 1,
        "language_score": 0.9,
        "confidence": 0.6,
    } | values


@pytest.mark.parametrize(
    ("match", "kept"),
    [
        ("any", ["tur_Latn", "eng_Latn", "eng_Latn tur_Latn", "fra_Latn tur_Latn"]),
        ("all", ["eng_Latn tur_Latn"]),
        ("only", ["tur_Latn", "eng_Latn", "eng_Latn tur_Latn"]),
    ],
)
def test_match(calibrated: Path, match: Any, kept: list[str]) -> None:
    wanted = Wanted.of(mixlid.load(calibrated), "tr,eng", match)
    sets = ["tur_Latn", "eng_Latn", "eng_Latn tur_Latn", "fra_Latn tur_Latn", "fra_Latn", "zxx", "und"]
    assert [one for one in sets if wanted.reason(record(*one.split())) is None] == kept


def test_scores(calibrated: Path) -> None:
    lid = mixlid.load(calibrated, "cs")
    first = Wanted.of(lid, "eng", threshold=0.8)
    assert first.reason(record("eng_Latn", "tur_Latn")) is None  # the score of its first language
    assert first.reason(record("tur_Latn", "eng_Latn")) == "score"  # the set has to be right
    assert Wanted.of(lid, "eng,tur", "all", threshold=0.8).reason(record("eng_Latn", "tur_Latn")) == "score"
    assert first.reason(record("eng_Latn", language_score=None)) == "score"
    assert first.reason(None) == "no_text"
    assert Wanted.of(lid, None, mixed=True).reason(record("eng_Latn")) == "not_mixed"
    assert Wanted.of(lid, None, mixed=False).reason(record("eng_Latn", "tur_Latn")) == "mixed"


def test_refusals(calibrated: Path) -> None:
    with pytest.raises(SettingsError, match="any, all or only, not 'both'"):
        Wanted.of(mixlid.load(calibrated), ["eng"], "both")  # type: ignore[arg-type]
    with pytest.raises(LabelError, match="klingon"):
        Wanted.of(mixlid.load(calibrated), ["klingon"])
    with pytest.raises(SettingsError, match="threshold of 0"):
        Wanted.of(mixlid.load(calibrated, "mono"), ["eng"], threshold=0.5)
