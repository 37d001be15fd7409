"""data-juicer's operators on its own dataset: columns equal to `identify_many`, samples kept and dropped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adapters.engine_records import pairs
from mixlid import LabelError, SettingsError

pytest.importorskip("data_juicer", reason="the extra mixlid[datajuicer] is not installed")

from data_juicer.core.data import NestedDataset
from data_juicer.ops import load_ops

from mixlid.adapters.data_juicer import MixlidFilter, MixlidMapper

ENGLISH, TURKISH = "the meeting starts", "çocuklar bütün gün bahçede"
MIXED = "yarın sabah the meeting starts bahçede"


def options(model: Path) -> dict[str, Any]:
    return {"options": {"model": str(model), "preset": "cs"}, "auto_op_parallelism": False}


def test_all_records(calibrated: Path, records: list[str | None], answers: list[dict[str, Any]]) -> None:
    made = MixlidMapper(words=True, **options(calibrated)).process({"text": list(records[:10_000])})
    for place, answer in enumerate(answers[:10_000]):
        row = {name: values[place] for name, values in made.items() if name != "text"}
        assert row | {"proportions": pairs(row["proportions"])} == answer


def test_a_dataset(calibrated: Path) -> None:
    samples = NestedDataset.from_list([{"text": text} for text in (ENGLISH, MIXED, TURKISH, "", None)])
    mapped = MixlidMapper(prefix="lid_", **options(calibrated)).run(samples)
    assert list(mapped["lid_languages"]) == [["eng_Latn"], ["tur_Latn", "eng_Latn"], ["tur_Latn"], ["zxx"], None]
    both = MixlidFilter(["tur", "eng"], "all", **options(calibrated)).run(samples)
    assert list(both["text"]) == [MIXED]
    assert list(MixlidFilter("tr", **options(calibrated)).run(samples)["text"]) == [MIXED, TURKISH]
    assert list(MixlidFilter(mixed=False, **options(calibrated)).run(samples)["text"]) == [ENGLISH, TURKISH, ""]


def test_fields_that_are_there_already(calibrated: Path) -> None:
    given = {"text": [TURKISH, None], "language": ["theirs", "theirs"]}
    with pytest.raises(SettingsError, match="'language' already"):
        MixlidMapper(**options(calibrated)).process_batched(dict(given))
    beside = MixlidMapper(prefix="lid_", **options(calibrated)).process_batched(dict(given))
    assert beside["language"] == ["theirs", "theirs"]
    assert beside["lid_language"] == ["tur", None]
    samples = NestedDataset.from_list([{"text": TURKISH, "language": "theirs"}])
    assert list(MixlidMapper(replace=True, **options(calibrated)).run(samples)["language"]) == ["tur"]


def test_by_a_recipe(calibrated: Path) -> None:
    (made,) = load_ops([{"mixlid_filter": {"languages": ["tur"], "match": "only", **options(calibrated)}}])
    samples = NestedDataset.from_list([{"text": MIXED}, {"text": TURKISH}])
    assert list(made.run(samples)["text"]) == [TURKISH]


def test_refusals(calibrated: Path) -> None:
    with pytest.raises(LabelError, match="klingon"):
        MixlidFilter(["klingon"], **options(calibrated))
