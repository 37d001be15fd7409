"""The parts of a report, and the files that it is written to: report.md, report.html, report.json, figures and tables.

All files are written under temporary names, and renamed only when all of them are complete. The HTML file needs no
other file, script or network; its template is in `templates`.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mixlid._files import complete_file
from mixlid.errors import MixlidError
from mixlid.io.templates import render
from mixlid_lab.report.table import Table, check_key, plain


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


def html(title: str, sections: Sequence[Section]) -> str:
    return render(
        "mixlid_lab.report", "report.html", extra="report", purpose="Writing a report",
        title=title, sections=sections, legend=legend(sections), pieces=pieces, image=image,
    )  # fmt: skip


def image(svg: str) -> dict[str, object]:
    """The attributes of a drawing: a data URI, so that ids of drawings cannot clash, and its size in pixels."""
    data = {"src": f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"}
    match = re.search(r'<svg[^>]*?\bviewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    # A drawing is measured in points: 72 of them are an inch, or 96 pixels.
    width, height = (round(float(side) * 96 / 72) for side in match.groups()) if match else (0, 0)
    return {**data, "width": width, "height": height, "style": f"--width:{width}px"} if match else {**data}


def write_report(folder: Path, title: str, sections: Sequence[Section], data: Mapping[str, Any]) -> None:
    """Write a report; `data` (anything that JSON can hold) goes into report.json with the sections.

    Tables and figures of an earlier report that this one does not have are removed; other files stay.
    """
    from mixlid_lab.report import markdown

    contents: dict[str, str] = {}
    for section in sections:
        for figure in section.figures:
            contents[f"figures/{figure.key}.svg"] = figure.svg
        for table in section.tables:
            contents[f"tables/{table.key}.json"] = _json(table.to_json())
    if len(contents) < sum(len(part.figures) + len(part.tables) for part in sections):
        raise ValueError("two tables or two figures of the report have the same key")
    whole = {"title": title, "sections": [_facts(part) for part in sections], "data": plain(data)}
    contents |= {"report.md": markdown.page(title, sections), "report.html": html(title, sections)}
    contents["report.json"] = _json(whole)
    earlier = _files_of(folder)
    try:
        with ExitStack() as stack:
            # Files are renamed in reverse order, so report.json, which lists the others, comes last.
            for name, text in reversed([*contents.items()]):
                path = folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                with stack.enter_context(complete_file(path)) as stream:
                    stream.write(text.encode())
        for name in earlier - {*contents}:
            (folder / name).unlink(missing_ok=True)
    except OSError as error:
        raise MixlidError(f"the report {folder} cannot be written: {error}") from error


def _files_of(folder: Path) -> set[str]:
    """The tables and figures of the report in this folder; none if there is no readable report."""
    try:
        sections = json.loads((folder / "report.json").read_text("utf-8"))["sections"]
        names = {str(item["file"]) for part in sections for item in (*part["tables"], *part["figures"])}
    except (OSError, ValueError, KeyError, TypeError):
        return set()
    # Only names that we would give: an edited report must not delete other files.
    return {name for name in names if re.fullmatch(r"(figures/[\w-]+\.svg|tables/[\w-]+\.json)", name)}


def _facts(section: Section) -> dict[str, Any]:
    """A section for report.json; drawings are in files of their own."""
    facts = asdict(section)
    facts["tables"] = [{"file": f"tables/{table.key}.json", **table.to_json()} for table in section.tables]
    facts["figures"] = [
        {"file": f"figures/{one.key}.svg", "key": one.key, "title": one.title, "alt": one.alt}
        for one in section.figures
    ]
    return facts


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
