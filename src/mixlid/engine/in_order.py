"""Results of a pool of threads or processes in the order of the items, which are taken as they are needed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from itertools import islice
from typing import TypeVar

Given = TypeVar("Given")
Made = TypeVar("Made")


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
