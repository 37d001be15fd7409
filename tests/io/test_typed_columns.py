"""Columns by type hold what results say, for every field that lines or tables show."""

from __future__ import annotations

import pytest

import mixlid
from mixlid.io.arrow_fields import answer_arrays
from mixlid.io.typed_columns import typed_columns
from mixlid.results import fields
from mixlid.results.fields import ON_REQUEST, Output, shown
from mixlid.results.result import Result

TEXTS = ["yarınki meeting için slides hazır mı", "", "42", "добрый день", "Guten Tag. See you tomorrow."]


def test_columns_are_what_results_say(lid: mixlid.Identifier) -> None:
    pytest.importorskip("pyarrow", reason="the extra mixlid[parquet] is not installed")
    answers = lid.identify_columns(TEXTS, words=True)
    results = list(lid.identify_many(TEXTS))
    outputs: tuple[Output, ...] = ("line", "document", "tsv", "engine")
    names = {name for output in outputs for name in shown(Result, output)} | {"label", "fallback", ON_REQUEST}
    columns = answer_arrays([fields.fields(Result)[name] for name in names], answers, TEXTS)
    for name, column in zip(names, columns, strict=True):
        values = column.to_pylist(maps_as_pydicts="strict")
        assert values == [fields.values(result, [name])[name] for result in results], name


def test_words_need_their_texts(lid: mixlid.Identifier) -> None:
    with pytest.raises(ValueError, match="words need answers with words, and their texts"):
        typed_columns(lid.identify_columns(TEXTS), [fields.fields(Result)[ON_REQUEST]], TEXTS)
    with pytest.raises(ValueError, match="spans need the lengths of their texts"):
        typed_columns(lid.identify_columns(TEXTS), [fields.fields(Result)["spans"]])
