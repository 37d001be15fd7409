"""Tables: how values are formatted, and Markdown that must not be read as markup."""

from __future__ import annotations

import pytest

from mixlid_lab.report.table import Cell, Row, Table, escape, written

NAN = float("nan")


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0.785, 1, "0.8"), (8269, 2, "8,269"), (-0.0401, 2, "−0.04"), (-0.001, 2, "0.00"), (1234.5, 1, "1,234.5"),
        (None, 2, "–"), (NAN, 2, "–"), ("", 2, "–"), ("p > 0.1", 2, "p > 0.1"), (-1200, 0, "−1,200"), (0, 2, "0"),
    ],
)  # fmt: skip
def test_written(value: float | int | str | None, digits: int, text: str) -> None:
    assert written(value, digits) == text


def test_a_table_as_markdown() -> None:
    rows = (
        Row(("v2 | <script>", "k=1"), {"CS EM": Cell(0.777, 0.54, interval=(0.75, 0.81)), "sentences": Cell(8269)}),
        Row(("eng_Latn", "*"), {"CS EM": Cell(None, 0.5), "sentences": Cell("a|b")}),
    )
    assert Table("Main", ("model", "k"), rows, ("Without `npi|eng`.",)).markdown.splitlines() == [
        "| model | k | CS EM | sentences |",
        "| --- | --- | ---: | ---: |",
        "| v2 \\| \\<script\\> | k=1 | 0.78 [0.75, 0.81] (0.54) | 8,269 |",
        "| eng_Latn | \\* | – (0.50) | a\\|b |",
        "",
        "- Without `npi|eng`.",
    ]


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("eng_Latn", "eng_Latn"), ("_a_ b_", "\\_a\\_ b\\_"), ("a__b", "a\\_\\_b"), ("$x$", "\\$x\\$"),
        ("-0.5", "-0.5"), ("two\n\nlines", "two lines"), ("&lt; & x", "\\&lt; & x"), ("back\\slash", "back\\\\slash"),
        ("[a](b)", "\\[a\\](b)"), ("", ""),
    ],
)  # fmt: skip
def test_escape(text: str, escaped: str) -> None:
    assert escape(text) == escaped


def test_rows_must_fit() -> None:
    with pytest.raises(ValueError, match="T, row 2 does not have a cell for each column"):
        Table("T", ("name",), (Row(("a",), {"EM": Cell(1)}), Row(("b",), {})))
