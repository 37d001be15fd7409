"""Fuzz everything that reads input from others: `python tools/fuzz.py TARGET --seconds 60`.

It is guided by coverage (atheris): inputs that reach new code are kept in `build/fuzz/TARGET` and mutated further. With
`--random` it needs no package and no state: the number of a round determines what is tried, and `--first N --rounds 1
--random` repeats it. Failures are written to `tests/findings/TARGET`, whose files the tests try every time; give the
file a name that says what it is. The targets are in `fuzz_targets.py`.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import os
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parents[1]
FINDINGS = ROOT / "tests" / "findings"
LEARNT = ROOT / "build" / "fuzz"
NAMES = ("text", "damage", "models", "formats", "requests", "arrays")


def try_random(target: str, first: int, rounds: int, seconds: float) -> int:
    """Run random rounds; return how many failed."""
    from fuzz_targets import TARGETS, changed, seeds

    began, number, wrong = time.monotonic(), first, 0
    while number < first + rounds and time.monotonic() - began < seconds:
        random = Random(f"{target} {number}")
        data = changed(random.choice(seeds(target)), random)
        try:
            TARGETS[target](data)
        except Exception as error:
            wrong += 1
            print(f"{target} {number}: {type(error).__name__}: {str(error)[:300]}", file=sys.stderr)
            keep(target, data)
        number += 1
    kernel = os.environ.get("MIXLID_KERNEL", "compiled")
    print(f"{target}: {number - first:,} tried, {wrong} wrong ({kernel} kernel)")
    return wrong


def keep(target: str, data: bytes) -> None:
    path = FINDINGS / target / f"found-{hashlib.sha256(data).hexdigest()[:12]}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def try_guided(target: str, seconds: float) -> None:
    """Run libFuzzer, which ends the process."""
    try:
        atheris: Any = importlib.import_module("atheris")
    except ImportError:
        sys.exit("tools/fuzz.py is guided by atheris: pip install atheris, or try without guidance with --random")
    with atheris.instrument_imports(include=["mixlid"]):
        from fuzz_targets import HARD, TARGETS, seeds

        for seed in seeds(target):  # some modules are imported on first use
            TARGETS[target](seed)
    learnt, findings = LEARNT / target, FINDINGS / target
    for folder in (learnt, findings):
        folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds(target)):
        (learnt / f"seed-{number}").write_bytes(seed)
    words = LEARNT / f"dictionary-{target}"  # one for each target, since several may start at once
    escaped = ("".join(rf"\x{byte:02x}" for byte in word) for word in HARD)
    words.write_text("".join(f'"{word}"\n' for word in escaped))
    options = [
        f"-max_total_time={seconds:.0f}",
        "-max_len=16384",
        "-timeout=60",
        f"-dict={words}",
        "-print_final_stats=1",
    ]
    folders = [str(learnt), str(findings)]
    atheris.Setup([sys.argv[0], *options, f"-artifact_prefix={findings}/", *folders], TARGETS[target])
    atheris.Fuzz()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("target", choices=NAMES)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--random", action="store_true", help="without guidance by coverage")
    parser.add_argument("--rounds", type=int, default=sys.maxsize, help="with --random: at most this many")
    parser.add_argument("--first", type=int, default=0, help="with --random: the number of the first round")
    args = parser.parse_args()
    if args.random:
        sys.exit(1 if try_random(args.target, args.first, args.rounds, args.seconds) else 0)
    try_guided(args.target, args.seconds)


if __name__ == "__main__":
    main()
