"""Columns and fields: paths to nested ones, headers, which of them has the text, and which an output table keeps.

The text column is the requested one, the one called `text` or the like, else the one that clearly looks most like text.
A table without such a column is refused, since a wrong guess would go unnoticed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, BinaryIO, NamedTuple

from mixlid.errors import InputError
from mixlid.io.formats.records import Chunk, Layout, Position, Reader, Record
from mixlid.io.streams import beginning

#: Names and indices, from the outside in.
Path = tuple[str | int, ...]
_STEP = re.compile(r"([^.\[\]]+)|\[(\d{1,9})\]")
_WHOLE = re.compile(r"[^.\[\]]+(\.[^.\[\]]+|\[\d{1,9}\])*")


def parse_path(text: str) -> Path:
    """The steps of a path; text that is not a valid path is a single name."""
    if not _WHOLE.fullmatch(text):
        return (text,)
    return tuple(name or int(number) for name, number in _STEP.findall(text))


def value_at(value: Any, path: Path) -> Any:
    """The value at a path; None if something on the way is null, `KeyError` if the path does not exist."""
    for step in path:
        if value is None:
            return None
        if isinstance(step, int):
            if not isinstance(value, list) or step >= len(value):
                raise KeyError(step)
            value = value[step]
        elif isinstance(value, Mapping) and step in value:
            value = value[step]
        else:
            raise KeyError(step)
    return value


#: Usual names of the text column.
TEXT_NAMES = frozenset(
    ("text", "texts", "sentence", "sentences", "tweet", "content", "message", "body", "utterance", "comment", "post")
)
#: Parts of names such as `message_body`, `tweetText` and `comment.raw`.
_PART = re.compile(r"[^\W\d_]+?(?=[A-Z]|[\W\d_]|$)")
_NAME = re.compile(r"[^\W\d][\w .:/-]{0,39}")
_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)*")


def find_text_name(names: Sequence[str]) -> int | None:
    """The index of the column called `text`, or of the only one with another usual name; None if there is none."""
    places = [place for place, name in enumerate(names) if name.strip().lower() in TEXT_NAMES]
    texts = [place for place in places if names[place].strip().lower() == "text"]
    return texts[0] if texts else places[0] if len(places) == 1 else None


def is_header(first: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether this is certainly a header: the cells are names, and one names the text (`message_body` does, "a message"
    does not) or has only numbers below it."""
    names = [cell.strip() for cell in first]
    if len(names) < 2 or len(set(names)) < len(names) or not all(map(_NAME.fullmatch, names)):
        return False
    if any(_names_text(name) for name in names):
        return True
    complete = [row for row in rows if len(row) == len(names)]
    columns = zip(*complete, strict=True)
    return len(complete) > 1 and any(all(map(_NUMBER.fullmatch, map(str.strip, column))) for column in columns)


def looks_like_data(first: Sequence[str]) -> bool:
    """Whether this is hardly a header: no cell names the text, and one is a number."""
    return not any(map(_names_text, first)) and any(_NUMBER.fullmatch(cell.strip()) for cell in first)


def _names_text(name: str) -> bool:
    """Whether a single-word name, or a part of it, is a usual name of the text column."""
    return " " not in name and any(part.lower() in TEXT_NAMES for part in (name, *_PART.findall(name)))


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
    if key.isdecimal() and len(key) < 10 and int(key) > 0:
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


def with_table_columns(layout: Layout, reader: Reader, stream: BinaryIO, requested: tuple[str, ...] | None) -> Layout:
    """The layout with the columns of the output; `InputError` if they are unknown or missing."""
    if requested is not None:
        known = layout.columns if layout.columns is not None else _of_first_records(layout, reader, beginning(stream))
        missing = next((name for name in requested if name not in known), None)
        if missing is not None and known:
            what = "column" if layout.columns else "field"
            where = "" if layout.columns else " in its first records"
            raise InputError(
                f"{layout.name} has no {what} {missing!r}{where}; its {what}s are {', '.join(map(repr, known))}"
            )
        return replace(layout, output_columns=requested)
    if layout.columns is not None:
        return layout
    names = _of_first_record(layout, reader, beginning(stream))
    return replace(layout, output_columns=names, from_first_record=True, columns=names if names == () else None)


def _first_records(layout: Layout, reader: Reader, start: bytes) -> Iterator[Record]:
    complete = start[: start.rfind(b"\n") + 1] or start
    return reader.records(Chunk(layout, complete, layout.start.line, Position()))


def _of_first_records(layout: Layout, reader: Reader, start: bytes) -> tuple[str, ...]:
    """All fields of the first records; none if these cannot be read, which is reported later."""
    records = _first_records(layout, reader, start) if start.strip() else ()
    return tuple(dict.fromkeys(name for record in records if record.error is None for name in record.fields))


def _of_first_record(layout: Layout, reader: Reader, start: bytes) -> tuple[str, ...]:
    if not start.strip():
        return ()
    record = next(_first_records(layout, reader, start), None)
    if record is None or record.error is not None:
        why = "it is too long" if record is None else record.error
        raise InputError(
            f"{layout.name}: the table gets the columns of the first record, which cannot be read ({why}); "
            "choose the columns with --columns"
        )
    return tuple(record.fields)
