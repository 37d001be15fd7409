"""Open streams. If there are too many, a silent or slow one is closed to make room.

Bytes in either direction count as activity, since a client may only write or only read for long. The time that we work
for a stream does not count against it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from mixlid.server import Message, Receive

#: Seconds that a stream may be silent while others wait for its place.
SILENCE = 2.0
#: Bytes a second that such a stream has to move. Each byte earns it a fraction of a second, up to SILENCE.
PACE = 200.0


class EvictedError(Exception):
    """This stream was silent or slow, and was closed to make room for another."""


class OpenStream:
    """One stream: when it was last active, until when it may stay, and whether it has been evicted."""

    def __init__(self, client: str = "") -> None:
        self.client = client
        self._heard = time.monotonic()
        self._until = self._heard + SILENCE
        self._working = False
        self._evicted, self.closed = asyncio.Event(), asyncio.Event()

    @property
    def silent_seconds(self) -> float:
        return time.monotonic() - self._heard

    @property
    def overdue_seconds(self) -> float:
        """How long it has been too slow; not positive if it is fast enough or waits for us."""
        return -1.0 if self._working else time.monotonic() - self._until

    def moved(self, size: int) -> None:
        """Count bytes that have arrived or been read."""
        now = time.monotonic()
        self._until = min(max(self._until, now - SILENCE) + size / PACE, now + SILENCE)

    @contextmanager
    def working(self) -> Iterator[None]:
        """Stop the clock: the client waits for us."""
        began = time.monotonic()
        self._working = True
        try:
            yield
        finally:
            self._working = False
            self._until += time.monotonic() - began

    @property
    def is_evicted(self) -> bool:
        return self._evicted.is_set()

    def evict(self) -> None:
        self._evicted.set()

    async def eviction(self) -> None:
        """Wait until the stream is evicted."""
        await self._evicted.wait()

    async def receive(self, receive: Receive, seconds: float) -> Message:
        """The next message; `asyncio.TimeoutError` if none comes in time, EvictedError if the stream is evicted."""
        message, evicted = asyncio.ensure_future(receive()), asyncio.ensure_future(self.eviction())
        try:
            await asyncio.wait({message, evicted}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            if not message.done():
                raise EvictedError if evicted.done() else asyncio.TimeoutError
            self._heard = time.monotonic()
            self.moved(len(message.result().get("body", b"")))
            return message.result()
        finally:
            message.cancel()
            evicted.cancel()


class OpenStreams:
    """All open streams."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: list[OpenStream] = []

    async def make_room(self, client: str) -> None:
        """If there are as many as allowed, evict the one that has been too slow for longest, if any is.

        A client that has half of them makes room among its own.
        """
        own = [stream for stream in self._open if stream.client == client]
        has_share = len(own) >= (self._most + 1) // 2
        staying = [stream for stream in (own if has_share else self._open) if not stream.is_evicted]
        if (has_share or len(self._open) >= self._most) and staying:
            slowest = max(staying, key=lambda stream: stream.overdue_seconds)
            if slowest.overdue_seconds >= 0:
                slowest.evict()
                with suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(slowest.closed.wait(), SILENCE)

    @contextmanager
    def open(self, client: str) -> Iterator[OpenStream]:
        stream = OpenStream(client)
        self._open.append(stream)
        try:
            yield stream
        finally:
            self._open.remove(stream)
            stream.closed.set()
