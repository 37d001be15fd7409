"""Tables of the results, for the terminal and for `docs/performance.md`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from mixlid_lab.report.markdown import table
from mixlid_lab.report.table import Cell, Column, Row, Table
from systems import REFERENCE

Results = Mapping[str, Any]


def written(tables: Sequence[Table]) -> str:
    """Tables as Markdown, each under its title."""
    return "\n\n".join(f"**{one.title}**\n\n{table(one)}" for one in tables)


def speed_tables(results: Results) -> list[Table]:
    """Sentences per second by system and text, the time relative to the reference, and what was left out."""
    texts = results["texts"]
    names = tuple(dict.fromkeys(system["system"] for text in texts for system in text["systems"]))
    by_text = [{system["system"]: system for system in text["systems"]} for text in texts]
    columns = _columns(*(f"{text['characters']} characters, {text['title']}" for text in texts))
    rates = [Row((name,), tuple(Cell(_rate(systems.get(name))) for systems in by_text)) for name in names]
    ratios = [Row((name,), tuple(Cell(_ratio(systems.get(name))) for systems in by_text)) for name in names]
    rounds = max(len(system["seconds"]) for system in texts[0]["systems"])
    left_out = (f"Left out: {name}: {reason}" for name, reason in results["skipped"].items())
    notes = (f"Medians of {rounds} rounds.", *results["notes"], *left_out)
    title = f"Time, {REFERENCE} on the same lines being 1"
    return [
        Table("speed", "Sentences a second, one core", ("system",), columns, tuple(rates), notes),
        Table("ratios", title, ("system",), columns, tuple(ratios), ("Medians over rounds of the ratio in a round.",)),
    ]


def memory_tables(results: Results) -> list[Table]:
    starts = [
        Row((one["step"],), (Cell(one["seconds"], digits=3), Cell(one["times_numpy"]), Cell(round(one["peak_mb"]))))
        for one in results["starts"]
    ]
    tools = [
        Row(
            (one["tool"],),
            (
                Cell(one["load_s"], digits=3),
                _megabytes(one["loaded"], "resident_mb"),
                _megabytes(one["after"], "resident_mb"),
                _megabytes(one["after"], "private_mb"),
                _megabytes(one["after"], "peak_mb"),
            ),
        )
        for one in results["tools"]["tools"]
    ]
    alone = {one["lines"]: one["rate"] for one in results["bulk"] if one["jobs"] == 1}
    bulk = [
        Row(
            (f"{one['lines']:,}", str(one["jobs"])),
            (
                Cell(one["seconds"], digits=1),
                Cell(round(one["rate"])),
                Cell(one["rate"] / alone[one["lines"]]),
                Cell(round(one["peak_mb"])),
                Cell(round(one["together_mb"]) or None),
            ),
        )
        for one in results["bulk"]
    ]
    left_out = tuple(f"Left out: {name}: {reason}" for name, reason in results["tools"]["skipped"].items())
    return [
        Table(
            "starts",
            "Starting: fresh processes",
            ("step",),
            _columns("seconds", "× import numpy", "peak MB"),
            tuple(starts),
        ),
        Table(
            "tools",
            f"Loading a tool, and memory (MB) after {results['tools']['lines']:,} lines",
            ("tool",),
            _columns("seconds to load", "resident when loaded", "resident after lines", "of which private", "peak"),
            tuple(tools),
            (*results["tools"]["notes"], *left_out),
        ),
        Table(
            "bulk",
            "`mixlid identify FILE -o OUT.jsonl`",
            ("lines", "-j"),
            _columns("seconds", "lines/s", "× -j 1", "peak MB", "all processes, MB"),
            tuple(bulk),
            (f"{results['cores']} cores. The peak is of the process that reads and writes; all are sampled.",),
        ),
    ]


def growth_tables(results: Results) -> list[Table]:
    """By labels for lines of about 80 characters, and by characters with about 125 labels; the file has the rest."""
    points = results["points"]
    names = tuple(dict.fromkeys(point["system"] for point in points))
    note = f"Medians of {results['repeats']} rounds through {results['sentences']} sentences."
    tables = []
    for varied, fixed in (("labels", "characters"), ("characters", "labels")):
        at = usual({point[fixed] for point in points}, fixed)
        times = {(point["system"], point[varied]): point["seconds"] for point in points if point[fixed] == at}
        sizes = sorted({point[varied] for point in points})
        rows = [
            Row((name,), tuple(Cell(_micro(times.get((name, size)))) for size in sizes))
            for name in names
            if any((name, size) in times for size in sizes)
        ]
        columns = _columns(*(f"{size:,} {varied}" for size in sizes))
        title = f"Microseconds a sentence, {at} {fixed}"
        tables.append(Table(f"growth-{varied}", title, ("system",), columns, tuple(rows), (note,)))
    return tables


def usual(values: Collection[int], kind: str) -> int:
    """The value that most figures are about."""
    wanted = {"characters": 80, "labels": 125}[kind]
    return min(values, key=lambda value: abs(value - wanted))


def floor_tables(results: Results) -> list[Table]:
    texts = results["texts"]
    speed = results["bytes_per_s"]

    def row(name: str, values: Sequence[float], digits: int) -> Row:
        return Row((name,), tuple(Cell(float(value), digits=digits) for value in values))

    all_rows = [1e6 * text["bytes"] / speed for text in texts]
    missed = [(1 - text["hit_rate"]) * each for text, each in zip(texts, all_rows, strict=True)]
    rows = [
        row("characters", [text["characters"] for text in texts], 0),
        row("words", [text["words"] for text in texts], 1),
        row("n-grams", [text["ngrams"] for text in texts], 0),
        row("n-grams that have a row", [text["rows"] for text in texts], 0),
        row("kB of rows", [text["bytes"] / 1000 for text in texts], 1),
        row("cache lines of rows", [text["cache_lines"] for text in texts], 0),
        row("share of words in the memory of words", [text["hit_rate"] for text in texts], 2),
        row("µs to read all these rows in one run", all_rows, 2),
        row("µs for that share of them that is not remembered", missed, 2),
        row("µs measured, text to result", [1e6 * text["seconds"] for text in texts], 1),
    ]
    note = (
        f"Reading memory in order: {speed / 1e9:.1f} GB/s. A row of {results['labels']} bytes at a random place of "
        f"{results['table_mb']:.0f} MB, by NumPy: {1e9 * results['scattered_row_s']:.0f} ns."
    )
    columns = tuple(Column(text["title"]) for text in texts)
    return [Table("floor", "A line on average", ("what",), columns, tuple(rows), (note,))]


def _columns(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name) for name in names)


def _rate(timing: Results | None) -> float | int | None:
    if timing is None:
        return None
    return round(timing["rate"]) if timing["rate"] >= 10 else float(timing["rate"])


def _ratio(timing: Results | None) -> str | None:
    if timing is None or timing["times_reference"] is None:
        return None
    ratio = timing["times_reference"]
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:,.0f}"


def _micro(seconds: float | None) -> int | None:
    return None if seconds is None else round(1e6 * seconds)


def _megabytes(values: Mapping[str, float], name: str) -> Cell:
    return Cell(round(values[name]) if name in values else None)
