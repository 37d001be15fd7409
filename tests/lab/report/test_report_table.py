"""Tables: how values are formatted, which are best, and Markdown that must not be read as markup."""

from __future__ import annotations

import pytest

from mixlid_lab.report.table import Cell, Column, Row, Table, escape, mark_best, mark_best_in_rows, written

NAN = float("nan")


def one_column(*values: float | int | str | None, better: str | None = "high") -> Table:
    column = Column("EM", "", "high" if better == "high" else "low" if better == "low" else None)
    return Table("T", ("name",), (column,), tuple(Row((str(i),), (Cell(v),)) for i, v in enumerate(values)))


def best_rows(table: Table) -> list[int]:
    return [number for number, row in enumerate(table.rows) if row.cells[0].best]


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
    columns = (Column("EM", "CS", "high"), Column("sentences"))
    rows = (
        Row(("v2 | <script>", "k=1"), (Cell(0.777, 0.54, best=True, interval=(0.75, 0.81)), Cell(8269))),
        Row(("eng_Latn", "*"), (Cell(None, 0.5), Cell("a|b"))),
    )
    assert Table("Main", ("model", "k"), columns, rows, ("Without `npi|eng`.",)).markdown.splitlines() == [
        "| model | k | CS EM | sentences |",
        "| --- | --- | ---: | ---: |",
        "| v2 \\| \\<script\\> | k=1 | **0.78** [0.75, 0.81] (0.54) | 8,269 |",
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


def test_the_best_are_those_that_look_the_same() -> None:
    assert best_rows(mark_best(one_column(0.681, 0.679, 0.67, None, NAN, "n/a"))) == [0, 1]
    assert best_rows(mark_best(one_column(3.0, 1.0, 2.0, better="low"))) == [1]
    assert best_rows(mark_best(one_column(0.1, 0.2, better=None))) == []
    assert best_rows(mark_best(one_column(None, NAN))) == []


def test_the_three_best() -> None:
    """The third and the fourth look the same, so there are four."""
    assert best_rows(mark_best(one_column(0.9, 0.5, 0.8, 0.7, 0.701), top=3)) == [0, 2, 3, 4]


def test_the_best_of_each_row() -> None:
    columns = tuple(Column(name, group, "high") for group in ("A", "B", "C") for name in ("EM", "F1"))
    rows = [
        Row(("tur-eng",), tuple(Cell(value) for value in (0.3, 0.99, 0.5, 0.1, 0.5, 0.1))),
        Row(("spa-eng",), tuple(Cell(value) for value in (0.6, 0.0, None, 0.9, 0.5, 0.9))),
    ]
    table = mark_best_in_rows(Table("T", ("pair",), columns, tuple(rows)), "EM")
    assert [[cell.best for cell in row.cells] for row in table.rows] == [
        [False, False, True, False, True, False],
        [True, False, False, False, False, False],
    ]


def test_rows_must_fit() -> None:
    with pytest.raises(ValueError, match="T, row 2 does not have a cell for each column"):
        Table("T", ("name",), (Column("EM"),), (Row(("a",), (Cell(1),)), Row(("b",), ())))
