"""How many answers remain unproved with the default budget: `python tools/unproved.py FOLDER … -s max_switches=3`.

On mixed sentences of labelled folders, with settings as `mixlid identify` takes them.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import mixlid
from mixlid.settings import parse
from mixlid_lab.evaluation.datasets import read_folder


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("-p", "--preset", default="avg", metavar="NAME")
    parser.add_argument("-s", "--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="of each data set every Nth sentence (1)")
    args = parser.parse_args()
    lid = mixlid.load(preset=args.preset).replace(**dict(map(parse, args.set)))
    sets = [dataset for folder in args.data for dataset in read_folder(folder) if dataset.is_mixed]
    texts = [one.text for dataset in sets for one in dataset.samples[:: args.every]]
    # If the best answer is empty, another one is given instead, and there is nothing to prove.
    left = sum(not result.optimal and not result.fallback for result in lid.identify_many(texts))
    print(f"{left} of {len(texts)} answers are not proved ({left / max(len(texts), 1):.1%})")


if __name__ == "__main__":
    main()
