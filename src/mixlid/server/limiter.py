"""Limits on concurrent requests and on the bytes of their bodies. What exceeds them gets a 503."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from mixlid.server.metrics import Metrics
from mixlid.server.refusal import RefusalError

_LATER = {"Retry-After": "1", "Connection": "close"}


class ConcurrencyLimiter:
    """Lets a limited number of requests in at once."""

    def __init__(self, kind: str, most: int, metrics: Metrics) -> None:
        self._most, self._active = most, 0
        self._gauge = metrics.in_flight.labels(kind)

    @contextmanager
    def slot(self) -> Iterator[None]:
        if self._active >= self._most:
            raise RefusalError(503, "there are too many requests at the moment; try again in a second", _LATER)
        self._active += 1
        self._gauge.set(self._active)
        try:
            yield
        finally:
            self._active -= 1
            self._gauge.set(self._active)


class ByteLimiter:
    """Limits the memory of all bodies that are arriving or queued. While these are small, clients may be slow."""

    def __init__(self, most: int) -> None:
        self._most, self._size = most, 0

    @contextmanager
    def body(self) -> Iterator[Callable[[int], None]]:
        """A function to call with the size of each piece; RefusalError once all bodies together are too large."""
        size = 0

        def add(more: int) -> None:
            nonlocal size
            size += more
            self._size += more
            if self._size > self._most:
                raise RefusalError(503, "too much is being sent at the moment; try again in a second", _LATER)

        try:
            yield add
        finally:
            self._size -= size
