"""The Indonesian-English tweets of Barik et al.: a CSV table whose cells are printed Python.

`tokens` is an array of the raw text and `list([…])` of the tokens; `langs` is a list of tags. Both are parsed as
literals and never executed.
"""

from __future__ import annotations

import ast
import csv
from collections.abc import Iterator
from pathlib import Path

from mixlid.errors import InputError
from mixlid_lab.corpora.reading import (
    UNCLEAR,
    CorpusOptions,
    Entry,
    Fault,
    Format,
    RawSentence,
    RowError,
    Tags,
    text_lines,
)

TAGS = {"en": "eng", "id": "ind", "un": UNCLEAR}
_COLUMNS = ("tokens", "langs")


def read(path: Path, options: CorpusOptions) -> Iterator[Entry]:
    tags = Tags(TAGS, options)
    table = csv.reader(line + "\n" for _, line in text_lines(path))
    header = next(table, [])
    if not set(_COLUMNS) <= set(header):
        raise InputError(f"{path}, line 1: expected a table with the columns {' and '.join(_COLUMNS)}")
    line = table.line_num + 1  # a cell may span lines; report the row's first line
    try:
        for row in table:
            if row:
                try:
                    yield _sentence(path, line, header, row, tags)
                except RowError as error:
                    yield (Fault(path, line, str(error)),)
            line = table.line_num + 1
    except csv.Error as error:
        raise InputError(f"{path}, line {line}: the table cannot be read from here on ({error})") from error


def _sentence(path: Path, line: int, header: list[str], row: list[str], tags: Tags) -> RawSentence:
    if len(row) != len(header):
        raise RowError(f"expected {len(header)} cells, found {len(row)}")
    cells = dict(zip(header, row, strict=True))
    tokens = _strings(_last_part(cells["tokens"]), "tokens")
    labels = tuple(tags[tag] for tag in _strings(cells["langs"], "langs"))
    if len(tokens) != len(labels):
        raise RowError(f"{len(tokens)} tokens and {len(labels)} tags")
    return RawSentence(path, line, tokens, labels, cells.get("raw_tweet"), identifier=cells.get("no", ""))


def _last_part(printed: str) -> str:
    """`['raw', 'text']` from `['raw text' list(['raw', 'text'])]`; a plain list is unchanged."""
    start = printed.rfind("list([")
    return printed.strip() if start < 0 else printed[start + len("list(") :].strip().removesuffix("]").removesuffix(")")


def _strings(printed: str, column: str) -> tuple[str, ...]:
    try:
        value = ast.literal_eval(printed)
    except (ValueError, SyntaxError, MemoryError, RecursionError) as error:
        raise RowError(f"the cell {column} is not a printed Python list") from error
    if not isinstance(value, list) or not value or not all(isinstance(item, str) and item.strip() for item in value):
        raise RowError(f"the cell {column} is not a list of strings")
    return tuple(value)


def looks_like(_: Path, head: str) -> bool:
    return set(_COLUMNS) <= set(head.partition("\n")[0].strip().split(","))


FORMAT = Format(
    "indonesian", "Indonesian-English: CSV with tokens and langs as lists", read, looks_like, ("ind", "eng")
)
