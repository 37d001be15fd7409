"""Which job gets the next worker, without processes."""

from __future__ import annotations

import asyncio

import msgspec

from mixlid.models.catalogue import EMBEDDED
from mixlid.server.limits import Limits
from mixlid.server.request import RequestOptions
from mixlid.server.workers import Workers, is_slow


def order(*waiting: tuple[str, bool]) -> list[tuple[str, bool]]:
    """Whose jobs, quick or slow, get the only worker, in turn; those of the first client are there first."""

    async def run() -> list[tuple[str, bool]]:
        workers, served = Workers({"litelid": EMBEDDED}, 1, Limits()), []

        async def wait(client: str, slow: bool) -> None:
            async with workers._worker(client, slow):
                served.append((client, slow))
                await asyncio.sleep(0)

        await asyncio.gather(*(wait(*one) for one in waiting))
        return served

    return asyncio.run(run())


def test_clients_take_turns() -> None:
    """However many jobs one has, another's comes next."""
    served = order(*[("busy", False)] * 10, ("other", False))
    assert served.index(("other", False)) <= 2


def test_quick_jobs_do_not_wait_for_many_slow_ones() -> None:
    served = order(*[("one", True)] * 10, *[("one", False)] * 3)
    assert served.index(("one", False)) <= 2
    assert served.count(("one", True)) == 10


def test_a_worker_for_a_cancelled_job_goes_to_the_next() -> None:
    async def run() -> bool:
        workers = Workers({"litelid": EMBEDDED}, 1, Limits())

        async def wait() -> bool:
            async with workers._worker("", slow=False):
                return True

        async with workers._worker("", slow=True):
            first, second = (asyncio.ensure_future(wait()) for _ in range(2))
            await asyncio.sleep(0)
            first.cancel()
        return await second

    assert asyncio.run(run())


def test_slow_jobs() -> None:
    assert not is_slow(RequestOptions(), ["x" * 20_000])
    assert is_slow(msgspec.convert({"max_switches": 2}, RequestOptions), ["x"])
    assert is_slow(RequestOptions(languages=["eng"] * 1000), ["x"])
    assert is_slow(RequestOptions(prior={"languages": {}}), ["x"])
    assert not is_slow(RequestOptions(explain=True), ["x" * 100])
    assert is_slow(RequestOptions(explain=True), ["x" * 300] * 2)
