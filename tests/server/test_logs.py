"""Logs: enough to operate a service, and nobody's text."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import httpx
import pytest
from served import serve

from mixlid.models.catalogue import EMBEDDED
from mixlid.server.app import make_app
from mixlid.server.workers import Workers

JSON = {"Content-Type": "application/json"}
SECRET = "zanzibarquartz"


def test_no_text_in_the_log() -> None:
    with serve("--log") as server:
        server.one(f"my {SECRET} word")
        server.client.post("/identify", content=f'{{"text": "{SECRET}'.encode(), headers=JSON)
        server.client.post("/identify", json={"text": "a", "languages": [SECRET]})
        server.client.get("/identify", params={"text": SECRET})
        server.client.get(f"/{SECRET}")
        server.client.request("PATCH", "/identify", content=SECRET)
        server.client.post("/identify/stream", content=f'{{"text": "{SECRET}"}}\n{SECRET}'.encode())
        assert server.stop() == 0
    assert SECRET not in server.log.lower()
    lines = server.log.splitlines()[1:]
    assert [line.split("mixlid: ")[1].rsplit(" ", 2)[0] for line in lines] == [
        "POST /identify 200",
        "POST /identify 400",
        "POST /identify 422",
        "GET /identify 405",
        "GET other 404",
        "other /identify 405",
        "POST /identify/stream 200",
    ]


def test_without_being_asked_it_logs_nothing() -> None:
    with serve() as server:
        server.one("a")
        assert server.stop() == 0
    assert server.log.count("\n") == 1


def test_our_own_faults_are_500_and_say_where_but_not_what(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: Any) -> None:
        raise ValueError(SECRET)

    monkeypatch.setattr(Workers, "identify", fail)
    app = make_app({"litelid": Path(EMBEDDED)})

    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://a") as client:
            return await client.post("/identify", json={"text": SECRET})

    with caplog.at_level(logging.INFO, "mixlid.server"):
        response = asyncio.run(ask())
    assert response.status_code == 500
    assert "not a fault of the request" in response.json()["error"]
    assert SECRET not in caplog.text
    assert "ValueError in " in caplog.text
    assert "POST /identify 500" in caplog.text


def test_a_fault_of_a_worker_is_told_without_the_text() -> None:
    from mixlid.server.worker_process import place_of

    try:
        raise RuntimeError(SECRET)
    except RuntimeError as error:
        told = place_of(error)
    assert told.startswith("RuntimeError in ")
    assert SECRET not in told
    assert place_of(ValueError(SECRET)) == "ValueError"
