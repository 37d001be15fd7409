"""Kill runs again and again, resume them, and compare: `python tools/kills.py --kills 30`.

`mixlid identify` is killed (SIGKILL) at random moments and continued with `--resume` each time; the final output must
equal that of an undisturbed run, byte for byte. A seed decides the moments, as far as timing allows.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

#: The formats that are written, and the number of processes.
CASES = (("jsonl", 1), ("jsonl.gz", 2), ("csv", 2), ("jsonl.zst", 1), ("parquet", 2), ("txt", 1))
WORDS = (
    *("yarınki", "meeting", "için", "slides", "hazır", "mı", "the", "bread", "mañana", "tengo", "una", "entrevista"),
    *("где", "старая", "карта", "我今天要開"),
)


@dataclass
class Count:
    kills: int = 0
    #: Runs that ended before they could be killed.
    too_late: int = 0
    different: list[str] = field(default_factory=list)


def write_input(path: Path, lines: int, random: Random) -> None:
    text = "".join(" ".join(random.choices(WORDS, k=random.randint(1, 20))) + "\n" for _ in range(lines))
    path.write_text(text, encoding="utf-8")


def kill_and_resume(source: Path, kind: str, jobs: int, kills: int, random: Random, count: Count) -> None:
    """Write one output with a run that is killed `kills` times."""
    calm, out = source.with_name(f"calm.{kind}"), source.with_name(f"out.{kind}")
    began = time.monotonic()
    run(source, calm, jobs)
    usual = time.monotonic() - began
    killed = 0
    while killed < kills:
        with start([*command(source, out, jobs), "--resume"]) as process:
            try:
                process.wait(random.uniform(0.02, usual))
            except subprocess.TimeoutExpired:
                killed += 1
            else:  # it had finished
                count.too_late += 1
                compare(calm, out, count)
                out.unlink()
            finally:
                end(process)
    count.kills += killed
    run(source, out, jobs, "--resume")  # this also works if it was killed after finishing
    compare(calm, out, count)
    if left := left_behind(source.parent):
        count.different.append(f"{kind}: {', '.join(left)} left behind")
    calm.unlink()
    out.unlink()


def left_behind(folder: Path) -> list[str]:
    """Parts and checkpoints left by a run that did not end."""
    return [item.name for item in folder.iterdir() if item.name.startswith(".")]


def command(source: Path, out: Path, jobs: int) -> list[str]:
    return [sys.executable, "-m", "mixlid", "identify", "-q", "-p", "cs", "-j", str(jobs), str(source), "-o", str(out)]


def run(source: Path, out: Path, jobs: int, *more: str) -> None:
    subprocess.run([*command(source, out, jobs), *more], check=True)


def start(argv: Sequence[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(argv, start_new_session=True)


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill it, and wait until the processes that it has started are gone too."""
    process.kill()
    process.wait()
    deadline = time.monotonic() + 60
    with suppress(ProcessLookupError):
        while time.monotonic() < deadline:
            os.killpg(process.pid, 0)  # signal 0 only asks whether the session still has processes
            time.sleep(0.01)
        raise TimeoutError("its processes are still there a minute after it was killed")


def compare(calm: Path, out: Path, count: Count) -> None:
    if calm.read_bytes() != out.read_bytes():
        count.different.append(f"{out.name}: not the bytes of {calm.name}")


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--lines", type=int, default=60_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    random, count = Random(args.seed), Count()
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "in.txt"
        write_input(source, args.lines, random)
        for number, (kind, jobs) in enumerate(CASES):
            share = args.kills * (number + 1) // len(CASES) - args.kills * number // len(CASES)
            if share:
                kill_and_resume(source, kind, jobs, share, random, count)
    for text in count.different:
        print(text, file=sys.stderr)
    print(f"{count.kills} kills ({count.too_late} runs ended first), {len(count.different)} outputs that differ")
    return 1 if count.different else 0


if __name__ == "__main__":
    sys.exit(main())
