"""Processor time per line by script, for one or two models, on labelled sentences.

python benchmarks/by_script.py --data DEV --data DEV-MORE [--against OLD.mixlid]
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

import mixlid
from mixlid import Identifier
from mixlid.text.labels import split
from mixlid_lab.evaluation.datasets import read_folder

LINES, WARM, ROUNDS = 1500, 300, 3


def lines_by_script(folders: Sequence[Path]) -> dict[str, list[str]]:
    """Monolingual sentences, evenly spaced, of each script."""
    found: dict[str, list[str]] = {}
    for folder in folders:
        for dataset in read_folder(folder):
            if not dataset.is_mixed:
                for sample in dataset.samples:
                    found.setdefault(split(sample.label)[1] or "Latn", []).append(sample.text)
    enough = {script: texts for script, texts in found.items() if len(texts) >= 500}
    return {script: texts[:: max(len(texts) // LINES, 1)][:LINES] for script, texts in sorted(enough.items())}


def microseconds(lid: Identifier, texts: Sequence[str]) -> float:
    """Processor time per line, the median of some rounds; repeated words are cached, as in real use."""
    for text in texts[:WARM]:
        lid.identify(text)
    rounds = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        for text in texts:
            lid.identify(text)
        rounds.append(1e6 * (time.process_time() - begin) / len(texts))
    return statistics.median(rounds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, action="append", required=True, metavar="FOLDER")
    parser.add_argument("--against", metavar="MODEL", help="another model, for a ratio")
    args = parser.parse_args()
    here, there = mixlid.load(), mixlid.load(args.against) if args.against else None
    print("| script | characters | µs a line |" + (" times the other model |" if there else ""))
    print("|---|---:|---:|" + ("---:|" if there else ""))
    for script, texts in lines_by_script(args.data).items():
        spent = microseconds(here, texts)
        other = f" {spent / microseconds(there, texts):.2f} |" if there else ""
        print(f"| {script} | {statistics.mean(map(len, texts)):.0f} | {spent:.0f} |{other}")


if __name__ == "__main__":
    main()
