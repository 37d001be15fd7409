"""Tables as data: how values are formatted, which are best, and JSON round trips."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from mixlid_lab.report.table import Cell, Column, Row, Table, mark_best, mark_best_in_rows, plain, written

NAN = float("nan")


def one_column(*values: float | int | str | None, better: str | None = "high") -> Table:
    column = Column("EM", None, "high" if better == "high" else "low" if better == "low" else None)
    return Table("t", "T", ("name",), (column,), tuple(Row((str(i),), (Cell(v),)) for i, v in enumerate(values)))


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


def test_what_stands_beside_a_value() -> None:
    cell = Cell(0.7777, paper=0.5, digits=3, interval=(0.75, 0.8))
    assert (cell.text, cell.paper_text, cell.interval_text) == ("0.778", "0.500", "[0.750, 0.800]")
    assert Cell(256, paper=1928.0).paper_text == "1,928"
    assert Cell(256, paper=19.5, digits=1).paper_text == "19.5"
    bare = Cell(None)
    assert (bare.text, bare.paper_text, bare.interval_text) == ("–", None, None)


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
    table = mark_best_in_rows(Table("t", "T", ("pair",), columns, tuple(rows)), "EM")
    assert [[cell.best for cell in row.cells] for row in table.rows] == [
        [False, False, True, False, True, False],
        [True, False, False, False, False, False],
    ]


def test_json_and_back() -> None:
    rows = (
        Row(("v2", "k=1"), (Cell(0.123456789123, 0.5, 3, (0.1, 0.25), True), Cell(8269)), rule=True),
        Row(("v2", "k=2"), (Cell(NAN), Cell("none"))),
    )
    table = Table("main", "Main", ("model", "k"), (Column("EM", "CS", "high"), Column("n")), rows, ("A note.",))
    data = json.loads(json.dumps(table.to_json(), allow_nan=False))
    assert data["rows"][0]["cells"][0] == {
        "value": 0.123456789, "paper": 0.5, "digits": 3, "interval": [0.1, 0.25], "best": True,
    }  # fmt: skip
    assert data["rows"][1]["cells"][0]["value"] is None
    again = Table.from_json(data)
    assert again.to_json() == table.to_json()
    first = replace(rows[0].cells[0], value=0.123456789)
    assert again == replace(
        table, rows=(replace(rows[0], cells=(first, Cell(8269))), replace(rows[1], cells=(Cell(None), Cell("none"))))
    )


def test_plain() -> None:
    given = {1: (np.float64(0.5), np.int64(2), NAN), "set": {"b", "a"}, "array": np.array([[1.5]]), "time": 1.25e-7}
    assert plain(given) == {"1": [0.5, 2, None], "set": ["a", "b"], "array": [[1.5]], "time": 1.25e-7}


@pytest.mark.parametrize("key", ["", "A", "a/b", "../a", "a.b", "-a", "a b", "a\n"])
def test_a_key_is_a_file_name(key: str) -> None:
    with pytest.raises(ValueError, match="is not a file name"):
        Table(key, "T", ("name",), (), ())


def test_rows_must_fit() -> None:
    with pytest.raises(ValueError, match="table t, row 2 does not have a cell for each column"):
        Table("t", "T", ("name",), (Column("EM"),), (Row(("a",), (Cell(1),)), Row(("b",), ())))
