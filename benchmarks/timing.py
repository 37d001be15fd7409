"""Time systems against each other: in each round, each has its turn on the same new lines, on one core, one at a time.

The lines of a round are not repeated, so no word cache has seen them. A slow system only gets as many of them as fit
into its time slice, from the first on; one that needs longer than that for a line gets one round.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from systems import PROCESSES, REFERENCE, Options

ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "RAYON_NUM_THREADS": "1"}
WARM_UP = 1000


@dataclass(frozen=True, slots=True)
class Effort:
    """Rounds, lines in each, seconds of a turn, and lines for a system that takes longer than a turn for one."""

    rounds: int = 5
    lines: int = 4000
    seconds: float = 0.4
    slow_lines: int = 2


EFFORT = Effort()


@dataclass(slots=True)
class Timing:
    """A system on lines of one length: CPU seconds per line in each round."""

    system: str
    seconds: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)
    #: lines in a round
    lines: int = 0

    def to_dict(self, reference: Timing | None) -> dict[str, Any]:
        paired = [] if reference is None else [a / b for a, b in zip(self.seconds, reference.seconds, strict=False)]
        return {
            **asdict(self),
            "rate": 1 / statistics.median(self.seconds),
            "low": 1 / max(self.seconds),
            "high": 1 / min(self.seconds),
            # The time relative to the reference, by round.
            "times_reference": statistics.median(paired) if paired else None,
        }


class Worker:
    """A process with a tool in it."""

    def __init__(self, name: str, options: Options, core: int | None = None) -> None:
        command = [sys.executable, str(Path(__file__).with_name("worker.py")), name, json.dumps(dict(options))]
        environment = {**os.environ, **ONE_THREAD, **PROCESSES[name].environment}
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
        )
        if core is not None:
            os.sched_setaffinity(self.process.pid, {core})
        self.about = self._answer()

    def ask(self, **request: Any) -> dict[str, Any]:
        assert self.process.stdin
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return self._answer()

    def close(self) -> None:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def _answer(self) -> dict[str, Any]:
        assert self.process.stdout
        line = self.process.stdout.readline()
        answer: dict[str, Any] = json.loads(line) if line else {"skipped": "the process ended without a word"}
        return answer


def last_core() -> int | None:
    """The core that everything is bound to; None if the system cannot do that."""
    return max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None


def start(names: Sequence[str], options: Options) -> tuple[dict[str, Worker], dict[str, str]]:
    """The workers that are ready, by name, and why the others are not."""
    ready, skipped = {}, {}
    for name in names:
        needed = PROCESSES[name].needs
        if needed and needed not in options:
            skipped[name] = f"no file given (--{needed})"
            continue
        worker = Worker(name, options, last_core())
        if "skipped" in worker.about:
            skipped[name] = worker.about["skipped"]
            worker.close()
        else:
            ready[name] = worker
    return ready, skipped


def compare(workers: Mapping[str, Worker], file: Path, effort: Effort) -> list[dict[str, Any]]:
    """The times of every system on a file of `WARM_UP` lines followed by `effort.lines` for each round."""
    systems = [(worker, system) for worker in workers.values() for system in worker.about["systems"]]
    timings = {system: Timing(system, lines=_fitting(worker, system, file, effort)) for worker, system in systems}
    for round_ in range(effort.rounds):
        turn = round_ % max(len(systems), 1)  # each has a different neighbour each time
        for worker, system in systems[turn:] + systems[:turn]:
            timing = timings[system]
            if timing.lines <= effort.slow_lines and round_:
                continue
            begin = WARM_UP + round_ * effort.lines
            taken = worker.ask(time=system, file=str(file), start=begin, stop=begin + timing.lines)
            timing.seconds.append(taken["cpu_s"] / taken["lines"])
            timing.wall.append(taken["wall_s"] / taken["lines"])
    return [timing.to_dict(timings.get(REFERENCE)) for timing in timings.values()]


def _fitting(worker: Worker, system: str, file: Path, effort: Effort) -> int:
    """How many lines fit into a turn; finding out also warms up."""
    count = 1
    while True:
        taken = worker.ask(time=system, file=str(file), start=0, stop=count)
        # The first line may load what the others use, so it only decides if it took very long.
        if taken["wall_s"] > (effort.seconds / 8 if count > 1 else 1) or count >= WARM_UP:
            break
        count *= 4
    fitting = int(effort.seconds * taken["lines"] / max(taken["wall_s"], 1e-9))
    return min(effort.lines, fitting) if fitting > effort.slow_lines else min(effort.lines, effort.slow_lines)
