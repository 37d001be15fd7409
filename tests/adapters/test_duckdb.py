"""DuckDB's function gives the same rows as `identify_many`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from mixlid import LabelError
from mixlid.adapters.duckdb import register

duckdb: Any = pytest.importorskip("duckdb", reason="the extra mixlid[duckdb] is not installed")


@pytest.fixture
def con() -> Iterator[Any]:
    with duckdb.connect() as con:
        yield con


def test_all_records(con: Any, calibrated: Path, records: list[str | None], answers: list[dict[str, Any]]) -> None:
    assert register(con, words=True, model=calibrated, preset="cs") is con
    con.register("lines", pa.table({"id": range(len(records)), "text": pa.array(records, pa.string())}))
    found = con.execute("SELECT mixlid(text) AS found FROM lines ORDER BY id").fetchall()
    for (row,), text, answer in zip(found, records, answers, strict=True):
        assert row == (None if text is None else answer | {"proportions": dict(answer["proportions"])})


def test_another_function_of_the_same_name(con: Any, calibrated: Path) -> None:
    query = "SELECT mixlid('yarın sabah the meeting starts bahçede').labels"
    register(con, model=calibrated, preset="cs")
    assert con.execute(query).fetchall() == [(["tur_Latn", "eng_Latn"],)]
    register(con, model=calibrated, preset="cs", languages="tur")
    assert con.execute(query).fetchall() == [(["tur_Latn"],)]
    register(con, "identify", model=calibrated)
    assert con.execute("SELECT identify(NULL) IS NULL, identify('').labels").fetchall() == [(True, ["zxx"])]
    with pytest.raises(LabelError, match="klingon"):
        register(con, languages=["klingon"])
