"""Bodies while they arrive: a slow or silent client does not shut out others."""

from __future__ import annotations

import asyncio

import pytest
from virtual_time import run_at_once

from mixlid.server import Message, Receive
from mixlid.server.limits import Limits
from mixlid.server.metrics import Metrics
from mixlid.server.refusal import RefusalError
from mixlid.server.transfers import SILENCE, Arrivals, Places, Transfer

LIMITS = Limits(body_bytes=100, arriving_bytes=250)


async def read(arrivals: Arrivals, receive: Receive) -> bytes:
    body = Transfer()
    try:
        return await arrivals.read(body, receive, "")
    finally:
        arrivals.forget(body)


async def silent_after(size: int, arrivals: Arrivals) -> bytes:
    """A body that stops in the middle."""
    pieces = [{"type": "http.request", "body": b"x" * size, "more_body": True}]

    async def receive() -> Message:
        if not pieces:
            await asyncio.sleep(1e6)
        return pieces.pop()

    return await read(arrivals, receive)


async def whole(size: int, arrivals: Arrivals) -> bytes:
    async def receive() -> Message:
        return {"type": "http.request", "body": b"x" * size, "more_body": False}

    return await read(arrivals, receive)


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
        answered = [Transfer() for _ in range(2)]
        for one in answered:
            arrivals.heard(one, 100)
            arrivals._arriving.pop(one)
        with pytest.raises(RefusalError, match="too much is being sent"):
            await whole(90, arrivals)
        arrivals.forget(answered[0])
        assert len(await whole(90, arrivals)) == 90

    asyncio.run(run())


def test_one_client_has_half_of_the_places() -> None:
    limiter = Places(4, Metrics().in_flight.labels("request"))
    with limiter.take("a"), limiter.take("a"):
        with pytest.raises(RefusalError, match="too many requests"), limiter.take("a"):
            pass
        full = pytest.raises(RefusalError, match="too many requests")
        with limiter.take("b"), limiter.take("b"), full, limiter.take("c"):
            pass
        with limiter.take("c"):
            pass
    with limiter.take("a"):
        pass


@pytest.mark.parametrize("seconds", [SILENCE / 2, SILENCE * 2])
def test_only_silent_streams_give_way(seconds: float) -> None:
    """One of the same client, which has half of the places."""
    told: list[str] = []

    async def wait(streams: Places, client: str) -> None:
        with streams.take(client) as stream:
            try:
                async with stream.waiting(100, RefusalError(408, "too slow")):
                    await asyncio.sleep(1e6)
            except RefusalError as refusal:
                told.append(f"{client}: {refusal}")

    async def run() -> None:
        streams = Places(4, Metrics().in_flight.labels("stream"))
        silent = [asyncio.ensure_future(wait(streams, client)) for client in ("other", "greedy", "greedy")]
        await asyncio.sleep(seconds)
        if seconds < SILENCE:
            with pytest.raises(RefusalError, match="too many requests"), streams.take("greedy"):
                pass
        else:
            with streams.take("greedy"):
                await asyncio.sleep(0.01)
        with streams.take("another"):
            pass
        for one in silent:
            one.cancel()
        await asyncio.gather(*silent, return_exceptions=True)
        assert not streams._taken

    run_at_once(run())
    assert told == (
        [] if seconds < SILENCE else ["greedy: nothing was sent or read for a while and others were waiting"]
    )
