"""Many lines: calls from Python, columns, threads, and commands from file to file, compared with heliport and pycld2.

    python benchmarks/bulk.py --text lines.txt

Give lines in many languages in random order, each once. Made-up lines (`many_languages.py`) are timed as well, or alone
if none are given; a last table shows how far their ratios are from those of real lines.

In each round every system has its turn, in a process of its own. Times are processor time (user and system): of calls
after loading, of commands from start to end minus the time for one line. Ratios are of the fastest rounds. Peak memory
is that of the process, including the model and the lines. Threads are timed by the clock, since their processor time
says nothing: leave two cores idle for that.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from bulk_tables import COLUMNS, HELIPORT, THREADS, bulk_tables
from many_languages import lines as made_up
from results import arguments, save
from tables import written

WARM_UP = 500
#: From a system and lines to a warm-up function and the function to time.
Calls = Callable[[str, Sequence[str]], tuple[Callable[[], object], Callable[[], object]]]


class Taken(NamedTuple):
    #: Processor seconds, clock seconds, and megabytes.
    processor: float
    clock: float
    peak: float
    #: What a command takes for one line, in processor and clock seconds.
    start: tuple[float, float] = (0.0, 0.0)


def calls(system: str, lines: Sequence[str]) -> tuple[Callable[[], object], Callable[[], object]]:
    """A system's warm-up function and the function to time."""
    if system.startswith("mixlid"):
        import mixlid

        lid = mixlid.load()
        if system == "mixlid, results":
            return (lambda: [lid.identify(line) for line in lines[:WARM_UP]]), lambda: _each(lid.identify, lines)
        jobs = 2 if "two threads" in system else 1
        return (
            lambda: lid.identify_columns(lines[:WARM_UP]),
            lambda: lid.identify_columns(lines, words="words" in system, jobs=jobs),
        )
    answer = import_module("heliport").Identifier().identify if system == "heliport" else cld2()
    return (lambda: _each(answer, lines[:WARM_UP])), lambda: _each(answer, lines)


def cld2() -> Callable[[str], object]:
    """pycld2's answer, or None for text that it refuses because of control characters."""
    package = import_module("pycld2")

    def answer(line: str) -> object:
        try:
            return package.detect(line)
        except package.error:
            return None

    return answer


def _each(answer: Callable[[str], object], lines: Sequence[str]) -> None:
    for line in lines:
        answer(line)


def time_calls(system: str, path: Path, calls: Calls = calls) -> None:
    """Print processor seconds and clock seconds; runs in a process of its own."""
    lines = path.read_text(encoding="utf-8").split("\n")[:-1]
    warm_up, work = calls(system, lines)
    warm_up()
    clock, processor = time.perf_counter(), time.process_time()
    work()
    print(time.process_time() - processor, time.perf_counter() - clock)


def launched(command: Sequence[str]) -> tuple[dict[str, float], str]:
    """Run a command through a small process; what it took, and what it printed."""
    launcher = str(Path(__file__).with_name("launch.py"))
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    with tempfile.TemporaryFile("w+") as printed:
        done = subprocess.run(
            [sys.executable, "-S", launcher, "show", *command], check=True, stdout=printed, stderr=subprocess.PIPE,
            text=True, env=environment,
        )  # fmt: skip
        printed.seek(0)
        *said, last = printed.read().splitlines()
    taken: dict[str, float] = json.loads(last)
    if taken["code"]:
        raise RuntimeError(f"{' '.join(command)} failed: {done.stderr}")
    return taken, "\n".join(said)


def of_call(system: str, path: Path, script: str = __file__) -> Taken:
    taken, printed = launched([sys.executable, script, "--text", str(path), "--system", system])
    processor, clock = map(float, printed.split())
    return Taken(processor, clock, taken["peak_mb"])


def of_command(command: Sequence[str], sources: Mapping[str, Path], ones: Mapping[str, Path]) -> Taken:
    """The cost of a command, and that of the same for one line."""

    def run(files: Mapping[str, Path]) -> dict[str, float]:
        with tempfile.TemporaryDirectory() as folder:
            filled = [part.format(out=Path(folder, "out"), **files) for part in command]
            return launched(filled)[0]

    taken, one = run(sources), run(ones)
    return Taken(taken["processor"], taken["seconds"], taken["peak_mb"], (one["processor"], one["seconds"]))


def in_formats(folder: Path, lines: Sequence[str]) -> dict[str, Path]:
    """The lines as plain text, and as records with an id and an address."""
    folder.mkdir()
    files = {form: folder / f"lines.{form}" for form in ("txt", "jsonl", "csv")}
    files["txt"].write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    records = [{"id": i, "url": f"https://example.org/{i}", "text": line} for i, line in enumerate(lines)]
    with files["jsonl"].open("w", encoding="utf-8") as stream:
        stream.writelines(f"{json.dumps(record, ensure_ascii=False)}\n" for record in records)
    with files["csv"].open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, ["id", "url", "text"])
        writer.writeheader()
        writer.writerows(records)
    return files


def commands() -> dict[str, list[str]]:
    ours = [sys.executable, "-m", "mixlid", "identify", "-q"]
    pairs = [("txt", "tsv"), ("txt", "jsonl"), ("txt", "csv"), ("jsonl", "jsonl"), ("csv", "csv")]
    made = {
        f"mixlid identify FILE.{source} -o OUT.{target}": [*ours, f"{{{source}}}", "-o", f"{{out}}.{target}"]
        for source, target in pairs
    }
    command = Path(sys.executable).with_name("heliport")
    return made | ({HELIPORT: [str(command), "identify", "{txt}", "{out}"]} if command.exists() else {})


def measure(sources: Mapping[str, Path], ones: Mapping[str, Path], found: dict[str, list[Taken]]) -> None:
    """Measure every system once."""
    systems = ["mixlid, results", COLUMNS, "mixlid, columns with words", THREADS]
    for name in [*systems, *(peer for peer in ("heliport", "pycld2") if find_spec(peer))]:
        found.setdefault(name, []).append(of_call(name, sources["txt"]))
    for name, command in commands().items():
        found.setdefault(name, []).append(of_command(command, sources, ones))


def usual(found: Mapping[str, list[Taken]]) -> list[dict[str, Any]]:
    """The median of all rounds, minus that for one line; the least would be that of a lucky place in memory."""
    return [
        {
            "system": name,
            "processor": median(one.processor for one in taken) - median(one.start[0] for one in taken),
            "clock": median(one.clock for one in taken) - median(one.start[1] for one in taken),
            "peak_mb": max(one.peak for one in taken),
        }
        for name, taken in found.items()
    ]


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("-n", "--count", type=int, default=60_000, help="made-up lines (default 60,000)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--system", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.system:
        time_calls(args.system, args.text)
        return
    texts = {"made-up": list(made_up(args.count))}
    if args.text is not None:
        texts = {"real": args.text.read_text(encoding="utf-8").splitlines(), **texts}
    found: dict[str, dict[str, list[Taken]]] = {title: {} for title in texts}
    with tempfile.TemporaryDirectory() as folder:
        ones = in_formats(Path(folder, "one"), ["one line"])
        files = {title: in_formats(Path(folder, title), lines) for title, lines in texts.items()}
        for number in range(args.rounds):
            for title in texts:  # in turn, so that other load does not favour one
                measure(files[title], ones, found[title])
            print(f"round {number + 1} of {args.rounds}: done", file=sys.stderr, flush=True)
    results = {
        "rounds": args.rounds,
        "texts": [
            {
                "title": title,
                "lines": len(lines),
                "characters": sum(map(len, lines)) / len(lines),
                "systems": usual(found[title]),
            }
            for title, lines in texts.items()
        ],
    }
    print(written(bulk_tables(save(args.json, "bulk", results))))


if __name__ == "__main__":
    main()
