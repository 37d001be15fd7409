"""How values look in text tables (CSV and TSV), and how numbers are rounded in all output.

A table has the record's own columns, then the fields that lines show. Numbers have `DIGITS` significant digits; lists
are `tur_Latn,eng_Latn`, shares `tur_Latn=0.7,eng_Latn=0.3`, parts of words `0-7=eng_Latn,7-9=tur_Latn`, unknown values
are empty. Lines of a CSV end as the input's do, or in a line feed. A table for Excel begins with `BOM` (without it
Excel does not recognise UTF-8), its lines end in `EXCEL_NEWLINE`, and text that Excel would take for a formula is
prefixed with an apostrophe.
"""

from __future__ import annotations

import json
import re
from typing import Any

from mixlid.results.fields import fields
from mixlid.results.result import Word

#: Significant digits: probabilities are not known more precisely than this.
DIGITS = 4


def rounded(value: Any) -> Any:
    """The value with all floats in it rounded, at any depth; integers stay as they are."""
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    if isinstance(value, dict):
        return {name: rounded(part) for name, part in value.items()}
    return [rounded(part) for part in value] if isinstance(value, list | tuple) else value


#: With `--words`: a line for each word, after the record's own columns. `line` is where the record begins.
WORD_COLUMNS = ("line", "word", *(name for name in fields(Word) if name != "text"))
#: Characters of a record that may be repeated for each word: with the most words possible, fifty million.
MAX_REPEATED = 10_000
#: A byte order mark.
BOM = "\ufeff"
EXCEL_NEWLINE = "\r\n"
_FORMULA = re.compile(r"[=+\-@\t\r\n]")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


def cell(value: Any) -> str:
    """A field of a record as a cell: strings as they are, booleans, lists and objects as JSON."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, default=str) if isinstance(value, bool | dict | list) else str(value)


def table_cell(value: Any) -> str:
    """A value of ours as a cell."""
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


def repetition_error(size: int) -> str | None:
    """The error for a record with too many characters to repeat in the row of every word, or None."""
    if size <= MAX_REPEATED:
        return None
    return (
        f"with --words its {size:,} characters would be repeated for every word, and {MAX_REPEATED:,} are allowed; "
        "use -f jsonl, or leave columns out of a csv with --columns"
    )


def excel_cell(text: str) -> str:
    """A cell that Excel shows as text and does not run as a formula."""
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text
