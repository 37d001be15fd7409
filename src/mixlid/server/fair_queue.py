"""A queue of jobs for idle workers: clients take turns, and quick jobs overtake slow ones."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Generic, TypeVar

Worker = TypeVar("Worker")
#: One in this many workers goes to a slow job, however many quick ones wait.
_SLOW_TURN = 8


class FairQueue(Generic[Worker]):
    """Unlike `asyncio.Queue`, which serves whoever asks at the right moment, as a large request always does."""

    def __init__(self) -> None:
        self._idle: deque[Worker] = deque()
        #: The jobs of each client that has any, quick and slow ones; the first client is next.
        self._quick: dict[str, deque[asyncio.Future[Worker]]] = {}
        self._slow: dict[str, deque[asyncio.Future[Worker]]] = {}
        self._served = 0

    def __len__(self) -> int:
        """How many jobs are waiting."""
        clients = (*self._quick.values(), *self._slow.values())
        return sum(not waiting.done() for jobs in clients for waiting in jobs)

    async def acquire(self, client: str = "", slow: bool = False) -> Worker:
        if self._idle:  # then nobody waits
            return self._idle.popleft()
        waiting: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        (self._slow if slow else self._quick).setdefault(client, deque()).append(waiting)
        try:
            return await waiting
        except asyncio.CancelledError:
            if waiting.done() and not waiting.cancelled():
                self.release(waiting.result())
            raise

    def release(self, worker: Worker) -> None:
        while self._quick or self._slow:
            self._served += 1
            first, second = self._quick, self._slow
            if self._served % _SLOW_TURN == 0:
                first, second = second, first
            waiting = _next(first or second)
            if not waiting.done():
                waiting.set_result(worker)
                return
        self._idle.append(worker)


def _next(queue: dict[str, deque[asyncio.Future[Worker]]]) -> asyncio.Future[Worker]:
    """Remove the first job of the client whose turn it is, who is then last."""
    client = next(iter(queue))
    jobs = queue.pop(client)
    waiting = jobs.popleft()
    if jobs:
        queue[client] = jobs
    return waiting
