"""Share work among processes, with the results in the order of the items.

The function is sent to each process once, so a model in it is loaded there once; items are sent as they are needed, so
a stream of any length takes little memory. Guard a script's entry point with `if __name__ == "__main__":`, as always
with processes in Python.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from mixlid._threads import LOOK_UP, in_order, never
from mixlid.errors import SettingsError

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")

#: Keeps the current folder off the path of Python processes, from Python 3.11 on.
_SAFE_PATH = "PYTHONSAFEPATH"
#: Python's resource tracker cleans up after a command that was killed, and should not warn the user about it.
_WARNINGS = "PYTHONWARNINGS"
_TIDYING = "ignore:resource_tracker:UserWarning"

_function: Callable[[Any], Any]


def ordered_map(
    function: Callable[[Item], Outcome], items: Iterable[Item], jobs: int, is_late: Callable[[], bool] = never
) -> Iterator[Outcome]:
    """`map(function, items)` by `jobs` processes; with one, in this process. For `is_late` see `in_order`."""
    if jobs < 1:
        raise SettingsError(f"jobs must be at least 1, not {jobs}")
    return map(function, items) if jobs == 1 else _in_pool(function, items, jobs, is_late)


def _in_pool(
    function: Callable[[Item], Outcome], items: Iterable[Item], jobs: int, is_late: Callable[[], bool]
) -> Iterator[Outcome]:
    import multiprocessing  # with what it imports, longer than all of the engine
    from concurrent.futures import ProcessPoolExecutor

    methods = multiprocessing.get_all_start_methods()
    # Forking a process that has threads (NumPy may start some) can deadlock, so the default is not used.
    context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    if context.get_start_method() == "forkserver":
        from multiprocessing import forkserver

        with path_without_folder():
            forkserver.ensure_running()
    with ProcessPoolExecutor(jobs, context, initializer=_start, initargs=(function,)) as pool:
        yield from in_order(_Watched(pool), _call, items, jobs, is_late)


class _Watched:
    """A pool that does not wait for results if its management thread has died, as when memory runs out."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self._pool = pool

    def submit(self, function: Callable[[Item], Outcome], item: Item, /) -> _WatchedFuture[Outcome]:
        return _WatchedFuture(self._pool, self._pool.submit(function, item))


class _WatchedFuture(Generic[Outcome]):
    def __init__(self, pool: ProcessPoolExecutor, future: Future[Outcome]) -> None:
        self._pool, self._future = pool, future
        self.cancel = future.cancel

    def result(self) -> Outcome:
        while not self.wait(LOOK_UP):
            pass
        return self._future.result()

    def wait(self, seconds: float) -> bool:
        from concurrent.futures import wait

        if wait([self._future], seconds).done:
            return True
        thread = getattr(self._pool, "_executor_manager_thread", None)
        if thread is not None and not thread.is_alive() and not self._future.done():
            raise MemoryError("the thread of the process pool has died, probably because memory ran out")
        return False


def start_server() -> None:
    """Start the fork server with SIGINT blocked: Ctrl-C reaches all processes, and each would print a traceback.

    The signal is blocked rather than ignored because processes inherit the mask from the very start.
    """
    from multiprocessing import resource_tracker

    try:
        from multiprocessing import forkserver
    except ImportError:  # not a Unix system
        return
    with path_without_folder(), _variable(_WARNINGS, _TIDYING):
        resource_tracker.ensure_running()  # first, since it unblocks the signal when it has started
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with path_without_folder():
            forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def path_without_folder() -> Iterator[None]:
    """Processes started in this context do not import from the current folder, which may hold untrusted data.

    Python starts its helpers with `-c`, which puts that folder first on the path: a `selectors.py` in it would run. The
    workers themselves get our own path.
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
    """Processes started in this context have this environment variable."""
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
    """End this worker when its parent is killed: it would wait for work forever."""
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _call(item: Any) -> Any:
    return _function(item)
