"""dolma's taggers: shares of documents and spans of characters, equal to `identify_many`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import mixlid

pytest.importorskip("dolma", reason="the extra mixlid[dolma] is not installed")

from dolma.core.data_types import Document, InputSpec
from dolma.core.registry import TaggerRegistry

from mixlid.adapters.dolma import MixlidSpanTagger, MixlidTagger

MIXED = "yarın sabah the meeting starts, bahçede!"


def tagger(kind: type[MixlidTagger], model: Path) -> MixlidTagger:
    class Chosen(kind):  # type: ignore[valid-type,misc]
        OPTIONS = {"model": str(model), "preset": "cs"}  # noqa: RUF012

    made: MixlidTagger = Chosen()
    return made


def test_shares_of_all_records(calibrated: Path, records: list[str | None], answers: list[dict[str, Any]]) -> None:
    made = tagger(MixlidTagger, calibrated)
    rows = [(text, answer) for text, answer in zip(records, answers, strict=True) if text is not None]
    for number, (text, answer) in enumerate(rows[:10_000]):
        spans = made.predict(Document("here", str(number), text)).spans
        shares = dict(answer["proportions"])
        assert [(span.start, span.end, span.type, span.score) for span in spans] == [
            (0, len(text), label, shares.get(label, 0.0)) for label in answer["languages"]
        ]


def test_stretches(calibrated: Path) -> None:
    made = tagger(MixlidSpanTagger, calibrated)
    tags = made.tag(InputSpec("1", MIXED))
    stretches = {label: [MIXED[start:end] for start, end, _ in spans] for label, spans in tags.items()}
    assert stretches == {"tur_Latn": ["yarın sabah", "bahçede"], "eng_Latn": ["the meeting starts"]}
    words = mixlid.load(calibrated, "cs").identify(MIXED).words
    sure = [word.confidence or 0.0 for word in words if word.text in ("yarın", "sabah")]
    assert tags["tur_Latn"][0][2] == pytest.approx(sum(sure) / 2, abs=1e-5)
    assert made.tag(InputSpec("2", "")) == {}


def test_dolma_knows_them() -> None:
    assert TaggerRegistry.get("mixlid_doc_v1") is MixlidTagger
    assert TaggerRegistry.get("mixlid_spans_v1") is MixlidSpanTagger
