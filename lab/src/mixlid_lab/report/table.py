"""A table as plain data: cells with the paper's value beside ours, columns under group headings, notes.

Numbers are formatted here; `markdown.py` has the rest.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

import pandas as pd

#: Shown if there is no value.
MISSING = "–"


@dataclass(frozen=True, slots=True)
class Cell:
    """One value; None and NaN mean that there is none."""

    value: float | int | str | None = None
    #: the paper's value, shown beside ours
    paper: float | None = None
    #: decimals of floats, also of the paper's value and the interval
    digits: int = 2
    interval: tuple[float, float] | None = None
    best: bool = False

    @property
    def text(self) -> str:
        return written(self.value, self.digits)

    @property
    def paper_text(self) -> str | None:
        if self.paper is None:
            return None
        # If ours is a count, so is the paper's, although it is stored as a float.
        count = isinstance(self.value, int) and float(self.paper).is_integer()
        return written(int(self.paper) if count else float(self.paper), self.digits)

    @property
    def interval_text(self) -> str | None:
        return f"[{', '.join(written(bound, self.digits) for bound in self.interval)}]" if self.interval else None

    @property
    def number(self) -> float | None:
        """The value as it is displayed, if it is a number."""
        if self.value is None or isinstance(self.value, str) or math.isnan(self.value):
            return None
        return round(float(self.value), self.digits)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of cells. Adjacent columns with the same `group` share a heading."""

    name: str
    group: str | None = None
    #: which values are better; if None, no cell is marked
    better: Literal["high", "low"] | None = None


@dataclass(frozen=True, slots=True)
class Row:
    labels: tuple[str, ...]
    cells: tuple[Cell, ...]
    #: a line above it, where another kind of row begins
    rule: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table; `key` is the name of its file."""

    key: str
    title: str
    #: headings of the columns that hold the labels of rows
    label_columns: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_key(self.key)
        for number, row in enumerate(self.rows, 1):
            if (len(row.labels), len(row.cells)) != (len(self.label_columns), len(self.columns)):
                raise ValueError(f"table {self.key}, row {number} does not have a cell for each column")

    def to_json(self) -> dict[str, Any]:
        """Plain dicts and lists for a JSON file; NaN becomes null."""
        data: dict[str, Any] = plain(asdict(self))
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Table:
        """The inverse of `to_json`."""

        def cell(one: Mapping[str, Any]) -> Cell:
            return Cell(**{**one, "interval": one["interval"] and tuple(one["interval"])})

        rows = (Row(tuple(row["labels"]), tuple(map(cell, row["cells"])), row["rule"]) for row in data["rows"])
        columns = tuple(Column(**column) for column in data["columns"])
        labels, notes = tuple(data["label_columns"]), tuple(data["notes"])
        return cls(data["key"], data["title"], labels, columns, tuple(rows), notes)


def mark_best(table: Table, top: int = 1) -> Table:
    """Mark the `top` best values of each column that says which values are better; what looks the same is as good."""
    rows = range(len(table.rows))
    return _marked(table, ([(row, place) for row in rows] for place, _ in enumerate(table.columns)), top)


def mark_best_in_rows(table: Table, name: str) -> Table:
    """Mark the best value of each row among the columns of this name: the best system for a corpus."""
    places = [place for place, column in enumerate(table.columns) if column.name == name]
    return _marked(table, ([(row, place) for place in places] for row in range(len(table.rows))), 1)


def _marked(table: Table, candidates: Iterable[list[tuple[int, int]]], top: int) -> Table:
    best: set[tuple[int, int]] = set()
    for places in candidates:
        better = table.columns[places[0][1]].better if places else None
        known = {
            place: number for place in places if (number := table.rows[place[0]].cells[place[1]].number) is not None
        }
        if better and known:
            values = pd.Series(list(known.values()), index=pd.Index(list(known), tupleize_cols=False), dtype=float)
            best |= {*(values if better == "high" else -values).nlargest(top, keep="all").index}
    rows = (
        replace(row, cells=tuple(replace(cell, best=(number, place) in best) for place, cell in enumerate(row.cells)))
        for number, row in enumerate(table.rows)
    )
    return replace(table, rows=tuple(rows))


def written(value: float | int | str | None, digits: int) -> str:
    """A formatted value: 8,269; 0.78; −0.04; an en dash for none."""
    if value is None or value == "" or (isinstance(value, float) and math.isnan(value)):
        return MISSING
    if isinstance(value, str):
        return value
    text = f"{value:,}" if isinstance(value, int) else f"{float(value):,.{digits}f}"
    # No minus sign before a number that rounds to zero.
    return text.replace("-", "−" if text.strip("-0.,") else "")


def check_key(key: str) -> None:
    """`ValueError` if a key cannot be a file name and an anchor."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,99}", key):
        raise ValueError(f"the key {key!r} is not a file name: use a-z, 0-9, - and _, at most 100 of them")


def plain(value: Any) -> Any:
    """Data for JSON: mappings become dicts, sequences and sets lists; floats keep nine significant digits."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(plain(item) for item in value)
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, float):
        # Nine digits, because the last bits differ between machines.
        return float(f"{value:.9g}") if math.isfinite(value) else None
    # NumPy scalars and arrays.
    return plain(value.tolist()) if hasattr(value, "tolist") else value
