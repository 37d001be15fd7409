"""Tables of the results, for the terminal and for `docs/performance.md`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mixlid.evaluation.report.markdown import table
from mixlid.evaluation.report.table import Cell, Column, Row, Table
from systems import REFERENCE

Results = Mapping[str, Any]


def written(tables: Sequence[Table]) -> str:
    """Tables as Markdown, each under its title."""
    return "\n\n".join(f"**{one.title}**\n\n{table(one)}" for one in tables)


def speed_tables(found: Results) -> list[Table]:
    """Sentences a second by system and text, how many times as long as the reference each takes, what was left out."""
    texts = found["texts"]
    names = tuple(dict.fromkeys(system["system"] for text in texts for system in text["systems"]))
    by_text = [{system["system"]: system for system in text["systems"]} for text in texts]
    columns = _columns(*(f"{text['characters']} characters, {text['title']}" for text in texts))
    rates = [Row((name,), tuple(Cell(_rate(systems.get(name))) for systems in by_text)) for name in names]
    ratios = [Row((name,), tuple(Cell(_ratio(systems.get(name))) for systems in by_text)) for name in names]
    rounds = max(len(system["seconds"]) for system in texts[0]["systems"])
    left_out = (f"Left out: {name}: {reason}" for name, reason in found["skipped"].items())
    notes = (f"Medians of {rounds} rounds.", *found["notes"], *left_out)
    title = f"Time, {REFERENCE} on the same lines being 1"
    return [
        Table("speed", "Sentences a second, one core", ("system",), columns, tuple(rates), notes),
        Table("ratios", title, ("system",), columns, tuple(ratios), ("Medians over rounds of the ratio in a round.",)),
    ]


def memory_tables(found: Results) -> list[Table]:
    starts = [
        Row((one["step"],), (Cell(one["seconds"], digits=3), Cell(one["times_numpy"]), Cell(round(one["peak_mb"]))))
        for one in found["starts"]
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
        for one in found["tools"]["tools"]
    ]
    alone = next((one["rate"] for one in found["bulk"] if one["jobs"] == 1), None)
    bulk = [
        Row(
            (f"{one['lines']:,}", str(one["jobs"])),
            (
                Cell(one["seconds"], digits=1),
                Cell(round(one["rate"])),
                Cell(one["rate"] / alone if alone else None),
                Cell(round(one["peak_mb"])),
                Cell(round(one["together_mb"]) or None),
            ),
        )
        for one in found["bulk"]
    ]
    left_out = tuple(f"Left out: {name}: {reason}" for name, reason in found["tools"]["skipped"].items())
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
            f"Loading a tool, and memory (MB) after {found['tools']['lines']:,} lines",
            ("tool",),
            _columns("seconds to load", "resident when loaded", "resident after lines", "of which private", "peak"),
            tuple(tools),
            (*found["tools"]["notes"], *left_out),
        ),
        Table(
            "bulk",
            "`mixlid identify FILE -o OUT.jsonl`",
            ("lines", "-j"),
            _columns("seconds", "lines/s", "× the first", "peak MB", "all processes, MB"),
            tuple(bulk),
            (f"{found['cores']} cores. The peak is of the process that reads and writes; all are sampled.",),
        ),
    ]


def growth_tables(found: Results) -> list[Table]:
    points = found["points"]
    labels = sorted({point["labels"] for point in points})
    lengths = sorted({point["characters"] for point in points})
    names = list(dict.fromkeys(point["system"] for point in points))
    times = {(point["system"], point["labels"], point["characters"]): 1e6 * point["seconds"] for point in points}
    columns = tuple(Column(f"{length}", f"{size:,} labels," if size else None) for size in labels for length in lengths)
    rows = [
        Row((name,), tuple(Cell(_micro(times.get((name, size, length)))) for size in labels for length in lengths))
        for name in names
    ]
    note = f"Columns: labels, characters. Medians of {found['repeats']} rounds through {found['sentences']} sentences."
    return [Table("growth", "Microseconds a sentence", ("system",), columns, tuple(rows), (note,))]


def floor_tables(found: Results) -> list[Table]:
    texts = found["texts"]
    speed = found["bytes_per_s"]

    def row(name: str, values: Sequence[float], digits: int) -> Row:
        return Row((name,), tuple(Cell(float(value), digits=digits) for value in values))

    missed = [1 - text["hit_rate"] for text in texts]
    rows = [
        row("characters", [text["characters"] for text in texts], 0),
        row("words", [text["words"] for text in texts], 1),
        row("n-grams", [text["ngrams"] for text in texts], 0),
        row("n-grams that have a row", [text["rows"] for text in texts], 0),
        row("kB of rows", [text["bytes"] / 1000 for text in texts], 1),
        row("cache lines of rows", [text["cache_lines"] for text in texts], 0),
        row("share of words in the memory of words", [text["hit_rate"] for text in texts], 2),
        row(
            "µs to read the other words' rows in one run",
            [1e6 * share * text["bytes"] / speed for share, text in zip(missed, texts, strict=True)],
            2,
        ),
        row("µs measured, text to result", [1e6 * text["seconds"] for text in texts], 1),
    ]
    note = (
        f"Reading memory in order: {speed / 1e9:.1f} GB/s. A row of {found['labels']} bytes at a random place of "
        f"{found['table_mb']:.0f} MB, by NumPy: {1e9 * found['scattered_row_s']:.0f} ns."
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


def _micro(value: float | None) -> int | None:
    return None if value is None else round(value)


def _megabytes(values: Mapping[str, float], name: str) -> Cell:
    return Cell(round(values[name]) if name in values else None)
