"""Tables and reports as GitHub Markdown, which has no wide cells: group headings go into the names of columns."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mixlid_lab.report.sections import Section, legend, pieces
from mixlid_lab.report.table import Cell, Table

# An underscore inside a word, as in eng_Latn, needs no escape.
_SPECIAL = re.compile(r"[\\`*\[\]<>|~$]|(?<![^\W_])_|_(?![^\W_])|&(?=[#\w])")
_FIRST = re.compile(r"[#+=-](?=\s|#|=|-|$)|\d{1,9}(?=[.)](\s|$))")


def page(title: str, sections: Sequence[Section]) -> str:
    """A report; drawings are expected in the folder `figures` beside it."""
    blocks = [f"# {escape(title)}"]
    if explained := legend(sections):
        blocks.append(escape(explained))
    for section in sections:
        blocks.append(f"## {escape(section.title)}")
        blocks += map(paragraph, section.text)
        for item in section.tables:
            blocks += [f"### {escape(item.title)}", table(item)]
        for drawing in section.figures:
            blocks += [f"### {escape(drawing.title)}", f"![{escape(drawing.alt)}](figures/{drawing.key}.svg)"]
    return "\n\n".join(blocks) + "\n"


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
