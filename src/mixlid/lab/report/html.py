"""A report as one HTML file that needs no other file, no script and no network. Its look is in style.css."""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Sequence
from importlib.resources import files

from mixlid.lab.report.grid import Cell, Row, Table
from mixlid.lab.report.parts import Figure, Section, legend, pieces

# The browser itself refuses whatever would be fetched or run.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def page(title: str, sections: Sequence[Section]) -> str:
    style = files("mixlid.lab.report").joinpath("style.css").read_text("utf-8")
    explained = legend(sections)
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8"/>',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"/>',
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
        '<meta name="color-scheme" content="light dark"/>',
        f"<title>{escape(title)}</title>",
        f"<style>\n{style}</style>",
        "</head>",
        "<body>",
        f"<header><h1>{escape(title)}</h1></header>",
        contents(sections),
        "<main>",
        f"<p>{escape(explained)}</p>" if explained else "",
        *(_section(number, section) for number, section in enumerate(sections, 1)),
        "</main>",
        "</body>",
        "</html>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def contents(sections: Sequence[Section]) -> str:
    """The table of contents: sections, and under each its tables and figures."""
    lines = ['<nav aria-label="Contents">', "<h2>Contents</h2>", "<ol>"]
    for number, section in enumerate(sections, 1):
        links = [("table", table.key, table.title) for table in section.tables]
        links += [("figure", figure.key, figure.title) for figure in section.figures]
        inner = "".join(f'<li><a href="#{kind}-{key}">{escape(title)}</a></li>' for kind, key, title in links)
        below = f"<ul>{inner}</ul>" if inner else ""
        lines.append(f'<li><a href="#section-{number}">{escape(section.title)}</a>{below}</li>')
    return "\n".join([*lines, "</ol>", "</nav>"])


def _section(number: int, section: Section) -> str:
    parts = [f'<section id="section-{number}">', f"<h2>{escape(section.title)}</h2>"]
    parts += [f"<p>{paragraph(text)}</p>" for text in section.text]
    parts += [table(item) for item in section.tables]
    parts += [figure(item) for item in section.figures]
    return "\n".join([*parts, "</section>"])


def table(table: Table) -> str:
    """The table with its caption, in a box that scrolls sideways, and what stands under it."""
    beside = [_paper_width([row.cells[place] for row in table.rows]) for place in range(len(table.columns))]
    starts = _group_starts(table)
    parts = [
        f'<div class="table" id="table-{table.key}">',
        # Focus, so that the keyboard can scroll it too.
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(table.title)}">',
        "<table>",
        f"<caption><span>{escape(table.title)}</span></caption>",
        *_colgroups(table),
        *_head(table, starts),
        "<tbody>",
        *(_row(row, beside, starts) for row in table.rows),
        "</tbody>",
        "</table>",
        "</div>",
    ]
    if table.notes:
        parts += ['<ul class="notes">', *(f"<li>{paragraph(note)}</li>" for note in table.notes), "</ul>"]
    if table.command:
        parts.append(f'<p class="command">Command: <code>{escape(table.command)}</code></p>')
    return "\n".join([*parts, "</div>"])


def _group_starts(table: Table) -> set[int]:
    """The columns that begin a group."""
    starts, place = set(), 0
    for _, width in table.groups():
        starts.add(place)
        place += width
    # Without groups there is nothing to divide.
    return starts if _has_groups(table) else set()


def _has_groups(table: Table) -> bool:
    return any(column.group for column in table.columns)


def _colgroups(table: Table) -> list[str]:
    """What `scope="colgroup"` refers to."""
    if not _has_groups(table):
        return []
    labels = f'<colgroup span="{len(table.label_columns)}"></colgroup>'
    return [labels, *(f'<colgroup span="{width}"></colgroup>' for _, width in table.groups())]


def _head(table: Table, starts: set[int]) -> list[str]:
    two = _has_groups(table)
    labels = "".join(
        f'<th scope="col" class="label"{_span("rowspan", 2 if two else 1)}>{escape(name)}</th>'
        for name in table.label_columns
    )
    names = "".join(
        f'<th scope="col"{_classes(start=place in starts)}>{escape(column.name)}</th>'
        for place, column in enumerate(table.columns)
    )
    if not two:
        return ["<thead>", f"<tr>{labels}{names}</tr>", "</thead>"]
    groups = ""
    for group, width in table.groups():
        span = _span("colspan", width)
        groups += (
            f'<th scope="colgroup" class="group start"{span}>{escape(group)}</th>' if group else f"<td{span}></td>"
        )
    return ["<thead>", f"<tr>{labels}{groups}</tr>", f"<tr>{names}</tr>", "</thead>"]


def _row(row: Row, beside: Sequence[float], starts: set[int]) -> str:
    labels = "".join(f'<th scope="row" class="label">{escape(label)}</th>' for label in row.labels)
    cells = "".join(
        _cell(one, width, place in starts) for place, (one, width) in enumerate(zip(row.cells, beside, strict=True))
    )
    return f"<tr{_classes(rule=row.rule)}>{labels}{cells}</tr>"


def _paper_width(cells: Sequence[Cell]) -> float:
    """The width of the widest of the paper's values, in digits; 0 if there is none."""
    texts = [cell.paper_text for cell in cells if cell.paper_text]
    # Points, commas and the two brackets are about half as wide as a digit.
    return max((sum(1.0 if sign.isdigit() else 0.55 for sign in f"({text})") for text in texts), default=0.0)


def _cell(cell: Cell, paper_width: float, start: bool) -> str:
    text = f"<b>{escape(cell.text)}</b>" if cell.best else escape(cell.text)
    if cell.interval_text:
        text += f' <span class="interval">{escape(cell.interval_text)}</span>'
    is_text = isinstance(cell.value, str)
    if paper_width and not (is_text and cell.paper_text is None):
        # Empty where the paper has no value, so that ours stay under one another.
        shown = f"({escape(cell.paper_text)})" if cell.paper_text else ""
        text += f' <span class="paper" style="min-width:{paper_width:.3g}ch">{shown}</span>'
    return f"<td{_classes(start=start, text=is_text)}>{text}</td>"


def figure(figure: Figure) -> str:
    """The drawing as a data URI: its ids cannot meet those of another one."""
    data = base64.b64encode(figure.svg.encode()).decode()
    image = f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(figure.alt)}"{_size(figure.svg)}/>'
    return (
        f'<figure id="figure-{figure.key}">\n<figcaption>{escape(figure.title)}</figcaption>\n'
        f'<div class="card" tabindex="0" role="region" aria-label="{escape(figure.title)}">{image}</div>\n</figure>'
    )


def _size(svg: str) -> str:
    """The drawing's own size in pixels, so that the page does not jump as it loads."""
    found = re.search(r'<svg[^>]*?\bviewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    if found is None:
        return ""
    # A drawing is measured in points, of which 72 make an inch and 96 pixels.
    width, height = (round(float(side) * 96 / 72) for side in found.groups())
    return f' width="{width}" height="{height}" style="--width:{width}px"'


def paragraph(text: str) -> str:
    return "".join(f"<code>{escape(piece)}</code>" if is_code else escape(piece) for is_code, piece in pieces(text))


def escape(text: str) -> str:
    return html.escape(text, quote=True)


def _span(name: str, width: int) -> str:
    return f' {name}="{width}"' if width > 1 else ""


def _classes(**given: bool) -> str:
    names = " ".join(name for name, is_set in given.items() if is_set)
    return f' class="{names}"' if names else ""
