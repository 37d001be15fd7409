"""Many at once: small requests pass large ones, excess ones are refused, and what was started is finished."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from served import ANY_BUDGET, ENDLESS, LONG, MIXED, Served, sentence, serve

from waiting import LIMIT, wait_until

LARGE = [LONG] * 300


def in_flight(server: Served) -> int:
    requests: int = server.client.get("/health").json()["requests"]
    return requests


def wait_for_one(server: Served) -> None:
    wait_until(lambda: in_flight(server) >= 1, "a request to begin")


def test_a_large_request_does_not_stall_small_ones(served: Served) -> None:
    """With one worker, counted in answers: a small request that had to wait for the large one would be the only one."""
    many = LARGE * 3
    with ThreadPoolExecutor(1) as pool:
        large = pool.submit(served.identify, many)
        wait_for_one(served)
        small = 0
        while not large.done():
            assert served.one(MIXED)["is_mixed"]
            small += 1
        assert len(large.result()["results"]) == len(many)
    assert small > 3


def test_overload_is_refused_and_passes() -> None:
    """One of two places is taken for as long as the test needs, and only one of many can wait in the other."""
    with serve("--limit", "requests=2", "--limit", f"work_seconds={LIMIT}", *ANY_BUDGET) as server:

        def ask(**options: Any) -> httpx.Response:
            return httpx.post(f"{server.address}/identify", json={"text": LONG, **options}, timeout=2 * LIMIT)

        with ThreadPoolExecutor(17) as pool:
            busy = pool.submit(ask, **ENDLESS)
            wait_for_one(server)
            others = [pool.submit(ask) for _ in range(16)]
            wait_until(lambda: sum(other.done() for other in others) >= 15, "all but one to be refused")
            os.kill(worker_of(server), signal.SIGKILL)  # which ends the search
            responses = [other.result() for other in others]
            assert busy.result().status_code == 500
        refused = [response for response in responses if response.status_code == 503]
        assert len(refused) >= 15
        assert {response.status_code for response in responses} <= {200, 503}
        assert "too many requests" in sentence(refused[0])
        assert refused[0].headers["retry-after"] == "1"
        assert server.client.get("/health").status_code == 200
        for _ in range(20):
            assert server.one(MIXED)["is_mixed"]


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_what_was_begun_is_finished(number: int, code: int) -> None:
    with serve() as server, ThreadPoolExecutor(1) as pool:
        workers = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
        client = httpx.Client(base_url=server.address, timeout=LIMIT)
        large = pool.submit(client.post, "/identify", json={"text": LARGE})
        wait_for_one(server)
        assert server.stop(number) == code
        response = large.result()
        assert len(response.json()["results"]) == len(LARGE)
        client.close()
        assert workers
        assert not any(Path(f"/proc/{worker}").exists() for worker in workers)
        assert server.log.count("\n") == 1  # where it listens, and no traceback
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", server.port))


def test_a_worker_that_dies_is_replaced(served: Served) -> None:
    worker = worker_of(served)
    os.kill(worker, signal.SIGKILL)
    statuses = [served.client.post("/identify", json={"text": MIXED}).status_code for _ in range(3)]
    assert statuses[-1] == 200
    assert set(statuses[:-1]) <= {200, 500}
    assert worker_of(served) != worker
    assert served.client.get("/health").json()["workers"] == 1


def test_work_is_not_begun_for_a_client_that_has_left() -> None:
    """Ten requests of many jobs each, whose clients leave at once."""
    slow = {"text": [f"{LONG} {number}" for number in range(160)], "max_languages": 5, "max_switches": 3}
    with serve("--log", "--limit", "work_seconds=30") as server:
        body = json.dumps(slow).encode()
        head = b"POST /identify HTTP/1.1\r\nHost: [::1]\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
        for _ in range(10):
            with socket.create_connection(("127.0.0.1", server.port)) as client:
                client.sendall(head % len(body) + body)
        server.one(MIXED)
        wait_until(lambda: in_flight(server) == 0, "the ten to be given up")
    assert server.log.count("POST /identify 200") == 1  # none of the ten was finished


def test_workers_that_do_not_start(tmp_path: Path, tiny_table: Path) -> None:
    """Requests are refused instead of waiting forever, and all is well when workers start again."""
    model = tmp_path / "model.mixlid"
    shutil.copy(tiny_table, model)
    with serve("-m", str(model)) as server:
        server.one("the bread")
        model.rename(tmp_path / "away")
        os.kill(worker_of(server), signal.SIGKILL)
        assert server.client.post("/identify", json={"text": "the bread"}).status_code in (500, 503)
        assert "a worker process does not start" in server.refused(503, json={"text": "the bread"})
        assert server.client.get("/health").json()["workers"] == 0
        (tmp_path / "away").rename(model)
        server.one("the bread")
    assert "a worker did not start" in server.log


def worker_of(server: Served) -> int:
    pid = server.process.pid
    return int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])
