"""Streams that are open: when there are too many, one that is silent or slow has to go.

Bytes in either direction count, since a client may write without an end or read without one. What we do ourselves for
a stream does not count against it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress

from starlette.types import Message

#: A stream that others wait for may be silent for this many seconds.
SILENCE = 2.0
#: Bytes a second that such a stream has to move: each lets it stay for a part of a second, up to SILENCE.
PACE = 200.0


class SentAwayError(Exception):
    """Another stream has taken the place of one that was silent or slow."""


class Seat:
    """One stream: when it last said something, how long what it has moved lets it stay, whether it has to go."""

    def __init__(self) -> None:
        self._heard = time.monotonic()
        self._until = self._heard + SILENCE
        self._working = False
        self._gone, self.left = asyncio.Event(), asyncio.Event()

    @property
    def silent_seconds(self) -> float:
        return time.monotonic() - self._heard

    @property
    def overdue_seconds(self) -> float:
        """For how long it has been too slow; not positive if it is not, or waits for us."""
        return -1.0 if self._working else time.monotonic() - self._until

    def moved(self, size: int) -> None:
        """Bytes have arrived, or have been taken."""
        now = time.monotonic()
        self._until = min(max(self._until, now - SILENCE) + size / PACE, now + SILENCE)

    @contextmanager
    def working(self) -> Iterator[None]:
        """While this lasts the client waits for us, and its time does not run."""
        began = time.monotonic()
        self._working = True
        try:
            yield
        finally:
            self._working = False
            self._until += time.monotonic() - began

    @property
    def is_going(self) -> bool:
        return self._gone.is_set()

    def send_away(self) -> None:
        self._gone.set()

    async def must_go(self) -> None:
        """Returns when it has been sent away."""
        await self._gone.wait()

    async def receive(self, receive: Callable[[], Awaitable[Message]], seconds: float) -> Message:
        """The next message; `asyncio.TimeoutError` if there is none in time, SentAwayError if the seat is taken."""
        message, gone = asyncio.ensure_future(receive()), asyncio.ensure_future(self.must_go())
        try:
            await asyncio.wait({message, gone}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            if not message.done():
                raise SentAwayError if gone.done() else asyncio.TimeoutError
            self._heard = time.monotonic()
            self.moved(len(message.result().get("body", b"")))
            return message.result()
        finally:
            message.cancel()
            gone.cancel()


class Seats:
    """The seats of all streams."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: list[Seat] = []

    async def make_room(self) -> None:
        """If all seats are taken, send the one away that has been too slow for longest, if there is any."""
        staying = [seat for seat in self._taken if not seat.is_going]
        if len(self._taken) >= self._most and staying:
            slowest = max(staying, key=lambda seat: seat.overdue_seconds)
            if slowest.overdue_seconds >= 0:
                slowest.send_away()
                with suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(slowest.left.wait(), SILENCE)

    @contextmanager
    def take(self) -> Iterator[Seat]:
        seat = Seat()
        self._taken.append(seat)
        try:
            yield seat
        finally:
            self._taken.remove(seat)
            seat.left.set()
