"""Finds the text column of a table: the requested one, the one called `text` or the like, else the one that clearly
looks most like text. A table without such a column is refused, since a wrong guess would go unnoticed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from mixlid.errors import InputError
from mixlid.io.formats.headers import find_text_name

#: Rows that are inspected.
SAMPLE_ROWS = 50
#: The text column must have this many times as many letters as any other.
_CLEAR = 2
#: Numbers, dates, addresses and identifiers.
_CODE = re.compile(r"\S*[\d/@_:]\S*")
#: Characters of a cell in a message.
_SHOWN = 24

Rows = Sequence[Sequence[str]]


class TextColumn(NamedTuple):
    """The index of the column (None is the last of each record), and notes for the user."""

    place: int | None
    notes: tuple[str, ...] = ()


def text_column(key: str | None, names: Sequence[str], sample: Callable[[], Rows], name: str) -> TextColumn:
    """`names` is the header, if there is one; `sample` gives the first rows, if they are needed."""
    if key is not None:
        return TextColumn(_asked_for(key, names, name))
    place = find_text_name(names)
    if place is None:
        rows = sample()
        width = len(names) or (Counter(map(len, rows)).most_common(1)[0][0] if rows else 0)
        rows = [row for row in rows if len(row) == width]
        if width < 2 or not rows:
            return TextColumn(width - 1 if names else None)
        place = _most_like_text(rows)
        if place is None:
            raise InputError(
                f"{name}: it is not clear which column has the text; choose one with -k: {_shown(names, rows)}"
            )
        if not names:
            last = place == width - 1
            return TextColumn(None if last else place, (f"the text is in column {place + 1}; -k names another",))
    if names[place].strip().lower() == "text":
        return TextColumn(place)
    return TextColumn(place, (f"the text is in the column {names[place]!r}; -k names another",))


def existing_column(column: int | None, width: int, name: str) -> int:
    """The index of a column in a table of this width (None is the last); `InputError` if it does not exist."""
    column = width - 1 if column is None else column
    if not 0 <= column < width:
        raise InputError(f"{name} has {width} columns, and the text should be in number {column + 1}")
    return column


def _asked_for(key: str, names: Sequence[str], name: str) -> int:
    if key in names:
        return names.index(key)
    if key.isdecimal() and int(key) > 0:
        return int(key) - 1
    known = f"its columns are {', '.join(map(repr, names))}" if names else "its first line does not look like a header"
    raise InputError(f"{name} has no column {key!r}; {known}, or give a column's number, from 1")


def _most_like_text(rows: Rows) -> int | None:
    letters = [sum(map(_letters, set(column))) for column in zip(*rows, strict=True)]
    best = max(range(len(letters)), key=letters.__getitem__)
    others = letters[:best] + letters[best + 1 :]
    return best if letters[best] >= max(_CLEAR * max(others), 1) else None


def _letters(cell: str) -> int:
    cell = cell.strip()
    return 0 if _CODE.fullmatch(cell) else sum(map(str.isalpha, cell))


def _shown(names: Sequence[str], rows: Rows) -> str:
    """The columns, each with its first cell that is not empty."""
    cells = [next(filter(str.strip, column), "") for column in zip(*rows, strict=True)]
    cut = [cell if len(cell) <= _SHOWN else cell[:_SHOWN] + "…" for cell in cells]
    called = [repr(name) for name in names] or [str(number) for number in range(1, len(cells) + 1)]
    return ", ".join(f"{which} ({cell!r})" for which, cell in zip(called, cut, strict=True))
