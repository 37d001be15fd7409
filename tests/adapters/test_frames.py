"""pandas, Polars and Hugging Face datasets give the same rows as `identify_many`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import mixlid
from adapters.engine_records import with_pairs
from mixlid import InputError, SettingsError
from mixlid.adapters import columns
from mixlid.adapters.arrow import BatchIdentifier

COUNT = 2000


@pytest.fixture(scope="module")
def lid(calibrated: Path) -> mixlid.Identifier:
    return mixlid.load(calibrated, "cs")


def plain(value: Any) -> Any:
    """Arrays as lists, and pandas' NaN as None."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    return None if value != value else value


def test_pandas(lid: mixlid.Identifier, records: list[str | None], answers: list[dict[str, Any]]) -> None:
    pandas = pytest.importorskip("pandas", reason="the extra mixlid[pandas] is not installed")
    from mixlid.adapters.pandas import identify

    index = [f"row {place}" for place in range(COUNT)]
    frame = pandas.DataFrame({"language": "old", "text": records[:COUNT]}, index=index)
    with pytest.raises(SettingsError, match="'language' already"):
        identify(frame, "text", lid)
    found = identify(frame, "text", lid, words=True, replace=True)
    assert list(found.index) == index
    assert list(frame.columns) == ["language", "text"]  # a new frame
    rows = [
        {name: plain(value) for name, value in row.items()} for row in found.drop(columns="text").to_dict("records")
    ]
    assert with_pairs(rows) == answers[:COUNT]
    assert identify(frame.assign(text=float("nan")), "text", lid, replace=True)["labels"].isna().all()
    for wrong in ([5], ["\ud800"]):
        with pytest.raises(InputError, match="'text'"):
            identify(pandas.DataFrame({"text": wrong}, dtype=object), "text", lid)
    with pytest.raises(SettingsError, match="prefix="):
        identify(frame, "language", lid)


def test_names_of_columns(lid: mixlid.Identifier) -> None:
    """pandas allows numbers."""
    pandas: Any = pytest.importorskip("pandas")
    from mixlid.adapters import pandas as of_pandas

    texts = ["the children were playing", None]
    found = of_pandas.identify(pandas.DataFrame({0: texts}), 0, lid)
    assert list(found.columns) == [0, *columns.names()]
    assert plain(found["language"].tolist()) == ["eng", None]


def test_a_series_of_pandas(lid: mixlid.Identifier, records: list[str | None]) -> None:
    pandas: Any = pytest.importorskip("pandas")
    from mixlid.adapters import pandas as adapter

    frame = pandas.DataFrame({"body": records}, index=range(7, 7 + len(records)))
    expected = adapter.identify(frame, "body", lid, prefix="m_").drop(columns="body")
    pandas.testing.assert_frame_equal(adapter.identify(frame["body"], lid=lid, prefix="m_"), expected)


def test_polars(lid: mixlid.Identifier, records: list[str | None], answers: list[dict[str, Any]]) -> None:
    polars = pytest.importorskip("polars", reason="the extra mixlid[polars] is not installed")
    from mixlid.adapters.polars import identify

    frame = polars.DataFrame({"language": "old", "text": records[:COUNT]})
    with pytest.raises(SettingsError, match="'language' already"):
        identify(frame, "text", lid)
    found = identify(frame, "text", lid, words=True, replace=True)
    assert with_pairs(found.drop("text").select(columns.names(words=True)).to_dicts()) == answers[:COUNT]
    assert frame["language"][0] == "old"
    assert identify(frame, "text", lid, prefix="lid_")["language"][0] == "old"


def test_polars_lazily(lid: mixlid.Identifier, records: list[str | None], answers: list[dict[str, Any]]) -> None:
    polars = pytest.importorskip("polars", reason="the extra mixlid[polars] is not installed")
    from mixlid.adapters.polars import identify

    frame = polars.DataFrame({"id": range(COUNT), "language": "old", "text": records[:COUNT]})
    with pytest.raises(SettingsError, match="'language' already"):
        identify(frame.lazy(), "text", lid)
    expected = identify(frame, "text", lid, replace=True)
    lazy = identify(frame.lazy(), "text", lid, replace=True)
    assert isinstance(lazy, polars.LazyFrame)
    assert lazy.collect_schema() == expected.schema
    assert lazy.collect().equals(expected)
    few = lazy.filter(polars.col("language") == "tur").select("id")
    assert few.collect()["id"].to_list() == [number for number in range(COUNT) if answers[number]["language"] == "tur"]
    with pytest.raises(InputError, match="no column 'body'"):
        identify(frame.lazy(), "body", lid)
    with pytest.raises(InputError, match="'id' is of type int64 and not string"):
        identify(frame.lazy(), "id", lid, replace=True)  # when the query is built, and not when it is run


def test_hugging_face(calibrated: Path, records: list[str | None], answers: list[dict[str, Any]]) -> None:
    datasets = pytest.importorskip("datasets", reason="the extra mixlid[datasets] is not installed")
    given: dict[str, Any] = {"maps": False, "model": calibrated}
    dataset = datasets.Dataset.from_dict({"text": records[:COUNT]}).with_format("arrow")
    label = BatchIdentifier(**given, preset="cs", words=True)
    found = dataset.map(label, batched=True, batch_size=300).with_format(None)
    assert with_pairs({name: row[name] for name in columns.names(words=True)} for row in found) == answers[:COUNT]
    both = datasets.DatasetDict({"a": dataset, "b": dataset}).map(BatchIdentifier(**given), batched=True, num_proc=2)
    assert both.with_format(None)["a"]["labels"][:5] == both.with_format(None)["b"]["labels"][:5]


def test_hugging_face_knows_when_model_or_version_changed(
    calibrated: Path, tiny_table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    datasets = pytest.importorskip("datasets", reason="the extra mixlid[datasets] is not installed")

    def identify(dataset: Any, **options: Any) -> Any:
        return dataset.with_format("arrow").map(BatchIdentifier(maps=False, **options), batched=True).with_format(None)

    (tmp_path / "lines.txt").write_text("yarın bütün sabah the meeting starts bahçede\n", encoding="utf-8")
    dataset = datasets.Dataset.from_text(str(tmp_path / "lines.txt"), cache_dir=str(tmp_path / "cache"))
    model = tmp_path / "model.mixlid"
    model.write_bytes(tiny_table.read_bytes())
    before = identify(dataset, model=model, preset="cs")
    assert before["confidence"][0] is None  # never calibrated
    assert identify(dataset, model=model, preset="cs")._fingerprint == before._fingerprint
    model.unlink()
    model.write_bytes(calibrated.read_bytes())
    after = identify(dataset, model=model, preset="cs")
    assert after["confidence"][0] == mixlid.load(calibrated, "cs").identify(dataset["text"][0]).confidence
    monkeypatch.setattr("mixlid.io.provenance.__version__", "0.0.1")
    assert identify(dataset, model=model, preset="cs")._fingerprint != after._fingerprint


def test_a_row_for_each_word_or_run(lid: mixlid.Identifier) -> None:
    pandas: Any = pytest.importorskip("pandas")
    from mixlid.adapters import pandas as of_pandas

    texts = ["the bread and ekmek", None, ""]
    result = lid.identify("the bread and ekmek")
    frame = pandas.DataFrame({"id": [7, 8, 9], "body": texts}, index=["a", "b", "c"])
    for runs, parts in ((False, result.words), (True, result.runs())):
        found = of_pandas.words(frame, "body", lid, runs=runs)
        assert found.index.tolist() == ["a"] * len(parts)
        assert found["label"].tolist() == [part.label for part in parts]
        assert found["run" if runs else "word"].tolist() == [part.text for part in parts]
        assert found["id"].tolist() == [7] * len(parts)
        assert lid.frame(texts, "runs" if runs else "words")["label"].tolist() == found["label"].tolist()
    with pytest.raises(SettingsError, match="'label' already"):
        of_pandas.words(frame.rename(columns={"id": "label"}), "body", lid)
    with pytest.raises(SettingsError, match="texts, words, runs"):
        lid.frame(texts, "word")  # type: ignore[arg-type]


def test_booleans_may_be_missing(lid: mixlid.Identifier) -> None:
    pytest.importorskip("pandas")
    frame = lid.frame(["the bread and ekmek", None])
    assert str(frame["is_mixed"].dtype) == "boolean"
    assert frame[frame["is_mixed"]].index.tolist() == [0]
