"""Which job gets the next worker, without processes."""

from __future__ import annotations

import asyncio

import msgspec

from mixlid.server.fair_queue import FairQueue
from mixlid.server.request import RequestOptions
from mixlid.server.workers import is_slow


def order(*waiting: tuple[str, bool]) -> list[str]:
    """Who gets the only worker, in turn."""

    async def run() -> list[str]:
        queue: FairQueue[str] = FairQueue()
        served: list[str] = []

        async def wait(name: str, slow: bool) -> None:
            worker = await queue.acquire(slow=slow)
            served.append(name)
            await asyncio.sleep(0)
            queue.release(worker)

        tasks = [asyncio.ensure_future(wait(name, slow)) for name, slow in waiting]
        await asyncio.sleep(0)
        queue.release("worker")
        await asyncio.gather(*tasks)
        return served

    return asyncio.run(run())


def test_first_come_first_served() -> None:
    assert order(("a", False), ("b", False), ("c", False)) == ["a", "b", "c"]
    assert order(("a", True), ("b", True)) == ["a", "b"]


def test_quick_jobs_overtake_slow_ones() -> None:
    assert order(*[(f"slow {number}", True) for number in range(5)], ("quick", False))[0] == "quick"


def test_slow_jobs_have_their_turn_whatever_waits() -> None:
    served = order(("slow", True), *[(f"quick {number}", False) for number in range(50)])
    assert served.index("slow") == 7


def test_a_worker_for_a_cancelled_job_goes_to_the_next() -> None:
    async def run() -> str:
        queue: FairQueue[str] = FairQueue()
        first, second = (asyncio.ensure_future(queue.acquire(slow=slow)) for slow in (False, True))
        await asyncio.sleep(0)
        queue.release("worker")
        first.cancel()
        return await second

    assert asyncio.run(run()) == "worker"


def test_slow_jobs() -> None:
    assert not is_slow(RequestOptions(), ["x" * 20_000])
    assert is_slow(msgspec.convert({"max_switches": 2}, RequestOptions), ["x"])
    assert is_slow(RequestOptions(languages=["eng"] * 1000), ["x"])
    assert is_slow(RequestOptions(prior={"languages": {}}), ["x"])
    assert not is_slow(RequestOptions(explain=True), ["x" * 100])
    assert is_slow(RequestOptions(explain=True), ["x" * 300] * 2)


def test_clients_take_turns() -> None:
    """However many jobs one has, another's comes next."""

    async def run() -> list[str]:
        queue: FairQueue[str] = FairQueue()
        served: list[str] = []

        async def wait(client: str) -> None:
            worker = await queue.acquire(client)
            served.append(client)
            queue.release(worker)

        tasks = [asyncio.ensure_future(wait(client)) for client in ("busy", "busy", "busy", "busy", "other")]
        await asyncio.sleep(0)
        queue.release("worker")
        await asyncio.gather(*tasks)
        return served

    assert asyncio.run(run()) == ["busy", "other", "busy", "busy", "busy"]
