"""Fields as Arrow: Parquet files and engines' columns have the same types, and odd values keep their shape."""

from __future__ import annotations

from typing import Any, Literal

import pytest

import mixlid
from mixlid.adapters import columns
from mixlid.documents import DocumentResult
from mixlid.io.arrow_fields import arrow_columns, arrow_fields
from mixlid.io.formats.parquet import ParquetWriter
from mixlid.io.formats.records import Layout, WriteOptions
from mixlid.results.fields import fields
from mixlid.results.result import Result

pa: Any = pytest.importorskip("pyarrow")


@pytest.mark.parametrize("output", ["line", "document", "sentences"])
def test_parquet_has_the_types_of_every_engine(output: Literal["line", "document", "sentences"]) -> None:
    written = ParquetWriter(WriteOptions(words=True, output=output)).schema(Layout("a.txt"))
    engines = columns.schema(words=True)
    assert [written.field(name) for name in engines.names] == list(engines)
    word = engines.field("words").type.value_type
    assert (word.field("start").type, word.field("end").type) == (pa.int32(), pa.int32())
    if output != "line":
        assert written.field("spans").type.value_type.field("start").type == pa.int32()
    if output == "sentences":
        sentence = written.field("sentences").type.value_type
        assert sentence.field("end").type == pa.int32()
        assert sentence.field("labels").type == engines.field("labels").type
        assert sentence.field("proportions").type == written.field("proportions").type


@pytest.mark.parametrize("owner", [Result, DocumentResult])
def test_all_fields_there_and_back(lid: mixlid.Identifier, owner: type) -> None:
    """Also fields that no output has today, nulls, and texts without words."""
    texts = ["Guten Tag. See you tomorrow.", "", None, "42", "добрый день"]
    identify = lid.identify if owner is Result else lid.identify_document
    answers = [None if text is None else identify(text) for text in texts]
    wanted = list(fields(owner).values())
    made = arrow_columns(wanted, answers)
    batch = pa.record_batch(made, schema=pa.schema(arrow_fields(wanted)))
    batch.validate(full=True)
    for row, answer in zip(batch.to_pylist(), answers, strict=True):
        if answer is None:
            assert set(row.values()) == {None}
            continue
        row["proportions"] = dict(row["proportions"])
        for sentence in row.get("sentences", ()):
            sentence["proportions"] = dict(sentence["proportions"])
        assert row == answer.to_dict()


def test_no_answers() -> None:
    wanted = list(fields(DocumentResult).values())
    assert [(len(column), column.type) for column in arrow_columns(wanted, [])] == [
        (0, field.type) for field in arrow_fields(wanted)
    ]
