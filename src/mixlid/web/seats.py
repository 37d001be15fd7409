"""Streams that are open: when there are too many, the one that has been silent longest has to go."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress

from starlette.types import Message

#: A stream that has been silent for less than this many seconds stays.
SILENCE = 2.0


class SentAwayError(Exception):
    """Another stream has taken the place of one that was silent."""


class Seat:
    """One stream: when it last said something, and whether it has to go."""

    def __init__(self) -> None:
        self._heard = time.monotonic()
        self._gone, self.left = asyncio.Event(), asyncio.Event()

    @property
    def silent_seconds(self) -> float:
        return time.monotonic() - self._heard

    @property
    def is_going(self) -> bool:
        return self._gone.is_set()

    def send_away(self) -> None:
        self._gone.set()

    async def receive(self, receive: Callable[[], Awaitable[Message]], seconds: float) -> Message:
        """The next message; `asyncio.TimeoutError` if there is none in time, SentAwayError if the seat is taken."""
        message, gone = asyncio.ensure_future(receive()), asyncio.ensure_future(self._gone.wait())
        try:
            await asyncio.wait({message, gone}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            if not message.done():
                raise SentAwayError if gone.done() else asyncio.TimeoutError
            self._heard = time.monotonic()
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
        """Send the most silent one away if all seats are taken, unless all have spoken just now."""
        staying = [seat for seat in self._taken if not seat.is_going]
        if len(self._taken) >= self._most and staying:
            silent = max(staying, key=lambda seat: seat.silent_seconds)
            if silent.silent_seconds >= SILENCE:
                silent.send_away()
                with suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(silent.left.wait(), SILENCE)

    @contextmanager
    def take(self) -> Iterator[Seat]:
        seat = Seat()
        self._taken.append(seat)
        try:
            yield seat
        finally:
            self._taken.remove(seat)
            seat.left.set()
