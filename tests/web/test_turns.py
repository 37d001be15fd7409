"""Whose turn it is, without processes."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from mixlid.web.request import RequestOptions
from mixlid.web.turns import Turns
from mixlid.web.workers import is_dear


def order(*waiting: tuple[str, bool]) -> list[str]:
    """Who gets the one worker, in turn."""

    async def run() -> list[str]:
        turns: Turns[str] = Turns()
        served: list[str] = []

        async def wait(name: str, dear: bool) -> None:
            worker = await turns.take(dear)
            served.append(name)
            await asyncio.sleep(0)
            turns.give(worker)

        tasks = [asyncio.ensure_future(wait(name, dear)) for name, dear in waiting]
        await asyncio.sleep(0)
        turns.give("worker")
        await asyncio.gather(*tasks)
        return served

    return asyncio.run(run())


def test_first_come_first_served() -> None:
    assert order(("a", False), ("b", False), ("c", False)) == ["a", "b", "c"]
    assert order(("a", True), ("b", True)) == ["a", "b"]


def test_cheap_work_passes_dear_work() -> None:
    assert order(*[(f"dear {number}", True) for number in range(5)], ("cheap", False))[0] == "cheap"


def test_dear_work_has_its_turn_whatever_waits() -> None:
    served = order(("dear", True), *[(f"cheap {number}", False) for number in range(50)])
    assert served.index("dear") == 7


def test_a_turn_that_is_given_up_goes_to_the_next() -> None:
    async def run() -> str:
        turns: Turns[str] = Turns()
        first, second = (asyncio.ensure_future(turns.take(dear)) for dear in (False, True))
        await asyncio.sleep(0)
        turns.give("worker")
        first.cancel()
        return await second

    assert asyncio.run(run()) == "worker"


def test_those_who_wait_are_sent_away() -> None:
    async def run() -> None:
        turns: Turns[str] = Turns()
        waiting = [asyncio.ensure_future(turns.take(dear)) for dear in (False, True)]
        await asyncio.sleep(0)
        turns.send_away(ValueError("gone"))
        for one in waiting:
            with pytest.raises(ValueError, match="gone"):
                await one

    asyncio.run(run())


def test_what_is_dear() -> None:
    assert not is_dear(RequestOptions(), ["x" * 20_000])
    assert is_dear(msgspec.convert({"max_switches": 2}, RequestOptions), ["x"])
    assert not is_dear(RequestOptions(explain=True), ["x" * 100])
    assert is_dear(RequestOptions(explain=True), ["x" * 300] * 2)
