"""Tables and reports as GitHub Markdown, which has no wide cells: group headings go into the names of columns.

`write_report` writes report.md, and each table as JSON beside it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mixlid._files import complete_file
from mixlid.errors import MixlidError
from mixlid_lab.report.table import Cell, Table

# An underscore inside a word, as in eng_Latn, needs no escape.
_SPECIAL = re.compile(r"[\\`*\[\]<>|~$]|(?<![^\W_])_|_(?![^\W_])|&(?=[#\w])")
_FIRST = re.compile(r"[#+=-](?=\s|#|=|-|$)|\d{1,9}(?=[.)](\s|$))")


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, then paragraphs and tables. Paragraphs are plain text, except `code` in backticks."""

    title: str
    text: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()


def write_report(folder: Path, title: str, sections: Sequence[Section]) -> None:
    """Write report.md and tables/KEY.json; each file is given its name when it is complete."""
    tables = [one for section in sections for one in section.tables]
    if len({one.key for one in tables}) < len(tables):
        raise ValueError("two tables of the report have the same key")
    contents = {
        f"tables/{one.key}.json": json.dumps(one.to_json(), ensure_ascii=False, indent=1, allow_nan=False) + "\n"
        for one in tables
    }
    try:
        (folder / "tables").mkdir(parents=True, exist_ok=True)
        for name, text in (contents | {"report.md": page(title, sections)}).items():
            with complete_file(folder / name) as stream:
                stream.write(text.encode())
    except OSError as error:
        raise MixlidError(f"the report {folder} cannot be written: {error}") from error


def page(title: str, sections: Sequence[Section]) -> str:
    blocks = [f"# {escape(title)}"]
    if explained := legend(sections):
        blocks.append(escape(explained))
    for section in sections:
        blocks += [f"## {escape(section.title)}", *map(paragraph, section.text)]
        for item in section.tables:
            blocks += [f"### {escape(item.title)}", table(item)]
    return "\n\n".join(blocks) + "\n"


def legend(sections: Sequence[Section]) -> str | None:
    """How to read the cells of these tables."""
    cells = [cell for part in sections for table in part.tables for row in table.rows for cell in row.cells]
    rules = {
        "the paper's value is in parentheses after ours": any(cell.paper_text for cell in cells),
        "an interval is in brackets": any(cell.interval_text for cell in cells),
        "the best values are bold": any(cell.best for cell in cells),
    }
    said = "; ".join(rule for rule, applies in rules.items() if applies)
    return f"In the tables, {said}." if said else None


def pieces(text: str) -> Iterator[tuple[bool, str]]:
    """Split a paragraph into pieces: whether each is code (in backticks), and its text."""
    for number, piece in enumerate(re.split(r"`([^`]+)`", " ".join(text.split()))):
        if piece:
            yield number % 2 == 1, piece


def table(table: Table) -> str:
    """The table and its notes, without its title."""
    names = [f"{column.group} {column.name}" if column.group else column.name for column in table.columns]
    lines = [
        [escape(name) for name in (*table.label_columns, *names)],
        ["---"] * len(table.label_columns) + ["---:"] * len(names),
        *([*map(escape, row.labels), *map(cell, row.cells)] for row in table.rows),
    ]
    text = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return "\n".join([text, *([""] if table.notes else []), *(f"- {paragraph(note)}" for note in table.notes)])


def cell(cell: Cell) -> str:
    """`**0.78** [0.75, 0.81] (0.54)`: our value, its interval, the paper's value."""
    text = escape(cell.text)
    parts = [f"**{text}**" if cell.best else text, cell.interval_text, cell.paper_text and f"({cell.paper_text})"]
    return " ".join(filter(None, parts))


def paragraph(text: str) -> str:
    return "".join(f"`{piece}`" if is_code else escape(piece, spaces=True) for is_code, piece in pieces(text))


def escape(text: str, spaces: bool = False) -> str:
    """Text on one line, with Markdown's special characters escaped; `spaces` keeps spaces at its ends."""
    line = re.sub(r"\s+", " ", text) if spaces else " ".join(text.split())
    line = _SPECIAL.sub(lambda match: "\\" + match[0], line)
    first = _FIRST.match(line)
    if first is None:
        return line
    return f"{first[0]}\\{line[first.end() :]}" if first[0].isdigit() else f"\\{line}"
