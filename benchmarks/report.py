"""Put results into `docs/performance.md`, between its markers: `python benchmarks/report.py FILE`.

All benchmarks write to one file (`--json FILE`), a section each. `kinds` goes between `<!-- bench:kinds -->` and
`<!-- /bench -->`. A section without results stays as it is; missing markers are an error.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

import mixlid
from mixlid._kernel import kernel
from mixlid_lab.report.table import Table

PAGE = Path(__file__).parent.parent / "docs" / "performance.md"
PACKAGES = ("heliport", "pycld2")

Tables = Callable[[Mapping[str, Any]], Sequence[Table]]


def arguments(docstring: str) -> argparse.ArgumentParser:
    """A parser with the option of all benchmarks."""
    parser = argparse.ArgumentParser(description=docstring.splitlines()[0])
    parser.add_argument("--json", type=Path, metavar="FILE", help="put the results into this file too")
    return parser


def add_data(parser: argparse.ArgumentParser) -> None:
    """The options that say where the texts of `kinds.py` come from."""
    parser.add_argument("--data", type=Path, nargs="*", default=[], metavar="FOLDER", help="of labelled sentences")
    parser.add_argument("--corpus", type=Path, metavar="FOLDER", help="of training text")


def save(path: Path | None, section: str, values: Any) -> Any:
    """Write a section to the file, leaving the others as they are; return the values as the file has them.

    The printed tables are made from these values.
    """
    values = json.loads(json.dumps(values, default=float))
    if path is None:
        return values
    results: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    results["machine"] = machine()
    results[section] = values
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(results, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return values


def machine() -> str:
    versions = [f"Python {platform.python_version()}", f"NumPy {np.__version__}"]
    versions.append(f"mixlid {mixlid.__version__} ({kernel()} kernel)")
    versions += [f"{package} {metadata.version(package)}" for package in PACKAGES if find_spec(package)]
    return f"One core; {', '.join(versions)}."


def written(tables: Sequence[Table]) -> str:
    """Tables as Markdown, each under its title."""
    return "\n\n".join(f"**{one.title}**\n\n{one.markdown}" for one in tables)


def fill(page: str, section: str, content: str) -> str:
    """The page with the content between the section's markers."""
    pattern = re.compile(rf"(<!-- bench:{re.escape(section)} -->\n).*?(<!-- /bench -->)", re.DOTALL)
    if len(pattern.findall(page)) != 1:
        raise SystemExit(f"the page needs <!-- bench:{section} --> and <!-- /bench --> once, each on a line of its own")
    return pattern.sub(lambda match: f"{match[1]}\n{content}\n\n{match[2]}", page)


def main() -> None:
    from by_kind import kind_tables
    from memory import memory_tables
    from stages import stages_tables

    known: dict[str, Tables] = {"kinds": kind_tables, "stages": stages_tables, "memory": memory_tables}
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results", type=Path)
    parser.add_argument("--page", type=Path, default=PAGE, help="default: docs/performance.md")
    args = parser.parse_args()
    results = json.loads(args.results.read_text(encoding="utf-8"))
    page = fill(args.page.read_text(encoding="utf-8"), "machine", results["machine"])
    for section, tables in known.items():
        if section in results:
            page = fill(page, section, written(tables(results[section])))
        else:
            print(f"no results for {section}: left as it is", file=sys.stderr)
    args.page.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
