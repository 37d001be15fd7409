"""Shared by the engines' tests: a calibrated tiny model, the records with their answers, and a Spark session."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mixlid

pytest.importorskip("pyarrow", reason="the extra mixlid[parquet] is not installed")

from adapters.engine_records import CURVES, expected, make_texts, write_folder
from mixlid.models.table import TableModel


@pytest.fixture(scope="session")
def calibrated(tiny_table: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model whose answers have scores, so that no column is empty."""
    path = tmp_path_factory.mktemp("calibrated") / "calibrated.mixlid"
    model = TableModel.load(tiny_table)
    model.with_header(confidence={"avg": CURVES, "cs": CURVES}).write(path)
    return path


@pytest.fixture(scope="session")
def records(sentences: dict[str, list[str]]) -> list[str | None]:
    return make_texts(sentences)


@pytest.fixture(scope="session")
def answers(calibrated: Path, records: list[str | None]) -> list[dict[str, Any]]:
    """The answers of the calibrated model with the preset `cs`."""
    return expected(mixlid.load(calibrated, "cs"), records)


@pytest.fixture(scope="session")
def folder(records: list[str | None], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_folder(tmp_path_factory.mktemp("records") / "in", records)


@pytest.fixture(scope="session")
def java() -> Iterator[None]:
    """A Java that starts quickly: compiling for long runs costs more than our short ones take."""
    home = os.environ.get("JAVA_HOME")
    if not shutil.which("java") and not (home and (Path(home) / "bin" / "java").is_file()):
        pytest.skip("Spark needs Java 17 or later, and there is none (apt-get install default-jre-headless)")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
        yield


@pytest.fixture(scope="session")
def spark(java: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:  # noqa: ARG001
    """Two cores, and three attempts per task."""
    pytest.importorskip("pyspark", reason="the extra mixlid[spark] is not installed")
    from pyspark.sql import SparkSession

    patch = pytest.MonkeyPatch()
    patch.setenv("PYSPARK_PYTHON", sys.executable)
    session = (
        SparkSession.builder.master("local[2,3]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.warehouse.dir", str(tmp_path_factory.mktemp("warehouse")))
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "1000")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")  # tasks that are killed on purpose fill pages otherwise
    yield session
    session.stop()
    patch.undo()
