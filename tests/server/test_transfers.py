"""Transfers: a slow or silent client does not shut out others."""

from __future__ import annotations

import asyncio
import sys

import pytest
from virtual_time import run_at_once

from mixlid.server import Message, Receive
from mixlid.server.limits import Limits
from mixlid.server.refusal import RefusalError
from mixlid.server.transfers import Transfers

LIMITS = Limits(body_bytes=100, arriving_bytes=250)


async def read(transfers: Transfers, receive: Receive, client: str = "") -> bytes:
    with transfers.open(client) as transfer:
        return await transfers.read(transfer, receive, "")


async def silent_after(size: int, transfers: Transfers, client: str = "") -> bytes:
    """A body that stops in the middle."""
    pieces = [{"type": "http.request", "body": b"x" * size, "more_body": True}]

    async def receive() -> Message:
        if not pieces:
            await asyncio.sleep(1e6)
        return pieces.pop()

    return await read(transfers, receive, client)


async def whole(size: int, transfers: Transfers) -> bytes:
    async def receive() -> Message:
        return {"type": "http.request", "body": b"x" * size, "more_body": False}

    return await read(transfers, receive)


def test_the_longest_silent_body_makes_room() -> None:
    async def run() -> None:
        transfers = Transfers(LIMITS)
        silent = []
        for _ in range(3):
            silent.append(asyncio.ensure_future(silent_after(80, transfers)))
            await asyncio.sleep(1)
        for _ in range(20):
            assert len(await whole(90, transfers)) == 90  # a polite client is never refused
        await asyncio.sleep(0)
        first, *others = silent
        with pytest.raises(RefusalError, match="others were waiting") as refusal:
            await first
        assert refusal.value.status == 503
        assert not any(task.done() for task in others)  # one was enough
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        assert (len(transfers), transfers._size) == (0, 0)

    run_at_once(run())


def test_a_body_that_was_given_up_is_not_kept_by_its_error() -> None:
    """Errors with tracebacks form cycles, which are collected late: two gigabytes in the attack "bodies that stop"."""

    async def run() -> None:
        transfers, held = Transfers(LIMITS), bytearray(b"x" * 80)
        pieces = [{"type": "http.request", "body": one, "more_body": True} for one in (b"x", held)]

        async def receive() -> Message:
            if not pieces:
                await asyncio.sleep(1e6)
            return pieces.pop()

        before = sys.getrefcount(held) - 1  # the list has one
        body = asyncio.ensure_future(read(transfers, receive))
        await asyncio.sleep(1)
        assert sys.getrefcount(held) == before + 1
        for _ in range(2):
            assert len(await whole(90, transfers)) == 90
        with transfers.open("other") as other:
            transfers.hold(other, 200)
            with pytest.raises(RefusalError) as refusal:
                await body
        assert refusal.value.__traceback__ is not None
        assert sys.getrefcount(held) == before

    run_at_once(run())


def test_a_body_that_is_answered_is_not_given_up() -> None:
    async def run() -> None:
        transfers = Transfers(LIMITS)
        with transfers.open("other") as answered:
            with transfers.open("another") as second:
                transfers.hold(answered, 100)
                transfers.hold(second, 100)
                with pytest.raises(RefusalError, match="too many requests"):
                    await whole(90, transfers)
            assert len(await whole(90, transfers)) == 90

    asyncio.run(run())


def test_one_client_has_half_of_the_places() -> None:
    transfers = Transfers(Limits(requests=4))
    with transfers.open("a"), transfers.open("a"):
        with pytest.raises(RefusalError, match="too many requests"), transfers.open("a"):
            pass
        full = pytest.raises(RefusalError, match="too many requests")
        with transfers.open("b"), transfers.open("b"), full, transfers.open("c"):
            pass
        with transfers.open("c"):
            pass
    with transfers.open("a"):
        pass


@pytest.mark.parametrize("newcomer", ["greedy", "polite"])
def test_the_client_that_is_waited_for_most_often_gives_way(newcomer: str) -> None:
    """Its own share is full, or all places are."""

    gone: list[str] = []

    async def run() -> None:
        transfers = Transfers(Limits(requests=4))
        clients = ("other", "greedy", "greedy", "third")
        silent = {}
        for number, client in enumerate(clients):
            silent[f"{client} {number}"] = asyncio.ensure_future(silent_after(1, transfers, client))
            await asyncio.sleep(1)
        with transfers.open(newcomer):
            await asyncio.sleep(1)
            gone.extend(name for name, task in silent.items() if task.done())
        for task in silent.values():
            task.cancel()
        await asyncio.gather(*silent.values(), return_exceptions=True)
        assert len(transfers) == 0

    run_at_once(run())
    assert gone == ["greedy 1"]
