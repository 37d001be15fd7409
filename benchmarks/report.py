"""Put results into `docs/performance.md`, between its markers, and draw figures: `python benchmarks/report.py FILE`.

The section `speed` goes between `<!-- bench:speed -->` and `<!-- /bench -->`. A section without results stays as it is;
missing markers are an error.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bulk_tables import bulk_tables
from by_kind import by_kind_tables
from mixlid_lab.report.figures import lines
from mixlid_lab.report.table import Table
from stages import stages_tables
from tables import floor_tables, growth_tables, memory_tables, speed_tables, usual, written

PAGE = Path(__file__).parent.parent / "docs" / "performance.md"
TABLES: Mapping[str, Callable[[Mapping[str, Any]], Sequence[Table]]] = {
    "bulk": bulk_tables,
    "kinds": by_kind_tables,
    "stages": stages_tables,
    "speed": speed_tables,
    "given": speed_tables,
    "memory": memory_tables,
    "growth": growth_tables,
    "floor": floor_tables,
    "floor-given": floor_tables,
}


def fill(page: str, section: str, content: str) -> str:
    """The page with the content between the section's markers."""
    pattern = re.compile(rf"(<!-- bench:{re.escape(section)} -->\n).*?(<!-- /bench -->)", re.DOTALL)
    if len(pattern.findall(page)) != 1:
        raise SystemExit(f"the page needs <!-- bench:{section} --> and <!-- /bench --> once, each on a line of its own")
    return pattern.sub(lambda match: f"{match[1]}\n{content}\n\n{match[2]}", page)


def machine(versions: Mapping[str, Any]) -> str:
    packages = ", ".join(f"{name} {version}" for name, version in versions["packages"].items())
    return (
        f"One core; Python {versions['python']}, NumPy {versions['numpy']}, "
        f"mixlid {versions['mixlid']} ({versions['kernel']} kernel){', ' + packages if packages else ''}."
    )


def figures(results: Mapping[str, Any]) -> dict[str, str]:
    """SVG by file name."""
    drawn = {}
    if "speed" in results:
        same = [text for text in results["speed"]["texts"] if text["title"] == results["speed"]["texts"][0]["title"]]
        rates: dict[str, list[tuple[float | str, float]]] = {}
        for text in same:
            for system in text["systems"]:
                rates.setdefault(system["system"], []).append((text["characters"], system["rate"]))
        chosen = {name: points for name, points in rates.items() if _is_drawn(name)}
        drawn["speed-systems"] = lines(chosen, "characters a line", "sentences a second", log_y=True)
    if "growth" in results:
        points = results["growth"]["points"]
        for key, axis, other in (("labels", "labels", "characters"), ("characters", "characters a line", "labels")):
            at = usual({point[other] for point in points}, other)
            series: dict[str, list[tuple[float | str, float]]] = {}
            for point in points:
                if point[other] == at and not point["system"].startswith("integer"):
                    series.setdefault(point["system"], []).append((point[key], 1e6 * point["seconds"]))
            drawn[f"speed-by-{key}"] = lines(series, f"{axis} ({at} {other})", "µs a sentence", log_y=True, log_x=True)
    return drawn


def _is_drawn(name: str) -> bool:
    """One line for each tool: presets coincide."""
    return "K=3" not in name and "inner" not in name and not name.startswith(("mixlid cs", "mixlid avg", "mixlid mono"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results", type=Path)
    parser.add_argument("--page", type=Path, default=PAGE, help="default: docs/performance.md")
    args = parser.parse_args()
    results = json.loads(args.results.read_text(encoding="utf-8"))
    page = fill(args.page.read_text(encoding="utf-8"), "machine", machine(results["machine"]))
    for section, tables in TABLES.items():
        if section in results:
            page = fill(page, section, written(tables(results[section])))
        else:
            print(f"no results for {section}: left as it is", file=sys.stderr)
    folder = args.page.parent / "figures"
    folder.mkdir(exist_ok=True)
    for name, drawing in figures(results).items():
        (folder / f"{name}.svg").write_text(drawing, encoding="utf-8")
    args.page.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
