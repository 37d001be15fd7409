"""Many real lines: calls from Python, columns, threads, and commands from file to file, beside heliport and pycld2.

    python benchmarks/bulk.py lines.txt

Give lines of many languages in random order, each once: mixlid remembers words, and made-up text flatters that memory.
Every system has its turn in every round, in a process of its own; times are processor time (user and system) of that
process after loading, for commands from start to end with the time for one line taken off. Ratios are of the fastest
rounds. Threads are timed by the clock, since their processor time says nothing: leave two cores alone for that.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

WARM_UP = 500


def calls(system: str, lines: Sequence[str]) -> tuple[Callable[[], object], Callable[[], object]]:
    """What warms a system up, and what is timed."""
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
    answer = import_module("heliport").Identifier().identify if system == "heliport" else import_module("pycld2").detect
    return (lambda: _each(answer, lines[:WARM_UP])), lambda: _each(answer, lines)


def _each(answer: Callable[[str], object], lines: Sequence[str]) -> None:
    for line in lines:
        answer(line)


def time_calls(system: str, path: Path) -> None:
    """In a process of its own: seconds of processor time, and by the clock."""
    lines = path.read_text(encoding="utf-8").splitlines()
    warm_up, work = calls(system, lines)
    warm_up()
    clock, processor = time.perf_counter(), time.process_time()
    work()
    print(time.process_time() - processor, time.perf_counter() - clock)


def time_command(command: Sequence[str], source: Path, target: Path) -> float:
    for old in target.parent.glob(f"{target.name}*"):
        old.unlink()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([part.format(source=source, target=target) for part in command], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lines", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--system", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.system:
        time_calls(args.system, args.lines)
        return
    count = len(args.lines.read_text(encoding="utf-8").splitlines())
    systems = ["mixlid, results", "mixlid, columns", "mixlid, columns with words", "mixlid, columns, two threads"]
    systems += [name for name in ("heliport", "pycld2") if find_spec(name)]
    commands = {
        f"mixlid identify FILE -o OUT.{form}": [sys.executable, "-m", "mixlid", "identify", "{source}", "-q", "-o",
                                                f"{{target}}.{form}"]
        for form in ("tsv", "jsonl")
    }  # fmt: skip
    if "heliport" in systems:
        command = Path(sys.executable).with_name("heliport")
        commands["heliport identify FILE OUT"] = [str(command), "identify", "{source}", "{target}"]
    seconds: dict[str, list[float]] = {name: [] for name in (*systems, *commands)}
    clock: dict[str, list[float]] = {name: [] for name in systems}
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    with tempfile.TemporaryDirectory() as folder:
        one = Path(folder, "one.txt")
        one.write_text("one line\n", encoding="utf-8")
        for _ in range(args.rounds):
            for name in systems:
                command_line = [sys.executable, __file__, str(args.lines), "--system", name]
                printed = subprocess.run(command_line, check=True, capture_output=True, text=True, env=environment)
                processor, wall = map(float, printed.stdout.split())
                seconds[name].append(processor)
                clock[name].append(wall)
            for name, command_parts in commands.items():
                whole = time_command(command_parts, args.lines, Path(folder, "out"))
                seconds[name].append(whole - time_command(command_parts, one, Path(folder, "out")))
    print(f"{count:,} lines of {args.lines.stat().st_size / count:.0f} bytes, {args.rounds} rounds\n")
    print("| system | µs a line | lines a second | × heliport |\n|---|---:|---:|---:|")
    for name in seconds:
        peer = "heliport identify FILE OUT" if name in commands else "heliport"
        best = min(seconds[name])
        ratio = f"{min(seconds[peer]) / best:.2f}" if seconds.get(peer) else "–"
        if "threads" in name:
            gain = min(clock["mixlid, columns"]) / min(clock[name])
            print(f"| {name}, by the clock: {gain:.2f} × one | | {count / min(clock[name]):,.0f} | |")
        else:
            print(f"| {name} | {best / count * 1e6:.1f} | {count / best:,.0f} | {ratio} |")


if __name__ == "__main__":
    main()
