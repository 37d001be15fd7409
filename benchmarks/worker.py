"""A process with one tool in it, which answers commands (JSON lines) with times and memory; started by `timing.py`.

First it says what it has loaded, or why it cannot. Then `{"time": SYSTEM, "file": FILE, "start": 0, "stop": 100}` reads
these lines and times the answers to them, in CPU and wall seconds; an empty object only asks for memory.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from systems import PROCESSES


def memory() -> dict[str, float]:
    """Megabytes: resident, private (not pages of a mapped file), and peak resident."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:  # not Linux
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 1024)
        return {"peak_mb": most}
    megabytes = {line.partition(":")[0]: float(line.split()[1]) / 1024 for line in lines if line.endswith(" kB")}
    return {"resident_mb": megabytes["VmRSS"], "private_mb": megabytes["RssAnon"], "peak_mb": megabytes["VmHWM"]}


def run(call: Callable[[str], object], lines: list[str]) -> dict[str, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    for line in lines:
        call(line)
    return {"cpu_s": time.process_time() - cpu, "wall_s": time.perf_counter() - wall}


def main() -> None:
    # The tools' own output must not mix with the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)

    def say(answer: Mapping[str, Any]) -> None:
        print(json.dumps(answer), file=answers)

    before, start = memory(), time.perf_counter()
    try:
        systems = PROCESSES[sys.argv[1]].load(json.loads(sys.argv[2]))
    except Exception as error:  # the others are timed anyway
        say({"skipped": f"{type(error).__name__}: {error}"})
        return
    say({"systems": list(systems), "load_s": time.perf_counter() - start, "before": before, "memory": memory()})
    for request in map(json.loads, sys.stdin):
        if "time" not in request:
            say(memory())
            continue
        with Path(request["file"]).open(encoding="utf-8") as file:
            lines = [line.rstrip("\n") for line in islice(file, request["start"], request["stop"])]
        say({**run(systems[request["time"]], lines), "lines": len(lines)})


if __name__ == "__main__":
    main()
