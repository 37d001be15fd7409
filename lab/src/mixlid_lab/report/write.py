"""Write a report: report.md, report.html, report.json, figures/*.svg, tables/*.json.

All files are written under temporary names, and renamed only when all of them are complete.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from mixlid._files import complete_file
from mixlid.errors import MixlidError
from mixlid_lab.report import html, markdown
from mixlid_lab.report.parts import Section, check_keys
from mixlid_lab.report.table import plain


def write_report(folder: Path, title: str, sections: Sequence[Section], data: Mapping[str, Any]) -> None:
    """Write a report; `data` (anything that JSON can hold) goes into report.json with the sections.

    Tables and figures of an earlier report that this one does not have are removed; other files stay.
    """
    check_keys(sections)
    contents = _contents(title, sections, data)
    earlier = _files_of(folder)
    try:
        _write(folder, contents)
        for name in sorted(earlier - set(contents)):
            (folder / name).unlink(missing_ok=True)
    except OSError as error:
        raise MixlidError(f"the report {folder} cannot be written: {error}") from error


def _contents(title: str, sections: Sequence[Section], data: Mapping[str, Any]) -> dict[str, str]:
    """The content of each file, by name."""
    contents: dict[str, str] = {}
    for section in sections:
        contents |= {f"figures/{figure.key}.svg": figure.svg for figure in section.figures}
        contents |= {f"tables/{table.key}.json": _json(table.to_json()) for table in section.tables}
    contents["report.md"] = markdown.page(title, sections)
    contents["report.html"] = html.page(title, sections)
    contents["report.json"] = _json(
        {"title": title, "sections": [_section(part) for part in sections], "data": plain(data)}
    )
    return contents


def _section(section: Section) -> dict[str, Any]:
    return {
        "title": section.title,
        "text": list(section.text),
        "tables": [{"file": f"tables/{table.key}.json", **table.to_json()} for table in section.tables],
        "figures": [
            {"file": f"figures/{figure.key}.svg", "key": figure.key, "title": figure.title, "alt": figure.alt}
            for figure in section.figures
        ],
    }


def _files_of(folder: Path) -> set[str]:
    """The tables and figures of the report in this folder; none if there is no readable report."""
    try:
        sections = json.loads((folder / "report.json").read_text("utf-8"))["sections"]
        names = {str(item["file"]) for part in sections for item in (*part["tables"], *part["figures"])}
    except (OSError, ValueError, KeyError, TypeError):
        return set()
    # Only names that we would give: an edited report must not delete other files.
    return {name for name in names if re.fullmatch(r"(figures/[\w-]+\.svg|tables/[\w-]+\.json)", name)}


def _write(folder: Path, contents: Mapping[str, str]) -> None:
    with ExitStack() as stack:
        # Files are renamed in reverse order, so report.json, which lists the others, comes last.
        for name, text in reversed([*contents.items()]):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with stack.enter_context(complete_file(path)) as stream:
                stream.write(text.encode())


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
