"""The one form of values in tables of text (CSV and TSV), which the page's download follows too.

A table has the record's own columns, then the fields that lines show. Numbers have `DIGITS` significant digits; lists
are `tur_Latn,eng_Latn`, shares `tur_Latn=0.7,eng_Latn=0.3`, parts of words `0-7=eng_Latn,7-9=tur_Latn`, what is not
known is empty. Lines of a CSV end as the input's do, or in a line feed. A table for Excel begins with `MARK` (without
it Excel does not see UTF-8), its lines end in `EXCEL_NEWLINE`, and text that Excel would take for a formula has an
apostrophe before it.
"""

from __future__ import annotations

import json
import re
from typing import Any

from mixlid.fields import fields
from mixlid.io.digits import DIGITS
from mixlid.result import Word

#: With `--words`: a line for each word, the record's own columns repeated before it. `line` is where the record begins.
WORD_COLUMNS = ("line", "word", *(name for name in fields(Word) if name != "text"))
#: Characters of a record that may be repeated so: as many words as it can have make fifty million of them.
MOST_REPEATED = 10_000
#: A byte order mark.
MARK = "\ufeff"
EXCEL_NEWLINE = "\r\n"
_FORMULA = re.compile(r"[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


def cell(value: Any) -> str:
    """A field of a record as a cell: strings as they are, what JSON has more of as JSON."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, default=str) if isinstance(value, bool | dict | list) else str(value)


def table_cell(value: Any) -> str:
    """One of our values as a cell."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.{DIGITS}g}"
    if isinstance(value, dict):
        return ",".join(f"{label}={share:.{DIGITS}g}" for label, share in value.items())
    if isinstance(value, tuple):
        return ",".join(part if isinstance(part, str) else f"{part.start}-{part.end}={part.label}" for part in value)
    return cell(value)


def word_cells(word: Word, line: int) -> list[str]:
    """A word as cells, in the order of `WORD_COLUMNS`."""
    names = ("text", *WORD_COLUMNS[2:])
    return [str(line), *(table_cell(getattr(word, name)) for name in names)]


def repeated_too_often(size: int) -> str | None:
    """What is wrong with a record of which that many characters would stand in the line of every word, if anything."""
    if size <= MOST_REPEATED:
        return None
    return (
        f"with --words its {size:,} characters would stand in the row of every word, and {MOST_REPEATED:,} may; "
        "-f jsonl has them once, and a csv may leave them out (--columns)"
    )


def excel_cell(text: str) -> str:
    """A cell that Excel shows and does not run."""
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text
