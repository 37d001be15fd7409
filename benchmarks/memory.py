"""Starting, loading, memory, several processes, and files of any size: `make bench-memory`.

Start times are medians over new processes, with ratios to `import numpy` in the same round, because seconds depend on
the machine. Other tools are there if they are installed. A bulk run is `mixlid identify` on a file, and on one ten
times as long, of sentences in twelve languages in random order (`sentences.txt`).
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mixlid_lab.report.table import Cell, Row, Table
from report import arguments, save, written

SENTENCE = "yarınki meeting için slides hazır mı"
SENTENCES = Path(__file__).with_name("sentences.txt")
STEPS = {
    "bare interpreter": ["-c", "pass"],
    "import numpy": ["-c", "import numpy"],
    "import mixlid": ["-c", "import mixlid"],
    "load the model": ["-c", "import mixlid; mixlid.load()"],
    "identify one sentence": ["-c", f"import mixlid; mixlid.load().identify({SENTENCE!r})"],
    "mixlid identify -t …": ["-m", "mixlid", "identify", "-t", SENTENCE],
}
PEERS = {
    "heliport": f"import heliport; heliport.Identifier().identify({SENTENCE!r})",
    "pycld2": f"import pycld2; pycld2.detect({SENTENCE!r})",
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
    peers = {f"{name}, one sentence": ["-c", code] for name, code in PEERS.items() if find_spec(name)}
    steps = {**STEPS, **peers}
    for command in steps.values():
        launch(command)  # the first time, files come from the disk
    taken = [{name: launch(command) for name, command in steps.items()} for _ in range(rounds)]
    return [
        {
            "step": name,
            "seconds": statistics.median(one[name]["seconds"] for one in taken),
            "times_numpy": statistics.median(one[name]["seconds"] / one[BASE]["seconds"] for one in taken),
            "peak_mb": max(one[name]["peak_mb"] for one in taken),
        }
        for name in steps
    ]


def bulk(lines: int, several: Sequence[int], folder: Path) -> list[dict[str, Any]]:
    """Peak memory and rate of `mixlid identify` for a file and one ten times smaller, and with more processes."""
    texts = [line for line in SENTENCES.read_text(encoding="utf-8").splitlines() if line and not line.startswith("[")]
    source, out = folder / "bulk.txt", folder / "bulk.jsonl"
    draw = random.Random(1)
    runs = []
    for count in (lines // 10, lines):
        source.write_text("".join(f"{draw.choice(texts)}\n" for _ in range(count)), encoding="utf-8")
        # Several processes only on the larger file, so that their start does not count.
        for jobs in [1, *several] if count == lines else [1]:
            command = ["-m", "mixlid", "identify", "-q", str(source), "-o", str(out), "-j", str(jobs)]
            taken = launch(command, "sample")
            size = sum(1 for _ in out.open("rb"))
            if size != count:
                raise RuntimeError(f"{count} lines in, {size} out")
            out.unlink()
            runs.append({"lines": count, "jobs": jobs, "rate": count / taken["seconds"], **taken})
            print(f"{count:,} lines, -j {jobs}: done", file=sys.stderr, flush=True)
    return runs


def memory_tables(results: Mapping[str, Any]) -> list[Table]:
    steps = [
        Row(
            (one["step"],),
            {
                "seconds": Cell(one["seconds"], digits=3),
                "× import numpy": Cell(one["times_numpy"]),
                "peak MB": Cell(round(one["peak_mb"])),
            },
        )
        for one in results["starts"]
    ]
    alone = {one["lines"]: one["rate"] for one in results["bulk"] if one["jobs"] == 1}
    runs = [
        Row(
            (f"{one['lines']:,}", str(one["jobs"])),
            {
                "seconds": Cell(one["seconds"], digits=1),
                "lines/s": Cell(round(one["rate"])),
                "× -j 1": Cell(one["rate"] / alone[one["lines"]]),
                "peak MB": Cell(round(one["peak_mb"])),
                "all processes, MB": Cell(round(one["together_mb"]) or None),
            },
        )
        for one in results["bulk"]
    ]
    note = f"{results['cores']} cores. The peak is of the process that reads and writes; all are sampled."
    return [
        Table("Starting: fresh processes", ("step",), steps),
        Table("`mixlid identify FILE -o OUT.jsonl`", ("lines", "-j"), runs, (note,)),
    ]


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--starts", type=int, default=9, help="fresh processes for each step (default 9)")
    parser.add_argument("--bulk-lines", type=int, default=1_000_000, help="of the larger file (default a million)")
    parser.add_argument(
        "--jobs", type=int, nargs="*", default=[2], help="processes of a bulk run besides 1 (default 2)"
    )
    args = parser.parse_args()
    with TemporaryDirectory() as name:
        results = {
            "starts": starts(args.starts),
            "bulk": bulk(args.bulk_lines, args.jobs, Path(name)),
            "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        }
    print(written(memory_tables(save(args.json, "memory", results))))


if __name__ == "__main__":
    main()
