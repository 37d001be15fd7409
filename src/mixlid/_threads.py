"""Share work among threads, with the results in the order of the items; for functions that release Python's lock.

Why not `concurrent.futures`: when memory runs out, a thread of its pool may die silently while others wait for its
result, and `threading.Thread.start` may wait for a thread that has died already. Here the waiting thread checks now and
then whether the others are still alive.
"""

from __future__ import annotations

import _thread
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, Generic, Protocol, TypeVar

from mixlid.errors import SettingsError

Given = TypeVar("Given")
Made = TypeVar("Made")
MadeByPool = TypeVar("MadeByPool", covariant=True)

#: Seconds between these checks, and between looks at whether an item has come.
LOOK_UP, LOOK_FOR_ITEMS = 0.5, 0.01


class Promise(Protocol[MadeByPool]):
    def result(self) -> MadeByPool:
        """Wait for the result; raises the error of the call."""

    def wait(self, seconds: float) -> bool:
        """Wait so long at most; whether there is a result or an error."""

    def cancel(self) -> object:
        """Do not start the call if it has not started yet."""


class Pool(Protocol):
    def submit(self, function: Callable[[Given], Made], item: Given, /) -> Promise[Made]:
        """`function(item)`, later."""


def never() -> bool:
    return False


def in_threads(
    function: Callable[[Given], Made], items: Iterable[Given], jobs: int, is_late: Callable[[], bool] = never
) -> Iterator[Made]:
    """`map(function, items)` by `jobs` threads; items are taken as they are needed. For `is_late` see `in_order`."""
    if jobs < 1:
        raise SettingsError(f"jobs must be at least 1, not {jobs}")
    return map(function, items) if jobs == 1 else _in_pool(function, items, jobs, is_late)


def _in_pool(
    function: Callable[[Given], Made], items: Iterable[Given], jobs: int, is_late: Callable[[], bool]
) -> Iterator[Made]:
    with ThreadPool(jobs) as pool:
        yield from in_order(pool, function, items, jobs, is_late)


def in_order(
    pool: Pool, function: Callable[[Given], Made], items: Iterable[Given], jobs: int, is_late: Callable[[], bool]
) -> Iterator[Made]:
    """`map(function, items)` by a pool of `jobs` workers; on early exit, waiting calls are cancelled.

    `is_late` says that the next item would have to be waited for, as on a pipe: results are not held back for it.
    """
    source = iter(items)
    waiting: deque[Promise[Made]] = deque()
    try:
        while True:
            while len(waiting) < 2 * jobs and not (waiting and _is_first(waiting[0], is_late)):
                item = list(islice(source, 1))
                if not item:
                    break
                waiting.append(pool.submit(function, *item))
            if not waiting:
                return
            yield waiting.popleft().result()
    finally:
        for promise in waiting:
            promise.cancel()


def _is_first(promise: Promise[Any], is_late: Callable[[], bool]) -> bool:
    """Whether the result is there before the next item is."""
    while is_late():
        if promise.wait(LOOK_FOR_ITEMS):
            return True
    return False


class _Task(Generic[Made]):
    """A call and its outcome."""

    __slots__ = ("_pool", "done", "error", "function", "item", "made", "wanted")

    def __init__(self, pool: ThreadPool, function: Callable[[Given], Made], item: Given) -> None:
        self._pool = pool
        self.function: Callable[[Any], Made] = function
        self.item: Any = item
        self.made: Made
        self.error: BaseException | None = None
        self.wanted = True
        self.done = _locked()

    def run(self) -> None:
        try:
            if self.wanted:
                self.made = self.function(self.item)
        except BaseException as error:
            self.error = error
        finally:
            self.done.release()

    def result(self) -> Made:
        while not self.done.acquire(timeout=LOOK_UP):
            self._pool.check()
        if self.error is not None:
            try:
                raise self.error
            finally:
                self.error = None  # its traceback holds this frame
        return self.made

    def wait(self, seconds: float) -> bool:
        if not self.done.acquire(timeout=seconds):
            self._pool.check()
            return False
        self.done.release()  # for `result`
        return True

    def cancel(self) -> None:
        self.wanted = False


class _Life:
    """An object that only a running thread references: it is gone when the thread has ended, for whatever reason."""

    __slots__ = ("__weakref__",)


class _Thread:
    def __init__(self) -> None:
        self._ended = _locked()
        self._life: weakref.ref[_Life] | None = None

    def start(self, pool: ThreadPool) -> None:
        """`RuntimeError` or `MemoryError` if no more threads can be started."""
        life = _Life()
        reference = weakref.ref(life)
        _thread.start_new_thread(self._run, (life, pool))
        self._life = reference

    def _run(self, _: _Life, pool: ThreadPool) -> None:
        try:
            pool.work()
        except BaseException as error:
            pool.failure = error
        finally:
            self._ended.release()

    @property
    def is_dead(self) -> bool:
        return self._life is not None and self._life() is None

    def join(self) -> None:
        if self._life is not None:
            while not self._ended.acquire(timeout=LOOK_UP):
                if self.is_dead:
                    return


class ThreadPool:
    """Threads that take tasks from a queue; on exit they finish the tasks that they have started, and end."""

    def __init__(self, jobs: int) -> None:
        self._tasks: SimpleQueue[_Task[Any] | None] = SimpleQueue()
        self._is_ending = False
        #: The error that ended a thread, other than one raised by a task.
        self.failure: BaseException | None = None
        self._threads = [_Thread() for _ in range(jobs)]
        try:
            for thread in self._threads:
                thread.start(self)
        except BaseException:
            self._end()
            raise

    def submit(self, function: Callable[[Given], Made], item: Given, /) -> _Task[Made]:
        task: _Task[Made] = _Task(self, function, item)
        self._tasks.put(task)
        return task

    def work(self) -> None:
        """Run tasks, in each thread."""
        while not self._is_ending:
            try:
                task = self._tasks.get(timeout=LOOK_UP)
            except Empty:
                continue
            if task is not None and not self._is_ending:
                task.run()
            del task  # its result may be large

    def check(self) -> None:
        """Raise the error that ended a thread, since its task will never finish."""
        if self.failure is not None:
            raise self.failure
        if any(thread.is_dead for thread in self._threads):
            raise MemoryError("a worker thread has died, probably because memory ran out")

    def __enter__(self) -> ThreadPool:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._end()

    def _end(self) -> None:
        self._is_ending = True
        with suppress(MemoryError):
            for _ in self._threads:
                self._tasks.put(None)  # wakes up the threads
        for thread in self._threads:
            thread.join()


def _locked() -> Any:
    lock = _thread.allocate_lock()
    lock.acquire()
    return lock
