"""Share work among threads, with the results in the order of the items; for functions that let go of Python's lock."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

from mixlid.errors import SettingsError

Given = TypeVar("Given")
Made = TypeVar("Made")


def in_threads(function: Callable[[Given], Made], items: Iterable[Given], jobs: int) -> Iterator[Made]:
    """`map(function, items)` by `jobs` threads; items are taken as they are needed."""
    if jobs < 1:
        raise SettingsError(f"jobs must be at least 1, not {jobs}")
    return map(function, items) if jobs == 1 else _in_pool(function, items, jobs)


def _in_pool(function: Callable[[Given], Made], items: Iterable[Given], jobs: int) -> Iterator[Made]:
    with ThreadPoolExecutor(jobs) as pool:
        yield from in_order(pool, function, items, jobs)


def in_order(pool: Executor, function: Callable[[Given], Made], items: Iterable[Given], jobs: int) -> Iterator[Made]:
    """`map(function, items)` by a pool of `jobs` workers; what nobody waits for any more is not begun."""
    source = iter(items)
    waiting: deque[Future[Made]] = deque()
    try:
        while True:
            for item in islice(source, 2 * jobs - len(waiting)):
                waiting.append(pool.submit(function, item))
            if not waiting:
                return
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
