"""Tables and reports as GitHub Markdown, which has no wide cells: group headings go into the names of columns."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mixlid_lab.report.parts import Figure, Section, legend, pieces
from mixlid_lab.report.table import Cell, Table

# An underscore inside a word, as in eng_Latn, needs no escape.
_SPECIAL = re.compile(r"[\\`*\[\]<>|~$]|(?<![^\W_])_|_(?![^\W_])|&(?=[#\w])")
_FIRST = re.compile(r"[#+=-](?=\s|#|=|-|$)|\d{1,9}(?=[.)](\s|$))")


def page(title: str, sections: Sequence[Section]) -> str:
    """A report; drawings are expected in the folder `figures` beside it."""
    blocks = [f"# {escape(title)}"]
    explained = legend(sections)
    if explained:
        blocks.append(escape(explained))
    for section in sections:
        blocks.append(f"## {escape(section.title)}")
        blocks.extend(paragraph(text) for text in section.text)
        for item in section.tables:
            blocks += [f"### {escape(item.title)}", table(item)]
        for drawing in section.figures:
            blocks += [f"### {escape(drawing.title)}", figure(drawing)]
    return "\n\n".join(blocks) + "\n"


def table(table: Table) -> str:
    """The table and its notes, without its title."""
    names = [f"{column.group} {column.name}" if column.group else column.name for column in table.columns]
    lines = [
        _line([escape(name) for name in (*table.label_columns, *names)]),
        _line(["---"] * len(table.label_columns) + ["---:"] * len(names)),
    ]
    lines += [
        _line([*(escape(label) for label in row.labels), *(cell(one) for one in row.cells)]) for row in table.rows
    ]
    blocks = ["\n".join(lines)]
    if table.notes:
        blocks.append("\n".join(f"- {paragraph(note)}" for note in table.notes))
    if table.command:
        blocks.append(f"Command: {code(table.command)}")
    return "\n\n".join(blocks)


def cell(cell: Cell) -> str:
    """`**0.78** [0.75, 0.81] (0.54)`: our value, its interval, the paper's value."""
    text = escape(cell.text)
    parts = [f"**{text}**" if cell.best else text]
    if cell.interval_text:
        parts.append(cell.interval_text)
    if cell.paper_text:
        parts.append(f"({cell.paper_text})")
    return " ".join(parts)


def figure(figure: Figure) -> str:
    return f"![{escape(figure.alt)}](figures/{figure.key}.svg)"


def paragraph(text: str) -> str:
    return "".join(code(piece) if is_code else escape(piece, spaces=True) for is_code, piece in pieces(text))


def escape(text: str, spaces: bool = False) -> str:
    """Text on one line, with Markdown's special characters escaped; `spaces` keeps spaces at its ends."""
    line = re.sub(r"\s+", " ", text) if spaces else " ".join(text.split())
    line = _SPECIAL.sub(lambda match: "\\" + match[0], line)
    first = _FIRST.match(line)
    if first is None:
        return line
    return f"{first[0]}\\{line[first.end() :]}" if first[0].isdigit() else f"\\{line}"


def code(text: str) -> str:
    """A code span with as many backticks as needed."""
    line = " ".join(text.split())
    longest = max((len(run) for run in re.findall("`+", line)), default=0)
    fence, space = "`" * (longest + 1), " " if line.startswith("`") or line.endswith("`") else ""
    return f"{fence}{space}{line}{space}{fence}"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
