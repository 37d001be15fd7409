"""Spark with two local cores: every row equals `identify_many`, workers that die, one model per process, SQL."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mixlid
from adapters.engine_records import assert_same, read_folder
from mixlid import InputError, LabelError, SettingsError
from mixlid.adapters import columns
from mixlid.configuration import Configuration

pytest.importorskip("pyspark", reason="the extra mixlid[spark] is not installed")

from mixlid.adapters import spark as adapter

pytestmark = [
    pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning"),
    pytest.mark.filterwarnings("ignore:The distutils package is deprecated:DeprecationWarning"),  # Spark 3.5
]

MIXED = "yarın bütün sabah the meeting starts bahçede"


def test_every_row(
    spark: Any, folder: Path, calibrated: Path, tmp_path: Path, records: list[str | None], answers: list[dict[str, Any]]
) -> None:
    df = spark.read.parquet(str(folder)).repartition(5)
    found = adapter.identify(df, "text", model=calibrated, preset="cs", words=True)
    assert found.columns == [*df.columns, *columns.names(words=True)]
    found.write.parquet(str(tmp_path / "out"))
    assert_same(read_folder(tmp_path / "out"), records, answers, words=True)


def test_a_worker_that_dies_loses_and_repeats_nothing(
    spark: Any, folder: Path, calibrated: Path, tmp_path: Path, records: list[str | None], answers: list[dict[str, Any]]
) -> None:
    df = spark.read.parquet(str(folder)).repartition(2)
    whole = adapter.identify(df, "text", model=calibrated, preset="cs")
    mapper = adapter.Mapper(Configuration.of({"model": calibrated, "preset": "cs"}), "text")
    marker = tmp_path / "died"

    def dying(batches: Iterator[Any]) -> Iterator[Any]:
        for number, batch in enumerate(mapper(batches)):
            if number == 4 and not marker.exists():
                marker.touch()
                os._exit(9)  # as the kernel ends a process that has taken too much memory
            yield batch

    df.mapInArrow(dying, whole.schema).write.parquet(str(tmp_path / "out"))
    assert marker.exists()
    assert_same(read_folder(tmp_path / "out"), records, answers, words=False)


def test_a_process_loads_the_model_once(spark: Any, calibrated: Path) -> None:
    mapper = adapter.Mapper(Configuration.of({"model": calibrated, "preset": "mono"}), "text")

    def counting(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow as pa

        from mixlid import identifier

        loads = vars(identifier).setdefault("loads_in_test", [])
        real = Configuration.identifier

        def spy(self: Configuration, model: mixlid.Model | None = None) -> mixlid.Identifier:
            loads.append(os.getpid())
            return real(self, model)

        Configuration.identifier = spy  # type: ignore[method-assign]
        try:
            rows = sum(batch.num_rows for batch in mapper(batches))
        finally:
            Configuration.identifier = real  # type: ignore[method-assign]
        yield pa.record_batch({"pid": [os.getpid()], "loads": [len(loads)], "rows": [rows]})

    texts = spark.createDataFrame([(MIXED,)] * 64, "text string").repartition(8)
    tasks = texts.mapInArrow(counting, "pid long, loads long, rows long").collect()
    assert sum(task.rows for task in tasks) == 64
    assert len(tasks) == 8 > len({task.pid for task in tasks})  # processes serve several tasks
    assert {task.loads for task in tasks} == {1}


def test_a_model_that_was_shipped(spark: Any, calibrated: Path, tmp_path: Path) -> None:
    shipped = tmp_path / "shipped.mixlid"
    shipped.write_bytes(calibrated.read_bytes())
    spark.sparkContext.addFile(str(shipped))
    assert not Path("shipped.mixlid").exists()  # it can only be found where Spark has put it
    texts = spark.createDataFrame([(MIXED,)], "text string")
    (row,) = adapter.identify(texts, model="shipped.mixlid", preset="cs").collect()
    assert row.labels == ["tur_Latn", "eng_Latn"]


def test_other_columns_pass_unchanged(spark: Any, calibrated: Path) -> None:
    df = spark.sql(
        "SELECT 1 AS id, 'the bread' AS Text, timestamp'2024-02-29 12:34:56' AS at, date'1950-01-01' AS day,"
        " 1.20BD AS price, map('a', 1) AS counts, X'00ff' AS bytes, named_struct('x', array(1, null)) AS nested,"
        " 'old' AS Language"
    )
    found = adapter.identify(df, "text", model=calibrated, replace=True)  # Spark does not tell Text from text
    assert found.columns == [*df.columns[:-1], *columns.names()]  # nor Language from language
    assert found.select(*df.columns[:-1]).collect() == df.drop("Language").collect()
    assert found.first().language == "eng"
    assert adapter.identify(df, "text", model=calibrated, prefix="lid_").first().Language == "old"


def test_refusals_come_before_any_task(spark: Any, calibrated: Path) -> None:
    df = spark.createDataFrame([(MIXED, "x")], "text string, Language string")
    with pytest.raises(InputError, match="no column 'body'"):
        adapter.identify(df, "body")
    with pytest.raises(SettingsError, match="prefix="):
        adapter.identify(df, "language")
    with pytest.raises(SettingsError, match="'language' already"):
        adapter.identify(df)
    df = df.select("text")
    with pytest.raises(LabelError, match="klingon"):
        adapter.identify(df, languages=["klingon"])
    with pytest.raises(SettingsError, match="max_languages"):
        adapter.identify(df, model=calibrated, settings={"max_languages": 99})
    with pytest.raises(InputError, match="int32 and not string"):
        adapter.identify(spark.sql("SELECT 1 AS text"), model=calibrated)


SUBMITTED = """
import sys
from pyspark.sql import SparkSession
from mixlid.adapters.spark import identify

spark = SparkSession.builder.getOrCreate()
source, target = sys.argv[1:]
few = spark.read.parquet(source).where("number < 2000")
identify(few, "text").write.parquet(target + "/package")
identify(spark.read.parquet(source), "text", model="calibrated.mixlid", preset="cs").write.parquet(target + "/file")
"""


@pytest.mark.slow
@pytest.mark.usefixtures("java")
def test_spark_submit(
    folder: Path, calibrated: Path, tmp_path: Path, records: list[str | None], answers: list[dict[str, Any]]
) -> None:
    """A model from --files and the one in the package; `test_cluster_docs.py` always submits a job."""
    import pyspark

    script = tmp_path / "job.py"
    script.write_text(SUBMITTED, encoding="utf-8")
    submit = Path(pyspark.__file__).parent / "bin" / "spark-submit"
    options = ["--master", "local[2]", "--conf", "spark.ui.enabled=false", "--conf", "spark.driver.host=127.0.0.1"]
    options += ["--files", str(calibrated)]
    env = os.environ | {"PYSPARK_PYTHON": sys.executable, "PYSPARK_DRIVER_PYTHON": sys.executable}
    done = subprocess.run(
        [str(submit), *options, str(script), str(folder), str(tmp_path)],
        env=env, cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    assert_same(read_folder(tmp_path / "file"), records, answers, words=False)
    rows = {row["number"]: row["labels"] for row in read_folder(tmp_path / "package")}
    lid = mixlid.load()  # the model in the package
    texts = dict(enumerate(records[:2000]))
    assert rows == {n: None if text is None else list(lid.identify(text).labels) for n, text in texts.items()}
