"""Whether the first line of a table names its columns, or is a record like the others."""

from __future__ import annotations

import re
from collections.abc import Sequence

#: What people call the column that has the text.
TEXT_NAMES = frozenset(
    ("text", "texts", "sentence", "sentences", "tweet", "content", "message", "body", "utterance", "comment", "post")
)
#: Parts of names such as `message_body`, `tweetText` and `comment.raw`.
_PART = re.compile(r"[^\W\d_]+?(?=[A-Z]|[\W\d_]|$)")
_NAME = re.compile(r"[^\W\d][\w .:/-]{0,39}")
_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)*")


def named_text(names: Sequence[str]) -> int | None:
    """The column that is called `text`, or the only one with another such name; None if there is none."""
    places = [place for place, name in enumerate(names) if name.strip().lower() in TEXT_NAMES]
    texts = [place for place in places if names[place].strip().lower() == "text"]
    return texts[0] if texts else places[0] if len(places) == 1 else None


def is_header(first: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether this is certain: the cells are names, and one names the text (`message_body` does, "a message" does not)
    or has only numbers below it."""
    names = [cell.strip() for cell in first]
    if len(names) < 2 or len(set(names)) < len(names) or not all(map(_NAME.fullmatch, names)):
        return False
    if any(_names_text(name) for name in names):
        return True
    complete = [row for row in rows if len(row) == len(names)]
    columns = zip(*complete, strict=True)
    return len(complete) > 1 and any(all(map(_NUMBER.fullmatch, map(str.strip, column))) for column in columns)


def looks_like_header(first: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether it may be one although that is not certain: each cell is a word that its column has not again, and
    one column has sentences below it."""
    complete = [row for row in rows if len(row) == len(first)]
    if len(first) < 2 or len(complete) < 2 or not all(_NAME.fullmatch(cell) and " " not in cell for cell in first):
        return False
    columns = list(zip(*complete, strict=True))
    again = any(name in column for name, column in zip(first, columns, strict=True))
    return not again and any(sum(" " in cell.strip() for cell in column) > 0.9 * len(column) for column in columns)


def _names_text(name: str) -> bool:
    """A name of one word, some part of which says so."""
    return " " not in name and any(part.lower() in TEXT_NAMES for part in (name, *_PART.findall(name)))
