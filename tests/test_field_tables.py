"""The tables of fields in the documentation match the classes."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("pyarrow", reason="the extra mixlid[parquet] is not installed")

import field_tables as tables


@pytest.mark.parametrize("name", tables.PAGES)
def test_the_page_is_up_to_date(name: str) -> None:
    page = (tables.DOCS / name).read_text(encoding="utf-8")
    assert "<!-- fields: " in page
    assert tables.filled(page) == page, "run python tools/field_tables.py"


def test_every_table_has_its_place() -> None:
    pages = "".join((tables.DOCS / name).read_text(encoding="utf-8") for name in tables.PAGES)
    assert sorted(re.findall(r"<!-- fields: (\w+) -->", pages)) == sorted(tables.TABLES)


def test_a_table_that_is_out_of_date_is_replaced() -> None:
    page = "before\n\n<!-- fields: Span -->\n| old |\n<!-- end -->\n\nafter\n"
    filled = tables.filled(page)
    assert "old" not in filled
    assert re.search(r"^\| `start` \| `int` \| `int32` \| Where it begins", filled, re.M)
    assert filled.startswith("before\n\n<!-- fields: Span -->\n\n| field |")
    assert filled.endswith("|\n\n<!-- end -->\n\nafter\n")
