"""Figures of models that were not run again stay on the page, and tables with such figures say so."""

from __future__ import annotations

import pytest

from kept_rows import cell, markdown_tables, with_kept
from mixlid_lab.report import markdown
from mixlid_lab.report.best import mark_best, mark_best_in_rows
from mixlid_lab.report.table import Cell, Column, Row, Table

SCORES = (Column("EM", "CS", "high"), Column("F1", "CS", "high"))


def by_model(**models: float) -> Table:
    rows = [Row((name, "p>0.1"), (Cell(value, 0.5), Cell(value - 0.1))) for name, value in models.items()]
    return mark_best(Table("development", "Title", ("model", "system"), SCORES, tuple(rows), ("A note.",)))


def page(*tables: Table) -> str:
    return "# A page\n\n" + "\n\nText.\n\n".join(map(markdown.table, tables)) + "\n"


@pytest.mark.parametrize(
    "one",
    [
        Cell(0.78, 0.54),
        Cell(0.031, digits=3),
        Cell(-0.05, None, 3, (-0.1, 0.25)),
        Cell(11_162),
        Cell(None),
        Cell(8, 7.0),
    ],
)
def test_a_cell_is_read_as_it_was_written(one: Cell) -> None:
    assert cell(markdown.cell(one)) == one


def test_what_is_no_number_stays_as_it_stands() -> None:
    for text in ("10^-343 (paper: 1.3e-302)", "eng 2%, ita 0%"):
        assert cell(text) == Cell(text)


def test_rows_of_kept_models() -> None:
    (old,) = markdown_tables(page(by_model(ours=0.9, v2=0.8)))
    made = with_kept(by_model(ours=0.7), old, ["v2"], "Kept: v2.")
    assert [row.labels[0] for row in made.rows] == ["ours", "v2"]
    assert made.notes == ("A note.", "Kept: v2.")
    # The best is found anew: it was ours, and is no longer.
    assert markdown.table(made).splitlines()[2:4] == [
        "| ours | p\\>0.1 | 0.70 (0.50) | 0.60 |",
        "| v2 | p\\>0.1 | **0.80** (0.50) | **0.70** |",
    ]


def test_columns_of_kept_models() -> None:
    def table(**models: float) -> Table:
        columns = tuple(Column(name, f"{model}, AVG", "high") for model in models for name in ("EM", "F1"))
        cells = tuple(Cell(value) for value in models.values() for _ in "12")
        return mark_best_in_rows(Table("by-pair", "Title", ("",), columns, (Row(("tur-eng",), cells),)), "EM")

    (old,) = markdown_tables(page(table(v0=0.3, ours=0.9, v2=0.8)))
    made = with_kept(table(ours=0.7), old, ["v0", "v2"], "Kept.")
    assert [column.group for column in made.columns[::2]] == ["ours, AVG", "v0, AVG", "v2, AVG"]
    assert [(one.text, one.best) for one in made.rows[0].cells[::2]] == [
        ("0.70", False),
        ("0.30", False),
        ("0.80", True),
    ]


def test_what_compares_a_kept_model_with_another_is_left_out() -> None:
    def table(*pairs: tuple[str, str]) -> Table:
        return Table(
            "significance", "T", ("system", "against"), (Column("p"),), tuple(Row(p, (Cell("1"),)) for p in pairs)
        )

    (old,) = markdown_tables(page(table(("ours x", "v2 x"), ("v2 x", "v2 y"), ("ours x", "ours y"))))
    made = with_kept(table(("ours x", "ours y")), old, ["v2"], "Kept.")
    assert [row.labels for row in made.rows] == [("ours x", "ours y"), ("v2 x", "v2 y")]


def test_nothing_to_keep_nothing_said() -> None:
    (old,) = markdown_tables(page(by_model(ours=0.9)))
    assert with_kept(by_model(ours=0.7), old, ["v2"], "Kept.") == by_model(ours=0.7)
