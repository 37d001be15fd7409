"""Marks the best cells of a table. Values that look the same when formatted are equally good."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from mixlid_lab.report.table import Cell, Row, Table

_Place = tuple[int, int]


def mark_best(table: Table, top: int = 1) -> Table:
    """Mark the `top` best values of each column that says which values are better."""
    best: set[_Place] = set()
    for place, column in enumerate(table.columns):
        if column.better is not None:
            best |= _best(table, ((number, place) for number in range(len(table.rows))), column.better, top)
    return _marked(table, best)


def mark_best_in_rows(table: Table, name: str) -> Table:
    """Mark the best value of each row among the columns of this name: the best system for a corpus."""
    places = [place for place, column in enumerate(table.columns) if column.name == name]
    if not places:
        raise ValueError(f"table {table.key} has no column {name!r}")
    best: set[_Place] = set()
    for number in range(len(table.rows)):
        cells = ((number, place) for place in places)
        best |= _best(table, cells, table.columns[places[0]].better or "high", 1)
    return _marked(table, best)


def _best(table: Table, places: Iterable[_Place], better: Literal["high", "low"], top: int) -> set[_Place]:
    values = {}
    for row, column in places:
        value = _number(table.rows[row].cells[column])
        if value is not None:
            values[row, column] = value if better == "high" else -value
    if not values:
        return set()
    least = sorted(values.values(), reverse=True)[: max(top, 1)][-1]
    return {place for place, value in values.items() if value >= least}


def _number(cell: Cell) -> float | None:
    """The value as it is displayed."""
    if cell.value is None or isinstance(cell.value, str) or math.isnan(cell.value):
        return None
    return round(float(cell.value), cell.digits)


def _marked(table: Table, best: set[_Place]) -> Table:
    rows = []
    for number, row in enumerate(table.rows):
        cells = [replace(cell, best=cell.best or (number, place) in best) for place, cell in enumerate(row.cells)]
        rows.append(Row(row.labels, tuple(cells), row.rule))
    return replace(table, rows=tuple(rows))
