"""Processor time and memory of this process and of all that it has started, directly or not. Needs Linux."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import Any


def cost(action: Callable[[], Any]) -> float:
    """Processor seconds. Looks again and again, since a process that has ended may leave no trace of what it used."""
    before, seen, ended = used_by_process(), {}, Event()

    def watch() -> None:
        while not ended.wait(0.25):
            seen.update(used_by_process())

    watcher = Thread(target=watch)
    watcher.start()
    try:
        action()
    finally:
        ended.set()
        watcher.join()
    seen.update(used_by_process())
    return sum(used - before.get(process, 0.0) for process, used in seen.items())


def used_by_process() -> dict[int, float]:
    """The processor seconds of this process and of all that it has started, directly or not."""
    parents: dict[int, int] = {}
    used: dict[int, float] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # has ended since
        process = int(path.parent.name)
        parents[process] = int(fields[1])
        used[process] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    ours = {os.getpid()}
    while more := {process for process, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return {process: used[process] for process in ours}
