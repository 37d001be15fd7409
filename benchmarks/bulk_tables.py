"""Tables of what `bulk.py` measures: systems on each text, and how far made-up text is from real text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mixlid_lab.report.table import Cell, Column, Row, Table

COLUMNS = "mixlid, columns"
THREADS = "mixlid, columns, two threads"
HELIPORT = "heliport identify FILE OUT"
#: Ratios of times that should be the same on made-up and on real text.
RATIOS = ((COLUMNS, "heliport"), ("mixlid, results", "heliport"), ("heliport", "pycld2"))


def bulk_tables(results: Mapping[str, Any]) -> list[Table]:
    texts = results["texts"]
    return [*(_of_text(text, results["rounds"]) for text in texts), *([_compared(*texts)] if len(texts) == 2 else [])]


def _of_text(text: Mapping[str, Any], rounds: int) -> Table:
    systems, count = {system["system"]: system for system in text["systems"]}, text["lines"]
    rows = []
    for name, system in systems.items():
        if name == THREADS:
            continue
        peer = systems.get(HELIPORT if "identify FILE" in name else "heliport")
        seconds = system["processor"]
        cells = (
            Cell(1e6 * seconds / count, digits=1),
            Cell(round(count / seconds)),
            Cell(peer["processor"] / seconds if peer else None),
            Cell(round(system["peak_mb"])),
        )
        rows.append(Row((name,), cells))
    gain = systems[COLUMNS]["clock"] / systems[THREADS]["clock"]
    rate = count / systems[THREADS]["clock"]
    notes = (
        f"Processor time, the median of {rounds} rounds. The peak of memory has the lines and the model in it.",
        f"Two threads over columns, by the clock: {gain:.2f} times one, {rate:,.0f} lines a second.",
    )
    columns = tuple(map(Column, ("µs a line", "lines a second", "× heliport", "peak MB")))
    title = f"{count:,} {text['title']} lines of {text['characters']:.0f} characters"
    return Table(f"bulk-{text['title']}", title, ("system",), columns, tuple(rows), notes)


def _compared(real: Mapping[str, Any], made: Mapping[str, Any]) -> Table:
    times = [{system["system"]: system["processor"] for system in text["systems"]} for text in (real, made)]
    rows = []
    for one, other in RATIOS:
        if all(one in each and other in each for each in times):
            ratios = [each[one] / each[other] for each in times]
            rows.append(Row((f"{one} ÷ {other}",), tuple(map(Cell, (*ratios, ratios[1] / ratios[0])))))
    columns = tuple(map(Column, ("real lines", "made-up lines", "made-up ÷ real")))
    return Table("bulk-compared", "Time of the one to that of the other", ("systems",), columns, tuple(rows))
