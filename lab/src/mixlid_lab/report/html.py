"""A report as a single HTML file that needs no other file, script or network. Its template is in `templates`."""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence

from mixlid.io.templates import render
from mixlid_lab.report.parts import Section, legend, pieces
from mixlid_lab.report.table import Table


def page(title: str, sections: Sequence[Section]) -> str:
    return render(
        "mixlid_lab.report", "report.html", extra="report", purpose="Writing a report",
        title=title, sections=sections, legend=legend(sections), pieces=pieces,
        has_groups=has_groups, group_starts=group_starts, paper_widths=paper_widths, image=image,
    )  # fmt: skip


def has_groups(table: Table) -> bool:
    return any(column.group for column in table.columns)


def group_starts(table: Table) -> set[int]:
    """The columns that begin a group; none if the table has no groups."""
    starts, place = set(), 0
    for _, width in table.groups():
        starts.add(place)
        place += width
    return starts if has_groups(table) else set()


def paper_widths(table: Table) -> list[float]:
    """For each column, the width in digits of the paper's widest value; 0 if there is none."""
    texts = [[row.cells[place].paper_text or "" for row in table.rows] for place in range(len(table.columns))]
    return [max(map(_width, column), default=0.0) for column in texts]


def _width(text: str) -> float:
    # Points, commas and brackets are about half as wide as a digit.
    return sum(1.0 if sign.isdigit() else 0.55 for sign in f"({text})") if text else 0.0


def image(svg: str) -> dict[str, object]:
    """The attributes of a drawing: a data URI, so that ids of drawings cannot clash, and its size in pixels.

    With the size, the page does not jump while it loads.
    """
    data = {"src": f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"}
    match = re.search(r'<svg[^>]*?\bviewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    if match is None:
        return {**data}
    # A drawing is measured in points: 72 of them are an inch, or 96 pixels.
    width, height = (round(float(side) * 96 / 72) for side in match.groups())
    return {**data, "width": width, "height": height, "style": f"--width:{width}px"}
