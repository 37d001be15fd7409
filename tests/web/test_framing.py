"""Clients that send slowly, too much, or nothing: they get a refusal, and others are served."""

from __future__ import annotations

import json
import socket
from contextlib import ExitStack, closing

import httpx
import pytest
from served import MIXED, Served, serve

from mixlid.web import framing
from waiting import wait_until

POST = b"POST /identify HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"


def connect(server: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=30)


def answer(client: socket.socket) -> bytes:
    """All that comes until the server hangs up."""
    parts = []
    try:
        while part := client.recv(65536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


@pytest.mark.parametrize("line", [b"X-Fill: " + b"a" * 1000 + b"\r\n", b"a" * 1000], ids=["many", "one"])
def test_headers_without_end(served: Served, line: bytes) -> None:
    before = served.memory()
    with connect(served) as client:
        try:
            client.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\nX-First: ")
            for _ in range(40_000):  # 40 MB
                client.sendall(line)
        except OSError:
            pass
        else:
            pytest.fail("all of it was taken")
    assert served.memory() - before < 20_000
    assert served.client.get("/health").status_code == 200


def test_headers_a_little_too_large(served: Served) -> None:
    with connect(served) as client:
        client.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\nX-Fill: " + b"a" * framing.HEAD_BYTES)
        assert answer(client).startswith(b"HTTP/1.1 431")


def test_requests_sent_ahead_of_their_turn(served: Served) -> None:
    """What is beyond a few is a bad request, and memory does not grow."""
    before = served.memory()
    one = b"GET /languages HTTP/1.1\r\nHost: x\r\n\r\n"
    for _ in range(5):
        with connect(served) as client:
            try:
                for _ in range(200):
                    client.sendall(one * 1000)
            except OSError:
                continue
            pytest.fail("all of it was taken")
    assert served.memory() - before < 50_000
    with connect(served) as client:
        client.sendall(one * 3 + b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert answer(client).count(b"HTTP/1.1 200") == 4


def test_slow_bodies_do_not_keep_others_out() -> None:
    with serve("--limit", "requests=2") as server, ExitStack() as slow:
        for _ in range(20):
            client = slow.enter_context(closing(connect(server)))
            client.sendall(POST % 100 + b"{")
        server.one(MIXED)


def test_bodies_that_are_too_much_together() -> None:
    with serve("--limit", "arriving_bytes=1000000") as server, ExitStack() as slow:
        for _ in range(4):
            client = slow.enter_context(closing(connect(server)))
            client.sendall(POST % 400_000 + b" " * 300_000)
        wait_until(lambda: '503"' in server.client.get("/metrics").text, "one of them to be refused")
        slow.close()
        wait_until(
            lambda: server.client.post("/identify", json={"text": MIXED}).status_code == 200, "room for the next"
        )


def test_silent_streams_give_way() -> None:
    with serve("--limit", "streams=2") as server, ExitStack() as silent:
        clients = [silent.enter_context(closing(connect(server))) for _ in range(2)]
        for client in clients:
            client.sendall(b"POST /identify/stream HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")

        def is_served() -> bool:
            line = json.dumps({"text": MIXED}).encode() + b"\n"
            return httpx.post(f"{server.address}/identify/stream", content=line, timeout=30).status_code == 200

        wait_until(is_served, "a silent one to go")
        assert b"others were waiting" in answer(clients[0])
