"""Whether the first line of a table is a header or a record."""

from __future__ import annotations

import re
from collections.abc import Sequence

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


def looks_like_header(first: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether this may be a header: each cell is a word that does not recur in its column, and one column has sentences
    below it."""
    complete = [row for row in rows if len(row) == len(first)]
    if len(first) < 2 or len(complete) < 2 or not all(_NAME.fullmatch(cell) and " " not in cell for cell in first):
        return False
    columns = list(zip(*complete, strict=True))
    again = any(name in column for name, column in zip(first, columns, strict=True))
    return not again and any(sum(" " in cell.strip() for cell in column) > 0.9 * len(column) for column in columns)


def _names_text(name: str) -> bool:
    """Whether a single-word name, or a part of it, is a usual name of the text column."""
    return " " not in name and any(part.lower() in TEXT_NAMES for part in (name, *_PART.findall(name)))
