"""Whether the first line of a table names its columns, or is a record like the others."""

from __future__ import annotations

import re
from collections.abc import Sequence

#: What people call the column that has the text.
TEXT_NAMES = frozenset(
    ("text", "texts", "sentence", "sentences", "tweet", "content", "message", "body", "utterance", "comment", "post")
)
_NAME = re.compile(r"[^\W\d][\w .:/-]{0,39}")
_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)*")


def named_text(names: Sequence[str]) -> int | None:
    """The column that is called `text`, or the only one with another such name; None if there is none."""
    places = [place for place, name in enumerate(names) if name.strip().lower() in TEXT_NAMES]
    texts = [place for place in places if names[place].strip().lower() == "text"]
    return texts[0] if texts else places[0] if len(places) == 1 else None


def is_header(first: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether this is certain: the cells are names, and one names the text or has only numbers below it."""
    names = [cell.strip() for cell in first]
    if len(names) < 2 or len(set(names)) < len(names) or not all(map(_NAME.fullmatch, names)):
        return False
    if any(name.lower() in TEXT_NAMES for name in names):
        return True
    complete = [row for row in rows if len(row) == len(names)]
    columns = zip(*complete, strict=True)
    return len(complete) > 1 and any(all(map(_NUMBER.fullmatch, map(str.strip, column))) for column in columns)
