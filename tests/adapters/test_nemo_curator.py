"""NeMo Curator's stage on batches of documents: columns equal to `identify_many`, refusals."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from adapters.engine_records import with_pairs
from mixlid import LabelError, SettingsError

pytest.importorskip("nemo_curator", reason="the extra mixlid[nemo] is not installed")

from nemo_curator.stages.text.filters import Filter
from nemo_curator.tasks import DocumentBatch

from mixlid.adapters.nemo_curator import MixlidStage

ENGLISH, TURKISH = "the children were playing", "çocuklar bütün gün bahçede"


def batch(*texts: str | None) -> Any:
    return DocumentBatch(dataset_name="lines", data=pa.table({"text": pa.array(texts, pa.string())}))


def test_all_records(calibrated: Path, records: list[str | None], answers: list[dict[str, Any]]) -> None:
    stage = MixlidStage(words=True, options={"model": calibrated, "preset": "cs"})
    (made,) = pickle.loads(pickle.dumps(stage)).process_batch([batch(*records)])
    rows = with_pairs(made.to_pyarrow().to_pylist())
    assert rows == [{"text": text, **answer} for text, answer in zip(records, answers, strict=True)]
    assert set(stage.outputs()[1]) == set(rows[0])


def test_data_frames_come_in_too(calibrated: Path) -> None:
    frame = batch(ENGLISH, None).to_pandas()
    made = MixlidStage(prefix="lid_", options={"model": calibrated, "preset": "mono"}).process(
        DocumentBatch("lines", data=frame)
    )
    assert made.to_pyarrow()["lid_labels"].to_pylist() == [["eng_Latn"], None]


def test_columns_that_are_there_already(calibrated: Path) -> None:
    table = pa.table({"text": [TURKISH], "language": ["theirs"]})
    options: Any = {"model": calibrated, "preset": "cs"}

    def made(**how: Any) -> Any:
        return MixlidStage(options=options, **how).process(DocumentBatch("lines", data=table)).to_pyarrow()

    with pytest.raises(SettingsError, match="'language' already"):
        made()
    assert made(replace=True)["language"].to_pylist() == ["tur"]
    assert made(prefix="lid_")["language"].to_pylist() == ["theirs"]


def test_stages_after_it_filter_by_its_columns(calibrated: Path) -> None:
    found = MixlidStage(options={"model": calibrated, "preset": "cs"}).process(batch(ENGLISH, f"{TURKISH} the"))
    made = Filter(lambda mixed: bool(mixed), filter_field="is_mixed").process(found)
    assert list(made.to_pandas()["text"]) == [f"{TURKISH} the"]


def test_refusals_come_before_any_worker(calibrated: Path) -> None:
    with pytest.raises(LabelError, match="klingon"):
        MixlidStage(options={"model": calibrated, "languages": ["klingon"]})
