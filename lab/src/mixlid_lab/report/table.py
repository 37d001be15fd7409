"""Tables in GitHub Markdown and CSV, some with the paper's value beside ours, and the templates of pages."""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from io import StringIO

#: Shown if there is no value.
MISSING = "–"
# An underscore inside a word, as in eng_Latn, needs no escape.
_SPECIAL = re.compile(r"[\\`*\[\]<>|~$]|(?<![^\W_])_|_(?![^\W_])|&(?=[#\w])")


@dataclass(frozen=True, slots=True)
class Cell:
    """One value; None and NaN mean that there is none."""

    value: float | int | str | None = None
    #: the paper's value, shown beside ours
    paper: float | None = None
    #: decimals of floats, also of the paper's value and the interval
    digits: int = 2
    interval: tuple[float, float] | None = None

    @property
    def text(self) -> str:
        """`0.78 [0.75, 0.81] (0.54)`: our value, its interval, the paper's value."""
        parts = [escape(written(self.value, self.digits))]
        if self.interval:
            parts.append(f"[{', '.join(written(bound, self.digits) for bound in self.interval)}]")
        if self.paper is not None:
            parts.append(f"({written(self.paper, self.digits)})")
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class Row:
    labels: tuple[str, ...]
    #: by the heading of their column
    cells: Mapping[str, Cell]


@dataclass(frozen=True, slots=True)
class Table:
    """A table with notes below it, which are Markdown."""

    title: str
    #: headings of the columns that hold the labels of rows
    label_columns: tuple[str, ...]
    rows: Sequence[Row]
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for number, row in enumerate(self.rows, 1):
            if len(row.labels) != len(self.label_columns) or [*row.cells] != self.columns:
                raise ValueError(f"{self.title}, row {number} does not have a cell for each column")

    @property
    def columns(self) -> list[str]:
        return list(self.rows[0].cells) if self.rows else []

    @property
    def csv(self) -> str:
        """The table without its notes."""
        stream = StringIO()
        rows = ([*row.labels, *(cell.text for cell in row.cells.values())] for row in self.rows)
        csv.writer(stream, lineterminator="\n").writerows([[*self.label_columns, *self.columns], *rows])
        return stream.getvalue()

    @property
    def markdown(self) -> str:
        """The table and its notes, without its title."""
        lines = [
            [escape(name) for name in (*self.label_columns, *self.columns)],
            ["---"] * len(self.label_columns) + ["---:"] * len(self.columns),
            *([*map(escape, row.labels), *(cell.text for cell in row.cells.values())] for row in self.rows),
        ]
        text = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        return "\n".join([text, *([""] if self.notes else []), *(f"- {note}" for note in self.notes)])


def written(value: float | int | str | None, digits: int) -> str:
    """A formatted value: 8,269; 0.78; −0.04; an en dash for none."""
    if value is None or value == "" or (isinstance(value, float) and math.isnan(value)):
        return MISSING
    if isinstance(value, str):
        return value
    text = f"{value:,}" if isinstance(value, int) else f"{float(value):,.{digits}f}"
    # No minus sign before a number that rounds to zero.
    return text.replace("-", "−" if text.strip("-0.,") else "")


def escape(text: str) -> str:
    """Text on one line, with Markdown's special characters escaped."""
    return _SPECIAL.sub(lambda match: "\\" + match[0], " ".join(text.split()))


def template(name: str) -> str:
    return resources.files("mixlid_lab.report").joinpath("templates", name).read_text(encoding="utf-8")


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(_cell, line)) + " |" for line in lines) + "\n"


def _cell(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else str(value)
