"""What it costs to start, and how many sentences follow: `make bench-load`. Medians of several fresh processes.

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

#: Sentences of the demonstration, identified over and over after a warm-up.
RATE = """
import time, mixlid
lid = mixlid.load()
texts = [line for line in open("demo/sentences.txt", encoding="utf-8").read().splitlines() if line]
for text in texts * 5: lid.identify(text)
start = time.perf_counter()
for text in texts * 100: lid.identify(text)
print(100 * len(texts) / (time.perf_counter() - start))
"""


def outputs(code: str, repeats: int) -> list[float]:
    """What fresh processes print for the code, a number each."""
    runs = (subprocess.run([sys.executable, "-c", code], check=True, capture_output=True) for _ in range(repeats))
    return [float(run.stdout) for run in runs]


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
    print(f"{'mixlid.load() alone':24} {statistics.median(outputs(LOAD, repeats)):.3f} s")
    print(f"{'identify, one process':24} {statistics.median(outputs(RATE, 3)):,.0f} sentences/s (demo/sentences.txt)")
    print(f"{'memory at most':24} {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
