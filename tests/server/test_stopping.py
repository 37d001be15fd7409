"""A server that is told to stop with more work than it can finish in time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Thread

import httpx
import pytest
from served import ENDLESS, LONG, sentence

from mixlid.models.catalogue import EMBEDDED
from mixlid.server.app import make_app
from mixlid.server.limits import Limits
from mixlid.server.server import Server, address, listen
from waiting import LIMIT, wait_until

WAITING = 24


@pytest.fixture
def stopping(caplog: pytest.LogCaptureFixture) -> Iterator[tuple[Server, str]]:
    """A server that waits for a second."""
    app = make_app({"litelid": EMBEDDED}, limits=Limits(work_seconds=60, search_budget=1_000_000))
    server = Server(app, grace=1)
    with closing(listen("127.0.0.1", 0)) as listening, caplog.at_level(logging.INFO):
        thread = Thread(target=lambda: asyncio.run(server.serve([listening])))
        thread.start()
        wait_until(lambda: server.started, "the server")
        yield server, address(listening)
        server.should_exit = True
        thread.join(LIMIT)
        assert not thread.is_alive()


def test_a_full_queue_gets_a_sentence_and_the_log_a_line(
    stopping: tuple[Server, str], caplog: pytest.LogCaptureFixture
) -> None:
    server, where = stopping

    def ask(_: int) -> httpx.Response:
        return httpx.post(f"{where}/identify", json={"text": LONG, **ENDLESS}, timeout=LIMIT)

    with ThreadPoolExecutor(WAITING) as pool:
        asked = [pool.submit(ask, number) for number in range(WAITING)]
        wait_until(lambda: len(server.server_state.tasks) == WAITING, "all of them to wait")
        server.should_exit = True
        answers = [one.result() for one in asked]
    assert {answer.status_code for answer in answers} == {503}
    assert "was stopped before this" in sentence(answers[0])
    assert not [record for record in caplog.records if record.exc_info]
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(errors) <= 1, [record.getMessage() for record in errors]
