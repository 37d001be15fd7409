"""Compare the speed of two versions: `python tools/compare_speed.py OLD/src NEW/src --model FILE --text LINES`.

Both identify the same lines, in separate processes that take turns. Processor time is compared, so that other work on
the machine affects both alike. A round is one process of each. The times are those of the fastest round, and there are
two ratios: of the fastest rounds, and the median over rounds.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

#: Run by each version: seconds for opening the model, for identifying line by line, for all lines in one call, and for
#: all as columns.
PROGRAM = """
import json, sys, time
import mixlid
model, path, count, preset = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
with open(path, encoding="utf-8") as stream:
    lines = [line.rstrip("\\n") for line in stream][:count]
began = time.process_time()
lid = mixlid.load(model, preset=preset)
opened = time.process_time()
for line in lines[:1000]:
    lid.identify(line)
ready = time.process_time()
for line in lines:
    lid.identify(line)
one = time.process_time()
for _ in lid.identify_many(lines):
    pass
many = time.process_time()
lid.identify_columns(lines)
print(json.dumps([opened - began, one - ready, many - one, time.process_time() - many]))
"""
MEASURED = ("opening the model, ms", "identify, µs a line", "identify_many, µs a line", "identify_columns, µs a line")


def measure(source: Path, given: list[str]) -> list[float]:
    environment = {**os.environ, "PYTHONPATH": str(source.resolve())}
    command = [sys.executable, "-P", "-c", PROGRAM, *given]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    times: list[float] = json.loads(run.stdout)
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--model", required=True, help="that both can open")
    parser.add_argument("--text", required=True, help="a file with a text a line")
    parser.add_argument("--lines", type=int, default=20_000, help="how many of them")
    parser.add_argument("--preset", default="default")
    parser.add_argument("--rounds", type=int, default=9)
    args = parser.parse_args()
    given = [args.model, args.text, str(args.lines), args.preset]
    rounds = [[measure(source, given) for source in (args.old, args.new)] for _ in range(args.rounds)]
    with Path(args.text).open(encoding="utf-8") as stream:
        lines = min(args.lines, sum(1 for _ in stream))
    print("| | old | new | new / old | by round |\n|---|---|---|---|---|")
    for place, name in enumerate(MEASURED):
        scale = 1e3 if place == 0 else 1e6 / lines
        old, new = (min(one[version][place] for one in rounds) * scale for version in (0, 1))
        by_round = statistics.median(one[1][place] / one[0][place] for one in rounds)
        print(f"| {name} | {old:.2f} | {new:.2f} | {new / old:.3f} | {by_round:.3f} |")


if __name__ == "__main__":
    main()
