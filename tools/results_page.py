"""Write docs/results.md: the text of `results.md` here, with tables and figures from a report.

mixlid evaluate paper … -o report
python tools/results_page.py report docs
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

from mixlid.lab.report import markdown
from mixlid.lab.report.table import Table

TEMPLATE = Path(__file__).with_name("results.md")


def filled(template: str, report: Path, docs: Path) -> str:
    """`{{table NAME}}` and `{{figure NAME: what it shows}}` replaced; the figures are copied beside the page."""

    def table(match: re.Match[str]) -> str:
        content = json.loads((report / "tables" / f"{match[1]}.json").read_text(encoding="utf-8"))
        return markdown.table(Table.from_json(content))

    def figure(match: re.Match[str]) -> str:
        name = f"{match[1]}.svg"
        (docs / "figures").mkdir(exist_ok=True)
        shutil.copyfile(report / "figures" / name, docs / "figures" / name)
        return f"![{match[2]}](figures/{name})"

    text = re.sub(r"\{\{table ([\w-]+)\}\}", table, template)
    return re.sub(r"\{\{figure ([\w-]+): ([^}]*)\}\}", figure, text)


def main() -> None:
    report, docs = map(Path, sys.argv[1:])
    (docs / "results.md").write_text(
        filled(TEMPLATE.read_text(encoding="utf-8"), report, docs), encoding="utf-8", newline="\n"
    )


if __name__ == "__main__":
    main()
