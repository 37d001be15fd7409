"""Keep rows and columns of models that a new report does not include, from the page as it was.

The paper's recipes take hours to train, and their answers do not change with the model that ships. A run without them
keeps their figures, and each table with kept figures says so. Comparisons of a kept model with one that was run again
cannot be kept and are left out.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from mixlid_lab.report.best import mark_best, mark_best_in_rows
from mixlid_lab.report.table import MISSING, Cell, Column, Row, Table

_NUMBER = re.compile(r"(−?[\d,]+)(\.\d+)?")
_CELL = re.compile(r"(?P<value>.*?)(?: \[(?P<interval>[^]]*)\])?(?: \((?P<paper>[^)]*)\))?")
_ESCAPED = re.compile(r"\\(.)")
#: How the tables mark their best cells: in rows by the column of this name, or this many in each column.
_IN_ROWS, _TOP = {"by-pair": "EM", "words": "F1"}, {"test": 3}


def markdown_tables(page: str) -> list[str]:
    """Every table of a page, with the notes under it."""
    return [found.rstrip() for found in re.findall(r"(?:^\|.*\|\n)+(?:\n(?:- .*\n)+)?", page + "\n", re.MULTILINE)]


def with_kept(table: Table, old: str, models: Collection[str], said: str) -> Table:
    """The table with the old figures of these models, and a note that says where they come from."""
    written = [line[2:-2].split(" | ") for line in old.splitlines() if line.startswith("|")]
    labels, (heading, _, *lines) = len(table.label_columns), written
    columns, rows = list(table.columns), {row.labels: row.cells for row in table.rows}
    if any(_model(name) in models for name in heading[labels:]):
        places = [place for place, name in enumerate(heading) if place >= labels and _model(name) in models]
        columns += [_column(_plain(heading[place])) for place in places]
        known = {tuple(map(_plain, line[:labels])): line for line in lines}
        for names, cells in rows.items():
            line = known.get(names)
            rows[names] = (*cells, *(cell(line[place]) if line else Cell() for place in places))
    elif [_plain(name) for name in heading[labels:]] == [_heading(column) for column in columns]:
        for line in lines:
            names = tuple(map(_plain, line[:labels]))
            if names not in rows and all(_model(name) in models for name in names[: 2 if "against" in heading else 1]):
                rows[names] = tuple(map(cell, line[labels:]))
    if len(columns) == len(table.columns) and len(rows) == len(table.rows):
        return table
    made = [Row(names, tuple(replace(one, best=False) for one in cells)) for names, cells in rows.items()]
    rules = {row.labels: row.rule for row in table.rows}
    made = [replace(row, rule=rules.get(row.labels, False)) for row in made]
    return _marked(replace(table, columns=tuple(columns), rows=tuple(made), notes=(*table.notes, said)))


def cell(text: str) -> Cell:
    """Parse what `markdown.cell` wrote."""
    parts = _CELL.fullmatch(_plain(text.replace("**", "")))
    assert parts is not None
    value, digits = _number(parts["value"])
    interval = None
    if parts["interval"] and isinstance(value, float):
        low, high = (_number(bound)[0] for bound in parts["interval"].split(", "))
        interval = (float(low or 0.0), float(high or 0.0))
    paper = _number(parts["paper"])[0] if parts["paper"] else None
    if isinstance(paper, str) or (parts["interval"] and interval is None):
        return Cell(_plain(text))
    return Cell(value, paper, digits, interval)


def _number(text: str) -> tuple[float | int | str | None, int]:
    """A number with its decimals, or other text."""
    if text == MISSING:
        return None, 2
    found = _NUMBER.fullmatch(text)
    if found is None:
        return text, 2
    plain = text.replace(",", "").replace("−", "-")
    return (float(plain), len(found[2]) - 1) if found[2] else (int(plain), 2)


def _marked(table: Table) -> Table:
    name = _IN_ROWS.get(table.key)
    return mark_best_in_rows(table, name) if name else mark_best(table, _TOP.get(table.key, 1))


def _model(name: str) -> str:
    """The model that a row, a system or a group of columns is named after."""
    return re.split(r",? ", _plain(name), maxsplit=1)[0]


def _column(heading: str) -> Column:
    group, _, name = heading.rpartition(" ")
    return Column(name, group, "low" if name == "Un" else "high")


def _heading(column: Column) -> str:
    return f"{column.group} {column.name}" if column.group else column.name


def _plain(text: str) -> str:
    return _ESCAPED.sub(r"\1", text.strip())
