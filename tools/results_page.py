"""Write docs/results.md: the text of `tools/results.md`, with tables and figures from a report.

    mixlid evaluate paper … -o report
    python tools/results_page.py report docs

With `--keep v0,v1,v2 --said "where they are from"`, the figures of these models stay as they are on the page
(`kept_rows`). Drawings named by `--keep-figures`, which show all models together, stay too, and so does everything that
the report does not have.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
from pathlib import Path

from kept_rows import markdown_tables, with_kept
from mixlid_lab.report import markdown
from mixlid_lab.report.table import Table

TEMPLATE = Path(__file__).with_name("results.md")
_TABLE = re.compile(r"\{\{table ([\w-]+)\}\}")


def filled(template: str, args: argparse.Namespace) -> str:
    """Replace `{{table NAME}}` and `{{figure NAME: what it shows}}`; the figures are copied beside the page."""
    report, docs = args.report, args.docs
    old = markdown_tables((docs / "results.md").read_text(encoding="utf-8")) if args.keep else []
    names = _TABLE.findall(template)
    if args.keep and len(old) != len(names):
        raise SystemExit(f"{docs / 'results.md'} has {len(old)} tables and {TEMPLATE} has {len(names)}")

    def table(match: re.Match[str]) -> str:
        source = report / "tables" / f"{match[1]}.json"
        before = old[names.index(match[1])] if args.keep else None
        if before is not None and not source.exists():
            note = f"- {markdown.paragraph(args.said)}"
            return before if before.endswith(note) else f"{before}\n{note}"
        made = Table.from_json(json.loads(source.read_text(encoding="utf-8")))
        return markdown.table(made if before is None else with_kept(made, before, args.keep, args.said))

    def figure(match: re.Match[str]) -> str:
        name = f"{match[1]}.svg"
        (docs / "figures").mkdir(exist_ok=True)
        source = report / "figures" / name
        if match[1] not in args.keep_figures and (source.exists() or not args.keep):
            shutil.copyfile(source, docs / "figures" / name)
        return f"![{match[2]}](figures/{name})"

    text = _TABLE.sub(table, template)
    return re.sub(r"\{\{figure ([\w-]+): ([^}]*)\}\}", figure, text)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("report", type=Path)
    parser.add_argument("docs", type=Path)
    parser.add_argument("--keep", type=lambda names: names.split(","), default=[], metavar="MODELS")
    parser.add_argument("--said", default="", help="what a table says that keeps something")
    parser.add_argument("--keep-figures", type=lambda names: names.split(","), default=[], metavar="NAMES")
    args = parser.parse_args()
    page = filled(TEMPLATE.read_text(encoding="utf-8"), args)
    (args.docs / "results.md").write_text(page, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
