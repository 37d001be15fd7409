"""Taking turns: what is at rest goes to whoever has waited longest, and cheap work passes dear work."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Generic, TypeVar

Resting = TypeVar("Resting")
#: Of this many turns one is for dear work, if there is any, however much cheap work waits.
_DEAR_TURN = 8


class Turns(Generic[Resting]):
    """Workers at rest and work that waits for one.

    `asyncio.Queue` gives to whoever asks at the right moment, and a large request always does.
    """

    def __init__(self) -> None:
        self._resting: deque[Resting] = deque()
        self._cheap: deque[asyncio.Future[Resting]] = deque()
        self._dear: deque[asyncio.Future[Resting]] = deque()
        self._given = 0

    async def take(self, dear: bool = False) -> Resting:
        if self._resting:  # then nobody waits
            return self._resting.popleft()
        turn: asyncio.Future[Resting] = asyncio.get_running_loop().create_future()
        (self._dear if dear else self._cheap).append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give(turn.result())
            raise

    def give(self, worker: Resting) -> None:
        while self._cheap or self._dear:
            self._given += 1
            first, second = self._cheap, self._dear
            if self._given % _DEAR_TURN == 0:
                first, second = second, first
            turn = (first or second).popleft()
            if not turn.done():
                turn.set_result(worker)
                return
        self._resting.append(worker)

    def send_away(self, reason: Exception) -> None:
        """Nobody waits any more."""
        for waiting in (self._cheap, self._dear):
            while waiting:
                turn = waiting.popleft()
                if not turn.done():
                    turn.set_exception(reason)

    def empty(self) -> list[Resting]:
        workers = list(self._resting)
        self._resting.clear()
        return workers
