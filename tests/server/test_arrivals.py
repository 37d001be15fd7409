"""Bodies while they arrive: a slow or silent client does not shut out others."""

from __future__ import annotations

import asyncio

import pytest

from mixlid.server import Message
from mixlid.server.arrivals import Arrival, Arrivals
from mixlid.server.limits import ConcurrencyLimiter, Limits
from mixlid.server.metrics import Metrics
from mixlid.server.refusal import RefusalError

LIMITS = Limits(body_bytes=100, arriving_bytes=250)


async def silent_after(size: int, arrivals: Arrivals) -> bytes:
    """A body that stops in the middle."""
    pieces = [{"type": "http.request", "body": b"x" * size, "more_body": True}]

    async def receive() -> Message:
        if not pieces:
            await asyncio.sleep(1e6)
        return pieces.pop()

    with Arrival(arrivals) as arrival:
        return await arrival.read(receive, "100")


async def whole(size: int, arrivals: Arrivals) -> bytes:
    async def receive() -> Message:
        return {"type": "http.request", "body": b"x" * size, "more_body": False}

    with Arrival(arrivals) as arrival:
        return await arrival.read(receive, str(size))


def test_the_longest_silent_body_makes_room() -> None:
    async def run() -> None:
        arrivals = Arrivals(LIMITS)
        silent = [asyncio.ensure_future(silent_after(80, arrivals)) for _ in range(3)]
        await asyncio.sleep(0)
        for _ in range(20):
            assert len(await whole(90, arrivals)) == 90  # a polite client is never refused
        await asyncio.sleep(0)
        first, *others = silent
        with pytest.raises(RefusalError, match="too much is being sent") as refusal:
            await first
        assert refusal.value.status == 503
        assert not any(task.done() for task in others)  # one was enough
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        assert arrivals._size == 0
        assert not arrivals._arriving

    asyncio.run(run())


def test_a_body_that_is_answered_is_not_given_up() -> None:
    async def run() -> None:
        arrivals = Arrivals(LIMITS)
        answered = [Arrival(arrivals) for _ in range(2)]
        for one in answered:
            arrivals.heard(one, 100)
            arrivals.complete(one)
        with pytest.raises(RefusalError, match="too much is being sent"):
            await whole(90, arrivals)
        with answered[0]:
            pass
        assert len(await whole(90, arrivals)) == 90

    asyncio.run(run())


def test_one_client_has_half_of_the_places() -> None:
    limiter = ConcurrencyLimiter("request", 4, Metrics())
    with limiter.slot("a"), limiter.slot("a"):
        with pytest.raises(RefusalError, match="too many requests"), limiter.slot("a"):
            pass
        full = pytest.raises(RefusalError, match="too many requests")
        with limiter.slot("b"), limiter.slot("b"), full, limiter.slot("c"):
            pass
        with limiter.slot("c"):
            pass
    with limiter.slot("a"):
        pass
