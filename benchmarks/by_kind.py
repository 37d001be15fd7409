"""Processor time by kind of text, compared with heliport and pycld2: `make bench-kinds DATA="DEV MORE" CORPUS=CORPUS`.

The texts are those of `kinds.py`. In each round every system has its turn, in a process of its own. Times are processor
time (user and system): of calls after loading, of commands from start to end minus the median time for one line.
Columns with at most one or two languages show what looking for more languages costs.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from kinds import kinds
from mixlid_lab.report.table import Cell, Row, Table
from report import add_data, arguments, save, written

TITLES = {
    "mixed": "mixed corpora",
    "english": "English",
    "languages": "many languages",
    "scripts": "many scripts",
    "words": "one word",
    "documents": "documents",
}
COLUMNS = "mixlid, columns"
AT_MOST = {f"{COLUMNS}, at most {name}": number for name, number in (("one language", 1), ("two languages", 2))}
OURS = ["mixlid", "identify", "-q", "{source}", "-o"]
COMMANDS = {
    "mixlid identify FILE.txt -o OUT.tsv": [sys.executable, "-m", *OURS, "{out}.tsv"],
    "mixlid identify FILE.txt -o OUT.jsonl": [sys.executable, "-m", *OURS, "{out}.jsonl"],
    "mixlid identify --unit document, to JSONL": [sys.executable, "-m", *OURS, "{out}.jsonl", "--unit", "document"],
    "heliport identify FILE OUT": [str(Path(sys.executable).with_name("heliport")), "identify", "{source}", "{out}"],
}
HELIPORT = "heliport identify FILE OUT"
WARM_UP = 500


def system_calls(system: str) -> Callable[[Sequence[str]], object]:
    """A function that answers lines."""
    if not system.startswith("mixlid"):
        answer = import_module("heliport").Identifier().identify if system == "heliport" else cld2()
        return partial(_each, answer)
    import mixlid

    lid = mixlid.load()
    if system == "mixlid, results":
        return partial(_each, lid.identify)
    return lid.replace(max_languages=AT_MOST[system]).identify_columns if system in AT_MOST else lid.identify_columns


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


def time_calls(system: str, path: Path) -> None:
    """Print processor seconds; runs in a process of its own."""
    lines = path.read_text(encoding="utf-8").split("\n")[:-1]
    answer = system_calls(system)
    answer(lines[:WARM_UP])
    start = time.process_time()
    answer(lines)
    print(time.process_time() - start)


class Taken(NamedTuple):
    """Processor seconds; of a command, also for one line."""

    processor: float
    start: float = 0.0


def launched(command: Sequence[str]) -> tuple[float, str]:
    """Run a command through a small process; its processor seconds, and what it printed."""
    launcher = str(Path(__file__).with_name("launch.py"))
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, "-S", launcher, "show", *command], check=True, capture_output=True, text=True, env=environment
    )
    *said, last = done.stdout.splitlines()
    taken: dict[str, float] = json.loads(last)
    if taken["code"]:
        raise RuntimeError(f"{' '.join(command)} failed: {done.stderr}")
    return taken["processor"], "\n".join(said)


def of_call(system: str, path: Path) -> Taken:
    return Taken(float(launched([sys.executable, __file__, "--text", str(path), "--system", system])[1]))


def of_command(command: Sequence[str], source: Path, one: Path) -> Taken:
    def run(source: Path) -> float:
        with tempfile.TemporaryDirectory() as folder:
            return launched([part.format(source=source, out=Path(folder, "out")) for part in command])[0]

    return Taken(run(source), run(one))


def measure(path: Path, one: Path, found: dict[str, list[Taken]], with_commands: bool) -> None:
    """Measure every system once."""
    peers = [peer for peer in ("heliport", "pycld2") if find_spec(peer)]
    for name in ["mixlid, results", COLUMNS, *AT_MOST, *peers]:
        found.setdefault(name, []).append(of_call(name, path))
    for name, command in COMMANDS.items() if with_commands else ():
        if Path(command[0]).exists():
            found.setdefault(name, []).append(of_command(command, path, one))


def usual(found: Mapping[str, Mapping[str, Sequence[Taken]]], kind: str) -> dict[str, float]:
    """The median of all rounds, less the start: the same for all kinds, so the median of all its starts is taken.

    heliport reads a gigabyte at its start, which takes 1.4 to 2.9 seconds: single starts differ by more than some files
    take.
    """
    seconds = {}
    for name, taken in found[kind].items():
        start = median(one.start for systems in found.values() for one in systems[name])
        seconds[name] = median(one.processor for one in taken) - start
    return seconds


def kind_tables(results: Mapping[str, Any]) -> list[Table]:
    texts = results["texts"]
    names = list(dict.fromkeys(name for text in texts for name in text["seconds"]))
    columns = [f"{text['title']}, {text['characters']:.0f} characters" for text in texts]
    times = [{name: seconds / text["lines"] for name, seconds in text["seconds"].items()} for text in texts]
    rows = [
        Row((name,), dict(zip(columns, (Cell(1e6 * each[name], digits=1) for each in times), strict=True)))
        for name in names
    ]
    peers = {name: HELIPORT if "identify" in name else "heliport" for name in names}
    ratios = [
        Row((name,), dict(zip(columns, (Cell(each[peers[name]] / each[name]) for each in times), strict=True)))
        for name in names
        if peers[name] in names
    ]
    note = f"Processor time, the median of {results['rounds']} rounds."
    title = "Rate, heliport's (its command's for commands) being 1"
    return [
        Table("Microseconds a text", ("system",), rows, (note,)),
        *([Table(title, ("system",), ratios)] if ratios else []),
    ]


def main() -> None:
    parser = arguments(__doc__ or "")
    add_data(parser)
    parser.add_argument("-n", "--count", type=int, default=10_000, help="lines of a kind; a hundredth of it documents")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--calls-only", action="store_true", help="no commands, whose time to start hides that of few lines"
    )
    parser.add_argument("--system", help=argparse.SUPPRESS)
    parser.add_argument("--text", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.system:
        time_calls(args.system, args.text)
        return
    texts = {
        kind: lines[: args.count // 100 if kind == "documents" else args.count]
        for kind, lines in kinds(args.data, args.corpus).items()
        if lines
    }
    found: dict[str, dict[str, list[Taken]]] = {kind: {} for kind in texts}
    with tempfile.TemporaryDirectory() as folder:
        files = {kind: Path(folder, f"{kind}.txt") for kind in (*texts, "one")}
        for kind, lines in {**texts, "one": ["one line"]}.items():
            files[kind].write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        for number in range(args.rounds):
            for kind in texts:
                measure(files[kind], files["one"], found[kind], not args.calls_only)
            print(f"round {number + 1} of {args.rounds}: done", file=sys.stderr, flush=True)
    of_kinds = [
        {
            "title": TITLES[kind],
            "lines": len(texts[kind]),
            "characters": sum(map(len, texts[kind])) / len(texts[kind]),
            "seconds": usual(found, kind),
        }
        for kind in TITLES
        if kind in texts
    ]
    print(written(kind_tables(save(args.json, "kinds", {"rounds": args.rounds, "texts": of_kinds}))))


if __name__ == "__main__":
    main()
