"""Share work among processes, with the results in the order of the items.

The function is sent to each process once (a model inside it is loaded there once), the items as they are needed, so
that a stream of any length takes little memory. Guard a script's entry with `if __name__ == "__main__":`, as for every
use of processes in Python.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from typing import Any, TypeVar

from mixlid.errors import SettingsError

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")

_function: Callable[[Any], Any]


def ordered_map(function: Callable[[Item], Outcome], items: Iterable[Item], jobs: int) -> Iterator[Outcome]:
    """`map(function, items)` by `jobs` processes; with one, in this process."""
    if jobs < 1:
        raise SettingsError(f"jobs must be at least 1, not {jobs}")
    return map(function, items) if jobs == 1 else _in_pool(function, items, jobs)


def _in_pool(function: Callable[[Item], Outcome], items: Iterable[Item], jobs: int) -> Iterator[Outcome]:
    methods = multiprocessing.get_all_start_methods()
    # Forking a process that has threads (NumPy may start some) can deadlock, so the default is not taken.
    context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    source = iter(items)
    with ProcessPoolExecutor(jobs, context, initializer=_start, initargs=(function,)) as pool:
        waiting: deque[Future[Outcome]] = deque()
        try:
            while True:
                for item in islice(source, 2 * jobs - len(waiting)):
                    waiting.append(pool.submit(_call, item))
                if not waiting:
                    return
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def start_server() -> None:
    """Start what starts the worker processes, deaf to Ctrl-C: that reaches all of them, and each would print where.

    The signal is blocked and not ignored because processes inherit that from their very first moment.
    """
    from multiprocessing import resource_tracker

    try:
        from multiprocessing import forkserver
    except ImportError:  # not a Unix system
        return
    resource_tracker.ensure_running()  # on its own, for it unblocks the signal when it has started
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start(function: Callable[[Any], Any]) -> None:
    global _function
    _function = function
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A worker whose parent was killed would wait for work forever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _call(item: Any) -> Any:
    return _function(item)
