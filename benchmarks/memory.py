"""Starting, loading, memory, several processes, and files of any size: `make bench-memory`.

Start times are medians over new processes, with ratios to `import numpy` in the same round, because seconds depend on
the machine. A tool's memory is that of a process with nothing else in it, after some lines. A bulk run is `mixlid
identify` on a file, and on one ten times as long.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from results import arguments, save
from speed import add_arguments, model_files, write_lines
from systems import ALONE, PROCESSES
from tables import memory_tables, written
from text import lines
from timing import start

SENTENCE = "yarınki meeting için slides hazır mı"
STEPS = {
    "bare interpreter": ["-c", "pass"],
    "import numpy": ["-c", "import numpy"],
    "import mixlid": ["-c", "import mixlid"],
    "load the model": ["-c", "import mixlid; mixlid.load()"],
    "identify one sentence": ["-c", f"import mixlid; mixlid.load().identify({SENTENCE!r})"],
    "mixlid identify -t …": ["-m", "mixlid", "identify", "-t", SENTENCE],
}
BASE = "import numpy"


def launch(command: list[str], *how: str) -> dict[str, float]:
    """Seconds and peak memory of a Python command; `sample` also measures the processes that it starts."""
    launcher = str(Path(__file__).with_name("launch.py"))
    done = subprocess.run(
        [sys.executable, "-S", launcher, *how, sys.executable, *command], check=True, capture_output=True
    )
    taken: dict[str, float] = json.loads(done.stdout)
    if taken["code"]:
        raise RuntimeError(f"{command} failed: {done.stderr.decode()}")
    return taken


def starts(rounds: int) -> list[dict[str, Any]]:
    """Every step once a round."""
    for command in STEPS.values():
        launch(command)  # the first time, files come from the disk
    taken = [{name: launch(command) for name, command in STEPS.items()} for _ in range(rounds)]
    return [
        {
            "step": name,
            "seconds": statistics.median(one[name]["seconds"] for one in taken),
            "times_numpy": statistics.median(one[name]["seconds"] / one[BASE]["seconds"] for one in taken),
            "peak_mb": max(one[name]["peak_mb"] for one in taken),
        }
        for name in STEPS
    ]


def tools(args: Any, folder: Path) -> dict[str, Any]:
    """Seconds to load a tool, and memory before and after some lines; one process at a time."""
    options, notes = model_files(args, folder)
    file = folder / "lines.txt"
    write_lines(file, (line.text for line in lines(args.memory_lines, 80)))
    measured: list[dict[str, Any]] = []
    skipped = {}
    for name in args.systems:
        if name == "ilp":  # so many lines would take too long
            continue
        workers, missing = start([name], {**options, ALONE: "yes"})
        skipped.update(missing)
        for worker in workers.values():
            worker.ask(time=worker.about["systems"][0], file=str(file), start=0, stop=args.memory_lines)
            after = worker.ask()
            measured.append(
                {
                    "tool": PROCESSES[name].title,
                    "load_s": worker.about["load_s"],
                    "loaded": worker.about["memory"],
                    "after": after,
                }
            )
            worker.close()
    return {"tools": measured, "skipped": skipped, "notes": notes, "lines": args.memory_lines}


def bulk(args: Any, folder: Path) -> list[dict[str, Any]]:
    """Peak memory and rate of `mixlid identify` for a file and one ten times smaller, and with more processes."""
    runs = []
    for count in (args.bulk_lines // 10, args.bulk_lines):
        file = folder / "bulk.txt"
        if args.text is None:
            write_lines(file, (line.text for line in lines(count, 80)))
        else:
            given = [line for line in args.text.read_text(encoding="utf-8").splitlines() if line.strip()]
            write_lines(file, (given[number % len(given)] for number in range(count)))
        # Several processes only on the larger file, so that their start does not count.
        for jobs in [1] if count < args.bulk_lines else [1, *args.jobs]:
            out = folder / "bulk.jsonl"
            command = ["-m", "mixlid", "identify", "-q", str(file), "-o", str(out), "-j", str(jobs)]
            taken = launch([*command, *(["-m", args.model] if args.model else [])], "sample")
            size = sum(1 for _ in out.open("rb"))
            if size != count:
                raise RuntimeError(f"{count} lines in, {size} out")
            out.unlink()
            runs.append({"lines": count, "jobs": jobs, "rate": count / taken["seconds"], **taken})
            print(f"{count:,} lines, -j {jobs}: done", file=sys.stderr, flush=True)
    return runs


def main() -> None:
    parser = arguments(__doc__)
    add_arguments(parser)
    parser.add_argument("--starts", type=int, default=9, help="fresh processes for each step (default 9)")
    parser.add_argument("--memory-lines", type=int, default=2000, help="lines that a tool reads (default 2000)")
    parser.add_argument("--bulk-lines", type=int, default=1_000_000, help="of the larger file (default a million)")
    parser.add_argument(
        "--jobs", type=int, nargs="*", default=[2], help="processes of a bulk run besides 1 (default 2)"
    )
    args = parser.parse_args()
    with TemporaryDirectory() as name:
        results = {
            "starts": starts(args.starts),
            "tools": tools(args, Path(name)),
            "bulk": bulk(args, Path(name)),
            "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        }
    results = save(args.json, "memory", results)
    print(written(memory_tables(results)))


if __name__ == "__main__":
    main()
