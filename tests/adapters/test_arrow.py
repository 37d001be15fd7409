"""Arrow in, Arrow out, without any engine: types, nulls, names, and what is refused."""

from __future__ import annotations

import importlib
import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import mixlid
from adapters.engine_records import pairs
from mixlid import InputError, LabelError, MissingDependencyError, SettingsError
from mixlid.adapters import arrow, columns, polars, spark
from mixlid.adapters.arrow import BatchIdentifier
from mixlid.cli.main import main
from mixlid.configuration import Configuration
from mixlid.io.formats.cells import rounded

MIXED = "yarın bütün sabah the meeting starts bahçede"


@pytest.fixture(scope="module")
def lid(calibrated: Path) -> mixlid.Identifier:
    return mixlid.load(calibrated, "cs")


def test_all_records(lid: mixlid.Identifier, records: list[str | None], answers: list[dict[str, Any]]) -> None:
    chunks = [pa.array(records[start : start + 3000], pa.string()) for start in range(0, len(records), 3000)]
    table = pa.table({"text": pa.chunked_array(chunks)})
    found = arrow.identify(table, "text", lid, words=True)
    assert found.schema == pa.schema([table.schema.field(0), *columns.schema(words=True)])
    found.validate(full=True)
    assert found.drop_columns(["text"]).to_pylist() == answers  # of a map, pairs
    assert sum(row["confidence"] is not None for row in answers) > len(answers) / 2  # the comparison is not of nulls


def test_by_processes(lid: mixlid.Identifier, records: list[str | None], answers: list[dict[str, Any]]) -> None:
    table = pa.table({"text": pa.array(records[:1000], pa.string())})
    found = arrow.identify(table, "text", lid, words=True, jobs=2)
    assert found.drop_columns(["text"]).to_pylist() == answers[:1000]


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary("int32", "string")])
def test_every_kind_of_string(lid: mixlid.Identifier, kind: pa.DataType) -> None:
    texts = pa.array([MIXED, None, "", MIXED]).cast(kind)
    found = arrow.identify(pa.record_batch({"text": texts}), "text", lid)
    assert isinstance(found, pa.RecordBatch)
    assert found["labels"].to_pylist() == [["tur_Latn", "eng_Latn"], None, ["zxx"], ["tur_Latn", "eng_Latn"]]
    assert found["language_script"].to_pylist() == ["Latn", None, "", "Latn"]
    assert found["is_mixed"].to_pylist() == [True, None, False, True]


@pytest.mark.parametrize("words", [False, True])
def test_nothing_and_only_nulls(lid: mixlid.Identifier, words: bool) -> None:
    empty = pa.table({"text": pa.array([], pa.string())})
    assert arrow.identify(empty, "text", lid, words=words).num_rows == 0
    assert arrow.identify(empty.slice(0, 0), "text", lid, words=words).schema.names[1:] == columns.names(words)
    nulls = arrow.identify(pa.table({"text": pa.nulls(3)}), "text", lid, words=words)
    assert nulls.drop_columns(["text"]).to_pylist() == [dict.fromkeys(columns.names(words))] * 3


def test_units_and_proportions() -> None:
    lid = mixlid.load()
    long = "The garden is full of tomatoes and beans. " * 20 + "Der Zug hat heute leider eine Stunde Verspätung. " * 2
    texts = ["Guten Morgen zusammen.", None, long]
    for unit in ("auto", "document", "sentence"):
        same = lid.replace(unit=unit)
        expected = [None if text is None else same.identify(text) for text in texts]
        found = arrow.identify(pa.table({"text": texts}), "text", lid, words=True, unit=unit)
        assert found["labels"].to_pylist() == [one and list(one.labels) for one in expected]
        assert found["proportions"].to_pylist(maps_as_pydicts="strict") == [one and one.proportions for one in expected]
        assert Configuration.of({"unit": unit}).cached_identifier().identify(long) == expected[2]
        listed = columns.without_maps(found)["proportions"].to_pylist()
        assert [pairs(one) for one in listed] == [one and [*one.proportions.items()] for one in expected]
    with pytest.raises(SettingsError, match="unit must be"):
        Configuration.of({"unit": "line"}).identifier()  # type: ignore[typeddict-item]


def test_arrays(lid: mixlid.Identifier, records: list[str | None], answers: list[dict[str, Any]]) -> None:
    array = pa.array(records, pa.string())
    found = arrow.identify_array(array.slice(10), lid, words=True)
    found.validate(full=True)
    assert found.type == pa.struct(columns.schema(words=True))
    assert found.to_pylist() == [None if text is None else row for text, row in zip(records, answers, strict=True)][10:]
    whole = arrow.identify_array(array[:1000], lid)
    assert whole.null_count == records[:1000].count(None) > 0
    assert arrow.identify_array(pa.chunked_array([array[:300], array[300:300], array[300:1000]]), lid) == whole


class Speaks:
    """Only known to support one of Arrow's two interfaces."""

    def __init__(self, array: Any, interface: str) -> None:
        setattr(type(self), interface, lambda _, schema=None: getattr(array, interface)(schema))


@pytest.mark.parametrize("interface", ["__arrow_c_array__", "__arrow_c_stream__"])
def test_whatever_speaks_arrow(lid: mixlid.Identifier, interface: str) -> None:
    texts = pa.array([MIXED, None, ""])
    held = texts if interface == "__arrow_c_array__" else pa.chunked_array([texts])
    speaks = type("Speaks", (Speaks,), {})(held, interface)
    assert arrow.identify_array(speaks, lid) == arrow.identify_array(texts, lid)
    assert len(arrow.identify_array(pa.chunked_array([], pa.string()), lid)) == 0
    assert arrow.identify_array(pa.nulls(2), lid).to_pylist() == [None, None]
    with pytest.raises(InputError, match="a list and no Arrow array"):
        arrow.identify_array([MIXED], lid)
    with pytest.raises(InputError, match="int64 and not string"):
        arrow.identify_array(pa.array([1]), lid)


@pytest.mark.parametrize("words", [False, True])
def test_large_batches_are_done_in_parts(lid: mixlid.Identifier, monkeypatch: pytest.MonkeyPatch, words: bool) -> None:
    texts = [MIXED, None, "the bread " * 5, "", None, "bahçede"] * 3
    table = pa.table({"text": texts})
    whole = arrow.identify(table, "text", lid, words=words)
    monkeypatch.setattr(arrow, "MOST_CHARACTERS", 45)
    assert len(list(arrow.identify_arrays([pa.array(texts)], "text", lid, words=words))) > 5
    assert arrow.identify(table, "text", lid, words=words) == whole
    (batch,) = table.to_batches()
    assert arrow.identify(batch, "text", lid, words=words, jobs=2) == whole.combine_chunks().to_batches()[0]
    broken = pa.array([MIXED.encode(), MIXED.encode(), b"b\xffd"]).view(pa.string())
    with pytest.raises(InputError, match="row 2 of a batch of 3"):
        arrow.identify(pa.table({"text": broken}), "text", lid, words=words)


def test_what_comes_in_is_not_copied(lid: mixlid.Identifier) -> None:
    table = pa.table({"text": [MIXED, "the bread"], "other": [1, 2]})
    found = arrow.identify(table, "text", lid)
    for name in table.schema.names:
        before, after = (
            [buffer and buffer.address for buffer in data[name].chunk(0).buffers()] for data in (table, found)
        )
        assert before == after


def test_names_that_are_taken(lid: mixlid.Identifier) -> None:
    table = pa.table({"language": ["xx"], "text": [MIXED], "words": [5]})
    with pytest.raises(SettingsError, match=r"a column 'language' already.*prefix='lid_'.*replace=True"):
        arrow.identify(table, "text", lid)
    both = table.append_column("lid_language", pa.array(["xx"]))
    with pytest.raises(SettingsError, match=r"'lid_language' already.*prefix='lid2_'"):
        arrow.identify(both, "text", lid, prefix="lid_")
    found = arrow.identify(table, "text", lid, replace=True)
    assert found.schema.names == ["text", "words", *columns.names()]
    assert found["language"].to_pylist() == ["tur"]
    apart = arrow.identify(table, "text", lid, words=True, prefix="lid_")
    assert apart.schema.names == ["language", "text", "words", *columns.names(words=True, prefix="lid_")]
    assert apart["language"].to_pylist() == ["xx"]
    with pytest.raises(SettingsError, match="prefix="):
        arrow.identify(table, "language", lid)


def test_refusals(lid: mixlid.Identifier) -> None:
    with pytest.raises(InputError, match=r"no column 'body'.*'text'"):
        arrow.identify(pa.table({"text": [MIXED]}), "body", lid)
    with pytest.raises(InputError, match="int64 and not string"):
        arrow.identify(pa.table({"text": [1]}), "text", lid)
    broken = pa.array([b"good", None, b"b\xffd"]).view(pa.string())
    with pytest.raises(InputError, match=r"row 2 of a batch of 3.*UTF-8"):
        arrow.identify(pa.table({"text": broken}), "text", lid)


def test_the_names_and_values_are_those_of_the_command(
    lid: mixlid.Identifier, calibrated: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for text in (MIXED, "", "12", "你好"):
        assert main(["identify", "-m", str(calibrated), "-p", "cs", "-f", "jsonl", "--words", "-t", text]) == 0
        written = json.loads(capsys.readouterr().out)
        (record,) = columns.records(lid, [text], words=True)
        assert rounded(record).items() <= written.items()


def test_options_are_told_apart_and_loaded_once(calibrated: Path) -> None:
    config = Configuration.of({"model": calibrated, "preset": "cs", "settings": {"penalty": {"*": 0.5}}})
    again = Configuration.of({"model": str(calibrated), "preset": "cs", "settings": {"penalty": {"*": 0.5}}})
    assert config.cached_identifier() is again.cached_identifier()
    assert config.cached_identifier().settings.penalty == {"*": 0.5}
    few = Configuration.of({"model": calibrated, "languages": "tr,eng"}).cached_identifier()
    assert set(few.labels) == {"tur_Latn", "eng_Latn"}
    assert few is Configuration.of({"model": calibrated, "languages": ["tr", "eng"]}).cached_identifier()
    with pytest.raises(TypeError, match="colour"):
        Configuration.of({"colour": "blue"})  # type: ignore[typeddict-unknown-key]


def test_no_engine_is_imported_before_it_is_used() -> None:
    code = """
import sys
from mixlid.adapters import arrow, columns, pandas, polars, spark
loaded = {name.partition('.')[0] for name in sys.modules}
print(sorted(loaded & {'pyarrow', 'pandas', 'polars', 'datasets', 'duckdb', 'ray', 'pyspark', 'datatrove'}))
"""
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out == "[]\n"


@pytest.mark.parametrize(
    ("missing", "call"),
    [
        ("pyspark.sql.pandas", lambda: spark.identify(None)),
        ("polars", lambda: polars.identify(None)),
        ("datatrove.pipeline.filters.base_filter", lambda: importlib.import_module("mixlid.adapters.datatrove")),
    ],
)
def test_a_missing_engine_is_named(monkeypatch: pytest.MonkeyPatch, missing: str, call: Callable[[], Any]) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.delitem(sys.modules, "mixlid.adapters.datatrove", raising=False)  # it subclasses what may be missing
    with pytest.raises(MissingDependencyError, match=rf"mixlid\[{missing.partition('.')[0].removeprefix('py')}\]"):
        call()


def test_a_prior_goes_wherever_the_options_go(calibrated: Path) -> None:
    """Learnt in one place and sent to the workers with everything else."""
    prior = mixlid.load(calibrated, "cs").adapt([MIXED, "bütün gün bahçede oynuyordu"]).prior
    assert prior is not None
    config = Configuration.of({"model": calibrated, "preset": "cs", "prior": prior})
    mapper = pickle.loads(pickle.dumps(spark.Mapper(config, "text")))
    texts = [MIXED, "la mer", "das Meer the"]
    (found,) = mapper(iter([pa.record_batch({"text": pa.array(texts)})]))
    adapted = mixlid.load(calibrated, "cs").with_prior(prior)
    assert found["labels"].to_pylist() == [list(adapted.identify(text).labels) for text in texts]
    with pytest.raises(SettingsError, match="there is no field 'langs'"):
        Configuration.of({"prior": {"langs": {}}})


def test_arrays_do_not_keep_the_block_that_they_were_made_from(lid: mixlid.Identifier) -> None:
    texts = [MIXED, "", "the bread"] * 5
    answers = lid.identify_columns(texts, words=True)
    before = sys.getrefcount(answers.data)
    arrays = columns.answer_arrays(answers, texts)
    after = sys.getrefcount(answers.data)  # not within an assertion, which holds what it compares
    assert after == before
    assert len(arrays) == len(columns.names(words=True))


def test_parts_of_a_table_are_bounded_in_bytes(lid: mixlid.Identifier, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = pa.array([MIXED * 3, None, "the bread"] * 20)
    whole = arrow.identify_array(texts, lid, words=True)
    monkeypatch.setattr(arrow, "MOST_CHARACTERS", 800)
    parts = list(arrow.identify_arrays([texts], "text", lid, words=True))
    assert len(parts) >= 20  # there is no more than one of the longer texts in each
    assert arrow.identify_array(texts, lid, words=True).equals(whole)


def test_an_arrow_array_where_a_list_is_expected(lid: mixlid.Identifier) -> None:
    with pytest.raises(TypeError, match=r"adapters\.arrow\.identify_array"):
        lid.identify_columns(pa.array([MIXED]))


def test_a_batch_keeps_its_columns_without_a_copy(calibrated: Path) -> None:
    batch = pa.table({"id": [1, 2], "body": ["the bread", None]})
    found = BatchIdentifier("body", model=calibrated)(batch)
    assert found.schema.names == ["id", "body", *columns.names()]
    assert found["language"].to_pylist() == ["eng", None]
    for name in batch.schema.names:
        before, after = (data[name].chunk(0).buffers()[-1].address for data in (batch, found))
        assert before == after
    with pytest.raises(SettingsError, match="'confidence' already"):
        BatchIdentifier("body", model=calibrated)(found)
    assert BatchIdentifier("body", model=calibrated, replace=True)(found).schema == found.schema
    assert pickle.loads(pickle.dumps(BatchIdentifier("body", model=calibrated)))(batch).equals(found)
    with pytest.raises(LabelError, match="klingon"):
        BatchIdentifier("body", languages=["klingon"])
