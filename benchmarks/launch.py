"""Run a command and print its cost as JSON: clock and processor seconds, and peak memory.

`peak_mb` is of the process itself. With `show` as the first argument, its output comes first. With `sample`,
`together_mb` is the sum over the processes that it started, on Linux: the largest of some samples, where shared pages
count once. This is a separate script because a child's peak memory starts at that of its parent, and this one is small.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

BETWEEN = 0.25


def together(session: int) -> float:
    """Megabytes of all processes of a session; 0 without /proc."""
    folders = Path("/proc").iterdir() if Path("/proc").is_dir() else ()
    return sum(proportional_size(folder, session) for folder in folders if folder.name.isdigit()) / 1024


def proportional_size(folder: Path, session: int) -> int:
    """Kilobytes of a process with its part of shared pages; 0 if it is of another session or has just ended."""
    try:
        if os.getsid(int(folder.name)) != session:
            return 0
        lines = (folder / "smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def main() -> None:
    sampled, shown = sys.argv[1] == "sample", sys.argv[1] == "show"
    start = time.perf_counter()
    output = None if shown else subprocess.DEVNULL
    process = subprocess.Popen(sys.argv[1 + (sampled or shown) :], stdout=output, start_new_session=True)
    most = 0.0
    while True:
        ended, status, usage = os.wait4(process.pid, os.WNOHANG if sampled else 0)
        if ended:
            break
        most = max(most, together(process.pid))
        time.sleep(BETWEEN)
    seconds = time.perf_counter() - start
    unit = 2**20 if sys.platform == "darwin" else 1024
    code = os.waitstatus_to_exitcode(status)
    taken = {"seconds": seconds, "processor": usage.ru_utime + usage.ru_stime, "peak_mb": usage.ru_maxrss / unit}
    print(json.dumps({**taken, "together_mb": most, "code": code}))


if __name__ == "__main__":
    main()
