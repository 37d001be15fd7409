"""The parts of a report, independent of its format."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mixlid_lab.report.table import Table, check_key


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing; `key` is the name of its file, `alt` describes it in words."""

    key: str
    title: str
    alt: str
    svg: str

    def __post_init__(self) -> None:
        check_key(self.key)


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, then paragraphs, tables and figures. Paragraphs are plain text, except `code` in backticks."""

    title: str
    text: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()


def check_keys(sections: Sequence[Section]) -> None:
    """`ValueError` if two tables or two figures have the same key, and so the same file."""
    for kind in ("tables", "figures"):
        seen: set[str] = set()
        for section in sections:
            for item in getattr(section, kind):
                if item.key in seen:
                    raise ValueError(f"two {kind} of the report have the key {item.key!r}")
                seen.add(item.key)


def legend(sections: Sequence[Section]) -> str | None:
    """How to read the cells of these tables."""
    cells = [cell for part in sections for table in part.tables for row in table.rows for cell in row.cells]
    rules = []
    if any(cell.paper_text for cell in cells):
        rules.append("the paper's value is in parentheses after ours")
    if any(cell.interval_text for cell in cells):
        rules.append("an interval is in brackets")
    if any(cell.best for cell in cells):
        rules.append("the best values are bold")
    return f"In the tables, {'; '.join(rules)}." if rules else None


def pieces(text: str) -> Iterator[tuple[bool, str]]:
    """Split a paragraph into pieces: whether each is code (in backticks), and its text."""
    for number, piece in enumerate(re.split(r"`([^`]+)`", " ".join(text.split()))):
        if piece:
            yield number % 2 == 1, piece
