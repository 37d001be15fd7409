"""Share work among processes, with the results in the order of the items.

The function is sent to each process once (a model inside it is loaded there once), the items as they are needed, so
that a stream of any length takes little memory. Guard a script's entry with `if __name__ == "__main__":`, as for every
use of processes in Python.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Generic, TypeVar

from mixlid.engine.threads import LOOK_UP, in_order
from mixlid.errors import SettingsError

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")

#: Keeps the folder that a process is started in off its path, from Python 3.11 on.
_SAFE_PATH = "PYTHONSAFEPATH"
#: Python's helper tidies up after a command that was killed, which is nothing to warn of on somebody's terminal.
_WARNINGS = "PYTHONWARNINGS"
_TIDYING = "ignore:resource_tracker:UserWarning"

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
    if context.get_start_method() == "forkserver":
        from multiprocessing import forkserver

        with path_without_folder():
            forkserver.ensure_running()
    with ProcessPoolExecutor(jobs, context, initializer=_start, initargs=(function,)) as pool:
        yield from in_order(_Watched(pool), _call, items, jobs)


class _Watched:
    """A pool whose results are not waited for when the thread is gone that would bring them, as where memory ends."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self._pool = pool

    def submit(self, function: Callable[[Item], Outcome], item: Item, /) -> _WatchedFuture[Outcome]:
        return _WatchedFuture(self._pool, self._pool.submit(function, item))


class _WatchedFuture(Generic[Outcome]):
    def __init__(self, pool: ProcessPoolExecutor, future: Future[Outcome]) -> None:
        self._pool, self._future = pool, future
        self.cancel = future.cancel

    def result(self) -> Outcome:
        while not wait([self._future], LOOK_UP).done:
            thread = getattr(self._pool, "_executor_manager_thread", None)
            if thread is not None and not thread.is_alive() and not self._future.done():
                raise MemoryError("the thread that waits for processes has ended, probably for want of memory")
        return self._future.result()


def start_server() -> None:
    """Start what starts the worker processes, deaf to Ctrl-C: that reaches all of them, and each would print where.

    The signal is blocked and not ignored because processes inherit that from their very first moment.
    """
    from multiprocessing import resource_tracker

    try:
        from multiprocessing import forkserver
    except ImportError:  # not a Unix system
        return
    with path_without_folder(), _variable(_WARNINGS, _TIDYING):
        resource_tracker.ensure_running()  # on its own, for it unblocks the signal when it has started
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with path_without_folder():
            forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def path_without_folder() -> Iterator[None]:
    """What is started in here does not import from the folder that we are in, which may hold anybody's data.

    Python starts its helpers with `-c`, which looks into that folder first: a `selectors.py` among the data would run.
    The workers themselves have our own path.
    """
    folder = Path.cwd() if sys.version_info < (3, 11) else None
    with _variable(_SAFE_PATH, "1"):
        try:
            if folder is not None:  # which does not know the variable
                os.chdir(folder.anchor)
            yield
        finally:
            if folder is not None:
                os.chdir(folder)


@contextmanager
def _variable(name: str, value: str) -> Iterator[None]:
    """What is started in here has this in its environment."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


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
