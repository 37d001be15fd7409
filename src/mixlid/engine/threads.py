"""Share work among threads, with the results in the order of the items; for functions that let go of Python's lock."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from mixlid.engine.in_order import in_order
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
