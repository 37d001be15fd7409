"""What it costs to start: `make bench-load`. Each figure is the median of several fresh processes.

Import and one sentence are given as ratios to `import numpy` in the same run as well, because seconds are a machine's.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time

SENTENCE = "yarınki meeting için slides hazır mı"
STEPS = {
    "import numpy": "import numpy",
    "import mixlid": "import mixlid",
    "load the model": "import mixlid; mixlid.load()",
    "identify one sentence": f"import mixlid; mixlid.load().identify({SENTENCE!r})",
}
LOAD = "import time, mixlid; start = time.perf_counter(); mixlid.load(); print(time.perf_counter() - start)"


def seconds(command: list[str], repeats: int) -> float:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main(repeats: int = 9) -> None:
    python = sys.executable
    empty = seconds([python, "-c", "pass"], repeats)
    base = seconds([python, "-c", STEPS["import numpy"]], repeats)
    print(f"{'bare interpreter':24} {empty:.3f} s")
    for name, code in STEPS.items():
        taken = seconds([python, "-c", code], repeats)
        print(f"{name:24} {taken:.3f} s, {taken / base:.2f} × import numpy")
    taken = seconds([python, "-m", "mixlid", "identify", "-t", SENTENCE], repeats)
    print(f"{'mixlid identify -t …':24} {taken:.3f} s, {taken / base:.2f} × import numpy")
    loads = [
        float(subprocess.run([python, "-c", LOAD], check=True, capture_output=True).stdout) for _ in range(repeats)
    ]
    print(f"{'mixlid.load() alone':24} {statistics.median(loads):.3f} s")
    print(f"{'memory at most':24} {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
