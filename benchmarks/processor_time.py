"""Processor time and memory of this process and of all that it has started, directly or not. Needs Linux."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
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
    ticks = os.sysconf("SC_CLK_TCK")
    return {process: (int(fields[11]) + int(fields[12])) / ticks for process, fields in family().items()}


def memory_by_process() -> dict[int, float]:
    """The megabytes that each of them has in memory, what they share included."""
    page = os.sysconf("SC_PAGE_SIZE")
    return {process: int(fields[21]) * page / 1e6 for process, fields in family().items()}


def family() -> dict[int, list[str]]:
    """This process and its descendants, with what `/proc` says of them after their name."""
    found: dict[int, list[str]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # has ended since
            found[int(path.parent.name)] = path.read_text().rpartition(")")[2].split()
    ours = {os.getpid()}
    while more := {process for process, fields in found.items() if int(fields[1]) in ours} - ours:
        ours |= more
    return {process: found[process] for process in ours}
